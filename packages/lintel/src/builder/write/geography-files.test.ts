/** The files that `npm run build` made are those of the bundled geography. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { indexFile } from '../../format/layout.js';
import { loadGeography } from '../../geography/load.js';
import { writeGeographyFiles } from './geography-files.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-geography-files-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('files that are copied into a release are those that a build would make', async () => {
  const [copied, made] = ['copied', 'made'].map((name) => join(root, name)) as [string, string];
  for (const directory of [copied, made]) mkdirSync(directory);
  const geography = loadGeography();
  assert.deepEqual(
    await writeGeographyFiles(copied, geography),
    await writeGeographyFiles(made, { ...geography }),
    'run `npm run build`',
  );
  const [ours, theirs] = [copied, made].map((directory) => readFileSync(join(directory, indexFile)));
  assert.ok(ours?.equals(theirs ?? Buffer.alloc(0)), 'run `npm run build`');
});
