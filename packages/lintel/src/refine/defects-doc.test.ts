import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defectTable } from './defects.js';

const document = readFileSync(
  fileURLToPath(new URL('../../../../docs/data-quality.md', import.meta.url)),
  'utf8',
);

test('docs/data-quality.md lists every defect with its sentence, and no other', () => {
  const rows = [...document.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|$/gm)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  assert.deepEqual(Object.fromEntries(rows), defectTable);
});
