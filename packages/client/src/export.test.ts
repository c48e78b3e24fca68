/** Exports by the client: every record once, however often the stream breaks. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { BadNetwork } from '@lintel/testing/clients/bad-network.js';
import { CuttingProxy } from '@lintel/testing/clients/cutting-proxy.js';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { failure } from '@lintel/testing/clients/failure.js';
import { type Answer, ConnectionError, CreditLimitError, Lintel, ProtocolError } from './index.js';

const service = await DemoService.start();
const network = await BadNetwork.before(service.url);
after(async () => {
  await network.stop();
  await service.stop();
});

const { url: baseUrl, key } = service;
const lintel = new Lintel({ baseUrl, key });
/** A search that finds hundreds of permits of the generated world. */
const all = { geo_id: 'TX', permit_from: '2012-01-01', permit_to: '2026-12-31' };

/** The credits of the service's key, when those of requests that ended are settled. */
async function settledCredits(expected: number): Promise<number> {
  let used = (await lintel.usage()).credits_used;
  for (let left = 100; used !== expected && left > 0; left--) {
    await delay(50);
    used = (await lintel.usage()).credits_used;
  }
  return used;
}

test('an export gives the records of the search, typed, and fewer fields of them', async () => {
  const found = await lintel.permits.search(all).toArray();
  assert.ok(found.length > 100);
  assert.deepEqual(await lintel.permits.export(all).toArray(), found);
  const values: { readonly id: string; readonly job_value: number | null }[] = [];
  for await (const permit of lintel.permits.export({ ...all, fields: ['job_value'] })) values.push(permit);
  assert.deepEqual(
    values,
    found.map(({ id, job_value }) => ({ id, job_value })),
  );
  assert.deepEqual(await lintel.permits.export({ ...all, permit_q: 'zzzz' }).toArray(), []);
});

test('an export that is cut again and again gives every record once and charges each once', async (t) => {
  const proxy = await CuttingProxy.before(service.url);
  t.after(() => proxy.stop());
  const whole = (await lintel.permits.export().toArray()).map(({ id }) => id);
  assert.equal(whole.length, 1_000);
  const before = (await lintel.usage()).credits_used;
  const reasons: string[] = [];
  const cut = new Lintel({
    baseUrl: proxy.url,
    key,
    retries: 1,
    timeoutMs: 6_000,
    onRetry: ({ name }) => reasons.push(name),
    // Bytes are counted: none must be saved by compression.
    headers: { 'Accept-Encoding': 'identity' },
  });
  proxy.cuts = [
    { after: 300, by: 'reset' },
    { after: 40_000, by: 'reset' },
    { after: 123_457, by: 'silence' },
    { after: 300_000, by: 'reset' },
    { after: 9_999, by: 'reset' },
  ];
  const ids: string[] = [];
  for await (const { id } of cut.permits.export()) ids.push(id);
  assert.deepEqual(ids, whole);
  assert.deepEqual(reasons, [
    'ConnectionError',
    'ConnectionError',
    'TimeoutError',
    'ConnectionError',
    'ConnectionError',
  ]);
  assert.equal(await settledCredits(before + whole.length), before + whole.length);
});

test('an export that is cut without progress fails after its retries, and goes on where a caller resumes it', async (t) => {
  const proxy = await CuttingProxy.before(service.url);
  t.after(() => proxy.stop());
  const cut = new Lintel({ baseUrl: proxy.url, key: await service.keyOf('unlimited'), retries: 1 });
  proxy.cuts = Array.from({ length: 3 }, () => ({ after: 20, by: 'reset' }) as const);
  const error = await failure(cut.permits.export().toArray(), ConnectionError);
  assert.equal(error.attempts, 2);
  proxy.cuts = [];
  const whole = await cut.permits.export(all).toArray();
  assert.deepEqual(await cut.permits.export({ ...all, offset: 40 }).toArray(), whole.slice(40));
});

test('an export whose credits end gives what they pay, and then the 402', async () => {
  const answers: Answer[] = [];
  const poor = new Lintel({
    baseUrl,
    key: await service.keyOf('few_credits'),
    onAnswer: (answer) => answers.push(answer),
  });
  let given = 0;
  const walk = async () => {
    for await (const _ of poor.permits.export()) given += 1;
  };
  const error = await failure(walk(), CreditLimitError);
  assert.deepEqual([given, error.remaining], [30, 0]);
  assert.deepEqual(answers[0]?.credits, { used: null, limit: 30, remaining: 0 });
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200, 402]);
});

test('an AbortSignal ends an export with its reason, and leaving the loop closes the connection', async () => {
  // Refunds of what is left unread come later: they must not be among the charges that other tests count.
  const own = new Lintel({ baseUrl, key: await service.keyOf('unlimited') });
  const controller = new AbortController();
  const { signal } = controller;
  const reason = new Error('enough');
  let given = 0;
  const walk = async () => {
    for await (const _ of own.permits.export({}, { signal })) {
      given += 1;
      if (given === 10) controller.abort(reason);
    }
  };
  assert.equal(await failure(walk(), Error), reason);
  assert.equal(given, 10);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  // An account has at most four exports at a time.
  for (let i = 0; i < 6; i++) for await (const _ of own.permits.export()) break;
});

test('an export reads no more than its caller takes, in pieces that end anywhere', async () => {
  const text = new TextEncoder().encode('{"id":"№1"}\n{"id":"№2"}\n{"id":"№3"}\n');
  let read = 0;
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (read === text.length) controller.close();
          else controller.enqueue(text.subarray(read, ++read));
        },
      },
      { highWaterMark: 0 },
    );
  const headers = { 'X-Export-Cursor': 'c' };
  const slow = new Lintel({ baseUrl, fetch: async () => new Response(body(), { headers }) });
  const ids: string[] = [];
  for await (const { id } of slow.permits.export()) {
    ids.push(id);
    assert.equal(read, (ids.length * text.length) / 3);
  }
  assert.deepEqual(ids, ['№1', '№2', '№3']);
});

test('what is not an export is an error and not an empty one', async () => {
  const shaky = new Lintel({ baseUrl: network.url, key });
  network.next({ status: 200, body: '' });
  const error = await failure(shaky.permits.export().toArray(), ProtocolError);
  assert.match(error.message, /without an export/);
});
