/**
 * Exports over HTTP: a stream that is broken anywhere and resumed gives every record once and costs each once; what
 * ends early never looks whole.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoints, permitId } from '@lintel/contract';
import { nameCase } from '@lintel/contract/title-case';
import { collectLog, creditsOf } from '@lintel/testing/http/log-lines.js';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { goodUrls } from '@lintel/testing/http/requests.js';
import { type TestOptions, testService } from '@lintel/testing/http/service.js';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { defaultConfig } from '../base/config.js';
import type { Release } from '../releases/release.js';
import { chunkRecords, unpaidOffset } from './request/limits.js';

const plans = {
  free: { credits: null, requests_per_minute: 1_000_000 },
  some: { credits: chunkRecords + 300, requests_per_minute: 1_000_000 },
};
const closing: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

/** Permits of about `bytes` each. */
function permitsOf(count: number, bytes: number): readonly Buffer[] {
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(JSON.stringify({ id: permitId('x', `${i}`), description: `№${i} ${'x'.repeat(bytes)}` })),
  );
}

const records = permitsOf(2 * chunkRecords + 77, 500);
const whole = Buffer.concat(records.flatMap((record) => [record, Buffer.from('\n')]));

/** A release in memory that has these permits. */
function release(id: string, permits = records): Release {
  return {
    ...memoryRelease(id),
    all: (_kind, from, size) => {
      const end = Math.min(from + size, permits.length);
      return { items: permits.slice(from, end), next: end < permits.length ? end : null };
    },
  };
}

