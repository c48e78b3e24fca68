/** What people do with the pages, in a real browser against a real service on a generated release. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';
import { axeFaults } from './axe.js';
import { settled, skipWithoutBrowser, TestBrowser } from './browser.js';

const site = join(import.meta.dirname, '..', 'site');

let service: DemoService;
let browser: TestBrowser;

interface Ids {
  readonly permit: string;
  readonly number: string;
  readonly contractor: string;
  readonly address: string;
  readonly county: string;
}
let ids: Ids;

before(async () => {
  if (skipWithoutBrowser !== false) return;
  service = await DemoService.start();
  browser = await TestBrowser.start(service.url, { maps: false });
  ids = await someIds();
});

after(async () => {
  if (skipWithoutBrowser !== false) return;
  await browser.close();
  await service.stop();
});

/** A permit of Texas with a contractor, and what it names. */
async function someIds(): Promise<Ids> {
  const query = 'geo_id=TX&permit_from=2012-01-01&permit_to=2026-12-31&permit_has_contractor=true&size=20';
  const response = await fetch(`${service.url}/v2/permits/search?${query}`, {
    headers: { 'X-API-Key': service.key },
  });
  const { items } = (await response.json()) as {
    items: {
      id: string;
      number: string;
      contractor_id: string;
      geo_ids: { address_id: string | null; county_id: string };
    }[];
  };
  const found = items.find(({ geo_ids }) => geo_ids.address_id !== null);
  assert.ok(found?.geo_ids.address_id);
  return {
    permit: found.id,
    number: found.number,
    contractor: found.contractor_id,
    address: found.geo_ids.address_id,
    county: found.geo_ids.county_id,
  };
}

const inBrowser = (name: string, run: (context: TestContext) => Promise<void>) =>
  test(name, { skip: skipWithoutBrowser }, run);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.locator('.table-body [role="row"]');

inBrowser('a visitor finds a state, filters its permits, and opens a permit and its contractor', async () => {
  const page = await browser.open('/');
  await page.getByRole('combobox', { name: /Search places/ }).fill('texas');
  await page.getByRole('option', { name: /Texas/ }).first().click();
  await heading(page).getByText('Permits in Texas').waitFor();
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await page.getByRole('button', { name: '10 years' }).click();
  await page.keyboard.press('Escape');
  await rows(page).first().waitFor();
  const before = await page.getByText(/[\d,]+ permits?, the newest first/).textContent();
  await page.getByRole('button', { name: 'Contractor' }).click();
  await page.getByRole('radio', { name: 'With a contractor' }).check();
  await page.keyboard.press('Escape');
  await page.waitForURL(/contractor=yes/);
  await page.waitForFunction(
    (text) => ![...document.querySelectorAll('.explorer-head p')].some((line) => line.textContent === text),
    before,
  );
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.getByRole('heading', { name: 'Contractor' }).waitFor();
  await page.locator('a[href^="/contractors/"]').first().click();
  await page.getByRole('heading', { name: 'Kinds of work' }).waitFor();
  assert.match(page.url(), /\/contractors\/\w{10}$/);
});

inBrowser('Back returns to the filters, and a shared address shows the same view', async () => {
  const page = await browser.open('/?in=TX&from=2016-01-01&status=final&status=active');
  await rows(page).first().waitFor();
  await page
    .getByRole('button', { name: 'Active or Final' })
    .or(page.getByRole('button', { name: 'Final or Active' }))
    .waitFor();
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
  assert.match(page.url(), /\?in=TX&from=2016-01-01&status=final&status=active$/);
  await page.goBack().catch(() => null);
});

inBrowser('two counties are compared in one chart whose numbers can be read and saved', async () => {
  const page = await browser.open(`/compare?place=${ids.county}`);
  await page.getByRole('combobox', { name: 'Add a place' }).fill('king county, wa');
  await page
    .getByRole('option', { name: /King County, WA/ })
    .first()
    .click();
  await page.locator('.legend li').nth(1).waitFor();
  assert.equal(await page.locator('.series .line').count(), 2);
  assert.equal(new URL(page.url()).searchParams.getAll('place').length, 2);
  await page.getByRole('button', { name: 'Numbers', exact: true }).click();
  assert.ok((await page.locator('.numbers tbody tr').count()) >= 60);
  await page.getByRole('button', { name: /Save the chart/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Numbers (CSV)' }).click(),
  ]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^Month,[^\n]*County[^\n]*\r\nJul 2021,\d/);
});

