/** Conditional requests and compression (C19). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { testService, urlOf } from '@lintel/testing/http/service.js';

const releases = memoryReleaseStore();
const service = testService({
  releases,
  config: { plans: { free: { credits: null, requests_per_minute: 100_000 } } },
});
after(() => service.close());
const url = urlOf('/v2/permits', { id: permitIds.slice(0, 5) });
const tagOf = async (asked: string, headers: Record<string, string> = {}) =>
  (await service.ask(asked, { headers })).headers.etag ?? '';

test('an entity tag is strong and the same however the same question is put', async () => {
  const tag = await tagOf(url);
  assert.match(tag, /^"[\w-]+"$/);
  assert.equal(await tagOf(`${url}&size=50`), tag);
  assert.equal(await tagOf(`${url}&unknown=1&cursor=`), tag);
  assert.equal(await tagOf(urlOf('/v2/permits', { size: 50, id: permitIds.slice(0, 5) })), tag);
});

test('an entity tag changes with the parameters and with the release', async () => {
  const tag = await tagOf(url);
  assert.notEqual(await tagOf(`${url}&size=2`), tag);
  assert.notEqual(await tagOf(`${url}&include_count=true`), tag);
  assert.notEqual(await tagOf(urlOf('/v2/contractors', { id: permitIds.slice(0, 5) })), tag);
  releases.publish(memoryRelease('another'));
  assert.notEqual(await tagOf(url), tag);
  assert.equal((await service.ask(url, { headers: { 'if-none-match': tag } })).status, 200);
});

test('If-None-Match is read as a list, weak tags and the star included', async () => {
  const tag = await tagOf(url);
  const status = async (value: string) =>
    (await service.ask(url, { headers: { 'if-none-match': value } })).status;
  assert.equal(await status(tag), 304);
  assert.equal(await status(`"a" , W/${tag},"b"`), 304);
  assert.equal(await status('*'), 304);
  assert.equal(await status('"a"'), 200);
  assert.equal(await status(tag.replaceAll('"', '')), 200);
  assert.equal(await status(''), 200);
  const unknown = '/v2/cities?geo_id=AAAAAAAAAAA';
  assert.notEqual((await service.ask(unknown, { headers: { 'if-none-match': '*' } })).status, 304);
});

test('an answer is compressed as the client prefers and has its own ETag', async () => {
  const plain = await service.ask(url);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers.vary, 'X-API-Key, Authorization, Accept-Encoding');
  assert.equal(plain.headers['cache-control'], 'private, no-cache');
  const ask = (encoding: string) => service.ask(url, { headers: { 'accept-encoding': encoding } });
  const gzip = await ask('gzip');
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
  const brotli = await ask('gzip, deflate, br');
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.deepEqual(brotliDecompressSync(brotli.bytes), plain.bytes);
  assert.ok(brotli.bytes.length < plain.bytes.length / 2);
  assert.equal(new Set([plain, gzip, brotli].map((answered) => answered.headers.etag)).size, 3);
  const again = await service.ask(url, {
    headers: { 'accept-encoding': 'gzip', 'if-none-match': gzip.headers.etag ?? '' },
  });
  assert.equal(again.status, 304);
  assert.equal(again.headers.etag, gzip.headers.etag);
});

test('the weights of Accept-Encoding are respected, and small answers go as they are', async () => {
  const coding = async (encoding: string, asked = url) =>
    (await service.ask(asked, { headers: { 'accept-encoding': encoding } })).headers['content-encoding'];
  assert.equal(await coding('br;q=0.5, gzip;q=0.9'), 'gzip');
  assert.equal(await coding('br;q=0, gzip;q=0.1'), 'gzip');
  assert.equal(await coding('gzip;q=0'), undefined);
  assert.equal(await coding('identity, gzip;q=0.5'), undefined);
  assert.equal(await coding('*'), 'br');
  assert.equal(await coding('deflate'), undefined);
  assert.equal(await coding('gzip;q=nonsense'), undefined);
  assert.equal(await coding('gzip', '/v2/usage'), undefined);
});
