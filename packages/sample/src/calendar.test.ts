import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayOf,
  filingCurve,
  firstDay,
  isClosed,
  isoDate,
  monthOf,
  nextOpenDay,
  usDate,
  yearOf,
} from './calendar.js';

test('days and their texts agree, inside and outside the world', () => {
  for (const date of ['1899-12-30', '2012-01-03', '2016-02-29', '2026-06-30', '2099-12-31', '9999-12-31']) {
    const day = dayOf(date);
    assert.equal(isoDate(day), date);
    assert.equal(usDate(day), `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`);
    assert.equal(yearOf(day), Number(date.slice(0, 4)));
    assert.equal(monthOf(day) + 1, Number(date.slice(5, 7)));
  }
  assert.ok(Number.isNaN(dayOf('30.06.2026')));
});

test('offices are closed on weekends and holidays and open after them', () => {
  assert.ok(isClosed(dayOf('2026-06-27')) && isClosed(dayOf('2026-06-28')) && isClosed(dayOf('2025-12-25')));
  assert.ok(!isClosed(dayOf('2026-06-29')));
  assert.equal(isoDate(nextOpenDay(dayOf('2025-07-04'))), '2025-07-07');
});

test('filings come in order, on open days, within the world', () => {
  const curve = filingCurve(dayOf('2026-06-30'));
  for (const n of [1, 7, 5000]) {
    let previous = firstDay;
    for (let i = 0; i < n; i++) {
      const day = curve.dayOfFiling(i, n);
      assert.ok(
        day >= previous && day <= curve.today && !isClosed(day),
        `filing ${i} of ${n} on ${isoDate(day)}`,
      );
      previous = day;
    }
  }
});

test('the number of filings before a day follows the curve', () => {
  const curve = filingCurve(dayOf('2026-06-30'));
  const day = dayOf('2020-01-01');
  const n = 3000;
  const before = curve.filingsBefore(day, n);
  assert.ok(curve.dayOfFiling(before - 1, n) < day && curve.dayOfFiling(before, n) >= day);
});

test('more is filed in summer than in winter, and more in 2022 than in 2012', () => {
  const curve = filingCurve(dayOf('2026-06-30'));
  const n = 40_000;
  const between = (from: string, to: string) =>
    curve.filingsBefore(dayOf(to), n) - curve.filingsBefore(dayOf(from), n);
  assert.ok(between('2018-05-01', '2018-07-01') > 1.15 * between('2018-11-01', '2019-01-01'));
  assert.ok(between('2022-01-01', '2023-01-01') > 1.3 * between('2012-01-01', '2013-01-01'));
});
