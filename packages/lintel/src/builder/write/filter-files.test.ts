/** The files that searches read give what was written, however it was cut into runs, chunks and passes on the way. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { findKey, KeyTable } from '../../base/memory/key-table.js';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { ColumnReader, ColumnWriter, zoneRows } from '../../format/column/column-file.js';
import { coverageGap, periodHint } from '../../format/filters/coverage.js';
import { GroupedRowsReader, writeGroupedRows } from '../../format/grouped-rows/grouped-rows.js';
import { PostingsReader } from '../../format/postings/postings-reader.js';
import { PostingsWriter } from '../../format/postings/postings-writer.js';
import { endOfRows, type RowCursor, RowList, ZoneSource } from '../../format/postings/rows-cursor.js';
import { TermNumbers } from '../../format/postings/term-numbers.js';
import { UnionSource } from '../../format/postings/union-cursor.js';
import { SortedTextsReader, SortedTextsWriter } from '../../format/sorted-texts/sorted-texts.js';
import { foldText, TextIndexReader } from '../../format/text-index/text-index.js';
import { TextIndexWriter } from '../../format/text-index/text-index-writer.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-filter-'));
after(() => rmSync(root, { recursive: true, force: true }));
const ticker = new Ticker(silentProgress, null);
let names = 0;
const newName = () => `file-${names++}`;

/** What a source gives when it is asked for each of the rows in turn. */
const asked = (source: RowCursor, rows: readonly number[]) => rows.map((row) => source.seek(row));
const firstFrom = (values: readonly number[], row: number) =>
  values.find((value) => value >= row) ?? endOfRows;
const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);

/** Terms up to the greatest there are. */
const terms = Array.from({ length: 42 }, (_, i) => (i % 3 === 0 ? i : Math.imul(i, 0x9e3779b1) >>> 0));
const pairs = fc.array(fc.record({ term: fc.constantFrom(...terms.slice(1)), step: fc.nat(300) }), {
  maxLength: 2000,
});
const targets = fc.array(fc.nat(300_000), { maxLength: 40 }).map(ascending);

