/**
 * What is charged of an answer that is cut after any of its bytes (C47): records of which the connection took every
 * byte, and all of those but the ones of the last piece. Connections are made up, so that they take exactly so many
 * bytes; service, ledger and answers are real. The whole proof cuts small answers at every byte, and large ones around
 * every border of what was written at once, where charges change, and at hundreds of places between.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { after, test } from 'node:test';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { isProving, rounds } from '@lintel/testing/base/rounds.js';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { requestText } from '@lintel/testing/http/raw-connection.js';
import { cursorSecret, urlOf } from '@lintel/testing/http/service.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import fc from 'fast-check';
import { defaultConfig } from '../base/config.js';
import type { Ledger } from '../ledger/ledger.js';
import { openLedger, openSharedLedger } from '../ledger/open-ledger.js';
import { cut } from './answer/pieces.js';
import { pieceBytes } from './request/limits.js';
import { createService } from './service.js';

const plans = { free: { credits: 1_000_000_000, requests_per_minute: 1_000_000_000 } };

/** A connection that sends a request, takes a number of bytes, and breaks. */
class Wire extends Duplex {
  readonly #taken: Buffer[] = [];
  #left: number;
  /** Bytes that were written after each write. */
  readonly borders: number[] = [];

  constructor(request: string, most: number) {
    super();
    this.#left = most;
    this.on('error', () => {});
    this.push(request);
  }

  override _read(): void {}

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error) => void): void {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk, encoding);
    this.#taken.push(bytes.subarray(0, this.#left));
    this.borders.push((this.borders.at(-1) ?? 0) + bytes.length);
    const isWhole = bytes.length <= this.#left;
    this.#left -= Math.min(this.#left, bytes.length);
    // A turn later, as a real one.
    setImmediate(() => {
      if (isWhole) done();
      else this.destroy();
    });
  }

  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  taken(): Buffer {
    return Buffer.concat(this.#taken);
  }
}

/** Bytes of an answer that the whole proof cuts at every byte, at most. */
const smallBytes = 8_192;

/** An answer whose records the test can tell. */
interface Kind {
  readonly path: string;
  readonly headers?: readonly string[];
  /** What ends each record in the text. */
  readonly recordEnd: RegExp;
  readonly decode?: (body: Buffer) => Buffer;
}

const page = urlOf('/v2/permits', { id: permitIds.slice(0, 50) });
/** An item of JSON ends where the next begins, or the list does. */
const itemEnd = /\}(?=,\{"id":"[0-9a-f]{16}"|\],"size")/g;
const flush = { finishFlush: constants.Z_SYNC_FLUSH };
const kinds: Readonly<Record<string, Kind>> = {
  'a small page': { path: urlOf('/v2/permits', { id: permitIds.slice(0, 2) }), recordEnd: itemEnd },
  'a page': { path: page, recordEnd: itemEnd },
  'a compressed page': {
    path: page,
    headers: ['Accept-Encoding: gzip'],
    recordEnd: itemEnd,
    decode: (body) => gunzipSync(body, flush),
  },
  'a page in brotli': {
    path: page,
    headers: ['Accept-Encoding: br'],
    recordEnd: itemEnd,
    decode: (body) => brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  },
  'an OGC page': {
    path: '/ogc/collections/permits/items?limit=500',
    recordEnd: /\}\}(?=,\{"type":"Feature"|\],"number)/g,
  },
  'a feed': { path: urlOf('/feeds/permits.atom', { geo_id: 'NY', size: '50' }), recordEnd: /<\/entry>/g },
};

/** A service on the ledger, and what an answer that is cut costs. */
async function cutter(ledger: Ledger) {
  const config = { ...defaultConfig, plans };
  const app = createService({ releases: memoryReleaseStore(), config, secret: cursorSecret, ledger });
  await app.ready();
  const account = await ledger.createAccount({ name: 'A', plan: 'free' });
  const { secret } = await ledger.createKey(account.id);
  let before = 0;
  return {
    close: () => app.close(),
    async cutAt({ path, headers = [] }: Pick<Kind, 'path' | 'headers'>, most: number) {
      const all = ['Connection: close', `X-API-Key: ${secret}`, ...headers];
      const wire = new Wire(requestText(`GET ${path}`, ...all), most);
      const settled = new Promise<void>((resolve) => {
        app.server.once('request', (_request, response) => {
          response.once('close', () => resolve());
        });
      });
      app.server.emit('connection', wire);
      await settled;
      // A charge of nothing is committed with the refunds before it, or after them.
      for (let i = 0; i < 2; i++) {
        const order = { accountId: account.id, keyId: 'k', endpoint: 'none', credits: 0, requestHash: null };
        await ledger.charge({ ...order, records: { from: 0, to: 0 } });
      }
      const { used } = await ledger.usage(account.id);
      const credits = used - before;
      before = used;
      return { credits, taken: wire.taken(), borders: wire.borders };
    },
  };
}

