/** Grouped rows: each group has its records in the order of their rows. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { GroupedRowsReader, writeGroupedRows } from './grouped-rows.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-format-'));
after(() => rmSync(root, { recursive: true, force: true }));
const ticker = new Ticker(silentProgress, null);
let names = 0;
const newName = () => `file-${names++}`;

test('records are grouped in the order of their rows, in any number of partitions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 300 }),
      fc.integer({ min: 8, max: 800 }),
      async (groups, memoryBytes) => {
        const name = newName();
        await writeGroupedRows(
          root,
          name,
          {
            groups: 10,
            rows: groups.length,
            words: 2,
            scratch: join(root, `${name}-scratch`),
            memoryBytes,
            groupOf: (row) => groups[row] ?? -1,
            fill: (row, into, at) => into.set([row, row * 3], at),
          },
          ticker,
        );
        const reader = new GroupedRowsReader(root, name, 2);
        for (let group = 0; group < 10; group++) {
          const rows = groups.flatMap((each, row) => (each === group ? row : []));
          assert.equal(reader.count(group), rows.length);
          assert.deepEqual(
            [...reader.records(group)],
            rows.flatMap((row) => [row, row * 3]),
          );
          assert.deepEqual(
            [...reader.records(group, 2, 3)],
            rows.slice(2, 5).flatMap((row) => [row, row * 3]),
          );
        }
        reader.close();
      },
    ),
    { numRuns: 40 },
  );
});