test('lists written in many runs are whole, and any row is found in them by leaping', () => {
  fc.assert(
    fc.property(pairs, targets, fc.integer({ min: 1, max: 300 }), (added, rows, runPairs) => {
      const name = newName();
      const numbers = new TermNumbers();
      const writer = new PostingsWriter(root, name, join(root, `${name}.scratch`), { runPairs, numbers });
      const lists = new Map<number, number[]>();
      let value = 0;
      for (const { term, step } of added) {
        value += step + 1;
        writer.reserve(1, value);
        writer.add(numbers.number(term), value);
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

test('a long list is found through whatever distance lies between the rows', () => {
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

test('a union gives the rows of any of its lists', () => {
  const list = fc.array(fc.nat(500), { maxLength: 60 }).map(ascending);
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), targets, (lists, rows) => {
      const union = new UnionSource(lists.map((values) => new RowList(Uint32Array.from(values))));
      assert.deepEqual(
        asked(union, rows),
        rows.map((row) => firstFrom(ascending(lists.flat()), row)),
      );
    }),
  );
});

test('a column gives any row, and its zones pass over no value that is great enough', () => {
  const length = zoneRows * 3 + 17;
  const value = (row: number) => (row % 7 === 0 ? Number.NaN : (row * 7919) % 1000);
  const writer = new ColumnWriter(root, 'values', 'f64', true);
  for (let row = 0; row < length; row++)
    writer.push(row >= zoneRows && row < zoneRows * 2 ? Number.NaN : value(row));
  writer.finish();
  const reader = new ColumnReader(root, 'values', 'f64', length);
  const expected = (row: number) => (row >= zoneRows && row < zoneRows * 2 ? Number.NaN : value(row));
  fc.assert(
    fc.property(fc.array(fc.nat(length - 1), { maxLength: 60 }), (rows) => {
      assert.deepEqual(
        rows.map((row) => reader.at(row)),
        rows.map(expected),
      );
    }),
  );
  for (let row = 0; row < length; row++) assert.ok(Object.is(reader.at(row), expected(row)));
  assert.throws(() => reader.at(length), /no row/);
  const zones = new ZoneSource(reader.zones(), 0, zoneRows);
  assert.deepEqual(asked(zones, [5, zoneRows + 1, zoneRows * 2 + 4]), [5, zoneRows * 2, zoneRows * 2 + 4]);
  assert.equal(new ZoneSource(reader.zones(), 1001, zoneRows).seek(0), endOfRows);
  reader.close();
});

test('a piece of text is found in exactly the rows that contain it, in either case', () => {
  const word = fc.oneof(
    fc.constantFrom('Roof', 'roofing', 'é', 'ÉTÉ', 'ab', 'İ', '😀 deck', 'aaaa', '\n', ''),
    fc.nat(99).map((number) => `Unit-${number}`),
  );
  const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 150 }), fc.oneof(text, word), fc.nat(9), (texts, piece, cut) => {
      // Cut within words, and with spaces at its ends.
      const wanted = piece.slice(cut % 3, piece.length - Math.floor(cut / 3));
      fc.pre(wanted !== '' && !/[\ud800-\udfff]/u.test(wanted));
      const name = newName();
      const writer = new TextIndexWriter(root, name, join(root, `${name}.scratch`));
      for (const each of texts) writer.add(foldText(each));
      writer.finish();
      const reader = new TextIndexReader(root, name, texts.length);
      const expected = texts.flatMap((each, row) => (foldText(each).includes(foldText(wanted)) ? row : []));
      const search = reader.search(wanted);
      assert.deepEqual(
        texts.flatMap((_, row) => (search.has(row) ? row : [])),
        expected,
      );
      if (search.isExact) {
        const [list] = search.lists;
        assert.deepEqual(
          texts.flatMap((_, row) => (list?.seek(row) === row ? row : [])),
          expected,
        );
      }
      for (const list of reader.search(wanted).lists) {
        for (const row of expected) assert.equal(list.seek(row), row);
      }
      reader.close();
    }),
    { numRuns: 60 },
  );
});

test('texts are found whole and by their beginning', async () => {
  const texts = [
    '',
    'A',
    'AB',
    'AB',
    'ABC',
    'AC',
    'B',
    'É',
    'x'.repeat(300),
    `${'x'.repeat(299)}y`,
    'z'.repeat(5000),
  ];
  const writer = new SortedTextsWriter(root, 'texts', join(root, 'texts.scratch'), 1000);
  for (const [number, text] of [...texts.entries()].reverse()) writer.add(text, number);
  await writer.finish(ticker);
  const reader = new SortedTextsReader(root, 'texts');
  for (const text of [...texts, 'ABD', 'Z', 'a']) {
    const whole = texts.flatMap((other, number) => (other === text ? number : []));
    assert.deepEqual([...reader.numbersOf(text)], whole, text);
    const { from, to } = reader.beginning(text);
    const begun = texts.flatMap((other, number) => (other.startsWith(text) ? number : []));
    assert.deepEqual([...reader.numbers(from, to)], begun, text);
  }
  reader.close();
});

test('keys are numbered in the order in which they are met, and found again', () => {
  const word = fc.oneof(fc.nat(3), fc.nat(0xffffffff));
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 3000 }), (keys) => {
      const table = new KeyTable();
      const known = new Map<string, number>();
      for (const [high, low] of keys) {
        const expected = known.get(`${high} ${low}`) ?? known.size;
        known.set(`${high} ${low}`, expected);
        assert.equal(table.number(high, low), expected);
      }
      const words = table.sorted();
      for (const [high, low] of keys) assert.equal(findKey(words, high, low), known.get(`${high} ${low}`));
      assert.equal(findKey(words, 4, 4), known.get('4 4') ?? -1);
    }),
    { numRuns: 30 },
  );
});