async function start(options: TestOptions = {}) {
  const log = collectLog();
  const releases = memoryReleaseStore(release('release-1'));
  const service = testService({ releases, logger: log.logger, config: { plans }, ...options });
  closing.push(() => {
    // After a cancelled body fetch connects anew and asks nothing; such a connection is not idle for Node.
    service.app.server.closeAllConnections();
    return service.close();
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  /** The credits used when so many requests are settled. */
  const settled = async (requests: number) => {
    await log.finished(requests);
    return (await service.ledger.usage(service.account.id)).used;
  };
  return { ...service, releases, log, port, settled, base: `http://127.0.0.1:${port}` };
}

type Running = Awaited<ReturnType<typeof start>>;

interface Part {
  readonly head: string;
  /** What arrived of the records. */
  readonly bytes: Buffer;
  /** Whether the answer ended as HTTP/1.1 wants it. */
  readonly isWhole: boolean;
}

/** Asks over a socket of its own; resets the connection when `most` bytes have arrived. */
async function ask(
  { port, key }: Pick<Running, 'port' | 'key'>,
  url: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Part> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${key.secret}\r\n\r\n`);
  const arrived: Buffer[] = [];
  let bytes = 0;
  socket.on('data', (part: Buffer) => {
    arrived.push(part);
    bytes += part.length;
    if (bytes >= most) socket.resetAndDestroy();
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return readPart(Buffer.concat(arrived));
}

/** Takes the chunked transfer coding off, as far as it goes. */
function readPart(raw: Buffer): Part {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, at).toString();
  const parts: Buffer[] = [];
  for (let from = at + 4; at >= 0; ) {
    const lineEnd = raw.indexOf('\r\n', from);
    if (lineEnd < 0) break;
    const length = Number.parseInt(raw.toString('latin1', from, lineEnd), 16);
    if (length === 0) return { head, bytes: Buffer.concat(parts), isWhole: true };
    parts.push(raw.subarray(lineEnd + 2, lineEnd + 2 + length));
    from = lineEnd + 2 + length + 2;
  }
  return { head, bytes: Buffer.concat(parts), isWhole: false };
}

const cursorIn = ({ head }: Part) => /^x-export-cursor: (\S+)$/im.exec(head)?.[1] ?? '';
const linesIn = (bytes: Buffer) => bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
/** The whole lines of what arrived. */
const wholeLines = (bytes: Buffer) => bytes.subarray(0, bytes.lastIndexOf(10) + 1);

test('however often a stream is reset, resuming it gives every record once, and each is charged once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(whole.length), { minLength: 1, maxLength: 4 }), async (breaks) => {
      const service = await start();
      let got = Buffer.alloc(0);
      let cursor = '';
      const all = [...breaks, Number.POSITIVE_INFINITY];
      for (const [i, most] of all.entries()) {
        const resume = cursor === '' ? '' : `?cursor=${cursor}&offset=${linesIn(got)}`;
        const part = await ask(service, `/v2/export/permits${resume}`, most);
        cursor ||= cursorIn(part);
        got = Buffer.concat([got, wholeLines(part.bytes)]);
        const used = await service.settled(i + 1);
        assert.ok(used >= linesIn(got), `${linesIn(got)} records came and ${used} were charged`);
      }
      assert.ok(got.equals(whole), 'the parts are not the whole');
      assert.equal(await service.settled(all.length), records.length);
      assert.equal(creditsOf(service.log.requests()), records.length, 'the log disagrees with the ledger');
      assert.deepEqual(await service.ledger.check(), []);
    }),
    { numRuns: 5 },
  );
});

test('a client that stops reading pays for what the system took and for nothing else', async () => {
  // More than a system buffers between a server and a client that does not read.
  const large = permitsOf(chunkRecords + 77, 20_000);
  const releases = memoryReleaseStore(release('release-1', large));
  const service = await start({ releases, connections: { answerTimeoutMs: 200, checkMs: 20 } });
  const socket = connect(service.port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  socket.write(`GET /v2/export/permits HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key.secret}\r\n\r\n`);
  const used = await service.settled(1);
  const arrived: Buffer[] = [];
  socket.on('data', (part: Buffer) => arrived.push(part));
  socket.resume();
  await once(socket, 'close');
  const part = readPart(Buffer.concat(arrived));
  assert.equal(part.isWhole, false);
  const came = linesIn(part.bytes);
  assert.ok(used > 0 && used < large.length, `${used} charged`);
  // The piece that the system took in part is not charged.
  assert.ok(came >= used && came - used < 50, `${came} came, ${used} charged`);
  const [line] = service.log.requests();
  assert.equal(line?.delivered, false);
  assert.equal((line?.credits ?? 0) - (line?.refunded ?? 0), used);
});

test('where the credits end the stream is broken after the last record that they pay, and resuming is a 402', async () => {
  const service = await start();
  const { account, key } = service.newKey('some');
  const part = await ask({ ...service, key }, '/v2/export/permits');
  assert.equal(part.isWhole, false);
  assert.equal(linesIn(part.bytes), chunkRecords + 300);
  assert.ok(whole.subarray(0, part.bytes.length).equals(part.bytes));
  assert.equal((await service.ledger.usage(account.id)).used, chunkRecords + 300);
  const resume = `/v2/export/permits?cursor=${cursorIn(part)}&offset=`;
  const { status, body } = await service.ask(`${resume}${chunkRecords + 300}`, { key: key.secret });
  assert.equal(status, 402);
  assert.match(JSON.stringify(body), /"credits_remaining":0/);
  const again = await ask({ ...service, key }, `${resume}${chunkRecords + 290}`);
  assert.equal(linesIn(again.bytes), 10, 'what was paid is given again');
  await service.settled(3);
  assert.equal(service.log.requests()[0]?.cut, 'credit_limit');
});

test('HTTP/1.0, in which a broken answer looks whole, is refused without a charge', async () => {
  const service = await start();
  const socket = connect(service.port, '127.0.0.1');
  socket.write(`GET /v2/export/permits HTTP/1.0\r\nHost: x\r\nX-API-Key: ${service.key.secret}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  assert.match(answer.toString(), /^HTTP\/1.1 400 .*needs HTTP\/1.1/s);
  assert.equal(await service.settled(1), 0);
});

test('an export goes on with its release after another was published, and is refused when that is gone', async () => {
  const service = await start();
  const part = await ask(service, '/v2/export/permits', 500_000);
  const next = { ...release('release-2'), all: () => ({ items: [], next: null }) };
  service.releases.publish(next);
  const resume = `/v2/export/permits?cursor=${cursorIn(part)}&offset=${linesIn(part.bytes)}`;
  const rest = await ask(service, resume);
  assert.ok(Buffer.concat([wholeLines(part.bytes), rest.bytes]).equals(whole));
  assert.equal((await ask(service, '/v2/export/permits')).bytes.length, 0);
  const altered = await service.ask('/v2/export/permits?permit_tags=solar&geo_id=CA&cursor=x');
  assert.equal(altered.status, 422);
});

