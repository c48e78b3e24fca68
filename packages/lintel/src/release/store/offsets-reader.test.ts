/** Where each record lies is told rightly whatever stretches of the file are in memory. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { OffsetsReader } from './offsets-reader.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-offsets-'));
after(() => rmSync(root, { recursive: true, force: true }));

let files = 0;
function written(offsets: readonly number[]): string {
  files += 1;
  const path = join(root, `${files}.offsets`);
  writeFileSync(path, new Uint8Array(BigUint64Array.from(offsets, BigInt).buffer));
  return path;
}

/** Offsets of records of uneven lengths, which pass the 32nd bit. */
function uneven(rows: number): number[] {
  const offsets = [0];
  for (let row = 0; row < rows; row++) offsets.push((offsets[row] ?? 0) + 1 + ((row * 7919) % 5_000_000));
  return offsets;
}

test('a row begins where the file says, with room for one stretch of rows, for some and for all', () => {
  for (const rows of [0, 1, 511, 512, 513, 5000]) {
    const offsets = uneven(rows);
    for (const heldBytes of [0, 3 * 2048, 1 << 20]) {
      const reader = new OffsetsReader(written(offsets), heldBytes);
      assert.equal(reader.rows, rows);
      fc.assert(
        fc.property(fc.array(fc.nat(rows), { maxLength: 50 }), (asked) => {
          assert.deepEqual(
            asked.map((row) => reader.at(row)),
            asked.map((row) => offsets[row]),
          );
        }),
        { numRuns: 30 },
      );
      assert.throws(() => reader.at(rows + 1), /no row/);
      assert.throws(() => reader.at(-1), /no row/);
      reader.close();
    }
  }
});

test('offsets that descend fail the request, and again when it is repeated', () => {
  const reader = new OffsetsReader(written([0, 10, 5, 20]));
  for (let i = 0; i < 2; i++) assert.throws(() => reader.at(1), /damaged/);
  reader.close();
});
