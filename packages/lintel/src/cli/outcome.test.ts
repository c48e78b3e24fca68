import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columns, fitted, table, wrap } from './outcome.js';

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
  for (const width of [100, 80, 60, 50, 44]) {
    const text = table(headings, rows, width);
    assert.ok(widest(text) <= width, `${width}:\n${text}`);
    assert.deepEqual(words(text), words(whole));
  }
});

test('rows with too many columns for the width stand one below the other', () => {
  const names = ['read', 'new', 'changed', 'unchanged', 'vanished', 'quarantined'];
  const text = table(
    names,
    [
      [1, 2, 3, 4, 5, 1_000_000],
      [6, 7, 8, 9, 10, 11],
    ],
    30,
  );
  assert.match(text, /^read +1\nnew +2\n.*quarantined +1,000,000\n\nread +6\n/s);
  assert.ok(widest(text) <= 30);
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

test('the narrow form is taken only where the wide one does not fit', () => {
  assert.equal(
    fitted('12345', () => '123', 5),
    '12345',
  );
  assert.equal(
    fitted('12345', () => '123', 4),
    '123',
  );
});