test('records are put together by group in the order of their rows, in any number of partitions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 300 }),
      fc.integer({ min: 8, max: 800 }),
      async (groups, memoryBytes) => {
        const name = newName();
        await writeGroupedRows(
          root,
          name,
          {
            groups: 10,
            rows: groups.length,
            words: 2,
            scratch: join(root, `${name}-scratch`),
            memoryBytes,
            groupOf: (row) => groups[row] ?? -1,
            fill: (row, into, at) => into.set([row, row * 3], at),
          },
          ticker,
        );
        const reader = new GroupedRowsReader(root, name, 2);
        for (let group = 0; group < 10; group++) {
          const rows = groups.flatMap((each, row) => (each === group ? row : []));
          assert.equal(reader.count(group), rows.length);
          assert.deepEqual(
            [...reader.records(group)],
            rows.flatMap((row) => [row, row * 3]),
          );
          assert.deepEqual(
            [...reader.records(group, 2, 3)],
            rows.slice(2, 5).flatMap((row) => [row, row * 3]),
          );
        }
        reader.close();
      },
    ),
    { numRuns: 40 },
  );
});

test('records show an absence only when they begin in time, go on, miss no year and know the tag', () => {
  const whole = {
    first: 20100315,
    last: 20260101,
    years: Array.from({ length: 17 }, (_, i) => 2010 + i),
    tags: ['reroof'],
  };
  const gap = (change: Partial<typeof whole>, from: string | null = '2012-01-01') =>
    coverageGap({ ...whole, ...change }, ['reroof'], { from, to: '2026-06-30' });
  assert.equal(gap({}), null);
  assert.equal(gap({}, null), null);
  assert.equal(gap({}, '2010-03-15'), null);
  assert.match(gap({}, '2010-03-14') ?? '', /begin on 2010-03-15/);
  assert.match(gap({ last: 20250629 }) ?? '', /end on 2025-06-29/);
  assert.equal(gap({ last: 20250630 }), null);
  assert.match(gap({ years: whole.years.filter((year) => year !== 2019) }) ?? '', /no permits of 2019/);
  assert.match(gap({ tags: ['solar'] }) ?? '', /none of its permits is tagged reroof/);
  assert.match(gap({ first: 0, last: 0, years: [] }) ?? '', /no dates/);
});

test('where no records cover the period, the longest period that some cover is named', () => {
  const records = (first: number, last: number, tags = ['reroof']) => ({
    first,
    last,
    years: Array.from({ length: 40 }, (_, i) => 2000 + i).filter(
      (year) => year >= Math.floor(first / 10_000) && year <= Math.floor(last / 10_000),
    ),
    tags,
  });
  const old = [
    records(20160104, 20161230),
    records(20170301, 20191130),
    records(20100101, 20201231, ['solar']),
  ];
  const asked = { from: '2024-01-01', to: '2026-06-30' };
  assert.equal(
    periodHint(old, ['reroof'], asked),
    'No jurisdiction here has records from 2024-01-01 to 2026-06-30. Ask with permit_from=2017-03-01 and permit_to=2019-11-30.',
  );
  assert.equal(
    coverageGap(records(20170301, 20191130), ['reroof'], { from: '2017-03-01', to: '2019-11-30' }),
    null,
  );
  assert.equal(periodHint([...old, records(20200101, 20260601)], ['reroof'], asked), null);
  assert.equal(periodHint(old, ['pool_spa'], asked), null);
  assert.equal(periodHint([], ['reroof'], asked), null);
});

test('an absence up to a past day needs records up to then only', () => {
  const old = { first: 20160104, last: 20191230, years: [2016, 2017, 2018, 2019], tags: ['reroof'] };
  const gap = (from: string | null, to: string) => coverageGap(old, ['reroof'], { from, to });
  assert.equal(gap('2016-02-01', '2018-06-30'), null);
  assert.equal(gap(null, '2020-06-30'), null);
  assert.match(gap(null, '2021-06-30') ?? '', /end on 2019-12-30/);
  assert.match(gap(null, '2015-06-30') ?? '', /begin on 2016-01-04/);
});
