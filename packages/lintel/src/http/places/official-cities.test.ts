/** Cities of the official count on a map: those of the place asked for, once each, with their last year. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { OfficialCities, OfficialPlace } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import { testService } from '@lintel/testing/http/service.js';
import {
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { fewPlaces, ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { openReleaseStore } from '../../releases/open-store.js';
import { publish } from '../../releases/release-store.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-cities-'));
const world = makeWorld(root, (store) => {
  ingest(store, 'permits-a', [syntheticRow('p', syntheticPermit(1, syntheticNumbers(3)))]);
});
const cityOf = (name: string, state: string) => fewPlaces().city(name, state)?.geoId ?? '';
const none = { buildings: 0, units: 0, value: 0 };

/** Homes of the years from 2023 on. */
function counted(population: number | null, ...homes: readonly number[]): OfficialPlace {
  const periods = homes.map((units, at) => ({
    ...{
      period: String(2023 + at),
      buildings: units,
      units,
      units_reported: units,
      value: 1,
      months_reported: 12,
    },
    kinds: { one_unit: none, two_units: none, three_or_four_units: none, five_or_more_units: none },
  }));
  return { population, periods };
}

await world.build({
  official: new Map([
    [cityOf('San Francisco', 'CA'), counted(540_000, 9, 70)],
    [cityOf('Daly City', 'CA'), counted(null, 300)],
    [cityOf('Colma', 'CA'), counted(120_000, 5, 0)],
    [cityOf('Nashville', 'TN'), counted(270_000, 50)],
    ['CA', counted(39_000_000, 1000)],
  ]),
});
await publish(world.home);
const releases = openReleaseStore(world.home, { now: () => 0 });
const service = testService({ releases });
after(async () => {
  await service.close();
  releases.close();
  rmSync(root, { recursive: true, force: true });
});

async function citiesOf(id: string) {
  const { status, body } = await service.ask(`/v2/places/${id}/official/cities`);
  assert.equal(status, 200, JSON.stringify(body));
  return (body as OfficialCities).features;
}

test('a state has its cities with homes, the most first, each at its place with its last year', async () => {
  const [daly, francisco, ...rest] = await citiesOf('CA');
  assert.deepEqual(rest, []);
  assert.deepEqual(daly?.properties, {
    ...{ geo_id: cityOf('Daly City', 'CA'), name: 'Daly City', year: 2023, units: 300, population: null },
  });
  assert.deepEqual(francisco?.properties, {
    ...{
      geo_id: cityOf('San Francisco', 'CA'),
      name: 'San Francisco',
      year: 2024,
      units: 70,
      population: 540_000,
    },
  });
  const [lng = 0, lat = 0] = francisco?.geometry.coordinates ?? [];
  assert.ok(Math.abs(lng + 122.42) < 0.1 && Math.abs(lat - 37.77) < 0.1, `${lat}, ${lng}`);
});

test('a county has its own; a city, and a place that is not counted, have none', async () => {
  const mateo = geoId('county', '06081');
  assert.deepEqual(
    (await citiesOf(mateo)).map(({ properties }) => properties.name),
    ['Daly City'],
  );
  assert.deepEqual([await citiesOf(cityOf('Daly City', 'CA')), await citiesOf('IL')], [[], []]);
  const unknown = await service.ask(`/v2/places/${geoId('county', '99999')}/official/cities`);
  assert.equal(unknown.status, 404);
});
