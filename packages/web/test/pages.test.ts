/** What people do with the pages, in a real browser against a real service on a generated release. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { drawn } from '@lintel/testing/base/rounds.js';
import { isStored, readStored } from '@lintel/testing/base/stored-page.js';
import { jsonOf } from '@lintel/testing/cli/run-lintel.js';
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright-core';
import { axeFaults } from './axe.js';
import { settled, TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

const site = join(import.meta.dirname, '..', 'site');

let service: DemoService;
let browser: TestBrowser;

interface Ids {
  readonly permit: string;
  readonly number: string;
  readonly contractor: string;
  readonly address: string;
  readonly county: string;
  /** A permit with words that gave a tag, and a duration that others there have too. */
  readonly compared: string;
  /** A contractor that sources write in several ways. */
  readonly spelled: string;
}
let ids: Ids;

/** A permit of Texas with a contractor, and what it names. */
async function someIds(): Promise<Ids> {
  const query = 'geo_id=TX&permit_from=2012-01-01&permit_to=2026-12-31&permit_has_contractor=true&size=50';
  const response = await fetch(`${service.url}/v2/permits/search?${query}`, {
    headers: { 'X-API-Key': service.key },
  });
  const { items } = (await response.json()) as {
    items: {
      id: string;
      number: string;
      contractor_id: string;
      approval_duration: number | null;
      tags: string[];
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
    compared: items.find(({ approval_duration: days, tags }) => days !== null && tags.length > 0)?.id ?? '',
    spelled: (await spelledContractor(items.map(({ contractor_id }) => contractor_id))) ?? '',
  };
}

/** The first of the contractors that has several names. */
async function spelledContractor(ids: readonly string[]): Promise<string | undefined> {
  for (const id of new Set(ids)) {
    const response = await fetch(`${service.url}/v2/contractors/${id}/spellings`, {
      headers: { 'X-API-Key': service.key },
    });
    const { spellings } = (await response.json()) as { spellings: { business_name: string | null }[] };
    if (new Set(spellings.map(({ business_name }) => business_name)).size > 1) return id;
  }
  return undefined;
}

const inBrowser = inDemo(async (demo) => {
  ({ service, browser } = demo);
  ids = await someIds();
});
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
  await page.getByRole('button', { name: /^Numbers of / }).click();
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

inBrowser('what sources write is text: markup in an address of the page is shown, not run', async () => {
  const page = await browser.open('/?in=TX&from=2016-01-01&text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
  await page.getByRole('heading', { name: 'No permits found' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  assert.equal(await page.locator('img[src="x"]').count(), 0);
});

/** The file that a button of the open download dialog gives. */
async function downloaded(page: Page, button: string | RegExp): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await download.path());
}

inBrowser('a download has the whole search, as CSV or Parquet, also when the connection breaks', async () => {
  const page = await browser.open('/?from=2012-01-01');
  await rows(page).first().waitFor();
  const shown = await page.getByText(/[\d,]+ permits?, the newest first/).textContent();
  const total = Number(shown?.replace(/\D/g, ''));
  assert.ok(total > 200, `${total} permits`);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByText(/One credit each.*You have [\d,]+/).waitFor();
  let broken = 0;
  await page.route('**/v2/export/**', (route) => {
    broken += 1;
    return broken === 1 ? route.abort('connectionreset') : route.continue();
  });
  const lines = (await downloaded(page, /^CSV all fields/)).toString('utf8').split('\r\n');
  assert.match(lines[0] ?? '', /^id,number,start_date,status/);
  assert.match(lines[1] ?? '', /^[0-9a-f]{16},/);
  assert.ok(broken > 1, 'the connection was not broken');
  const ids = new Set(lines.map((line) => /^[0-9a-f]{16}(?=,)/.exec(line)?.[0]).filter(Boolean));
  assert.equal(ids.size, total);
  await page.getByRole('button', { name: 'Download something else' }).click();
  const parquet = await downloaded(page, /^Parquet/);
  const file = parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) as ArrayBuffer;
  const records = await parquetReadObjects({ file });
  assert.equal(new Set(records.map(({ id }) => id)).size, total);
  assert.ok(records.some(({ start_date }) => start_date instanceof Date));
});

inBrowser('a table to send on has the columns of the screen, with names of contractors', async () => {
  const page = await browser.open('/?from=2012-01-01');
  await rows(page).first().waitFor();
  const shown = await page.getByText(/[\d,]+ permits?, the newest first/).textContent();
  const total = Number(shown?.replace(/\D/g, ''));
  await page.getByRole('button', { name: 'Download' }).click();
  let broken = 0;
  await page.route('**/v2/export/**', (route) => {
    broken += 1;
    return broken === 1 ? route.abort('connectionreset') : route.continue();
  });
  await page.getByRole('button', { name: /^CSV the same/ }).click();
  const text = (await downloaded(page, 'Go on where it stopped')).toString('utf8');
  const columns = 'Start date,Work,Address,City,County,State,ZIP code,Status,Job value ($)';
  assert.ok(text.startsWith(`\ufeff${columns},Contractor,Number\r\n`), text.slice(0, 200));
  assert.equal(text.match(/^"?\d\d\/\d\d\/\d{4}/gm)?.length, total);
  await page.getByRole('button', { name: 'Download something else' }).click();
  const book = await downloaded(page, /^Excel/);
  assert.equal(book.toString('latin1', 0, 2), 'PK');
  assert.ok(book.includes('xl/worksheets/sheet1.xml'));
});

inBrowser('a download stops when the credits are used up, and what has come is saved', async () => {
  const key = await service.keyOf('credits_for_two_pages');
  const page = await browser.open('/');
  await page.evaluate((text) => sessionStorage.setItem('lintel.key', text), key);
  await page.goto('/?from=2012-01-01');
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByText(/stops when they are used up/).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^NDJSON/ })
    .click();
  await page.getByText('The credits are used up.', { exact: false }).waitFor();
  const lines = (await downloaded(page, /^Save the \d+/)).toString('utf8').trimEnd().split('\n');
  assert.ok(lines.length > 10 && lines.length < 120, `${lines.length} lines`);
  for (const line of lines) assert.match((JSON.parse(line) as { id: string }).id, /^[0-9a-f]{16}$/);
});

inBrowser('states and counties are listed by any metric, and lead to their permits', async () => {
  const page = await browser.open('/?list=states');
  await page.getByRole('button', { name: 'By county' }).click();
  await page.getByLabel('Show').selectOption('approval');
  await page.waitForURL(/list=counties&metric=approval/);
  const table = page.getByRole('table', { name: /^Time to approve, median/ });
  await table.waitFor();
  const values = await table
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => Number(/(\d+) days?/.exec(row.children[5]?.textContent ?? '')?.[1] ?? -1)),
    );
  assert.ok(values.length > 3);
  assert.deepEqual(
    values,
    values.toSorted((one, other) => other - one),
  );
  const all = await table.locator('tbody tr').count();
  await page.goto(`${page.url()}&tags=solar&status=final`);
  await table.waitFor();
  assert.ok((await table.locator('tbody tr').count()) <= all);
  await page.getByText(/^[\d,]+ permits?, \w{3} \d+, \d{4} to/).waitFor();
  await table.getByRole('link').first().click();
  await heading(page)
    .getByText(/Permits in .*County/)
    .waitFor();
});

