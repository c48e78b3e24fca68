import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../base/user-error.js';
import { formatTable, readTable } from './table.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-table-'));
after(() => rmSync(directory, { recursive: true }));

function read(text: string): string[][] {
  writeFileSync(join(directory, 'states.tsv'), text);
  return readTable('states', (row) => [...row], directory);
}

test('a table reads back as it was written', () => {
  const rows = [
    ['XA', '91', 'Examplia'],
    ['XB', '92', ''],
  ];
  assert.deepEqual(read(formatTable('states', 'Invented.', rows)), rows);
});

test('a damaged table is refused by file and line', () => {
  const text = formatTable('states', 'Invented.', [
    ['XA', '91', 'Examplia'],
    ['XB', '92', 'Samplonia'],
  ]);
  assert.throws(() => read(text.replace('\t92\t', '\t')), /states\.tsv, line 4: 2 columns, expected 3/);
  assert.throws(() => read(text.slice(0, -4)), /its last line end/);
  assert.throws(() => read(text.replace('fips', 'flips')), /second line must be code, fips, name/);
  assert.throws(() => read(''), UserError);
  assert.throws(() => readTable('zips', (row) => row, directory), /Cannot read the table .*zips\.tsv/);
});

test('a table takes only printable ASCII, so that every reader agrees on it', () => {
  assert.throws(() => formatTable('states', 'x', [['XA', '91', 'Exámplia']]), /Not a row/);
  assert.throws(() => formatTable('states', 'x', [['XA', '91', 'A\tB']]), /Not a row/);
  assert.throws(() => formatTable('states', 'x', [['XA', '91']]), /Not a row/);
});
