/** Why a search found nothing (C37), from the files of a release of permits of 2015, 2018 and 2026. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { geoId } from '@lintel/contract';
import {
  syntheticDecision,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { asOf, ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { endOfRecords } from '../format/filters/coverage.js';
import { loadGeography } from '../geography/load.js';
import { openRelease } from '../releases/open-release.js';
import { anyArea } from './area.js';

const sanFrancisco = {
  county: geoId('county', '06075'),
  city: loadGeography().city('San Francisco', 'CA', { countyGeoid: null })?.geoId ?? '',
  jurisdiction: geoId('jurisdiction', '0667000'),
  address: geoId('address', '7 MILLICK'),
};
const cook = geoId('county', '17031');
const permitDates = ['2015-03-01', '2015-09-01', '2018-05-05', '2026-05-01'];
const decisionDates = ['2026-01-05', '2026-03-01', null];

const root = mkdtempSync(join(tmpdir(), 'lintel-empty-'));
const chance = syntheticNumbers(5);
const world = makeWorld(root, (store) => {
  const permits = permitDates.map((date, i) => {
    const refined = syntheticPermit(i, chance);
    assert.ok(refined.kind === 'permit');
    const { address } = refined.record;
    const record = {
      ...refined.record,
      start_date: date,
      address: {
        ...address,
        street_no: '7',
        street: 'MILLICK ST',
        zip_code: '94103',
        zip_code_ext: null,
        latlng: [37.77, -122.41] as [number, number],
      },
      geo_ids: {
        address_id: sanFrancisco.address,
        city_id: null,
        county_id: sanFrancisco.county,
        jurisdiction_id: sanFrancisco.jurisdiction,
      },
    };
    return syntheticRow(`p${i}`, { ...refined, record });
  });
  ingest(store, 'permits-a', permits);
  const decisions = decisionDates.map((date, i) => {
    const refined = syntheticDecision(i, chance);
    assert.ok(refined.kind === 'decision');
    return syntheticRow(`d${i}`, { ...refined, record: { ...refined.record, decision_date: date } });
  });
  ingest(store, 'decisions', decisions);
});
const built = await world.build();
const release = openRelease(built.directory);
after(() => {
  release.close();
  rmSync(root, { recursive: true, force: true });
});

const permits = (place: string | null, from: string | null, to: string | null) =>
  release.emptyReason({ records: 'permits', places: place === null ? [] : [place], from, to });
const decisions = (place: string | null, from: string | null, to: string | null) =>
  release.emptyReason({ records: 'decisions', places: place === null ? [] : [place], from, to });

/** The place as every kind: all must give the same reason. */
const covered = ['CA', '94103', '94103-1234', ...Object.values(sanFrancisco), null];
const decisionPlaces = ['CA', sanFrancisco.county, sanFrancisco.jurisdiction, sanFrancisco.address, null];

test('a covered place says so in the years of its records and up to the release', async () => {
  for (const place of covered) {
    for (const [from, to] of [
      ['2015-04-01', '2015-04-30'],
      ['2018-01-01', '2018-12-31'],
      ['2010-01-01', '2030-01-01'],
      ['2026-06-01', '2026-06-30'],
      ['2026-06-30', '2027-12-31'],
      ['1990-01-01', null],
      [null, null],
    ] as const) {
      assert.equal(await permits(place, from, to), 'no_match', `${place} ${from} ${to}`);
    }
  }
});

test('before, after and in years without any record the period is not covered', async () => {
  for (const place of covered) {
    for (const [from, to] of [
      ['2001-01-01', '2015-02-28'],
      ['2016-01-01', '2017-12-31'],
      ['2019-01-01', '2025-12-31'],
      ['2026-07-01', '2030-01-01'],
      ['2026-07-01', null],
    ] as const) {
      assert.equal(await permits(place, from, to), 'window', `${place} ${from} ${to}`);
    }
  }
});

test('an area is covered where permits have a point, in the years of their jurisdictions', async () => {
  const areas = [
    { ...anyArea, bbox: [-123, 37, -122, 38] },
    { ...anyArea, near: [37.77, -122.41], radius_m: 10 },
  ];
  const reason = (area: (typeof areas)[number], from: string, to: string, places: string[] = []) =>
    release.emptyReason({ records: 'permits', places, area, from, to });
  for (const area of areas) {
    assert.equal(await reason(area, '2018-01-01', '2018-12-31'), 'no_match');
    assert.equal(await reason(area, '2016-01-01', '2017-12-31'), 'window');
    assert.equal(await reason(area, '2018-01-01', '2018-12-31', ['94103']), 'no_match');
    assert.equal(await reason(area, '2018-01-01', '2018-12-31', ['NY']), 'no_coverage');
  }
  const ocean = { ...anyArea, bbox: [-140, 37, -139, 38] };
  assert.equal(await reason(ocean, '2018-01-01', '2018-12-31'), 'no_coverage');
});

test('other places are not covered, known or not', async () => {
  for (const place of [
    'NY',
    '37203',
    cook,
    geoId('city', 'none'),
    geoId('address', 'none'),
    geoId('jurisdiction', 'x'),
  ]) {
    assert.equal(await permits(place, '2015-01-01', '2026-12-31'), 'no_coverage', place);
    assert.equal(await decisions(place, '2015-01-01', '2026-12-31'), 'no_coverage', place);
  }
});

test('decisions are covered from the first to the release, whatever permits are', async () => {
  for (const place of decisionPlaces) {
    assert.equal(await decisions(place, '2026-02-01', '2026-02-28'), 'no_match', String(place));
    assert.equal(await decisions(place, '2026-06-01', '2026-06-30'), 'no_match', String(place));
    assert.equal(await decisions(place, '2015-01-01', '2025-12-31'), 'window', String(place));
    assert.equal(await decisions(place, '2026-07-01', '2026-12-31'), 'window', String(place));
  }
});

test('an address that only a decision names is in the jurisdiction of the decision', async () => {
  const address = geoId('address', 'decision 0');
  assert.equal(await permits(address, '2018-01-01', '2018-12-31'), 'no_match');
  assert.equal(await permits(address, '2016-01-01', '2016-12-31'), 'window');
  assert.equal(await decisions(address, '2026-02-01', '2026-02-28'), 'no_match');
});

test('records that end more than a year before the release end with the last of them', () => {
  assert.equal(asOf, '2026-06-30');
  assert.equal(endOfRecords(20250630, 20260630), 20260630);
  assert.equal(endOfRecords(20250629, 20260630), 20250629);
  assert.equal(endOfRecords(20260801, 20260630), 20260801, 'planned ahead');
});
