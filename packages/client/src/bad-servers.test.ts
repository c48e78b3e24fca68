/** What answers need not be the service: each ends in an error of the client, in bounded time and memory. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type BadServer, BadServers } from '@lintel/testing/clients/bad-servers.js';
import { failure } from '@lintel/testing/clients/failure.js';
import { retryAfterMs } from './answer.js';
import { ConnectionError, Lintel, ProtocolError, ServerError, TimeoutError } from './index.js';

const servers = await BadServers.start();
after(() => servers.stop());

const clientOf = (name: BadServer) =>
  new Lintel({ baseUrl: servers.url(name), key: 'k', retries: 1, timeoutMs: 20_000 });
const query = { geo_id: 'TX', permit_from: '2026-01-01', permit_to: '2026-06-30' };

const expected = {
  silent: [TimeoutError, /No answer within 300 ms/],
  dripping: [TimeoutError, /No answer within 300 ms/],
  cut: [ConnectionError, /No answer from/],
  halved: [ProtocolError, /without a JSON object/],
  hotel: [ProtocolError, /without a JSON object/],
  list: [ProtocolError, /without a JSON object/],
  other: [ProtocolError, /without records/],
  deep: [ProtocolError, /without a JSON object/],
  moved: [ProtocolError, /redirects to http:\/\/127\.0\.0\.1:9\//],
  endless: [ProtocolError, /answered 200 endlessly/],
  garbled: [ConnectionError, /No answer from/],
  squeezed: [ProtocolError, /without a JSON object/],
  storm: [ServerError, /503/],
  circular: [ProtocolError, /leads to itself as the next page/],
} as const satisfies Partial<Record<BadServer, unknown>>;

for (const [name, [errorClass, message]] of Object.entries(expected)) {
  test(`a server that is ${name} gives an error of the client`, async () => {
    const options = ['silent', 'dripping'].includes(name) ? { timeoutMs: 300 } : {};
    const walk = clientOf(name as BadServer).permits.search(query, options);
    const error = await failure<InstanceType<typeof errorClass>>(walk.toArray(), errorClass);
    assert.match(error.message, message);
  });
}

test('headers that cannot be read are left out or stay as they came', async () => {
  const { answer, items } = await clientOf('headers').permits.search(query).page();
  assert.deepEqual(items, []);
  assert.deepEqual(answer.ignoredParameters, ['%', '%ZZ']);
  assert.equal(answer.credits, null);
});

test('an export of another server is an error, and its connection is closed', async () => {
  await failure(clientOf('endless').permits.export({}).toArray(), ProtocolError);
  await failure(clientOf('hotel').permits.export({}).toArray(), ProtocolError);
});

test('Retry-After is seconds or a date by the clock of the answer, and anything else is no wait at all', () => {
  const now = Date.parse('2026-06-30T12:00:00Z');
  const waitOf = (text: string, date?: string) =>
    retryAfterMs(new Headers({ 'Retry-After': text, ...(date === undefined ? {} : { Date: date }) }), now);
  assert.equal(waitOf('7'), 7_000);
  assert.equal(waitOf('Tue, 30 Jun 2026 12:00:09 GMT'), 9_000);
  // The clock of the service is an hour ahead.
  assert.equal(waitOf('Tue, 30 Jun 2026 13:00:09 GMT', 'Tue, 30 Jun 2026 13:00:00 GMT'), 9_000);
  assert.equal(waitOf('Tue, 30 Jun 2026 11:00:00 GMT'), 0);
  assert.equal(waitOf('99999999'), 86_400_000);
  for (const odd of ['', '-5', '1.5', '1e3', 'soon', '9'.repeat(400), 'Tue, 99 Jun 2026']) {
    assert.equal(waitOf(odd), null, odd);
  }
});

test('a base address that is none is refused at once', () => {
  for (const baseUrl of ['permits.example.org', 'ftp://permits.example.org', 'https://']) {
    assert.throws(() => new Lintel({ baseUrl }), /baseUrl must be an address/);
  }
});
