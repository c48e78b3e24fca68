/**
 * Every endpoint of the contract answers every status that it documents, and nothing else: the client of
 * these tests holds each answer against the OpenAPI document, its headers included.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type EndpointId, endpoints, openApiDocument, tileMediaType } from '@lintel/contract';
import { checkAgainstContract } from '@lintel/testing/http/conformance.js';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import {
  endpointIds,
  endpointsWhere,
  goodUrls,
  invalidUrls,
  unknownUrls,
  withQuery,
} from '@lintel/testing/http/requests.js';
import { type Answered, testService } from '@lintel/testing/http/service.js';
import { defaultConfig } from '../base/config.js';
import { maxHeaderBytes, maxUrlLength } from './request/limits.js';

const plans = {
  ...defaultConfig.plans,
  empty: { credits: 0, requests_per_minute: 1000 },
  slow: { credits: 500, requests_per_minute: 1 },
  fast: { credits: null, requests_per_minute: 100_000 },
};
const service = testService({ config: { plans } });
const fast = service.newKey('fast').key.secret;
const suspended = service.newKey('free');
await service.ledger.setSuspended(suspended.account.id, true);
after(() => service.close());

const ask: typeof service.ask = (url, options) => service.ask(url, { key: fast, ...options });
const has = (status: number) => endpointsWhere((endpoint) => endpoint.statuses.includes(status));

/** Asks each endpoint that documents the status, and returns the answers by endpoint. */
async function each(status: number, one: (url: string, id: string) => Promise<Answered>) {
  const answers = new Map<string, Answered>();
  for (const { id, url } of has(status)) {
    const answered = await one(url, id);
    assert.equal(answered.status, status, `${id}: ${JSON.stringify(answered.body)}`);
    answers.set(id, answered);
  }
  assert.ok(answers.size > 0);
  return answers;
}

function detail(answered: Answered | undefined): unknown {
  return (answered?.body as { detail?: unknown } | undefined)?.detail;
}

/** A 401 names the header for the key, whatever came (C13). */
function sayHow({ status, headers, body }: Answered): void {
  assert.equal(status, 401);
  const { detail: text, hint } = body as { detail: string; hint: string };
  assert.equal(text, 'Not authenticated');
  assert.match(hint, /header X-API-Key, or as Authorization: Bearer/);
  assert.match(String(headers['www-authenticate']), /(?:^|, )ApiKey .*header="X-API-Key", Bearer /);
}

/** What an answer says was used, allowed and left. */
function credits({ headers }: Answered): (string | undefined)[] {
  return ['request', 'limit', 'remaining'].map((name) => headers[`x-credits-${name}`]);
}

