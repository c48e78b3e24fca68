import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { defectTable } from './defects.js';

const document = readFileSync(resolve('docs/data-quality.md'), 'utf8');

test('docs/data-quality.md lists every defect with its sentence, and no other', () => {
  const rows = [...document.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|$/gm)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  assert.deepEqual(Object.fromEntries(rows), defectTable);
});
