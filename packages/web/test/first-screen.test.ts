/** What somebody sees first of a city whose records ended years ago, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { skipWithoutBrowser } from './browser.js';
import { type LoadedCity, loadCity } from './loaded-city.js';

const permits = Array.from({ length: 40 }, (_, at) => {
  // Noon, which is the same day in Nashville.
  const day = Date.UTC(2019, at, 15, 18);
  const kind = 'Building Residential - New';
  return `20190${at},${kind},${day},${day},90000,${100 + 2 * at} MAIN ST,NASHVILLE,TN,New single family home.,37201,${36.17 + at / 5_000},-86.78`;
});

let city: LoadedCity | undefined;
const skip = skipWithoutBrowser;

before(async () => {
  if (skip === false) city = await loadCity(permits, { maps: false });
});
after(() => city?.close());

test('a service of one city opens on it, with its last year and what there is', { skip }, async () => {
  const page = await city?.browser.open('/');
  await page?.waitForURL(/\?in=[\w-]{11}$/);
  await page?.locator('.table-body [role="row"]').first().waitFor();
  await page?.getByText('the 12 months up to Apr 15, 2022, the newest record here').waitFor();
  const strip = page?.getByRole('region', { name: 'What is here' });
  await strip?.getByText('40 permits, the newest of Apr 15, 2022').waitFor();
  await strip?.getByRole('link', { name: 'New homes per year, by kind' }).click();
  await page?.locator('svg.chart .bar').first().waitFor();
});

test('a column that no permit states is left out until it is chosen', { skip }, async () => {
  const page = await city?.browser.open('/');
  await page?.getByRole('columnheader', { name: 'Job value' }).waitFor();
  const status = page?.getByRole('columnheader', { name: 'Status' });
  assert.equal(await status?.count(), 0);
  await page?.getByRole('button', { name: 'Columns' }).click();
  await page?.getByRole('checkbox', { name: 'Status' }).check();
  await status?.waitFor();
});

test('a summary of what no permit states says so in place of an empty chart', { skip }, async () => {
  const page = await city?.browser.open('/summary?group=year&measure=sum_fees');
  await page?.getByText('None of the 40 permits found states fees.').waitFor();
  assert.equal(await page?.locator('svg.chart').count(), 0);
});

test('a page whose parts are gone since it was opened is loaded anew, once', { skip }, async () => {
  const page = await city?.browser.open('/');
  await page?.route('**/assets/download-panel-*.js', (route) => route.fulfill({ status: 404 }));
  const download = page?.getByRole('button', { name: 'Download' });
  const loaded = page?.waitForEvent('load');
  await download?.click();
  await loaded;
  await download?.click();
  await page?.getByText('This page failed to show what it received.').waitFor();
  assert.ok(await page?.evaluate(() => sessionStorage.getItem('lintel.reloaded')));
});

