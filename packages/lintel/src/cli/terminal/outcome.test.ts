import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columns, table, wrap } from './outcome.js';

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
const words = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .sort();

const headings = ['source', 'rows', 'meaning'];
const rows = [
  [
    'san-francisco-ca',
    12_345,
    'A date that contradicts another one is set aside, and the issue date is believed.',
  ],
  ['chicago-il', 7, 'Short.'],
] as const;

test('a table that fits is one line a row, numbers to the right', () => {
  assert.equal(
    table(
      headings,
      [
        ['chicago-il', 7, 'Short.'],
        ['elm', 12_345, '-'],
      ],
      80,
    ),
    ['source        rows  meaning', 'chicago-il       7  Short.', 'elm         12,345  -'].join('\n'),
  );
});

test('a table is never wider than it may be, and loses no word', () => {
  const whole = table(headings, rows, 1000);
  for (const width of [100, 80, 60, 50]) {
    const text = table(headings, rows, width);
    assert.ok(widest(text) <= width, `${width}:\n${text}`);
    assert.deepEqual(words(text), words(whole));
  }
});

test('rows with too many columns for the width become short paragraphs, and ids stay whole', () => {
  const names = ['source', 'read', 'new', 'changed', 'unchanged', 'state'];
  const text = table(names, [['montgomery-county-md-residential', 1, 2, 3, 1_000_000, 'finished']], 40);
  assert.equal(
    text,
    [
      'source montgomery-county-md-residential',
      '  read 1, new 2, changed 3, unchanged',
      '  1,000,000, state finished',
    ].join('\n'),
  );
});

test('two columns are aligned, the second one wrapped below itself', () => {
  assert.equal(
    columns(
      [
        ['a', 'one two three four'],
        ['bcd', '-'],
      ],
      17,
    ),
    'a    one two\n     three four\nbcd  -',
  );
});

test('a word that is longer than the width is cut into pieces', () => {
  assert.deepEqual(wrap('abcdefghij kl', 4), ['abcd', 'efgh', 'ij', 'kl']);
});
