/**
 * The searches over HTTP (C25, C26, C27, C32): what is refused and in which words, cursors, counts, headers,
 * credits.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  addressIds,
  cityId,
  contractorIds,
  jurisdictionId,
  permitIds,
} from '@lintel/testing/http/memory-records.js';
import { type Answered, testService, urlOf } from '@lintel/testing/http/service.js';

const service = testService({
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(() => service.close());

type Query = Record<string, string | number | readonly string[]>;
interface Entry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly ctx?: { readonly suggestion?: string; readonly allowed?: readonly string[] };
}
interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
  readonly total_count?: unknown;
  readonly absence?: {
    readonly tags: readonly string[];
    readonly jurisdictions_left_out: readonly { jurisdiction_id: string; reason: string }[];
  } | null;
}

const period = { geo_id: 'NY', permit_from: '2025-01-01', permit_to: '2026-12-31' };
const searchPermits = (query: Query) => service.ask(urlOf('/v2/permits/search', { ...period, ...query }));

function page(answered: Answered): Page {
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return answered.body as Page;
}

function faults(answered: Answered): Entry[] {
  assert.equal(answered.status, 422, JSON.stringify(answered.body));
  return (answered.body as { detail: Entry[] }).detail;
}

test('all faults of a search are reported at once, in the order of its parameters', async () => {
  const query = {
    permit_from: '2025-13-01',
    permit_tags: ['solar', 'sollar', '-reroff'],
    permit_status: 'done',
    permit_min_job_value: -1,
    permit_q: 'x'.repeat(51),
    contractor_name: 'ab',
  };
  const told = faults(await searchPermits(query));
  assert.deepEqual(
    told.map(({ loc, type }) => [loc.join('.'), type]),
    [
      ['query.permit_from', 'date_from_datetime_parsing'],
      ['query.permit_tags.1', 'literal_error'],
      ['query.permit_tags.2', 'literal_error'],
      ['query.permit_q', 'string_too_long'],
      ['query.permit_status.0', 'literal_error'],
      ['query.permit_min_job_value', 'greater_than_equal'],
      ['query.contractor_name', 'string_too_short'],
    ],
  );
});

test('an unknown tag names the nearest one, its sign kept, and lists each tag once (C14)', async () => {
  const [plain, negative] = faults(await searchPermits({ permit_tags: ['sollar', '-reroff'] }));
  assert.equal(plain?.ctx?.suggestion, 'solar');
  assert.equal(negative?.ctx?.suggestion, '-reroof');
  assert.match(
    negative?.msg ?? '',
    /GET \/v2\/list\/tags.*perhaps with '-' before it.*not '-reroff'; did you mean '-reroof'\?/,
  );
  assert.ok(plain?.ctx?.allowed?.every((word) => !word.startsWith('-')));
  assert.equal(negative?.ctx?.allowed, undefined);
});

test('permit_from after permit_to is refused in words that say so (C25)', async () => {
  const [fault, ...others] = faults(await searchPermits({ permit_from: '2027-01-01' }));
  assert.deepEqual([fault?.loc, others], [['query', 'permit_from'], []]);
  assert.match(fault?.msg ?? '', /permit_from \(2027-01-01\) is after permit_to \(2026-12-31\); swap them/);
});

test('a period may be left out with a permit number or for an address, else it is missing (C40)', async () => {
  const search = (kind: string, query: Query) => service.ask(urlOf(`/v2/${kind}/search`, query));
  for (const kind of ['permits', 'contractors']) {
    assert.deepEqual(
      faults(await search(kind, { geo_id: 'NY', permit_from: '2025-01-01' })),
      [
        {
          type: 'missing',
          loc: ['query', 'permit_to'],
          msg: 'Field required',
          input: null,
          ctx: { unless: 'permit_number is given or every geo_id is an address' },
        },
      ],
      kind,
    );
    const all = faults(await search(kind, {}));
    assert.deepEqual(
      all.map(({ type, loc }) => [type, loc[1]]),
      ['geo_id', 'permit_from', 'permit_to'].map((name) => ['missing', name]),
    );
    const place = { geo_id: addressIds[0] ?? '' };
    const items = page(await search(kind, { ...place, size: 100 })).items;
    assert.ok(items.length > 0);
    for (const bound of [{ permit_from: '2026-01-02' }, { permit_to: '2026-01-02' }])
      assert.deepEqual(page(await search(kind, { ...place, ...bound, size: 100 })).items, items);
    for (const bound of [{ permit_from: '2026-01-03' }, { permit_to: '2026-01-01' }])
      assert.deepEqual(page(await search(kind, { ...place, ...bound })).items, []);
  }
});

test('a permit number is compared by letters and digits only (C40)', async () => {
  const search = (number: string) =>
    service.ask(urlOf('/v2/permits/search', { geo_id: 'NY', permit_number: number, size: 100 }));
  const expected = page(await search('BP-12')).items;
  assert.ok(expected.length > 0);
  for (const number of ['bp12', 'BP 12', ' b/p--12 ', '(BP)12'])
    assert.deepEqual(page(await search(number)).items, expected, number);
  assert.deepEqual(page(await search('12')).items, [], 'a number is found by its beginning');
  const [fault] = faults(await search(' -/ '));
  assert.deepEqual(fault?.loc, ['query', 'permit_number']);
  assert.match(fault?.msg ?? '', /no letter or digit/);
});

test('a search for the name of a firm needs a letter or digit, and an apostrophe is none (C61)', async () => {
  for (const name of ["-'-", 'ʻʻʻ', '&&&']) {
    const [fault] = faults(await searchPermits({ contractor_name: name }));
    assert.deepEqual(fault?.loc, ['query', 'contractor_name']);
    assert.match(fault?.msg ?? '', /no letter or digit/);
  }
});

test('a geo_id that is none is refused in one sentence, an unknown one finds nothing (C12)', async () => {
  const refused = await searchPermits({ geo_id: 'San Francisco' });
  assert.equal(refused.status, 422);
  assert.match(
    String((refused.body as { detail: unknown }).detail),
    /resolved into a geolocation ID.*\/v2\/addresses\/search/,
  );
  assert.deepEqual(page(await searchPermits({ geo_id: 'WY' })).items, []);
  const wrongKind = await service.ask(urlOf('/v2/properties/search', { geo_id: jurisdictionId }));
  assert.match(String((wrongKind.body as { detail: unknown }).detail), /is the geo_id of a jurisdiction/);
});

test('a walk of a search gives every permit once, and its cursor no other filters', async () => {
  const seen: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { items, next_cursor }: Page = page(
      await searchPermits({ size: 7, cursor, include_count: 'true' }),
    );
    seen.push(...items.map(({ id }) => id));
    cursor = next_cursor;
  }
  assert.deepEqual(seen, [...permitIds].sort());
  const first = page(await searchPermits({ size: 7, include_count: 'true' }));
  assert.deepEqual(first.total_count, { value: permitIds.length, relation: 'eq' });
  const [fault] = faults(await searchPermits({ permit_tags: 'reroof', cursor: first.next_cursor ?? '' }));
  assert.deepEqual(fault?.loc, ['query', 'cursor']);
});

test('filters narrow each other, and a search costs a credit a record (C15)', async () => {
  const answered = await searchPermits({
    permit_status: 'active',
    permit_min_job_value: 3_000_000,
    permit_tags: '-solar',
  });
  const { items } = page(answered);
  assert.deepEqual(
    items.map(({ job_value: value }) => Number(value) / 100_000).sort(),
    [30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58],
  );
  assert.equal(answered.headers['x-credits-request'], String(items.length));
});

test('contractors come with tallies of the search, or with none when none are wanted (C26)', async () => {
  const query = { ...period, permit_tags: 'reroof', permit_min_job_value: 5_000_000 };
  const { items } = page(await service.ask(urlOf('/v2/contractors/search', query)));
  assert.ok(items.length > 0);
  assert.deepEqual(items[0]?.status_tally, { active: 3 });
  const bare = page(
    await service.ask(urlOf('/v2/contractors/search', { ...query, include_tallies: 'false' })),
  );
  assert.deepEqual([bare.items[0]?.status_tally, bare.items[0]?.tag_tally], [{}, {}]);
});

test('the permits of a contractor are grouped by address; those of an unknown one are not found (C27)', async () => {
  const { items } = page(await service.ask(`/v2/contractors/${contractorIds[0]}/permits`));
  const addresses = items.map(({ geo_ids: ids }) => (ids as { address_id: string }).address_id);
  const groups = addresses.filter((address, i) => address !== addresses[i - 1]);
  assert.equal(new Set(groups).size, groups.length);
  assert.equal((await service.ask('/v2/contractors/unknown/permits')).status, 404);
});

test('properties say that they are beta, want a place or an owner, and least values not above greatest (C32)', async () => {
  const byId = await service.ask(urlOf('/v2/properties', { id: addressIds.slice(0, 2) }));
  assert.deepEqual(
    page(byId).items.map(({ id }) => id),
    addressIds.slice(0, 2),
  );
  assert.equal(byId.headers['x-stability'], 'beta');
  const told = faults(
    await service.ask(urlOf('/v2/properties/search', { property_min_lot_size: 9, property_max_lot_size: 8 })),
  );
  assert.deepEqual(
    told.map(({ loc }) => loc[1]),
    ['geo_id', 'property_min_lot_size'],
  );
  const counted = page(
    await service.ask(urlOf('/v2/properties/search', { geo_id: cityId, include_total_count: 'true' })),
  );
  assert.deepEqual(
    [counted.total_count, counted.absence],
    [{ value: addressIds.length, relation: 'eq' }, null],
  );
});

test('a property is not listed as without a permit if the records cannot show it, and the answer says so', async () => {
  const ask = (tag: string, from: string) =>
    service.ask(urlOf('/v2/properties/search', { geo_id: cityId, permit_tags: tag, permit_from: from }));
  const neverShown = page(await ask('-solar', '2026-01-02'));
  assert.deepEqual(neverShown.items, []);
  assert.deepEqual(neverShown.absence?.jurisdictions_left_out, [
    { jurisdiction_id: jurisdictionId, reason: 'none of its permits is tagged solar' },
  ]);
  const tooEarly = page(await ask('-reroof', '2005-01-01'));
  assert.match(tooEarly.absence?.jurisdictions_left_out[0]?.reason ?? '', /begin on 2026-01-02/);
  const covered = page(await ask('-reroof', '2026-01-03'));
  assert.deepEqual([covered.items.length, covered.absence?.jurisdictions_left_out], [addressIds.length, []]);
});