describe('every endpoint', () => {
  test('answers 200 to a good request, with the envelope of its kind', async () => {
    const answers = await each(200, (url) => ask(url));
    for (const [id, answered] of answers) {
      const { answer } = endpoints[id as keyof typeof endpoints];
      const body = answered.body as { items?: unknown[]; size?: number };
      if (answer.kind === 'stream') {
        assert.equal(answered.headers['content-type'], 'application/x-ndjson');
        for (const line of answered.bytes.toString().trimEnd().split('\n')) {
          const { headers } = answered;
          const record = { status: 200, headers, body: JSON.parse(line), bytes: Buffer.from(line) };
          checkAgainstContract('GET', goodUrls[id as EndpointId], record);
        }
        continue;
      }
      const mediaType = answer.kind === 'tile' ? tileMediaType : 'application/json; charset=utf-8';
      assert.equal(answered.headers['content-type'], mediaType);
      assert.equal(Number(answered.headers['content-length']), answered.bytes.length);
      assert.equal(answered.headers['x-content-type-options'], 'nosniff');
      if (answer.kind === 'record' || answer.kind === 'view' || answer.kind === 'tile') {
        // Of a table, each row costs.
        const { rows = [null] } = (answered.body ?? {}) as { rows?: unknown[] };
        assert.equal(answered.headers['x-credits-request'], String(rows.length));
      } else if (answer.kind === 'object') {
        assert.equal(answered.headers['x-credits-request'], undefined, `${id} is free`);
      } else {
        assert.ok(body.items && body.items.length > 0);
        assert.equal(body.size, body.items.length);
        assert.equal(answered.headers['x-credits-request'], String(body.items.length));
      }
    }
  });

  test('answers a part of its records as the schema of parts says, and no other answer lacks a field', async () => {
    for (const { id, endpoint, url } of endpointsWhere(
      ({ parameters, answer }) => 'fields' in parameters && answer.kind !== 'stream',
    )) {
      const { properties } = endpoint.answer.schema as { properties: Record<string, unknown> };
      const [first = '', ...others] = Object.keys(properties);
      for (const fields of [
        first,
        others[0] ?? first,
        others.slice(-2).join(','),
        [first, ...others].join(','),
      ]) {
        const { status, body } = await ask(withQuery(url, `fields=${fields}`));
        assert.equal(status, 200, id);
        const record = (body as { items?: object[] }).items?.[0] ?? (body as object);
        const wanted = new Set([first, ...fields.split(',')]);
        assert.ok(
          Object.keys(record).every((key) => wanted.has(key)),
          `${id} ${fields}`,
        );
        const { bytes, headers } = await ask(withQuery(url, `fields=${fields}`));
        const whole = { status: 200, headers, body, bytes };
        if (Object.keys(record).length < others.length / 2) {
          assert.throws(() => checkAgainstContract('GET', url, whole), /must have required property/, id);
        }
      }
    }
  });

  test('answers 304 without a body and without a charge to a caller who has the answer', async () => {
    const key = service.newKey('free');
    await each(304, async (url) => {
      const { headers } = await ask(url);
      const before = (await service.ledger.usage(key.account.id)).used;
      const again = await service.ask(url, {
        key: key.key.secret,
        headers: { 'if-none-match': `"other", W/${headers.etag}` },
      });
      assert.equal(again.bytes.length, 0);
      assert.equal(again.headers.etag, headers.etag, 'the tag depends on the key');
      assert.equal(again.headers['x-credits-request'], undefined);
      assert.equal((await service.ledger.usage(key.account.id)).used, before);
      return again;
    });
  });

  test('answers 400 to a query that is not percent-encoded UTF-8', async () => {
    for (const broken of ['x=%zz', 'x=%ff', '%e2%82=1', 'x=%']) {
      const answers = await each(400, (url) => ask(withQuery(url, broken)));
      assert.match(String(detail(answers.get('tags'))), /percent-encoded/);
    }
  });

  test('answers 401 without a good key, and says how to give one', async () => {
    for (const key of [null, '', 'nonsense', `${fast}0`, fast.toLowerCase(), `${fast}, ${fast}`]) {
      const answers = await each(401, (url) => service.ask(url, { key }));
      for (const answered of answers.values()) sayHow(answered);
    }
    for (const authorization of ['Bearer', 'Bearer nonsense', `Bearer ${fast}0`, `Basic ${fast}`, fast]) {
      const answers = await each(401, (url) => service.ask(url, { key: null, headers: { authorization } }));
      for (const answered of answers.values()) sayHow(answered);
    }
  });

  test('takes the key as a bearer token too, unless X-API-Key is sent', async () => {
    const bearer = (key: string | null, authorization: string) =>
      service.ask('/v2/usage', { key, headers: { authorization } });
    await each(200, async (url, id) => {
      const { headers, ...answered } = await service.ask(url, {
        key: null,
        headers: { authorization: `Bearer ${fast}` },
      });
      if (endpoints[id as EndpointId].authenticated) assert.match(String(headers.vary), /Authorization/);
      return { headers, ...answered };
    });
    assert.equal((await bearer(null, `bearer   ${fast}`)).status, 200);
    assert.equal((await bearer(fast, 'Bearer nonsense')).status, 200);
    assert.equal((await bearer('nonsense', `Bearer ${fast}`)).status, 401);
    assert.equal((await bearer(null, `Bearer ${suspended.key.secret}`)).status, 403);
  });

  test('answers 401 to a revoked key at once', async () => {
    const { key } = service.newKey('free');
    assert.equal((await service.ask('/v2/usage', { key: key.secret })).status, 200);
    await service.ledger.revokeKey(key.id);
    await each(401, (url) => service.ask(url, { key: key.secret }));
  });

  test('answers 402 when the page does not fit, and charges nothing', async () => {
    const { account, key } = service.newKey('empty');
    const answers = await each(402, (url) => service.ask(url, { key: key.secret }));
    for (const answered of answers.values()) {
      assert.deepEqual(detail(answered), {
        error: 'Monthly credit limit exceeded.',
        limit: 0,
        upgrade_url: service.config.upgrade_url,
      });
      assert.equal(answered.headers.etag, undefined, 'an error carries the tag of the page');
      assert.deepEqual(credits(answered), ['0', '0', '0']);
    }
    assert.equal((await service.ledger.usage(account.id)).used, 0);
  });

  test('answers 403 to a key of a suspended account', async () => {
    const answers = await each(403, (url) => service.ask(url, { key: suspended.key.secret }));
    for (const answered of answers.values()) assert.match(String(detail(answered)), /suspended/);
  });

  test('answers 404 for a place that does not exist', async () => {
    const answers = await each(404, (_url, id) => ask(unknownUrls[id as keyof typeof unknownUrls] ?? ''));
    for (const answered of answers.values()) assert.equal(detail(answered), 'Not Found');
  });

  test('answers 405 to methods that change things, for any caller, and names the allowed ones', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answers = await each(405, (url) => service.ask(url, { key: null, method }));
      for (const answered of answers.values()) assert.equal(answered.headers.allow, 'GET, HEAD, OPTIONS');
    }
  });

  test('answers 414 to a URL over the limit', async () => {
    await each(414, (url) => ask(withQuery(url, `x=${'a'.repeat(maxUrlLength)}`)));
  });

  test('answers 422 to an invalid parameter, before anything is charged', async () => {
    const answers = await each(422, (_url, id) => ask(invalidUrls[id as keyof typeof invalidUrls] ?? ''));
    const entry = (id: string) => (detail(answers.get(id)) as { loc: unknown }[])[0];
    assert.deepEqual(entry('permits_by_id')?.loc, ['query', 'id']);
    assert.deepEqual(entry('tags')?.loc, ['query', 'size']);
    assert.match(JSON.stringify(entry('county_metrics_current')), /roof/);
    assert.deepEqual(entry('permit')?.loc, ['query', 'fields', 0]);
    assert.match(String(detail(answers.get('city_details'))), /resolved into a geolocation ID/);
  });

  test('ignores parameters that it does not have, and names them', async () => {
    for (const id of endpointIds) {
      const plain = await ask(goodUrls[id]);
      assert.equal(plain.headers['x-ignored-parameters'], undefined, id);
      const answered = await ask(withQuery(goodUrls[id], 'utm_source=x&%0d%0aset-cookie:%20a=b&%C3%A9=1&=2'));
      assert.equal(answered.status, 200, id);
      assert.equal(
        answered.headers['x-ignored-parameters'],
        'utm_source, %0D%0Aset-cookie%3A%20a, %C3%A9',
        id,
      );
      assert.deepEqual(answered.bytes.length, plain.bytes.length);
    }
    const many = await ask(
      withQuery('/v2/usage', Array.from({ length: 300 }, (_, i) => `unknown${i}=1`).join('&')),
    );
    assert.match(
      String(many.headers['x-ignored-parameters']),
      /^unknown0, unknown1, .*, unknown\d+, \.\.\.$/,
    );
  });

  test('answers 429 beyond the rate of the plan, and says when to come again', async () => {
    await each(429, async (url, id) => {
      if (!endpoints[id as EndpointId].authenticated) {
        const limited = testService({ config: { anonymous_requests_per_minute: 1 } });
        await limited.ask(url, { key: null });
        const answered = await limited.ask(url, { key: null });
        await limited.close();
        return answered;
      }
      const { key } = service.newKey('slow');
      const first = await service.ask(url, { key: key.secret });
      assert.equal(first.status, 200);
      assert.equal(first.headers['ratelimit-policy'], '"default";q=1;w=60');
      assert.equal(first.headers.ratelimit, '"default";r=0;t=60');
      const second = await service.ask(url, { key: key.secret });
      assert.equal(second.headers['retry-after'], '60');
      return second;
    });
  });

  test('answers 431 to headers over the limit', async () => {
    await each(431, (url) => ask(url, { headers: { 'x-filler': 'a'.repeat(maxHeaderBytes) } }));
  });

  test('answers 500 without internals when something fails inside, and charges nothing', async () => {
    const secretText = 'SELECT * FROM secret_table at /private/path';
    const fail = (): never => {
      throw new Error(secretText);
    };
    const broken = testService({
      releases: { ...memoryReleaseStore(), current: fail },
      ledger: (ledger) => ({ ...ledger, usage: fail }),
    });
    for (const { id, url } of has(500)) {
      // These two need neither a release nor the ledger.
      if (id === 'openapi' || id === 'liveness') continue;
      if (id === 'usage') assert.throws(() => broken.ledger.usage(broken.account.id), /secret_table/);
      const answered = await broken.ask(url);
      assert.equal(answered.status, 500, id);
      assert.deepEqual(answered.body, { detail: 'Internal Server Error' });
      assert.ok(!JSON.stringify(answered.headers).includes('secret_table'));
    }
    assert.equal((await broken.ask('/v2/openapi.json')).status, 200);
    await broken.close();
  });

  test('answers 503 while no release is published, unless it needs none', async () => {
    const releases = memoryReleaseStore(null);
    const unpublished = testService({ releases });
    const needNone = new Set(['usage', 'openapi', 'liveness']);
    for (const { id, url } of has(503)) {
      const answered = await unpublished.ask(url);
      assert.equal(answered.status, needNone.has(id) ? 200 : 503, id);
      if (answered.status === 503) assert.match(String(detail(answered)), /No data release/);
    }
    releases.publish(memoryRelease('first'));
    assert.equal((await unpublished.ask('/readyz')).status, 200);
    assert.equal((await unpublished.ask(goodUrls.permits_by_id)).status, 200);
    await unpublished.close();
  });

  test('answers HEAD as GET, without the body and without a charge', async () => {
    const { account, key } = service.newKey('free');
    for (const id of endpointIds) {
      const head = await service.ask(goodUrls[id], { key: key.secret, method: 'HEAD' });
      const get = await ask(goodUrls[id]);
      assert.equal(head.status, 200, id);
      assert.equal(head.bytes.length, 0);
      if (id !== 'usage') assert.equal(head.headers['content-length'], get.headers['content-length'], id);
      assert.equal(head.headers.etag, get.headers.etag);
      assert.equal(head.headers['x-credits-request'], get.headers['x-credits-request'], 'what a GET costs');
    }
    assert.equal((await service.ledger.usage(account.id)).used, 0);
  });

  test('answers OPTIONS without a key, and a preflight as browsers need it', async () => {
    for (const id of endpointIds) {
      const plain = await service.ask(goodUrls[id], { key: null, method: 'OPTIONS' });
      assert.equal(plain.status, 204);
      assert.equal(plain.headers.allow, 'GET, HEAD, OPTIONS');
      const preflight = await service.ask(goodUrls[id], {
        key: null,
        method: 'OPTIONS',
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-api-key',
        },
      });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers['access-control-allow-origin'], '*');
      assert.match(String(preflight.headers['access-control-allow-headers']), /^X-API-Key, Authorization, /);
      assert.match(String(preflight.headers['access-control-allow-methods']), /GET/);
    }
  });

  test('refuses a body instead of reading it', async () => {
    for (const id of endpointIds) {
      const response = await service.app.inject({
        method: 'GET',
        url: goodUrls[id],
        headers: { 'x-api-key': fast, 'content-type': 'application/json' },
        payload: '{"a":1}',
      });
      assert.equal(response.statusCode, 400);
      assert.match(response.payload, /must not have a body/);
      assert.equal(response.headers.connection, 'close');
    }
  });
});

