/** Maps and charts of one city in a real browser: what is on them, what is not, and how one comes to it without a pointer. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { settled, skipWithoutBrowser } from './browser.js';
import { type LoadedCity, loadCity } from './loaded-city.js';

/**
 * Thirty permits from Tuesday, 1 February 2022, whose week begins in January. Five have no point, and only those of
 * March state a value.
 */
const permits = Array.from({ length: 30 }, (_, at) => {
  const day = Date.UTC(2022, 1 + (at % 3), 1 + Math.floor(at / 3), 18);
  const point = at % 6 === 5 ? ',' : `${36.16 + (at % 5) / 500},${-86.78 + at / 1_000}`;
  const value = at % 3 === 1 ? 90_000 : '';
  return `20220${at},Building Residential - New,${day},${day},${value},${100 + 2 * at} MAIN ST,NASHVILLE,TN,New home.,37201,${point}`;
});

const kinds =
  '1-unit,,,2-units,,,3-4 units,,,5+ units,,,1-unit rep,,,2-units rep,,,3-4 units rep,,, 5+units rep';
const measures = Array.from({ length: 8 }, () => 'Bldgs,Units,Value').join(',');
const counts = '7,7,1000,2,4,500,0,0,0,1,40,9000,7,7,1000,2,4,500,0,0,0,1,40,9000';
const official = {
  'county-2021-3.txt': `Survey,FIPS,FIPS,Region,Division,County,,${kinds}\nDate,State,County,Code,Code,Name,${measures}\n \n2021,47,037,3,6,Davidson County,${counts}\n`,
  'place-2021-3.txt': `Survey,State,6-Digit,County,Census Place,FIPS Place,FIPS MCD,Pop,CSA,CBSA,Footnote,Central,Zip,Region,Division,Number of,Place,,${kinds}\nDate,Code,ID,Code,Code,Code,Code,  ,Code,Code,Code,City,Code,Code,Code,Months Rep,Name,${measures}\n \n2021,47,377000,037,2700,52006 ,00000 ,2553 ,999,34980, , ,37201      ,3,6,12,Nashville-Davidson,${counts}\n`,
};

let city: LoadedCity | undefined;
const skip = skipWithoutBrowser;

before(async () => {
  if (skip === false) city = await loadCity(permits, { maps: true, official });
});
after(() => city?.close());
// A map is drawn by the processor here, also behind the next test.
afterEach(() => city?.browser.closePages());

test('the list has the permits without a point, and the map says how many they are', { skip }, async () => {
  const page = await city?.browser.open('/');
  await page?.getByText(/^30 permits in the 12 months up to/).waitFor();
  await page?.getByText('5 of these have no point on the map').waitFor();
  const parts = await city?.browser.open('/?within=36.16,-86.77,5000');
  await parts?.getByText(/^25 permits in the 12 months up to/).waitFor();
  await parts?.locator('.maplibregl-map').waitFor();
  assert.equal(await parts?.getByText('no point on the map').count(), 0);
});

test('the map of a place is loaded when one comes to it, and leads on into the explorer', {
  skip,
}, async () => {
  const page = await city?.browser.open('/healthz', { height: 500 });
  if (page === undefined) return;
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/places/state/TN');
  await page.locator('svg.chart .bar').first().waitFor();
  await page.waitForLoadState('networkidle');
  const ofMap = () => loaded.filter((path) => /^\/assets\/(?:place-map|maplibre|atlas)|\/tiles\//.test(path));
  assert.deepEqual(ofMap(), []);
  const room = await page.locator('.place-map-box').boundingBox();
  await page.locator('.place-map-box').scrollIntoViewIfNeeded();
  await page.locator('.place-map-box .maplibregl-map[data-drawn]').waitFor();
  assert.ok(ofMap().some((path) => path.startsWith('/v2/permits/tiles/')));
  const shown = await page.locator('.place-map-box').boundingBox();
  assert.equal(shown?.height, room?.height, 'the map takes the room that it had');
  await page.getByRole('link', { name: 'Explore the map' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('in') === 'TN');
  await page.emulateMedia({ media: 'print' });
  await page.goBack();
  assert.equal(await page.locator('.place-map').isVisible(), false, 'paper has no map, which would be empty');
  assert.deepEqual(city?.browser.faults, []);
});

test('a chart begins with the first month of permits, not with the Monday of their first week', {
  skip,
}, async () => {
  const page = await city?.browser.open('/places/state/TN');
  await page?.locator('svg.chart .bar').first().waitFor();
  await page?.getByRole('button', { name: 'Numbers' }).first().click();
  const first = page?.locator('.numbers tbody th').first();
  assert.equal(await first?.textContent(), 'Feb 2022');
});

test('a value between two gaps is drawn as a dot', { skip }, async () => {
  const page = await city?.browser.open('/summary?group=month&measure=median_job_value&in=TN');
  await page?.locator('svg.chart .lone').waitFor();
  assert.equal(await page?.locator('svg.chart .lone').count(), 1);
});

test('without a pointer, cities that the map has as circles are opened from a table', { skip }, async () => {
  const page = await city?.browser.open('/?in=TN&list=counties&metric=homes');
  if (page === undefined) return;
  await page.getByRole('table', { name: /^Homes by city, the circles of the map, 2021/ }).waitFor();
  await settled(page);
  assert.match(
    (await page.locator('.map canvas').getAttribute('aria-label')) ?? '',
    /^Map: Homes authorized in 2021, .*The table has the same places, with links\.$/,
  );
  const link = page.getByRole('link', { name: /^Nashville/ });
  for (let steps = 0; steps < 60; steps++) {
    if (await link.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  assert.notEqual(await link.evaluate((element) => getComputedStyle(element).outlineStyle), 'none');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/places\/city\/[\w-]{11}$/);
});

test('on a phone the tools of the explorer take two rows at most', { skip }, async () => {
  for (const path of ['/?in=TN', '/?in=TN&list=counties', '/?in=TN&view=map']) {
    const page = await city?.browser.open(path, { width: 390, height: 844 });
    const name = path.includes('list') ? 'Permits' : 'Download';
    await page?.locator('.explorer-tools').getByRole('button', { name, exact: true }).waitFor();
    // What a tool is called comes with the first answers, and with it its width.
    await page?.waitForFunction(() => {
      const bottoms = [...document.querySelectorAll('.explorer-tools :is(button, a, select)')]
        .filter((tool) => tool.getClientRects().length > 0)
        .map((tool) => tool.getBoundingClientRect().bottom)
        .toSorted((one, other) => one - other);
      const rows = bottoms.filter((bottom, at) => at === 0 || bottom - (bottoms[at - 1] ?? 0) > 12);
      return rows.length > 0 && rows.length <= 2 && document.documentElement.scrollWidth <= innerWidth;
    });
  }
});
