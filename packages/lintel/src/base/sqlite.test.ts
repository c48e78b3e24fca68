/** Rows are read to their end while what they come from is garbage to all others. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openDatabase } from './sqlite.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-sqlite-'));
after(() => rmSync(root, { recursive: true, force: true }));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Finalizers run in a turn of their own after garbage is found. */
async function collect(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  SELECT i FROM n WHERE i > ?`;

test('an iterator keeps its statement and its database', async () => {
  const begin = () => openDatabase(join(root, 'iterated')).prepare(numbers).iterate(10);
  const rows = begin();
  let sum = 0;
  for (const { i } of rows as Iterable<{ i: number }>) {
    sum += i;
    if (i % 100 === 0) await collect();
  }
  assert.equal(sum, (1000 * 1001) / 2 - 55);
});

test('a statement keeps its database', async () => {
  const prepare = () => openDatabase(join(root, 'prepared')).prepare(numbers);
  const statement = prepare();
  await collect();
  assert.equal(statement.all(990).length, 10);
});
