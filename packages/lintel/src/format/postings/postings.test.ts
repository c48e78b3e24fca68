/** Postings: what is written is read, over any number of runs, and a damaged file is refused. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { PostingsReader } from './postings-reader.js';
import { PostingsWriter } from './postings-writer.js';
import { endOfRows, PostingsList, type RowCursor } from './rows-cursor.js';
import { UnionCursor } from './union-cursor.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-format-'));
after(() => rmSync(root, { recursive: true, force: true }));
let names = 0;
const newName = () => `file-${names++}`;

/** What a cursor returns for each of the rows in turn. */
const asked = (source: RowCursor, rows: readonly number[]) => rows.map((row) => source.seek(row));
const firstFrom = (values: readonly number[], row: number) =>
  values.find((value) => value >= row) ?? endOfRows;
const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
const targets = fc.array(fc.nat(300_000), { maxLength: 40 }).map(ascending);

const terms = Array.from({ length: 42 }, (_, i) => (i % 3 === 0 ? i : Math.imul(i, 0x9e3779b1) >>> 10));
const pairs = fc.array(fc.record({ term: fc.constantFrom(...terms.slice(1)), step: fc.nat(300) }), {
  maxLength: 2000,
});

test('lists written in many runs are complete, and any row is found in them by galloping', () => {
  fc.assert(
    fc.property(pairs, targets, fc.integer({ min: 1, max: 300 }), (added, rows, runPairs) => {
      const name = newName();
      const writer = new PostingsWriter(root, name, join(root, `${name}.scratch`), { runPairs });
      const lists = new Map<number, number[]>();
      let value = 0;
      for (const { term, step } of added) {
        value += step + 1;
        writer.add(term, value);
        lists.set(term, [...(lists.get(term) ?? []), value]);
      }
      writer.finish();
      const reader = new PostingsReader(root, name);
      for (const term of terms) {
        const values = lists.get(term) ?? [];
        assert.equal(reader.count(term), values.length);
        const list = reader.list(term);
        assert.equal(list === null, values.length === 0);
        if (list === null) continue;
        assert.deepEqual([...list.rows], values);
        assert.deepEqual(
          asked(list, rows),
          rows.map((row) => firstFrom(values, row)),
        );
        assert.deepEqual(
          rows.map((row) => list.indexOf(row)),
          rows.map((row) => values.filter((each) => each < row).length),
        );
      }
      reader.close();
    }),
    { numRuns: 40 },
  );
});

test('a long list is searched correctly over any distance between rows', () => {
  const name = newName();
  const writer = new PostingsWriter(root, name, join(root, `${name}.scratch`), { runPairs: 10_000 });
  const values = Array.from({ length: 60_000 }, (_, i) => i * 3 + (i % 2));
  for (const value of values) writer.add(7, value);
  writer.finish();
  const reader = new PostingsReader(root, name);
  for (const step of [1, 2, 50, 700, 5000, 90_000]) {
    const list = reader.list(7);
    assert.ok(list);
    for (let row = 0; row < 181_000; row += step) {
      const near = values[Math.max(0, Math.floor(row / 3) - 1)] ?? 0;
      const expected = [
        near,
        ...values.slice(Math.max(0, Math.floor(row / 3)), Math.floor(row / 3) + 3),
      ].find((value) => value >= row);
      assert.equal(list.seek(row), expected ?? endOfRows);
    }
  }
  reader.close();
});

test('a union of damaged lists whose numbers are too large ends', () => {
  // The window around them ends beyond all rows.
  const huge = () => new PostingsList(Uint32Array.of(3, endOfRows - 190, endOfRows - 150));
  assert.deepEqual(asked(new UnionCursor([huge(), huge()], true), [0, 4, endOfRows - 180, endOfRows - 100]), [
    3,
    endOfRows - 190,
    endOfRows - 150,
    endOfRows,
  ]);
});

test('a union gives the rows of any of its lists', () => {
  const list = fc.array(fc.nat(500), { maxLength: 60 }).map(ascending);
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), targets, (lists, rows) => {
      const union = new UnionCursor(lists.map((values) => new PostingsList(Uint32Array.from(values))));
      assert.deepEqual(
        asked(union, rows),
        rows.map((row) => firstFrom(ascending(lists.flat()), row)),
      );
    }),
  );
});

test('postings without a term are read, and files that do not match are refused by name', () => {
  const empty = newName();
  new PostingsWriter(root, empty, join(root, `${empty}.scratch`)).finish();
  const reader = new PostingsReader(root, empty);
  assert.equal(reader.list(0), null);
  reader.close();
  const name = newName();
  const writer = new PostingsWriter(root, name, join(root, `${name}.scratch`));
  for (const row of [1, 5, 0xfffffffe]) writer.add(3, row);
  writer.finish();
  truncateSync(join(root, `${name}.lists`), 8);
  assert.throws(
    () => new PostingsReader(root, name),
    new RegExp(`${name}.lists and ${name}.terms do not fit`),
  );
  appendFileSync(join(root, `${name}.terms`), 'x');
  assert.throws(() => new PostingsReader(root, name), new RegExp(`${name}.terms`));
});