inBrowser('a permit says which words gave its tags, and compares itself with the local median', async () => {
  const page = await browser.open(`/permits/${ids.compared}`);
  const reason = page.locator('.reason q').first();
  await reason.waitFor();
  const quoted = (await reason.textContent()) ?? '';
  assert.ok(((await page.locator('main').textContent()) ?? '').toLowerCase().includes(quoted.toLowerCase()));
  await page
    .getByText(/than the median|as long as the median/)
    .first()
    .waitFor();
  await page
    .getByText(/^Median of \d/)
    .first()
    .waitFor();
});

inBrowser('a contractor can be called, and leads to others of its trade', async () => {
  const page = await browser.open(`/contractors/${ids.contractor}`);
  await page.getByRole('link', { name: /^\(\d{3}\) \d{3}-\d{4}$/ }).waitFor();
  const call = page.locator('a[href^="tel:+1"]');
  assert.equal(await call.count(), 1);
  await page.getByRole('link', { name: /^Others in / }).click();
  await page.getByRole('heading', { name: /^Contractors in / }).waitFor();
  assert.match(page.url(), /[?&]in=.*(?:trade|tag)=|(?:trade|tag)=.*[?&]in=/);
  await page.getByRole('region', { name: 'Contractors' }).locator('tbody tr').first().waitFor();
});