inBrowser('everything is reached by keyboard alone: search, choose, open a permit', async () => {
  const page = await browser.open('/');
  await heading(page).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('california');
  await page
    .getByRole('option', { name: /California/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page).getByText('Permits in California').waitFor();
  await rows(page).first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '');
  for (let tabs = 0; tabs < 60 && !(await focused()).startsWith('/permits/'); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  assert.match(await focused(), /^\/permits\//);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
});

inBrowser('beyond the credit limit the page says so, what was not charged, and how to go on', async () => {
  const key = await service.keyOf('few_credits');
  const page = await browser.open('/');
  await page.evaluate((text) => sessionStorage.setItem('lintel.key', text), key);
  await page.goto('/?in=CA&from=2012-01-01');
  await page.getByRole('heading', { name: 'The credit limit is reached' }).waitFor();
  await page.getByText(/30 credits in any 30 days.*Nothing was charged/).waitFor();
  await page.getByRole('link', { name: 'Change the plan' }).waitFor();
});

inBrowser('too many requests are announced with the seconds to wait', async () => {
  const key = await service.keyOf('few_requests');
  const page = await browser.open('/');
  await page.evaluate((text) => sessionStorage.setItem('lintel.key', text), key);
  await page.goto(`/places/county/${ids.county}`);
  await page.getByRole('heading', { name: 'A moment, please' }).first().waitFor();
  await page
    .getByText(/tries again in \d+ seconds/)
    .first()
    .waitFor();
});

inBrowser('a wrong key is refused with a way to enter another one', async () => {
  const page = await browser.open('/');
  await settled(page);
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page
    .getByLabel(/API key/)
    .last()
    .fill('lk_wrong');
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByRole('heading', { name: 'This key is not accepted' }).waitFor();
});

inBrowser('offline, what is open stays and the page says why nothing new comes', async () => {
  const page = await browser.open('/?in=TX&from=2016-01-01');
  await rows(page).nth(1).getByRole('link').click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
  await page.context().setOffline(true);
  await page.getByText('This device is offline.').waitFor();
  assert.ok((await rows(page).count()) > 3);
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: /No connection|went wrong/ }).waitFor();
  await page.context().setOffline(false);
  await page.goBack();
  await rows(page).first().waitFor();
});

inBrowser('what sources write is text: markup in an address of the page is shown, not run', async () => {
  const page = await browser.open('/?in=TX&from=2016-01-01&text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
  await page.getByRole('heading', { name: 'No permits found' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  assert.equal(await page.locator('img[src="x"]').count(), 0);
});

inBrowser('the table is downloaded as it is shown', async () => {
  const page = await browser.open('/?in=TX&from=2016-01-01');
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  assert.match(lines[0] ?? '', /^id,number,start_date,status/);
  assert.match(lines[1] ?? '', /^[0-9a-f]{16},/);
});

inBrowser(
  'no page has a fault that axe finds, in either theme, on a desk and on a phone',
  async (context) => {
    const paths = [
      '/',
      '/?in=TX&from=2016-01-01',
      '/?in=TX&from=2016-01-01&view=map',
      `/permits/${ids.permit}`,
      `/contractors/${ids.contractor}`,
      `/properties/${ids.address}`,
      `/places/county/${ids.county}`,
      `/compare?place=TX&place=CA`,
      '/data',
      '/permits/none',
    ];
    const faults: string[] = [];
    for (const path of paths) {
      const page = await browser.open(path);
      await heading(page).first().waitFor();
      await settled(page);
      faults.push(...(await axeFaults(page)).map((fault) => `${path} ${fault}`));
      await page.context().close();
    }
    context.diagnostic(
      `axe: ${faults.length} faults on ${paths.length} pages, each on a desk and dark on a phone`,
    );
    assert.deepEqual(faults, []);
  },
);

inBrowser('the map shows the permits of the search and leads to them', async () => {
  const withMaps = await TestBrowser.start(service.url, { maps: true });
  try {
    const page = await withMaps.open('/?in=TX&from=2012-01-01', { width: 1200, height: 700 });
    const tile = page.waitForResponse((response) => /\/v2\/permits\/tiles\/.*geo_id=TX/.test(response.url()));
    assert.equal((await tile).status(), 200);
    await settled(page);
    const canvas = page.locator('canvas.maplibregl-canvas');
    const size = await canvas.boundingBox();
    assert.ok(size && size.width > 300);
    const hint = page.locator('.map-hint');
    for (let step = 0; step < 400 && (await hint.count()) === 0; step += 1) {
      const [column, row] = [step % 20, Math.floor(step / 20)];
      await page.mouse.move(
        size.x + (size.width * (column + 0.5)) / 20,
        size.y + (size.height * (row + 0.5)) / 20,
      );
    }
    assert.match((await hint.textContent()) ?? '', /\d+ permits?/);
    assert.deepEqual(withMaps.faults, []);
  } finally {
    await withMaps.close();
  }
});

inBrowser('no page broke its security policy or threw an error', async () => {
  assert.deepEqual(browser.faults, []);
});

test('the first page loads less than 250 kB, compressed, before the map', (context) => {
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const fonts = readdirSync(join(site, 'assets'))
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => `assets/${name}`);
  const sizes = [...new Set(['index.html', ...named, ...fonts])].map((path) => ({
    path,
    bytes: gzipSync(readFileSync(join(site, path)), { level: 9 }).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of sizes) context.diagnostic(`${path}: ${(bytes / 1000).toFixed(1)} kB`);
  context.diagnostic(`first load: ${(total / 1000).toFixed(1)} kB gzip, fonts included`);
  assert.ok(total < 250_000, `${total} bytes`);
  assert.ok(!named.some((path) => dirname(path) === 'assets' && /map|maplibre|shapes/.test(path)));
});
