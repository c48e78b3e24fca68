/**
 * How soon pages can be used in a browser that sees them for the first time: on fast 3G (1.6 Mbit/s, 150 ms) with a
 * quarter of the processor. Requests and kilobytes are those until what is named can be seen; the last page has no
 * script to wait for, and is the floor of the run.
 *
 *   node bench/dist/browser.js URL ['PATH SELECTOR']… [--rounds 3]
 *
 * Default: a page of each kind, of a permit that the service has. On each somebody then types into the search and, in
 * the explorer, picks two filters, elsewhere chooses what a chart or list shows.
 */
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { type Browser, chromium, type Page } from 'playwright-core';
import { figure, median, print } from './figures.js';

const {
  values,
  positionals: [url = 'http://127.0.0.1:8080', ...given],
} = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' } } });

/** A page of each kind, and what is there once it can be used. */
async function pagesOfAllKinds(): Promise<string[]> {
  const query = 'geo_id=US&permit_has_contractor=true&permit_from=2000-01-01&permit_to=2100-01-01&size=20';
  const answer = await fetch(`${url}/v2/permits/search?${query}`, { headers: { 'x-lintel-visitor': '1' } });
  const { items } = (await answer.json()) as { readonly items: readonly Permit[] };
  const permit = items.find(
    ({ geo_ids, address }) => geo_ids.address_id && geo_ids.city_id && address.street_no,
  );
  if (permit === undefined) throw new Error(`No permit at ${url} has an address, a city and a contractor.`);
  const { id, contractor_id: contractor, geo_ids: places, address } = permit;
  // A house that has no permit itself.
  const typed = [`${Number(address.street_no) + 1}`, address.street, address.city, address.state].join(' ');
  return [
    '/ .table-body>[role="row"]',
    `/permits/${id} .columns`,
    `/contractors/${contractor} svg.chart`,
    `/properties/${places.address_id} .record-list`,
    `/address?q=${encodeURIComponent(typed)} .near-list,.record-list,.notice`,
    `/places/city/${places.city_id} svg.chart`,
    '/contractors .plain-table',
    `/compare?place=${places.city_id}&place=${places.county_id} svg.chart`,
    '/summary svg.chart',
    '/query textarea,.notice',
    '/data .fill-grid',
    '/docs/reference/ h1',
    '/docs/api h1',
  ];
}

interface Permit {
  readonly id: string;
  readonly contractor_id: string;
  readonly geo_ids: Readonly<Record<'address_id' | 'city_id' | 'county_id', string | null>>;
  readonly address: Readonly<Record<'street_no' | 'street' | 'city' | 'state', string | null>>;
}

const pages = given.length > 0 ? given : await pagesOfAllKinds();
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

interface Visit {
  readonly usableMs: number;
  readonly requests: number;
  readonly kilobytes: number;
  /** Largest Contentful Paint. */
  readonly lcpMs: number;
  /** Cumulative Layout Shift, until five seconds after all is quiet. */
  readonly cls: number;
  /** Interaction to Next Paint: the slowest answer of the page to a key or a click; null where none was made. */
  readonly inpMs: number | null;
}

interface Measured {
  lcp: number;
  cls: number;
  inp: number;
}

/** Runs in the page before anything else. */
function observe(): void {
  const measured: Measured = { lcp: 0, cls: 0, inp: 0 };
  Object.assign(globalThis, { measured });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) measured.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) measured.cls += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as (PerformanceEntry & {
      interactionId: number;
    })[]) {
      if (interactionId > 0) measured.inp = Math.max(measured.inp, duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** What somebody does with a page: types into the search, and asks for something else. */
async function use(page: Page, path: string): Promise<void> {
  const search = page.getByRole('combobox', { name: /^Search/ }).first();
  await search.click();
  await search.pressSequentially('san', { delay: 120 });
  await page.waitForTimeout(1_500);
  await page.keyboard.press('Escape');
  if (path === '/') return pickFilters(page);
  const choice = page.locator('main select:has(option:nth-of-type(2))').first();
  if ((await choice.count()) > 0) await choice.selectOption({ index: 1 });
  await page.waitForTimeout(3_000);
}

async function pickFilters(page: Page): Promise<void> {
  for (const name of ['Status', 'Property']) {
    await page.getByRole('button', { name, exact: true }).click();
    // The counts of the choices come after them.
    await page.waitForTimeout(3_000);
    await page.locator('[role="dialog"] .choice:not(.none)').first().click();
    await page.waitForTimeout(3_000);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(500);
  }
}

async function visit(browser: Browser, path: string, selector: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let requests = 0;
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  await page.addInitScript(observe);
  const begun = performance.now();
  await page.goto(url + path, { waitUntil: 'commit', timeout: 120_000 });
  await page.locator(selector).first().waitFor({ timeout: 120_000 });
  const usable = { usableMs: performance.now() - begun, requests, kilobytes: bytes / 1000 };
  await page.waitForLoadState('networkidle', { timeout: 120_000 });
  await page.waitForTimeout(5_000);
  const measured = () => page.evaluate(() => (globalThis as unknown as { measured: Measured }).measured);
  const { lcp, cls } = await measured();
  const isUsed = !path.startsWith('/docs/');
  if (isUsed) await use(page, path);
  const inpMs = isUsed ? (await measured()).inp : null;
  await context.close();
  return { ...usable, lcpMs: lcp, cls, inpMs };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // As on any machine without a graphics card: pages are put together by the processor, and the map has WebGL.
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
const rows: string[][] = [];
for (const page of pages) {
  const [path = '', selector = 'h1'] = page.split(' ');
  const visits: Visit[] = [];
  for (let round = 0; round < Number(values.rounds); round++)
    visits.push(await visit(browser, path, selector));
  const of = (read: (visit: Visit) => number) => median(visits.map(read));
  rows.push([
    path,
    figure(of(({ usableMs }) => usableMs)),
    figure(of(({ requests }) => requests)),
    figure(of(({ kilobytes }) => kilobytes)),
    figure(of(({ lcpMs }) => lcpMs)),
    of(({ cls }) => cls).toFixed(3),
    visits.every(({ inpMs }) => inpMs === null) ? '–' : figure(of(({ inpMs }) => inpMs ?? 0)),
  ]);
}
await browser.close();
print(table(['page', 'usable ms', 'requests', 'kB', 'LCP ms', 'CLS', 'INP ms'], rows));