inBrowser('a contractor lists how it is written, and the data page what became of the rows', async () => {
  const page = await browser.open(`/contractors/${ids.spelled}`);
  const spellings = page.getByRole('table').filter({ hasText: 'As sources write it' });
  await spellings.waitFor();
  assert.ok((await spellings.locator('tbody tr').count()) > 1);
  await spellings
    .getByText(/license|telephone|e-mail|name/i)
    .first()
    .waitFor();
  await page.goto('/data');
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await page
    .getByRole('button', { name: /building permits/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Fields', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Defects', exact: true }).waitFor();
});

inBrowser('a question in SQL is answered in the browser: table, chart, CSV and link', async () => {
  await jsonOf(service.home, 'tables');
  const page = await browser.open('/query');
  const ask = async (sql: string) => {
    await page.getByLabel('Question in SQL').fill(sql);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
  };
  await ask(
    "SELECT status, count(*) AS permits FROM permits WHERE address_state = 'TX' GROUP BY 1 ORDER BY 2 DESC",
  );
  const answer = page.getByRole('region', { name: 'Answer' });
  // The engine is compiled first.
  await answer.locator('tbody tr').first().waitFor({ timeout: 150_000 });
  const shown = await answer
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent)),
    );
  const query = 'geo_id=TX&group_by=status&order=-count';
  const summed = await fetch(`${service.url}/v2/permits/aggregate?${query}`, {
    headers: { 'X-API-Key': service.key },
  });
  const { rows: groups } = (await summed.json()) as { rows: { status: string | null; count: number }[] };
  assert.deepEqual(
    shown,
    groups.map(({ status, count }) => [status ?? 'null', String(count)]),
  );
  assert.match(new URL(page.url()).searchParams.get('sql') ?? '', /^SELECT status/);
  const saved = page.waitForEvent('download');
  await answer.getByRole('button', { name: 'Save as CSV' }).click();
  assert.equal(
    readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split(/\r?\n/).length,
    groups.length + 1,
  );
  await answer.getByRole('button', { name: 'Chart' }).click();
  await answer.getByRole('img').first().waitFor();
  assert.deepEqual(await axeFaults(page), []);
  const refused = page.getByRole('alert');
  await ask('SELECT shape FROM permits');
  assert.match((await refused.textContent()) ?? '', /"shape" not found/);
  await ask(`SELECT * FROM read_csv('${service.url}/robots.txt')`);
  await refused.filter({ hasText: 'disabled by configuration' }).waitFor();
  assert.deepEqual(browser.faults, []);
});

