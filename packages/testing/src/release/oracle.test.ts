/** Metrics, coverage and decision search of a built release, compared with plain scans over its records. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  assetClasses,
  type Decision,
  decisionCategories,
  geoId,
  type Permit,
  propertyTypes,
} from '@lintel/contract';
import type { Refined } from 'lintel/dist/refine/record/refined.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import {
  checkCoverage,
  checkDecisions,
  checkOneUse,
  checkPlaceMetrics,
  checkSmallMetrics,
  recordsOf,
} from './oracle.js';
import {
  syntheticAddressRows,
  syntheticDecision,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from './synthetic-records.js';
import { ingest, makeWorld } from './synthetic-world.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-oracle-'));
after(() => rmSync(root, { recursive: true, force: true }));

const chance = syntheticNumbers(23);
const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T;
const maybe = <T>(value: T): T | null => (chance() < 0.8 ? value : null);

/** A permit of several states, ZIP codes and years, a good part of them in one place. */
function permit(number: number): Refined {
  const refined = syntheticPermit(number, chance);
  if (refined.kind !== 'permit') return refined;
  const { record } = refined;
  const year = chance() < 0.6 ? '' : String(1990 + Math.floor(chance() * 38));
  const date =
    record.start_date === null || year === '' ? record.start_date : `${year}${record.start_date.slice(4)}`;
  const address = {
    ...record.address,
    state: maybe(pick(['CA', 'CA', 'CA', 'IL', 'TN'])),
    zip_code: maybe(pick(['94103', '94103', '00501', '37201', '99998'])),
  };
  const jurisdiction = maybe(geoId('jurisdiction', pick(['0667000', '1714000'])));
  const geoIds = { ...record.geo_ids, jurisdiction_id: jurisdiction };
  const moved = { ...record, start_date: date, address, geo_ids: geoIds, fees: maybe(100) };
  return { ...refined, record: moved };
}

const stems = new Map([
  ['rezoning', 'rezon'],
  ['rezoned', 'rezon'],
  ['rezones', 'rezon'],
  ['houses', 'hous'],
  ['housing', 'hous'],
  ['plat', 'plat'],
  ['plats', 'plat'],
  ['rh', 'rh'],
  ['2', '2'],
]);
const words = [...stems.keys(), 'RH-2', 'Rezoning,', '"plats"', 'nowhere', '***', 'NEAR(', 'AND'];

function decision(number: number): Refined {
  const refined = syntheticDecision(number, chance);
  if (refined.kind !== 'decision') return refined;
  const some = () => Array.from({ length: 4 }, () => pick([...stems.keys()])).join(pick([' ', ', ', '-']));
  const record: Decision = {
    ...refined.record,
    title: maybe(some()),
    description: maybe(`${some()}.`),
    asset_class: maybe(pick(assetClasses)),
    category: maybe(pick(decisionCategories)),
    subcategory: maybe(pick(['map_amendment', 'Map_Amendment', 'other'])),
    property_type: maybe(pick(propertyTypes)),
    project_value: maybe(Math.floor(chance() * 1e6)),
    state: maybe(pick(['CA', 'TN'])),
  };
  return { ...refined, record };
}

const world = makeWorld(root, (store) => {
  ingest(
    store,
    'permits-a',
    Array.from({ length: 2000 }, (_, i) => syntheticRow(`p${i}`, permit(i))),
  );
  const several = Array.from({ length: 500 }, (_, i) =>
    syntheticAddressRows(
      permit(2000 + i),
      Array.from({ length: Math.floor(chance() * 4) }, () => permit(0)),
    ),
  );
  const rows = several.flatMap((own, i) => own.map((refined, j) => syntheticRow(`c${i}-${j}`, refined)));
  ingest(store, 'permits-c', rows);
  ingest(
    store,
    'decisions',
    Array.from({ length: 300 }, (_, i) => syntheticRow(`d${i}`, decision(i))),
  );
});
const built = await world.build();
const release = openRelease(built.directory);
after(() => release.close());
const permits = recordsOf<Permit>(built.directory, 'permits');

test('the metrics of every place in every cell equal a plain scan', () => {
  assert.ok(checkPlaceMetrics(release, permits) > 20_000);
});

test('property type and tags of every permit agree on one use, and so do the metrics', () => {
  assert.ok(checkOneUse(release, permits) > 10);
});

test('the metrics of contractors and addresses equal a plain scan', () => {
  assert.ok(checkSmallMetrics(release, permits, 1) > 1_000);
});

test('the coverage of any period is exact to the day', () => {
  for (let i = 0; i < 30; i++) checkCoverage(release, permits, chance);
});

test('decision search finds what a plain scan finds, in its order, page by page', () => {
  const decisions = recordsOf<Decision>(built.directory, 'decisions');
  const stem = (word: string) => stems.get(word) ?? word;
  assert.ok(decisions.some(({ decision_date: date }) => date === null));
  assert.ok(checkDecisions(release, decisions, 600, chance, words, stem) > 2_000);
});

test('a build with little memory gives the same release', async () => {
  const again = await world.build({ memoryBytes: 20_000 });
  assert.equal(again.id, built.id);
});

test('places that no permit has are known, and unknown ones are not', () => {
  const query = { tag: 'all', propertyType: 'all' };
  const months = { from: 0, to: 99_999 };
  assert.deepEqual(release.currentMetrics('zip', '37203', query, null), []);
  assert.deepEqual(release.monthlyMetrics('state', 'WY', query, months), []);
  assert.ok(
    (release.currentMetrics('zip', '99998', query, null) ?? []).length > 0,
    'a ZIP code that only permits name',
  );
  assert.equal(release.currentMetrics('zip', '99999', query, null), null);
  assert.equal(release.currentMetrics('city', geoId('city', 'none'), query, null), null);
  assert.equal(release.currentMetrics('address', geoId('address', 'none'), query, null), null);
  assert.equal(release.contractorMetrics('nobody', query, months), null);
  assert.equal(release.coverage('state', 'XX', '2020-01-01', '2021-01-01'), null);
});
