import assert from 'node:assert/strict';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { contractorId, decisionId, geoId, permitId } from '@lintel/contract';
import fc from 'fast-check';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { idsFile } from '../layout.js';
import type { RecordKind } from '../record.js';
import { recordKey } from '../record-key.js';
import { RowReader, SegmentReader } from './segment-reader.js';
import { IdsWriter, SegmentWriter } from './segment-writer.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-segment-'));
after(() => rmSync(root, { recursive: true, force: true }));

const makeId: Record<RecordKind, (number: number) => string> = {
  permits: (number) => permitId('n', String(number)),
  contractors: (number) => contractorId(`name:${number}`),
  decisions: (number) => decisionId('n', String(number)),
  properties: (number) => geoId('address', String(number)),
};

let segments = 0;
async function writeSegment(
  kind: RecordKind,
  ids: readonly string[],
): Promise<{ directory: string; records: Map<string, string> }> {
  segments += 1;
  const directory = join(root, String(segments));
  mkdirSync(directory);
  const segment = new SegmentWriter(directory, kind);
  const index = new IdsWriter(join(directory, idsFile(kind)), join(directory, 'scratch'), 4096);
  const records = new Map<string, string>();
  for (const [row, id] of ids.entries()) {
    const json = JSON.stringify({ id, row, text: 'é'.repeat(row % 50) });
    records.set(id, json);
    segment.write(Buffer.from(json));
    const key = recordKey(kind, id);
    assert.ok(key);
    index.add(key, segment.endRow());
  }
  segment.finish();
  await index.finish(new Ticker(silentProgress, null), kind);
  return { directory, records };
}

for (const kind of ['permits', 'contractors', 'decisions', 'properties'] as const) {
  test(`${kind} are found by id as in a map, in the order asked, unknown ones omitted`, async () => {
    for (const size of [0, 1, 31, 33, 3000]) {
      const all = Array.from({ length: size }, (_, i) => makeId[kind](i));
      const { directory, records } = await writeSegment(kind, all);
      const reader = new SegmentReader(directory, kind);
      fc.assert(
        fc.property(fc.array(fc.nat(size * 2), { maxLength: 50 }), (numbers) => {
          const asked = numbers.map((number) => makeId[kind](number));
          const expected = asked.map((id) => records.get(id)).filter((json) => json !== undefined);
          assert.deepEqual(reader.records(asked).map(String), expected);
        }),
        { numRuns: 40 },
      );
      assert.deepEqual(reader.records(all).map(String), [...records.values()]);
      for (const [row, json] of [...records.values()].entries()) {
        assert.equal(String(reader.rows.row(row)), json);
        assert.equal(reader.rowOf(all[row] ?? ''), row);
      }
      for (const row of [size, -1]) assert.throws(() => reader.rows.row(row), /no row/);
      reader.close();
    }
  });
}

test('records of a file of more than four gigabytes are where its offsets say', () => {
  const directory = join(root, 'large');
  mkdirSync(directory);
  const offsets = [0, 2 ** 32 - 3, 2 ** 32 + 5, 2 ** 33];
  writeFileSync(
    join(directory, 'permits.offsets'),
    new Uint8Array(BigUint64Array.from(offsets, BigInt).buffer),
  );
  const path = join(directory, 'permits.ndjson');
  writeFileSync(path, '');
  truncateSync(path, 2 ** 33);
  const fd = openSync(path, 'r+');
  writeSync(fd, '{"a":1}\n', 2 ** 32 - 3);
  closeSync(fd);
  const rows = new RowReader(directory, 'permits');
  assert.equal(rows.rows, 3);
  assert.equal(String(rows.row(1)), '{"a":1}');
  assert.equal(rows.rowAt(2 ** 32 - 3), 1);
  rows.close();
});

test('offsets that descend fail the request', () => {
  const directory = join(root, 'descending');
  mkdirSync(directory);
  writeFileSync(
    join(directory, 'permits.offsets'),
    new Uint8Array(BigUint64Array.from([0n, 20n, 10n, 30n]).buffer),
  );
  writeFileSync(join(directory, 'permits.ndjson'), ' '.repeat(30));
  const rows = new RowReader(directory, 'permits');
  assert.throws(() => rows.row(1), /permits\.ndjson has 30 bytes/);
  rows.close();
});

test('a malformed id is unknown, not an error', async () => {
  const { directory } = await writeSegment('permits', [makeId.permits(1)]);
  const reader = new SegmentReader(directory, 'permits');
  assert.deepEqual(
    reader.records(['', 'x', '../..', makeId.permits(1).toUpperCase().replace(/\d/g, 'A')]),
    [],
  );
  reader.close();
});

test('a decision id that shares the first half of a known one is unknown', async () => {
  const id = makeId.decisions(1);
  const { directory } = await writeSegment('decisions', [id]);
  const reader = new SegmentReader(directory, 'decisions');
  const twin = `${id.slice(0, 24)}${id.endsWith('000000000000') ? '000000000001' : '000000000000'}`;
  assert.deepEqual(reader.records([twin, id]).length, 1);
  reader.close();
});

test('an ids file that is foreign, truncated or of other records is refused by name', async () => {
  const { directory } = await writeSegment('permits', [makeId.permits(1), makeId.permits(2)]);
  const path = join(directory, 'permits.ids');
  appendFileSync(path, 'x'.repeat(20));
  assert.throws(() => new SegmentReader(directory, 'permits'), /permits\.ids is not an index of ids/);
  truncateSync(path, 8);
  assert.throws(() => new SegmentReader(directory, 'permits'), /permits\.ids is not an index of ids/);
  const other = await writeSegment('permits', [makeId.permits(3)]);
  rmSync(path);
  assert.throws(() => new SegmentReader(directory, 'permits'), /permits\.ids/);
  writeFileSync(join(directory, 'permits.offsets'), Buffer.alloc(16));
  assert.throws(() => new SegmentReader(directory, 'permits'), /permits\.ndjson has \d+ bytes; its offsets/);
  rmSync(other.directory, { recursive: true });
});