inBrowser(
  'no page has a fault that axe finds, in either theme, on a desk and on a phone',
  async (context) => {
    const paths = [
      '/',
      '/?in=TX&from=2016-01-01',
      '/?in=TX&from=2016-01-01&view=map',
      '/?list=counties&metric=value',
      `/permits/${ids.permit}`,
      `/contractors/${ids.contractor}`,
      '/contractors?in=TX',
      '/address?q=1+nowhere',
      `/properties/${ids.address}`,
      `/places/county/${ids.county}`,
      `/compare?place=TX&place=CA`,
      '/summary?in=TX&group=year&group=status',
      '/summary?group=tag',
      '/data',
      '/permits/none',
    ];
    const faults: string[] = [];
    // One session: a page in a new one reads and compiles the program again.
    const page = await browser.open('/');
    for (const path of drawn(paths, 5)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await heading(page).first().waitFor();
      await settled(page);
      faults.push(...(await axeFaults(page)).map((fault) => `${path} ${fault}`));
    }
    context.diagnostic(
      `axe: ${faults.length} faults on pages drawn of ${paths.length}, each on a desk and dark on a phone`,
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
    await page.mouse.move(0, 0);
    const heated = page.waitForResponse((response) => response.url().includes('permit_from=2012-02-01'));
    await page.getByLabel('Heat').check();
    await page.getByRole('button', { name: 'Month by month' }).click();
    await page.getByRole('slider', { name: 'Month' }).fill('1');
    await heated;
    await page.getByText('Feb 2012', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'All months' }).click();
    await page.waitForURL(/from=2012-01-01$/);
    await page.goto('/?list=states&metric=approval');
    await settled(page);
    await page.locator('.map-legend').getByText('Time to approve, median').waitFor();
    await page.mouse.move(size.x + 1, size.y + 1);
    const approval = page.locator('.map-hint').getByText(/Time to approve, median: [\d,]+ days?/);
    for (let step = 0; step < 400 && (await approval.count()) === 0; step += 1) {
      const [column, row] = [step % 20, Math.floor(step / 20)];
      await page.mouse.move(
        size.x + (size.width * (column + 0.5)) / 20,
        size.y + (size.height * (row + 0.5)) / 20,
      );
    }
    assert.equal(await approval.count(), 1);
    assert.deepEqual(withMaps.faults, []);
  } finally {
    await withMaps.close();
  }
});

inBrowser('the directory finds contractors by place and work, and leads to their permits', async () => {
  const page = await browser.open('/contractors?in=TX');
  await page.getByRole('heading', { name: 'Contractors in Texas' }).waitFor();
  await page.getByLabel('Kind of work').selectOption('solar');
  await page.waitForURL(/tag=solar/);
  const rows = page.getByRole('region', { name: 'Contractors' }).locator('tbody tr');
  await rows.first().waitFor();
  const counts = (await rows.locator('td:nth-child(2)').allTextContents()).map(Number);
  assert.deepEqual(
    counts,
    counts.toSorted((one, other) => other - one),
  );
  await rows
    .first()
    .getByRole('link', { name: /^Permits of/ })
    .click();
  await page.waitForURL(/by=.*tags=solar|tags=solar.*by=/);
});

inBrowser('no page broke its security policy or threw an error', async () => {
  assert.deepEqual(browser.faults, []);
});

test('the first page loads less than 256 kB, compressed, before the map', (context) => {
  const html = readStored(join(site, 'index.html'));
  const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const fonts = readdirSync(join(site, 'assets'))
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => `assets/${name}`);
  const sizes = [...new Set(['index.html', ...named, ...fonts])].map((path) => ({
    path,
    bytes: gzipSync(
      isStored(join(site, path)) ? readStored(join(site, path)) : readFileSync(join(site, path)),
      { level: 9 },
    ).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of sizes) context.diagnostic(`${path}: ${(bytes / 1000).toFixed(1)} kB`);
  context.diagnostic(`first load: ${(total / 1000).toFixed(1)} kB gzip, fonts included`);
  assert.ok(total < 256_000, `${total} bytes: new parts load when they are needed`);
  assert.ok(named.length <= 8, `${named.length} files before the first data`);
  assert.ok(!named.some((path) => dirname(path) === 'assets' && /map|maplibre|shapes/.test(path)));
});
