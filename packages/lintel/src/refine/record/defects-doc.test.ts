import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { entriesOf } from '@lintel/testing/docs/docs-blocks.js';
import { defectTable } from './defects.js';

const document = readFileSync(resolve('docs/data-quality.md'), 'utf8');

test('docs/data-quality.md lists every defect with its sentence, and no other', () => {
  const [, list = ''] = document.split('## All defects');
  const rows = entriesOf(list).map(([name = '', meaning]) => [name.replaceAll('`', ''), meaning]);
  assert.deepEqual(Object.fromEntries(rows), defectTable);
});
