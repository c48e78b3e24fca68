import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { FileWriter } from '../files/file-writer.js';
import { GroupBy } from './group-by.js';
import { scratchBlocks } from './scratch-blocks.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-groups-'));
after(() => rmSync(directory, { recursive: true }));

/** What the groups hold, as text; each record is added in two pieces. */
function grouped(
  records: readonly (readonly [number, string])[],
  memoryBytes: number,
  inPieces = false,
): [number, string][] {
  const groups = new GroupBy(join(directory, 'groups'), memoryBytes);
  for (const [group, text] of records) {
    const bytes = Buffer.from(text);
    groups.add(group, bytes.subarray(0, bytes.length >> 1), bytes, bytes.length >> 1);
  }
  const read: [number, string][] = [];
  for (const { group, bytes, from, to } of groups.groups({ inPieces }))
    read.push([group, bytes.toString('utf8', from, to)]);
  groups.close();
  return read;
}

test('records come by group and within it as they were added, in one partition or in many', () => {
  const record = fc.tuple(fc.nat(40), fc.string({ minLength: 1, maxLength: 60 }));
  fc.assert(
    fc.property(fc.array(record, { maxLength: 120 }), fc.constantFrom(1, 100, 1 << 20), (records, memory) => {
      const expected = new Map<number, string>();
      for (const [group, text] of records) expected.set(group, (expected.get(group) ?? '') + text);
      assert.deepEqual(
        grouped(records, memory),
        [...expected].sort(([a], [b]) => a - b),
      );
      assert.deepEqual(readdirSync(directory), [], 'scratch files are left');
    }),
    { numRuns: 60 },
  );
});

test('a group larger than memory comes in pieces of whole records, if requested', () => {
  const records = Array.from({ length: 50 }, (_, i) => [i % 3 === 0 ? 0 : i % 2, `${i}`.padEnd(10)] as const);
  const whole = grouped(records, 100);
  assert.equal(whole.length, 2);
  const pieces = grouped(records, 100, true);
  assert.ok(pieces.length > 4);
  for (const [, text] of pieces) assert.equal(text.length % 10, 0);
  for (const [group, text] of whole) {
    const parts = pieces.filter((piece) => piece[0] === group).map((piece) => piece[1]);
    assert.equal(parts.join(''), text);
    assert.ok(parts.every((part) => part.length <= 100));
  }
  assert.deepEqual(grouped(records, 1, true).length, 50);
});

test('a scratch file that was cut short ends the reading instead of losing its last block', () => {
  const path = join(directory, 'cut');
  const file = new FileWriter(path, { isScratch: true });
  for (const length of [5, 3_000_000, 7]) {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(length);
    file.write(head);
    file.write(Buffer.alloc(length, 1));
  }
  file.finish();
  const lengths = () => Array.from(scratchBlocks(path), ({ from, to }) => to - from);
  assert.deepEqual(lengths(), [5, 3_000_000, 7]);
  truncateSync(path, 3_000_020);
  assert.throws(lengths, /ends within a block/);
  rmSync(path);
});
