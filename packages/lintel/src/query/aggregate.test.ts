/** What an aggregate says of groups without permits and of periods (C52), over permits of 2015, 2018 and 2026. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { endpoints, geoId, parseQuery } from '@lintel/contract';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { asOf, ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { soughtPermits } from '../http/answer/sought.js';
import { openRelease } from '../releases/open-release.js';
import { aggregatePermits } from './aggregate.js';

const county = geoId('county', '06075');
const elsewhere = geoId('county', '17031');
const dates = ['2015-03-01', '2015-09-01', '2018-05-05', '2026-05-01'];

const root = mkdtempSync(join(tmpdir(), 'lintel-aggregate-'));
const chance = syntheticNumbers(7);
const world = makeWorld(root, (store) => {
  const rows = dates.map((date, i) => {
    const refined = syntheticPermit(i, chance);
    assert.ok(refined.kind === 'permit');
    const geo_ids = { ...refined.record.geo_ids, county_id: county };
    const record = { ...refined.record, start_date: date, job_value: (i + 1) * 1_000, geo_ids };
    return syntheticRow(`p${i}`, { ...refined, record });
  });
  ingest(store, 'permits-a', rows);
});
const built = await world.build();
const release = openRelease(built.directory);
after(() => {
  release.close();
  world.store.close();
  rmSync(root, { recursive: true, force: true });
});

async function asked(text: string) {
  const parsed = parseQuery(endpoints.permit_aggregate, { query: new URLSearchParams(text), path: {} });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return aggregatePermits(release, parsed.value, soughtPermits(parsed.value));
}

/** Years with their counts, those that are cut with a mark. */
async function years(text: string) {
  const { rows } = await asked(`group_by=year&${text}`);
  return rows.map(({ year, count, partial }) => `${year}${partial ? '*' : ''}: ${count}`);
}

test('years without permits are unknown where no source covers them, and the year of the release is cut', async () => {
  assert.equal(asOf.slice(0, 4), '2026');
  assert.deepEqual(await years(''), ['2015: 2', '2018: 1', '2026*: 1']);
  assert.deepEqual(await years('include_empty=true'), [
    '2015: 2',
    '2016: null',
    '2017: null',
    '2018: 1',
    ...[2019, 2020, 2021, 2022, 2023, 2024, 2025].map((year) => `${year}: null`),
    '2026*: 1',
  ]);
});

test('a year that the dates asked for cut is marked, and one that nothing matches but a source covers has 0', async () => {
  const cut = 'permit_from=2015-02-01&permit_to=2018-12-31';
  assert.deepEqual(await years(cut), ['2015*: 2', '2018: 1']);
  const dear = 'permit_from=2015-01-01&permit_to=2018-12-31&permit_min_job_value=3000&include_empty=true';
  assert.deepEqual(await years(dear), ['2015: 0', '2016: null', '2017: null', '2018: 1']);
});

test('a place asked for that no source covers has no count, in an answer that is charged by its rows', async () => {
  const { rows } = await asked(`group_by=county&geo_id=${county}&geo_id=${elsewhere}&include_empty=true`);
  assert.deepEqual(
    rows.map((row) => [row.county, row.county_name, row.count]),
    [
      [county, 'San Francisco County, CA', 4],
      [elsewhere, 'Cook County, IL', null],
    ],
  );
});

test('what is cut by the limit is one row, conditions leave groups out, and wrong questions say what may be asked', async () => {
  const { rows, group_count } = await asked(
    'group_by=year&limit=1&order=-median_job_value&measures=sum_job_value',
  );
  assert.equal(group_count, 3);
  assert.deepEqual(
    rows.map((row) => [row.year, row.count, row.sum_job_value, row.job_value_n, row.others]),
    [
      [2026, 1, 4_000, 1, false],
      [null, 3, 6_000, 3, true],
    ],
  );
  assert.deepEqual(await years('having=count>1'), ['2015: 2']);
  for (const [text, hint] of [
    ['group_by=decade', 'year'],
    ['measures=mean_job_value', 'median_job_value'],
    ['having=cuont>3', 'count'],
    ['group_by=year&order=-yaer', 'year'],
    ['group_by=year&order=county', 'group_by'],
    ['group_by=year,year', 'twice'],
    ['include_empty=true', 'group_by'],
  ] as const) {
    const parsed = parseQuery(endpoints.permit_aggregate, { query: new URLSearchParams(text), path: {} });
    assert.ok(
      !parsed.ok && JSON.stringify(parsed.detail).includes(hint),
      `${text}: ${JSON.stringify(parsed)}`,
    );
  }
});
