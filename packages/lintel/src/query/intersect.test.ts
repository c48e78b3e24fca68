/** A walk visits exactly the rows that are on all of its lists, whichever way it goes through them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { BitmapCache } from '../format/postings/bitmap-cursor.js';
import { PostingsReader } from '../format/postings/postings-reader.js';
import { PostingsWriter } from '../format/postings/postings-writer.js';
import {
  type BitmapSource,
  endOfRows,
  PostingsList,
  type RowCursor,
  ZoneMapCursor,
} from '../format/postings/rows-cursor.js';
import { UnionCursor } from '../format/postings/union-cursor.js';
import { countList, countRows, type Intersection, visitRows, withoutCap } from './intersect.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-walk-'));
after(() => rmSync(root, { recursive: true, force: true }));

const rowCount = 200_000;

/** Lists of all densities, dense in places: for each term the rows, and the file that has them. */
const lists = [2, 3, 7, 40, 300, 5000, 60_000].map((step, term) => {
  const rows: number[] = [];
  let row = term;
  for (let i = 0; row < rowCount; i++) {
    rows.push(row);
    const crowd = Math.floor(i / 500) % 3 === 0 ? 1 : step;
    row += 1 + ((i * 7919 + term) % (crowd * 2));
  }
  return rows;
});
const writer = new PostingsWriter(root, 'lists', join(root, 'scratch'));
for (const [term, rows] of lists.entries()) for (const row of rows) writer.add(term, row);
writer.finish();
const reader = new PostingsReader(root, 'lists');
after(() => reader.close());

/** A list as prepared for a walk, and its rows. */
interface Made {
  readonly cursor: BitmapSource;
  readonly rows: readonly number[];
}

function inFile(term: number): Made {
  const cursor = reader.list(term);
  assert.ok(cursor);
  return { cursor, rows: lists[term] ?? [] };
}

function union(terms: readonly number[]): Made {
  const made = terms.map(inFile);
  const rows = [...new Set(made.flatMap((each) => each.rows))].sort((a, b) => a - b);
  return { cursor: new UnionCursor(made.map(({ cursor }) => cursor)), rows };
}

const term = fc.nat(lists.length - 1);
/** Holds two lists at a time. */
const heldBits = new BitmapCache(rowCount, Math.ceil(rowCount / 32) * 8);
const anyList = fc.oneof(
  term.map((number) => () => inFile(number)),
  term.map((number) => () => {
    const rows = lists[number] ?? [];
    return { cursor: new PostingsList(Uint32Array.from(rows)), rows };
  }),
  term.map((number) => () => {
    const rows = lists[number] ?? [];
    return { cursor: heldBits.of(reader.list(number) ?? new PostingsList(new Uint32Array(0))), rows };
  }),
  fc.uniqueArray(term, { minLength: 1, maxLength: 4 }).map((terms) => () => union(terms)),
);

/** The first rows that a walk visits. */
function visited(walk: Intersection, start: number, most: number): number[] {
  const rows: number[] = [];
  visitRows(walk, start, (row) => rows.push(row) < most);
  return rows;
}

test('rows of several lists, from any row on, are visited in order and exactly once', () => {
  fc.assert(
    fc.property(
      fc.array(anyList, { minLength: 1, maxLength: 4 }),
      fc.nat(rowCount),
      fc.nat(rowCount),
      fc.nat(rowCount),
      fc.oneof(fc.constant(0), fc.nat(rowCount)),
      fc.integer({ min: 1, max: 4000 }),
      fc.boolean(),
      (makes, one, other, third, start, most, isTested) => {
        const made = makes.map((make) => make());
        const [low, middle, high] = [one, other, third].sort((a, b) => a - b) as [number, number, number];
        const ranges = [
          { from: low, to: middle },
          { from: high, to: rowCount },
        ];
        const tests = isTested ? [(row: number) => row % 3 > 0] : [];
        const others = made.slice(1).map(({ rows }) => new Set(rows));
        const expected = (made[0]?.rows ?? []).filter(
          (row) =>
            row >= start &&
            ranges.some(({ from, to }) => row >= from && row < to) &&
            others.every((rows) => rows.has(row)) &&
            tests.every((test) => test(row)),
        );
        const walk = { ranges, cursors: made.map(({ cursor }) => cursor), tests };
        assert.deepEqual(visited(walk, start, most), expected.slice(0, most));
      },
    ),
    { numRuns: 150 },
  );
});

test('a zone map narrows a walk through lists as well', () => {
  const zones = Float64Array.from({ length: Math.ceil(rowCount / 256) }, (_, i) => i % 5);
  const cursors: RowCursor[] = [inFile(0).cursor, inFile(1).cursor, new ZoneMapCursor(zones, 4, 256)];
  const inOne = new Set(lists[1]);
  const expected = (lists[0] ?? []).filter((row) => inOne.has(row) && Math.floor(row / 256) % 5 === 4);
  assert.deepEqual(visited({ ranges: [{ from: 0, to: rowCount }], cursors, tests: [] }, 0, 1e6), expected);
});

test('any row of a dense list is found, and its rank', () => {
  for (const [number, rows] of lists.entries()) {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(rowCount + 10), { maxLength: 20 }), (some) => {
        const asked = some.sort((a, b) => a - b);
        const { cursor } = inFile(number);
        const list = reader.list(number);
        for (const row of asked) {
          const before = rows.findIndex((each) => each >= row);
          assert.equal(cursor.seek(row), rows[before] ?? endOfRows);
          assert.equal(list?.indexOf(row), before < 0 ? rows.length : before);
        }
      }),
      { numRuns: 10 },
    );
  }
});

test('a count ends at the cap, unless it is to be exact', () => {
  const limit = { now: () => 0, limitMs: 1 };
  const [first, second] = [inFile(0), inFile(1)];
  const both = new Set(second.rows);
  const shared = first.rows.filter((row) => both.has(row)).length;
  assert.ok(shared > 10_000, String(shared));
  const search = () => ({
    ranges: [{ from: 0, to: rowCount }],
    cursors: [inFile(0).cursor, inFile(1).cursor],
    tests: [],
  });
  assert.deepEqual(countRows(search(), limit), { value: 10_000, relation: 'gte' });
  assert.deepEqual(countRows(search(), withoutCap(limit)), { value: shared, relation: 'eq' });
  const all = { ...search(), cursors: [new PostingsList(Uint32Array.from(first.rows))] };
  assert.deepEqual(countList(all, limit), { value: 10_000, relation: 'gte' });
  assert.deepEqual(countList(all, withoutCap(limit)), { value: first.rows.length, relation: 'eq' });
});
