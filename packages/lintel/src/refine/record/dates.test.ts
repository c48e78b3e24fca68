import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type DateContext,
  dayNumber,
  daysBetween,
  deriveDates,
  formatDate,
  orderDates,
  readDate,
} from './dates.js';
import type { DefectList } from './defects.js';

const chicago: DateContext = { timeZone: 'America/Chicago', today: '2026-11-21' };

function read(text: string, frame = chicago): string | null {
  return readDate(text, 'file_date', frame, []);
}

test('every date form that portals write is parsed as its calendar date', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['2024-05-10', '2024-05-10'],
    ['2024-5-1', '2024-05-01'],
    ['2024-05-10T00:00:00.000', '2024-05-10'],
    ['2024-05-10 23:59:59', '2024-05-10'],
    ['05/10/2024', '2024-05-10'],
    ['5/1/2024', '2024-05-01'],
    ['05/10/2024 02:52:57 PM', '2024-05-10'],
    ['05/10/2024 00:00:00', '2024-05-10'],
    ['3/1/22', '2022-03-01'],
    ['3/1/99', '1999-03-01'],
    ['12/31/29', '1929-12-31'],
    ['8-Aug-19', '2019-08-08'],
    ['08 Aug 2019', '2019-08-08'],
    ['June, 30 2026 00:00:00', '2026-06-30'],
    ['Jun 3, 2024', '2024-06-03'],
    ['September 9 2024 12:00AM', '2024-09-09'],
    ['20240510', '2024-05-10'],
    ['2024/05/10 05:00:00+00', '2024-05-10'],
    ['2024/05/10 04:59:59+00', '2024-05-09'],
    ['2024-05-10T05:00:00Z', '2024-05-10'],
    ['2024-05-10T23:30:00-05:00', '2024-05-10'],
    ['1681189200000', '2023-04-11'],
    ['1681189200', '2023-04-11'],
    ['1681189200000.0', '2023-04-11'],
    ['-86400000000', '1967-04-06'],
    ['45292', '2024-01-01'],
    ['45292.75', '2024-01-01'],
    ['20000', '1954-10-03'],
    ['/Date(1345819571000)/', '2012-08-24'],
    ['\\/Date(1189506663000)\\/', '2007-09-11'],
    ['/Date(1345819571000-0400)/', '2012-08-24'],
  ];
  for (const [text, date] of cases) assert.equal(read(text), date, text);
});

test("an instant is the date in the source's time zone, not in UTC", () => {
  assert.equal(read('1715299200000', { ...chicago, timeZone: 'UTC' }), '2024-05-10');
  assert.equal(read('1715299200000'), '2024-05-09');
  assert.equal(read('1715299200000', { ...chicago, timeZone: 'Pacific/Honolulu' }), '2024-05-09');
});

test('an impossible date of a permit is null and the reason is noted', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['2023-02-30', 'date_impossible'],
    ['02/29/2023', 'date_impossible'],
    ['13/05/2020', 'date_impossible'],
    ['31-Apr-19', 'date_impossible'],
    ['0001-01-01', 'date_placeholder'],
    ['0001-01-01T00:00:00', 'date_placeholder'],
    ['1900-01-01', 'date_placeholder'],
    ['01/01/1900', 'date_placeholder'],
    ['12/30/1899', 'date_placeholder'],
    ['0', 'date_placeholder'],
    ['9999-12-31', 'date_placeholder'],
    ['1849-12-31', 'date_implausible'],
    ['2028-11-22', 'date_implausible'],
    ['2203-01-01', 'date_implausible'],
    ['soon', 'date_unreadable'],
    ['2019', 'date_unreadable'],
    ['8-Foo-19', 'date_unreadable'],
    ['99999999999999999', 'date_unreadable'],
  ];
  for (const [text, name] of cases) {
    const defects: DefectList = [];
    assert.equal(readDate(text, 'issue_date', chicago, defects), null, text);
    assert.deepEqual(defects, [{ name, field: 'issue_date' }], text);
  }
  assert.equal(read('2028-11-21'), '2028-11-21');
  assert.equal(read('1850-01-01'), '1850-01-01');
});

test('a date is parsed back from every form it can be written in', () => {
  const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10);
      if (iso === '1970-01-01') return;
      const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
      const utc = { ...chicago, timeZone: 'UTC' };
      assert.equal(formatDate(Number(year), Number(month), Number(dayOfMonth)), iso);
      assert.equal(read(iso), iso);
      assert.equal(read(`${Number(month)}/${Number(dayOfMonth)}/${year}`), iso);
      assert.equal(read(`${year}/${month}/${dayOfMonth} 00:00:00+00`, utc), iso);
      assert.equal(read(`/Date(${date.getTime()})/`, utc), iso);
      assert.equal(dayNumber(iso), Math.floor(date.getTime() / 86_400_000));
    }),
  );
});

test('file, issue and final dates are in order; one that contradicts the order is dropped', () => {
  const cases = [
    {
      given: ['2024-01-01', '2024-02-01', '2024-03-01'],
      kept: ['2024-01-01', '2024-02-01', '2024-03-01'],
      aside: [],
    },
    {
      given: ['2024-02-02', '2024-02-01', '2024-03-01'],
      kept: [null, '2024-02-01', '2024-03-01'],
      aside: ['file_date'],
    },
    {
      given: ['2024-01-01', '2024-02-01', '2024-01-15'],
      kept: ['2024-01-01', '2024-02-01', null],
      aside: ['final_date'],
    },
    { given: ['2024-01-02', null, '2024-01-01'], kept: ['2024-01-02', null, null], aside: ['final_date'] },
    {
      given: ['2024-03-01', '2024-02-01', '2024-01-01'],
      kept: [null, '2024-02-01', null],
      aside: ['file_date', 'final_date'],
    },
    {
      given: ['2024-01-01', '2024-01-01', '2024-01-01'],
      kept: ['2024-01-01', '2024-01-01', '2024-01-01'],
      aside: [],
    },
  ] as const;
  for (const { given, kept, aside } of cases) {
    const defects: DefectList = [];
    const ordered = orderDates({ file: given[0], issue: given[1], final: given[2] }, defects);
    assert.deepEqual([ordered.file, ordered.issue, ordered.final], kept);
    assert.deepEqual(
      defects,
      aside.map((field) => ({ name: 'date_order', field })),
    );
  }
});

test('durations are whole days between the dates and null without one of them', () => {
  const all = deriveDates({ file: '2024-02-27', issue: '2024-03-01', final: '2025-03-01' });
  assert.deepEqual(all, {
    start: '2024-02-27',
    end: '2025-03-01',
    total: 368,
    construction: 365,
    approval: 3,
  });
  const some = deriveDates({ file: null, issue: '2024-03-01', final: null });
  assert.deepEqual(some, {
    start: '2024-03-01',
    end: '2024-03-01',
    total: 0,
    construction: null,
    approval: null,
  });
  assert.equal(deriveDates({ file: null, issue: null, final: null }).total, null);
  assert.equal(daysBetween('1899-12-31', '1900-03-01'), 60);
});