test('on a phone, the pages can be changed between light and dark', { skip }, async () => {
  const page = await city?.browser.open('/', { width: 360, height: 780 });
  await page?.getByRole('button', { name: 'Use dark colors' }).click();
  await page?.getByRole('button', { name: 'Use light colors' }).waitFor();
  assert.ok(await page?.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test('the page of a place shows the year that ends with its newest permit', { skip }, async () => {
  const page = await city?.browser.open('/places/state/TN');
  await page?.getByText('The 12 months up to Apr 15, 2022, the newest record here').waitFor();
  await page?.getByRole('definition').getByText('12', { exact: true }).waitFor();
  await page?.locator('svg.chart .bar').first().waitFor();
});

test('an address without a permit shows what is built around it, by one search', { skip }, async () => {
  const page = await city?.browser.open('/');
  await page?.getByRole('combobox', { name: /^Search/ }).fill('171 Main St, Nashville');
  await page?.getByRole('option', { name: /171 Main St/ }).waitFor();
  await page?.keyboard.press('Enter');
  await page?.getByRole('heading', { name: '171 Main St' }).waitFor();
  await page?.getByText('estimated from 170 and 172').waitFor();
  const rows = page?.locator('.near-list li');
  await rows?.first().waitFor();
  const feet = (await rows?.locator('.metres').allTextContents())?.map((text) =>
    Number.parseInt(text.replace(',', ''), 10),
  );
  assert.deepEqual(
    feet,
    feet?.toSorted((one, other) => one - other),
  );
  assert.ok((feet?.length ?? 0) > 5 && feet?.every((one) => one <= 1000));
  await page?.getByRole('button', { name: '300 ft' }).click();
  await page?.waitForFunction(() => document.querySelectorAll('.near-list li').length < 12);
});

test('a part of the map in the address is searched, up to its own newest permit', { skip }, async () => {
  for (const within of [
    '36.17,-86.78,1000',
    '-86.79,36.16,-86.77,36.179',
    '-86.79,36.16,-86.77,36.16,-86.78,36.2',
  ]) {
    const page = await city?.browser.open(`/?within=${within}`);
    await page?.getByRole('heading', { name: 'Permits in this area' }).waitFor();
    await page?.getByText(/^12 permits in the 12 months up to/).waitFor();
  }
  const page = await city?.browser.open('/?within=1,2');
  await page?.waitForURL(/\?in=[\w-]{11}$/);
});

test('before any script there is the first screen, and what is typed into it is kept', { skip }, async () => {
  const page = await city?.browser.open('/healthz');
  if (page === undefined) return;
  let release = () => {};
  const typed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/start-.*\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Permits in' }).waitFor();
  await page.getByText('40 permits, the newest of Apr 15, 2022').waitFor();
  await page.getByRole('textbox', { name: /^Search/ }).pressSequentially('main');
  release();
  const field = page.getByRole('combobox', { name: /^Search/ });
  await field.waitFor();
  assert.equal(await field.inputValue(), 'main');
  assert.ok(await field.evaluate((element) => element === document.activeElement));
  assert.equal(await page.locator('header input').count(), 1);
});

test('an address with a question has its heading before any script, in the theme chosen earlier', {
  skip,
}, async () => {
  const page = await city?.browser.open('/');
  if (page === undefined) return;
  await page.waitForURL(/\?in=[\w-]{11}$/);
  const heading = await page.getByRole('heading', { name: /^Permits in/ }).textContent();
  await page.getByRole('button', { name: /dark/i }).click();
  await page.route(/\/assets\/start-.*\.js$/, (route) => route.abort());
  const first = page.locator('#first').getByRole('heading');
  await page.reload({ waitUntil: 'commit' });
  await first.waitFor();
  assert.equal(await first.textContent(), heading);
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
});

test('by keyboard, Back from a permit leads to its row', { skip }, async () => {
  const page = await city?.browser.open('/');
  if (page === undefined) return;
  await page.waitForURL(/\?in=[\w-]{11}$/);
  const row = page.getByRole('table', { name: 'Permits' }).getByRole('link').first();
  await row.focus();
  const path = await row.getAttribute('href');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/permits\//);
  await page.goBack();
  await page.locator(`a[href="${path}"]:focus`).waitFor();
});

test('a screen reader is told what is suggested, which page opened, and what a chart shows', {
  skip,
}, async () => {
  const page = await city?.browser.open('/compare');
  if (page === undefined) return;
  const said = page.locator('[role="status"]');
  await page.getByRole('combobox', { name: /^Search/ }).fill('171 Main St, Nashville');
  await page.getByRole('option', { name: /171 Main St/ }).waitFor();
  const suggested = await page.locator('[role="option"]').count();
  await said
    .getByText(suggested === 1 ? '1 suggestion' : `${suggested} suggestions`, { exact: true })
    .waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await said.getByText('171 Main St', { exact: true }).waitFor({ state: 'attached' });
  await page.goto('/places/state/TN');
  await said.getByText('Tennessee', { exact: true }).waitFor({ state: 'attached' });
  // Its label is all that is read out: not the numbers along its axis.
  const chart = page.getByRole('img', { name: /Numbers shows them all/ }).first();
  await chart.waitFor();
  assert.equal(await chart.locator('text').first().isVisible(), true);
  assert.equal(await chart.locator(':scope > :not([aria-hidden="true"])').count(), 0);
  await page.goto('/healthz');
  await page.goto('/data', { waitUntil: 'commit' });
  assert.equal(await page.evaluate(() => document.title), 'The data · Lintel');
});
