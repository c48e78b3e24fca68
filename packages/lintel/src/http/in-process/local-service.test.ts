/** Answers in process are those of a service over HTTP: every endpoint, errors and walks, byte for byte. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { goodUrls } from '@lintel/testing/http/requests.js';
import { cursorSecret, testService } from '@lintel/testing/http/service.js';
import {
  syntheticDecision,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { locateHome } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { openReleaseStore } from '../../releases/open-store.js';
import { publish } from '../../releases/release-store.js';
import { fetchFrom } from '../connection/fetch-from.js';
import { openLocalService } from './local-service.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-local-'));
const chance = syntheticNumbers(11);
const world = makeWorld(root, (store) => {
  const permits = Array.from({ length: 80 }, (_, i) => syntheticRow(`p${i}`, syntheticPermit(i, chance)));
  const decisions = Array.from({ length: 20 }, (_, i) => syntheticRow(`d${i}`, syntheticDecision(i, chance)));
  ingest(store, 'permits-a', permits);
  ingest(store, 'decisions', decisions);
});
await world.build();
await publish(world.home);
writeFileSync(world.home.secret, cursorSecret);
const releases = openReleaseStore(world.home);
const plans = { free: { credits: null, requests_per_minute: 1_000_000 } };
const service = testService({ releases, config: { plans } });
const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
const local = openLocalService(world.home);
after(async () => {
  await local.close();
  await service.close();
  releases.close();
  rmSync(root, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type: string | null;
  readonly link: string | null;
}

async function read(answer: Promise<Response>): Promise<Answer> {
  const { status, headers, text } = await answer.then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  return { status, text, type: headers.get('content-type'), link: headers.get('link') };
}

const key = { 'x-api-key': service.key.secret };
const overHttp = (url: string) => read(fetch(address + url, { headers: key }));
/** The same in process; addresses of tiles in it as the service over HTTP has them. */
async function here(url: string): Promise<Answer> {
  const answer = await read(local.fetch(`http://lintel.local${url}`));
  return { ...answer, text: answer.text.replaceAll('https://lintel.local', address) };
}

const search = 'permit_from=2000-01-01&permit_to=2030-01-01&include_count=true';
const found = [
  `/v2/permits/search?geo_id=CA&size=30&${search}`,
  `/v2/contractors/search?geo_id=CA&${search}`,
  '/v2/properties/search?geo_id=CA&permit_tags=-solar',
  '/v2/decisions/search?geo_id=CA&decision_from=2000-01-01&decision_to=2030-01-01',
  '/v2/addresses/search?q=millick',
  '/v2/cities/search?q=san&fields=name',
  '/v2/states/CA/metrics/current?tag=all&property_type=all',
];

test('a local release answers every endpoint with the bytes that a service sends', async () => {
  const { usage: _, ...urls } = goodUrls;
  const refused = ['/v2/permits/search', '/v2/permits/nobody', '/v2/nothing', '/v2/permits?id=a&size=0'];
  for (const url of [...Object.values(urls), ...found, ...refused]) {
    assert.deepEqual(await here(url), await overHttp(url), url);
  }
  for (const url of found) assert.match((await here(url)).text, /^\{"items":\[\{/, url);
});

test('a walk may change between the service and its home at every page', async () => {
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page += 1) {
    const ask = page % 2 === 0 ? here : overHttp;
    const { text } = await ask(`/v2/permits/search?geo_id=CA&size=10&${search}&cursor=${cursor}`);
    const body = JSON.parse(text) as { items: { id: string }[]; next_cursor: string | null };
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  assert.ok(ids.length > 30);
  assert.equal(new Set(ids).size, ids.length);
});

test('a local release costs nothing and needs no key', async () => {
  const page = await local.fetch(`http://local/v2/permits/search?geo_id=CA&${search}`);
  assert.equal(page.headers.get('x-credits-request'), '0');
  assert.equal(page.headers.get('x-credits-remaining'), null);
  const usage = (await (await local.fetch('http://local/v2/usage')).json()) as Record<string, unknown>;
  assert.equal(usage.credits_used, 0);
  assert.equal(usage.credit_limit, null);
});

test('an unchanged answer has no body, and HEAD has none either', async () => {
  const url = 'http://local/v2/list/tags';
  const etag = (await local.fetch(url)).headers.get('etag') ?? '';
  const unchanged = await local.fetch(new URL(url), { headers: { 'If-None-Match': etag } });
  assert.equal(unchanged.status, 304);
  assert.equal(await unchanged.text(), '');
  assert.equal(await (await local.fetch(new Request(url, { method: 'HEAD' }))).text(), '');
});

test('an aborted request ends with the reason of its signal', async () => {
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(local.fetch('http://local/v2/list/tags', { signal }), (error) => error === reason);
  const controller = new AbortController();
  const asked = local.fetch('http://local/v2/list/tags', { signal: controller.signal });
  controller.abort(reason);
  await assert.rejects(asked, (error) => error === reason);
});

test('requests in process are charged to their key, and pass where plain HTTP is refused', async () => {
  const strict = testService({ releases, config: { plain_http: 'refuse' } });
  try {
    const ask = fetchFrom(strict.app, { headers: { 'x-api-key': strict.key.secret } });
    const page = await ask('http://any/v2/list/tags?size=3');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('x-credits-request'), '3');
    assert.equal((await strict.ledger.usage(strict.account.id)).used, 3);
    const refused = await ask('http://any/v2/list/tags', { headers: { 'X-API-Key': 'lk_wrong' } });
    assert.equal(refused.status, 401);
  } finally {
    await strict.close();
  }
});

test('a home without a release is refused with what to do, and is not created', () => {
  const home = locateHome(join(root, 'none'));
  assert.throws(
    () => openLocalService(home),
    (error) => error instanceof UserError && /lintel sample/.test(error.hint ?? ''),
  );
  assert.throws(() => rmSync(home.directory));
});