describe('a path that is none', () => {
  test('is 404 for every method, with or without a key', async () => {
    for (const url of ['/v2', '/v2/', '/v2/permit', '/v1/permits', '/v2/permits//', '/V2/permits']) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'] as const) {
        const answered = await service.ask(url, { key: null, method });
        assert.equal(answered.status, 404, `${method} ${url}`);
        if (method !== 'HEAD') assert.equal(detail(answered), 'Not Found');
      }
    }
  });

  test('names the path that was probably meant', async () => {
    for (const [asked, meant] of [
      ['/v2/export/permit?format=csv', '/v2/export/permits'],
      ['/feeds/permits', '/feeds/permits.atom'],
    ] as const) {
      const { body } = await service.ask(asked, { key: null });
      assert.deepEqual(body, { detail: 'Not Found', hint: `Did you mean ${meant}?` });
    }
    assert.deepEqual((await service.ask('/nothing/like/it')).body, { detail: 'Not Found' });
  });

  test('is 400 when it cannot be read', async () => {
    const answered = await service.ask('/v2/%zz');
    assert.equal(answered.status, 400);
    assert.match(String(detail(answered)), /percent-encoded/);
  });
});

test('the order of checks is path, key, account, rate, parameters, release', async () => {
  const { account, key } = service.newKey('slow');
  const bad = '/v2/permits?size=0';
  assert.equal((await service.ask('/v2/nothing', { key: null })).status, 404);
  assert.equal((await service.ask(bad, { key: null })).status, 401);
  assert.equal((await service.ask(bad, { key: suspended.key.secret })).status, 403);
  assert.equal((await service.ask(bad, { key: key.secret })).status, 422);
  assert.equal((await service.ask(bad, { key: key.secret })).status, 429);
  await service.ledger.setSuspended(account.id, true);
  assert.equal((await service.ask(bad, { key: key.secret })).status, 403);
});

