/** Which periods and tags the records of a jurisdiction cover, so that a missing permit is evidence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageGap, periodHint } from './coverage.js';

test('records show an absence only when they begin in time, continue, miss no year and have the tag', () => {
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

test('where no records cover the period, the longest period that is covered is named', () => {
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
