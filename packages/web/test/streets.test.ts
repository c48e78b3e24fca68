/** Streets that the addresses of a release tell of, on a map in a real browser: their lines and their names. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { StreetMap } from '@lintel/client';
import type { Page } from 'playwright-core';
import { settled, skipWithoutBrowser } from './browser.js';
import { type LoadedCity, loadCity } from './loaded-city.js';

/** Eighty houses along a straight street; the permits of those in the north are too old to be on the map, which leaves room for its name. */
const permits = Array.from({ length: 80 }, (_, at) => {
  const day = Date.UTC(at < 10 ? 2022 : 2015, 3, 1 + (at % 20), 18);
  return `20220${at},Building Residential - New,${day},${day},90000,${100 + 10 * at} SHELBY AVE,NASHVILLE,TN,New home.,37206,${36.16 + at / 2_000},-86.76`;
});
const middle = '36.18,-86.76';

let city: LoadedCity | undefined;
const skip = skipWithoutBrowser;

before(async () => {
  if (skip === false) city = await loadCity(permits, { maps: true });
});
after(() => city?.close());

/** The map at a zoom, with the streets as the service sends them or changed, and what was sent of them. */
async function mapAt(zoom: number, change: (streets: StreetMap) => StreetMap = (streets) => streets) {
  if (city === undefined) throw new Error('no browser');
  const sent: StreetMap[] = [];
  const page: Page = await city.browser.open('/healthz', { width: 1200, height: 800 });
  await page.route('**/v2/streets?*', async (route) => {
    const response = await route.fetch();
    const streets = (await response.json()) as StreetMap;
    sent.push(streets);
    await route.fulfill({ response, json: change(streets) });
  });
  await page.goto(`/?map=${middle},${zoom}`);
  await page.locator('.maplibregl-map').waitFor();
  await settled(page);
  const picture = await page.locator('.map canvas').screenshot();
  await page.close();
  return { features: sent.flatMap(({ features }) => features), picture };
}

test('from zoom 13 on a map without street tiles has the streets of the addresses, with their names', {
  skip,
}, async () => {
  assert.deepEqual((await mapAt(12.5)).features, []);
  const drawn = await mapAt(13.5);
  assert.deepEqual([...new Set(drawn.features.map(({ properties }) => properties.name))], ['SHELBY AVE']);
  const again = await mapAt(13.5);
  assert.ok(drawn.picture.equals(again.picture), 'the same map twice is the same picture');
  const nameless = await mapAt(13.5, ({ type, features }) => ({
    type,
    features: features.map((street) => ({ ...street, properties: { name: '' } })),
  }));
  assert.ok(!drawn.picture.equals(nameless.picture), 'names are drawn');
  const bare = await mapAt(13.5, ({ type }) => ({ type, features: [] }));
  assert.ok(!nameless.picture.equals(bare.picture), 'lines are drawn');
  assert.deepEqual(city?.browser.faults, []);
});
