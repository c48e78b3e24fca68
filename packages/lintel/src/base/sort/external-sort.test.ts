import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { ExternalSort } from './external-sort.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-sort-'));
after(() => rmSync(directory, { recursive: true, force: true }));

type Pair = readonly [key: Buffer, payload: Buffer];

function sortedPairs(sort: ExternalSort): Pair[] {
  const pairs: Pair[] = [];
  for (const { bytes, key, payload, end } of sort.sorted()) {
    pairs.push([Buffer.from(bytes.subarray(key, payload)), Buffer.from(bytes.subarray(payload, end))]);
  }
  return pairs;
}

const toHex = (pairs: readonly Pair[]) =>
  pairs.map(([key, payload]) => `${key.toString('hex')}=${payload.toString('hex')}`);

/** Few different bytes, so that keys collide and share long prefixes. */
const bytes = (maxLength: number) => fc.uint8Array({ maxLength, max: 3 }).map((array) => Buffer.from(array));

test('sorts any entries like a stable Array.sort, whatever the memory and fan-in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(bytes(9), bytes(20)), { maxLength: 200 }),
      fc.integer({ min: 1, max: 4000 }),
      fc.integer({ min: 2, max: 5 }),
      (pairs, memoryBytes, fanIn) => {
        const sort = new ExternalSort({ path: join(directory, 'property'), memoryBytes, fanIn });
        for (const [key, payload] of pairs) sort.push(key, payload);
        const expected = [...pairs].sort((a, b) => Buffer.compare(a[0], b[0]));
        assert.deepEqual(toHex(sortedPairs(sort)), toHex(expected));
        assert.equal(sort.count, pairs.length);
        assert.deepEqual(readdirSync(directory), []);
      },
    ),
    { numRuns: 150 },
  );
});

test('the radix path orders many entries with short and equal keys', () => {
  const sort = new ExternalSort({ path: join(directory, 'radix'), memoryBytes: 1 << 20 });
  const pairs: Pair[] = [];
  let state = 12345;
  for (let i = 0; i < 60_000; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const key = Buffer.alloc(1 + (state % 9));
    key.writeUInt8(state >>> 24, 0);
    if (key.length > 7) key.writeUInt8((state >>> 8) & 3, 7);
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(i);
    pairs.push([key, payload]);
    sort.push(key, payload);
  }
  const expected = [...pairs].sort((a, b) => Buffer.compare(a[0], b[0]));
  const actual = sortedPairs(sort);
  assert.equal(actual.length, expected.length);
  for (const [i, pair] of actual.entries()) assert.deepEqual(pair, expected[i]);
});

test('thousands of keys that begin alike are ordered by what follows, the shorter first', () => {
  const sort = new ExternalSort({ path: join(directory, 'alike') });
  const pairs: Pair[] = [];
  let state = 999;
  for (let i = 0; i < 30_000; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    // Trailing zeros differ from a shorter key, also after the bytes that are sorted together.
    const text = `PERMIT-2026-${i % 3 === 0 ? String(state % 1000) : ''}${'\u0000'.repeat((state >>> 16) % 4)}`;
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(i);
    pairs.push([Buffer.from(text.slice(0, i % 7 === 0 ? 9 : text.length)), payload]);
  }
  for (const [key, payload] of pairs) sort.push(key, payload);
  const expected = [...pairs].sort((a, b) => Buffer.compare(a[0], b[0]));
  assert.deepEqual(toHex(sortedPairs(sort)), toHex(expected));
});

test('an entry larger than the memory limit is sorted too', () => {
  const sort = new ExternalSort({ path: join(directory, 'large'), memoryBytes: 5000 });
  const large = Buffer.alloc(20_000, 7);
  sort.push(Buffer.from('b'), large);
  sort.push(Buffer.from('a'), Buffer.from('small'));
  sort.push(Buffer.from('c'), large);
  assert.deepEqual(
    sortedPairs(sort).map(([key, payload]) => [key.toString(), payload.length]),
    [
      ['a', 5],
      ['b', 20_000],
      ['c', 20_000],
    ],
  );
});

test('closing a half-read sort removes its scratch files', () => {
  const sort = new ExternalSort({ path: join(directory, 'closed'), memoryBytes: 100 });
  for (let i = 0; i < 100; i++) sort.push(Buffer.from(String(i)), Buffer.alloc(10));
  const entries = sort.sorted();
  entries.next();
  assert.notDeepEqual(readdirSync(directory), []);
  entries.return();
  sort.close();
  assert.deepEqual(readdirSync(directory), []);
});
