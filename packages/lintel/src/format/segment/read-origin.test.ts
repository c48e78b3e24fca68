import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Permit } from '@lintel/contract';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { readOrigin } from './read-origin.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-origin-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('every permit is traced to the raw row that it was made from, the row seen last if there are several', async () => {
  const chance = syntheticNumbers(5);
  const first = Array.from({ length: 300 }, (_, i) => syntheticPermit(i, chance));
  const again = Array.from({ length: 100 }, (_, i) => syntheticPermit(i * 2, chance));
  const world = makeWorld(root, (store) => {
    ingest(
      store,
      'permits-a',
      first.map((permit, i) => syntheticRow(`a|"${i}"`, permit)),
    );
    ingest(
      store,
      'permits-b',
      again.map((permit, i) => syntheticRow(`b${i}`, permit)),
    );
  });
  // Less memory than the rows take, so that they go through scratch files.
  const { directory } = await world.build({ memoryBytes: 1 << 16 });
  const lines = readFileSync(join(directory, 'permits.ndjson'), 'utf8').trimEnd().split('\n');
  assert.equal(lines.length, 300);
  for (const line of lines) {
    const permit = JSON.parse(line) as Permit;
    const number = Number(/\d+/.exec(permit.number ?? '')?.[0]);
    const origin = readOrigin(directory, permit.id);
    const expected =
      number % 2 === 0 && number < 200 ? ['permits-b', `b${number / 2}`] : ['permits-a', `a|"${number}"`];
    assert.deepEqual([origin?.source, origin?.key], expected);
    assert.deepEqual(origin?.permit, permit);
  }
  assert.equal(readOrigin(directory, '0000000000000000'), null);
  assert.equal(readOrigin(directory, 'nonsense'), null);
});
