/**
 * Requests made at random from the parameters of the contract, good, bad and absurd, never give a 500 nor an
 * answer that the OpenAPI document does not describe. fast-check prints the seed of a failure.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, endpoints, type Parameter } from '@lintel/contract';
import { rounds } from '@lintel/testing/base/rounds.js';
import {
  addressId,
  cityId,
  contractorIds,
  countyId,
  decisionIds,
  jurisdictionId,
  permitIds,
} from '@lintel/testing/http/memory-records.js';
import { testService } from '@lintel/testing/http/service.js';
import fc from 'fast-check';

const service = testService({
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(() => service.close());
const cursors: string[] = [];

const known = fc.constantFrom(
  ...permitIds,
  ...contractorIds,
  ...decisionIds,
  ...[cityId, countyId, jurisdictionId, 'CA', '94103', '94103-1234'],
);
const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e3',
    '1.0',
    '٣',
    'true',
    'null',
    'NaN',
    '9'.repeat(400),
    '\u0000',
    ' 5 ',
    '__proto__',
  ),
  fc.integer().map(String),
);

/** Values for a parameter, as its schema wants them or not. */
function textFor(name: string, { schema, example }: Parameter): fc.Arbitrary<string> {
  const { enum: own, items } = schema as { enum?: string[]; items?: { enum?: string[] } };
  const words = own ?? items?.enum;
  const good: fc.Arbitrary<string>[] = [known];
  if (words) good.push(fc.constantFrom(...words));
  if (example !== undefined) good.push(fc.constantFrom(...[example].flat().map(String)));
  if (name === 'size' || name === 'page') good.push(fc.integer({ min: 1, max: 100 }).map(String));
  if (name === 'q') good.push(fc.constantFrom('maple', 'SPRING', 'maple st, ny', 'example', 'NY', '005'));
  if (name === 'geo_id')
    good.push(fc.constantFrom(addressId, cityId, countyId, jurisdictionId, 'NY', '00501-1234'));
  if (/_(from|to)$/.test(name)) good.push(fc.constantFrom('2026-01-01', '2026-01-31', '1900-01-01'));
  if (name === 'decision_q') good.push(fc.constantFrom('rezoning', 'Rezoning 4', '"***"'));
  if (name === 'cursor') good.push(fc.nat().map((n) => cursors[n % Math.max(1, cursors.length)] ?? ''));
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...good) }, { weight: 1, arbitrary: junk });
}

type Pair = [string, string];

/** A URL for an endpoint: most parameters once, some never, some often, and strangers among them. */
function urlFor(endpoint: Endpoint): fc.Arbitrary<string> {
  const inQuery = Object.entries(endpoint.parameters).filter(([, parameter]) => parameter.in === 'query');
  const lists = inQuery.map(([name, parameter]) =>
    fc
      .oneof(
        { weight: 6, arbitrary: fc.array(textFor(name, parameter), { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(textFor(name, parameter), { maxLength: 60 }) },
      )
      .map((values) => values.map((value): Pair => [name, value])),
  );
  const strangers = fc.array(fc.tuple(junk, junk), { maxLength: 2 });
  const inPath = Object.entries(endpoint.parameters).find(([, parameter]) => parameter.in === 'path');
  const segment = inPath ? textFor(...inPath) : fc.constant('');
  return fc.tuple(segment, strangers, ...lists).map(([place, extra, ...given]) => {
    const path = endpoint.path.replace(/\{[^}]*\}/, () => encodeURIComponent(wellFormed(place)));
    const pairs: Pair[] = [...given.flat(), ...extra];
    const query = new URLSearchParams(pairs).toString();
    return query === '' ? path : `${path}?${query}`;
  });
}

/** Lone surrogates cannot be percent-encoded. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

for (const endpoint of Object.values<Endpoint>(endpoints)) {
  test(`${endpoint.path} answers any parameters as documented`, async () => {
    await fc.assert(
      fc.asyncProperty(urlFor(endpoint), fc.boolean(), async (url, hasKey) => {
        const answered = await service.ask(url, hasKey ? {} : { key: null });
        assert.ok(answered.status < 500, `${url}: ${answered.status}`);
        assert.ok(hasKey || !endpoint.authenticated || answered.status >= 400, `${url} needs no key`);
        const { next_cursor: next } = (answered.body ?? {}) as { next_cursor?: string | null };
        if (next) cursors.push(next);
      }),
      { numRuns: Object.keys(endpoint.parameters).length === 0 ? 10 : rounds(20, 2_000) },
    );
  });
}

test('any query string is parsed or refused, never a 500', async () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'%&=+;?#/\\aF2é\u0000'), maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      const { status } = await service.ask(`/v2/addresses/search?q=maple&${query}`);
      assert.ok(status === 200 || status === 400 || status === 422, `${status}`);
    }),
    { numRuns: rounds(60, 4_000) },
  );
});

test('a method that no page of accounts sends is that of an unknown path, never a 500', async () => {
  for (const method of ['QUERY', 'PUT', 'TRACE', 'PROPFIND'])
    for (const url of ['/account/api/session', '/account/api/sign-up', '/account/api/nope']) {
      // The types of the injection know fewer methods than the parser of requests.
      const { statusCode } = await service.app.inject({ method: method as 'GET', url });
      assert.equal(statusCode, 404, `${method} ${url}`);
    }
});
