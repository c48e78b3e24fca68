/** The indexes that `npm run build` made are those of the bundled geography. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadGeography } from '../../geography/load.js';
import { writeNameIndexes } from './name-indexes.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-name-indexes-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('indexes that are copied into a release are those that a build would make', async () => {
  const [copied, made] = ['copied', 'made'].map((name) => join(root, name)) as [string, string];
  for (const directory of [copied, made]) mkdirSync(directory);
  const geography = loadGeography();
  assert.deepEqual(
    await writeNameIndexes(copied, geography),
    await writeNameIndexes(made, { ...geography }),
    'run `npm run build`',
  );
});