test('a repeated X-Request-Id is the same export, and a stopped service breaks its streams off', async () => {
  const service = await start();
  const headers = { 'x-api-key': service.key.secret, 'x-request-id': 'mine' };
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${service.base}/v2/export/permits`, { headers });
    assert.equal((await response.text()).length, whole.toString().length);
  }
  assert.equal((await service.ledger.usage(service.account.id)).used, records.length);
  const response = await fetch(`${service.base}/v2/export/permits`, { headers });
  const closed = service.app.close();
  await assert.rejects(response.text());
  await closed;
});

test('an account has a limited number of exports at a time', async () => {
  const large = permitsOf(chunkRecords, 20_000);
  const service = await start({ releases: memoryReleaseStore(release('release-1', large)) });
  const sockets = Array.from({ length: 4 }, () => connect(service.port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.write(`GET /v2/export/permits HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key.secret}\r\n\r\n`);
    await once(socket, 'readable');
  }
  const refused = await service.ask('/v2/export/permits');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers['retry-after'], '5');
  for (const socket of sockets) socket.destroy();
  await service.settled(5);
  assert.equal((await service.ask('/v2/export/permits', { method: 'HEAD' })).status, 200);
});

test('filters, fields, formats and codings give the records of the search', async () => {
  const service = testService({ config: { plans } });
  closing.push(service.close);
  const period = 'permit_from=2025-01-01&permit_to=2026-12-31';
  const found = await service.ask(`/v2/permits/search?geo_id=NY&${period}&permit_status=active&size=100`);
  const { items } = found.body as { items: { id: string; status: string; tags: string[] }[] };
  const url = `/v2/export/permits?geo_id=NY&permit_status=active`;
  const text = (await service.ask(url)).bytes.toString();
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    items,
  );
  const [, ...rest] = items.map(({ id, tags }) => ({ id, tags }));
  const some = (await service.ask(`${url}&fields=tags&offset=1`)).bytes.toString();
  assert.deepEqual(
    some
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    rest,
  );
  const csv = (await service.ask(`${url}&format=csv&fields=status`)).bytes;
  assert.deepEqual(
    parse(csv, { columns: true }),
    items.map(({ id, status }) => ({ id, status })),
  );
  assert.equal((await service.ask(`${url}&format=csv&offset=60`)).bytes.length, 0, 'a header behind records');
  const marked = (await service.ask(`${url}&format=csv&fields=status&bom=true`)).bytes;
  assert.deepEqual(marked, Buffer.concat([Buffer.from('\ufeff'), csv]));
  const { bytes: packed } = await service.ask(`${url}&format=parquet&fields=status,start_date`);
  const rows = await parquetReadObjects({ file: new Uint8Array(packed).buffer });
  assert.deepEqual(
    rows.map(({ id, status }) => ({ id, status })),
    items.map(({ id, status }) => ({ id, status })),
  );
  assert.ok(rows.every(({ start_date }) => start_date === null || start_date instanceof Date));
  for (const [coding, decode] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const) {
    const { headers, bytes } = await service.ask(url, { headers: { 'accept-encoding': coding } });
    assert.equal(headers['content-encoding'], coding);
    assert.equal(decode(bytes).toString(), text);
  }
});

test('a table for people names contractors, and is charged and resumed as the export that it is (C62)', async () => {
  const service = testService();
  closing.push(() => service.close());
  const used = async () => (await service.ledger.usage(service.account.id)).used;
  const url = '/v2/export/permits?geo_id=NY&permit_has_contractor=true';
  const found = (await service.ask(url)).bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const named = await service.ask(`/v2/contractors?id=${found[0].contractor_id}`);
  const [contractor] = (named.body as { items: { name: string | null; business_name: string | null }[] })
    .items;
  const before = await used();
  const fields = 'fields=job_value,contractor_id';
  const table = await service.ask(`${url}&format=table&${fields}`);
  const rows = parse(table.bytes, { bom: true }) as string[][];
  assert.deepEqual(rows[0], ['Job value ($)', 'Contractor']);
  assert.equal(rows.length, found.length + 1);
  assert.deepEqual(rows[1], [
    found[0].job_value === null ? '' : String(found[0].job_value / 100),
    nameCase(contractor?.business_name ?? contractor?.name ?? ''),
  ]);
  const rest = await service.ask(`${url}&format=table&${fields}&offset=1`);
  assert.deepEqual(parse(rest.bytes), rows.slice(2));
  const book = await service.ask(`${url}&format=xlsx`, { headers: { 'accept-encoding': 'gzip' } });
  assert.match(String(book.headers['content-type']), /spreadsheetml/);
  assert.equal(book.headers['content-encoding'], undefined, 'a workbook is compressed already');
  assert.equal(book.bytes.toString('latin1', 0, 2), 'PK');
  assert.equal(await used(), before + 3 * found.length - 1);
  const cursor = String(book.headers['x-export-cursor']);
  const again = await service.ask(`${url}&format=xlsx&cursor=${cursor}`);
  assert.deepEqual(again.bytes, book.bytes);
  assert.equal(await used(), before + 3 * found.length - 1, 'what was paid is charged twice');
  const half = await service.ask(`${url}&format=xlsx&cursor=${cursor}&offset=1`);
  assert.equal(half.status, 422);
  assert.match(JSON.stringify(half.body), /resumed from its beginning/);
});

test('a Parquet file of several row groups is whole, and resumed from its beginning without a charge', async () => {
  const service = await start();
  const url = '/v2/export/permits?format=parquet';
  const basic = `Basic ${Buffer.from(`excel:${service.key.secret}`).toString('base64')}`;
  const answer = await fetch(`${service.base}${url}`, {
    headers: { authorization: basic, traceparent: `00-${'4b'.repeat(16)}-00f067aa0ba902b7-01` },
  });
  const file = await answer.arrayBuffer();
  assert.equal(answer.headers.get('content-type'), 'application/vnd.apache.parquet');
  assert.equal(parquetMetadata(file).row_groups.length, 3);
  const rows = await parquetReadObjects({ file });
  const lines = rows.map(({ id, description }) => `${JSON.stringify({ id, description })}\n`);
  assert.equal(lines.join(''), whole.toString());
  const cursor = answer.headers.get('x-export-cursor');
  const again = await ask(service, `${url}&cursor=${cursor}`);
  assert.ok(again.isWhole && again.bytes.equals(Buffer.from(file)), 'the same export is another file');
  assert.equal(await service.settled(2), records.length);
  const traces = service.log.requests().map(({ trace_id }) => trace_id);
  assert.deepEqual(traces, ['4b'.repeat(16), undefined]);
  const half = await ask(service, `${url}&cursor=${cursor}&offset=1`);
  assert.match(half.head, /^HTTP.1.1 422/);
});

test('a stream in brotli has a window of 256 KiB, so that slow readers do not fill the memory', async () => {
  const service = await start();
  const headers = { 'accept-encoding': 'br' };
  const { bytes } = await service.ask('/v2/export/permits', { headers });
  // RFC 7932, section 9.1: the first four bits give the size of the window; 0011 is 18 bits.
  assert.equal(bytes.readUInt8(0) & 0b1111, 0b0011);
  assert.equal(brotliDecompressSync(bytes).length, whole.length);
});

test('every export costs its records at the price of the resource', async () => {
  const service = testService({
    config: { plans, prices: { ...defaultConfig.prices, addresses: 0 } },
  });
  closing.push(service.close);
  for (const { id, answer } of Object.values(endpoints)) {
    if (answer.kind !== 'stream') continue;
    const before = (await service.ledger.usage(service.account.id)).used;
    const { bytes } = await service.ask(goodUrls[id]);
    const cost = (await service.ledger.usage(service.account.id)).used - before;
    assert.equal(cost, answer.resource === 'addresses' || answer.resource === null ? 0 : linesIn(bytes), id);
    assert.ok(linesIn(bytes) > 20, id);
  }
});

test('an export of a search walks for nothing only as far as it has paid, or a little', async () => {
  const small = permitsOf(unpaidOffset + 2 * chunkRecords, 0);
  let searches = 0;
  const searched: Release = {
    ...release('release-1', small),
    searchPermits: (_query, from, size) => {
      searches += 1;
      const end = Math.min(from + size, small.length);
      return { items: small.slice(from, end), next: end < small.length ? end : null };
    },
  };
  const service = await start({ releases: memoryReleaseStore(searched) });
  const url = '/v2/export/permits?permit_tags=solar';
  const far = `&offset=${unpaidOffset + 1}`;
  const unpaid = await ask(service, url + far);
  assert.match(unpaid.head, /^HTTP\/1\.1 422 /);
  assert.equal(searches, 0);
  const paid = await ask(service, url);
  assert.equal(linesIn(paid.bytes), small.length);
  const cursor = `&cursor=${cursorIn(paid)}`;
  assert.equal(linesIn((await ask(service, url + far + cursor)).bytes), 2 * chunkRecords - 1);
  assert.equal(await service.settled(3), small.length, 'nothing was charged again');
});