/** Records whose last byte is in the bytes that were taken. */
function recordsIn(taken: Buffer, { recordEnd, decode }: Kind): number {
  const start = taken.indexOf('\r\n\r\n');
  const body = start < 0 ? Buffer.alloc(0) : taken.subarray(start + 4);
  if (body.length === 0) return 0;
  return [...(decode === undefined ? body : decode(body)).toString().matchAll(recordEnd)].length;
}

/** Where an answer of so many bytes is cut, in order. */
function cutsOf(length: number, borders: readonly number[], daily: number): number[] {
  const step = Math.ceil(length / rounds(daily, length <= smallBytes ? length : 16 * daily));
  const even = Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
  const around = isProving ? borders.flatMap((border) => [-2, -1, 0, 1, 2].map((by) => border + by)) : [];
  const cuts = new Set([...even, ...around].filter((cut) => cut >= 0 && cut < length));
  return [...cuts].sort((a, b) => a - b);
}

function testCuts(engine: string, ledger: () => Ledger | Promise<Ledger>, cuts: number): void {
  for (const [name, kind] of Object.entries(kinds)) {
    test(`${engine}: of ${name} that is cut, the records of the pieces that were taken are charged`, async () => {
      const opened = await ledger();
      const { cutAt, close } = await cutter(opened);
      const whole = await cutAt(kind, Number.POSITIVE_INFINITY);
      assert.ok(whole.credits > 1);
      let last = 0;
      for (const most of cutsOf(whole.taken.length, whole.borders, cuts)) {
        const { credits, taken } = await cutAt(kind, most);
        // The end of a list is what tells the last record, so it may count one less.
        const arrived = recordsIn(taken, kind) + 1;
        assert.ok(credits <= arrived, `${most} bytes: ${credits} of ${arrived} records that were taken`);
        assert.ok(credits >= last, `${most} bytes: ${credits} credits, ${last} for fewer bytes`);
        const earlier = taken.subarray(0, Math.max(0, taken.length - 2 * pieceBytes));
        const sure = recordsIn(earlier, kind);
        assert.ok(
          credits >= sure,
          `${most} bytes: ${credits} of ${sure} records that were taken long before`,
        );
        last = credits;
      }
      await close();
      assert.deepEqual(await opened.check(), []);
      await opened.close();
    });
  }
}

const directory = mkdtempSync(join(tmpdir(), 'lintel-cuts-'));
after(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
testCuts('SQLite', () => openLedger({ path: join(directory, `${++files}.sqlite`), plans }), 60);
if (noPostgres === false) {
  const server = startPostgres();
  after(() => server.stop());
  testCuts('PostgreSQL', () => openSharedLedger({ url: server.database(), plans }), 12);
} else {
  test('cuts with the ledger in PostgreSQL', { skip: noPostgres }, () => {});
}

test('pieces are the body, bounded, and count the records that end in them, whatever their sizes', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 40 });
  const rest = fc.nat(300);
  fc.assert(
    fc.property(sizes, rest, fc.integer({ min: 1, max: 200 }), (records, tail, least) => {
      let end = 0;
      const recordEnds = records.map((size) => {
        end += size;
        return end;
      });
      const body = Buffer.alloc(end + tail, 'x');
      const pieces = cut({ body, recordEnds }, least);
      assert.deepEqual(Buffer.concat(pieces.map(({ bytes }) => bytes)), body);
      let taken = 0;
      for (const piece of pieces) {
        taken += piece.bytes.length;
        assert.ok(piece.bytes.length <= 2 * least);
        assert.equal(piece.records, recordEnds.filter((each) => each <= taken).length);
      }
    }),
  );
});