test('a request id that a client sends is echoed when it is a plain word and replaced when it is not', async () => {
  const sent = (id: string) => ask('/healthz', { headers: { 'x-request-id': id } });
  assert.equal((await sent('trace-42:a/b')).headers['x-request-id'], 'trace-42:a/b');
  for (const id of ['', 'a b', '<script>', 'a'.repeat(129), 'é']) {
    const { headers } = await sent(id);
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('browsers may call from the listed origins only', async () => {
  const listed = testService({ config: { cors_origins: ['https://app.example'] } });
  const from = (origin: string) => listed.ask('/v2/usage', { headers: { origin } });
  const good = await from('https://app.example');
  assert.equal(good.headers['access-control-allow-origin'], 'https://app.example');
  const exposed = String(good.headers['access-control-expose-headers']).split(', ');
  const document = openApiDocument() as { components: { headers: Record<string, unknown> } };
  for (const name of Object.keys(document.components.headers)) {
    // Browsers expose these to scripts by default, or scripts never need them.
    if (['Cache-Control', 'WWW-Authenticate', 'Allow'].includes(name)) continue;
    assert.ok(exposed.includes(name), `${name} is not exposed`);
  }
  assert.equal(good.headers.vary, 'Origin, X-API-Key, Authorization, Accept-Encoding');
  const other = await from('https://other.example');
  assert.equal(other.headers['access-control-allow-origin'], undefined);
  assert.match(String(other.headers.vary), /Origin/);
  const error = await listed.ask('/v2/usage', { key: null, headers: { origin: 'https://app.example' } });
  assert.equal(error.headers['access-control-allow-origin'], 'https://app.example');
  await listed.close();
});
