/**
 * What six people want of the pages, done in a browser as they would: how many clicks and keys it takes, and how many
 * seconds from opening the page until they see it. Somebody types eight letters a second, and knows where to click.
 *
 *   node bench/dist/six-people.js URL [--rounds 3]
 *
 * The service must have sample data (`lintel demo`). Clicks and keys do not depend on the machine; seconds do, and are
 * medians.
 */
import { parseArgs } from 'node:util';
import { table } from 'lintel/dist/cli/terminal/outcome.js';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { figure, median, print } from './figures.js';

const {
  values,
  positionals: [url = 'http://127.0.0.1:8080'],
} = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' } } });

const keyMs = 125;
/** Milliseconds for which a task may wait for the pages. */
const patienceMs = 60_000;

/** Somebody at a page, whose clicks and keys are counted. */
class Person {
  clicks = 0;
  keys = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async click(target: Locator): Promise<void> {
    await target.first().click();
    this.clicks += 1;
  }

  /** Goes to the search box by its key, types, and presses Enter without looking. */
  async search(text: string): Promise<void> {
    await this.sees(this.page.getByRole('combobox', { name: /^Search/ }));
    await this.press('/');
    await this.page.keyboard.type(text, { delay: keyMs });
    await this.press('Enter');
    this.keys += text.length;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }

  async sees(target: Locator): Promise<void> {
    await target.first().waitFor();
  }
}

interface Task {
  readonly who: string;
  readonly wants: string;
  readonly from: string;
  work(person: Person, known: Known): Promise<void>;
}

/** What the people know before: an address with neighbours, and a contractor of the data. */
interface Known {
  readonly address: string;
  readonly contractor: string;
}

const tasks: readonly Task[] = [
  {
    who: 'resident',
    wants: 'what is being built within 1,000 ft, how long it should still take, and who builds it',
    from: '/',
    async work(person, { address }) {
      await person.search(address);
      await person.sees(person.page.locator('.near-list li'));
      await person.sees(person.page.locator('.near-list').getByText(/\bdays?\b|\bmonths?\b/));
      await person.sees(person.page.locator('.near-list a[href^="/contractors/"]'));
    },
  },
  {
    who: 'journalist',
    wants: 'new homes per year by kind, with source and data range, as a picture to print',
    from: '/',
    async work(person) {
      await person.click(person.page.getByRole('link', { name: 'New homes per year, by kind' }));
      await person.sees(person.page.locator('svg.chart'));
      await person.sees(person.page.locator('figure').getByText(/^Sources?: /));
      await person.sees(person.page.locator('figure').getByText(/^Data from /));
      await person.click(person.button(/^Save the chart/));
      const saved = person.page.waitForEvent('download');
      await person.click(person.button('Image (PNG)'));
      await saved;
    },
  },
  {
    who: 'sales',
    wants: 'roofs of a city in the last 12 months, as an Excel file',
    from: '/',
    async work(person) {
      await person.search('austin');
      await person.sees(person.page.getByRole('heading', { name: /^Permits in Austin/ }));
      await person.click(person.button('Tags'));
      await person.click(person.page.getByRole('checkbox', { name: /^Roofing/ }));
      await person.page.waitForURL(/tags=roofing/);
      await person.press('Escape');
      await person.click(person.button(/^Download/));
      const saved = person.page.waitForEvent('download');
      await person.click(person.button(/^Excel/));
      await saved;
    },
  },
  {
    who: 'planner',
    wants: 'two places in one chart, by the days until a permit is issued, and their figures of a year',
    from: '/',
    async work(person) {
      await person.click(person.page.getByRole('link', { name: 'Compare', exact: true }));
      await person.click(person.page.getByRole('list', { name: 'Suggestions' }).getByRole('button'));
      await person.sees(person.page.locator('svg.chart'));
      await person.page.getByRole('combobox', { name: /^Show/ }).selectOption({ label: 'Time to approve' });
      // The list is opened, and one of it chosen.
      person.clicks += 2;
      await person.sees(person.page.getByRole('img', { name: /^Time to approve/ }));
      await person.sees(
        person.page.getByRole('region', { name: /^Figures of the 12 months/ }).locator('tbody tr'),
      );
    },
  },
  {
    who: 'developer',
    wants: 'a first request that is answered',
    from: '/docs/reference/permits',
    async work(person) {
      await person.click(person.button('Try it'));
      await person.click(person.button('Send the request'));
      await person.sees(person.page.getByText(/^200 OK, /));
    },
  },
  {
    who: 'contractor',
    wants: 'its own page, then those of its trade in its city, with their permits and telephones',
    from: '/',
    async work(person, { contractor }) {
      await person.search(contractor);
      await person.page.waitForURL(/\/contractors\//);
      await person.sees(person.page.getByRole('heading', { name: 'Permits', exact: true }));
      await person.click(person.page.getByRole('link', { name: /^Others in / }));
      const others = person.page.getByRole('region', { name: 'Contractors' }).locator('tbody tr');
      await person.sees(others);
      await person.sees(others.locator('a[href^="tel:"]'));
    },
  },
];

/** An address that has neighbours with open permits, and the contractor of a permit, of the service's own data. */
async function lookUp(): Promise<Known> {
  const asked = 'geo_id=TX&permit_from=2015-01-01&permit_to=2030-01-01&permit_has_contractor=true&size=50';
  const headers = { 'X-Lintel-Visitor': '1' };
  const items = async <Item>(path: string) => {
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
    return ((await response.json()) as { items: Item[] }).items;
  };
  const permits = await items<{
    contractor_id: string;
    address: { street_no: string | null; street: string | null; city: string | null; latlng: unknown };
  }>(`/v2/permits/search?${asked}`);
  const shown = permits.find(({ address }) => address.street_no && address.street && address.latlng);
  if (shown === undefined) throw new Error('The service has no permits of Texas: is it `lintel demo`?');
  const { street_no: number, street, city } = shown.address;
  const [contractor] = await items<{ name: string | null; business_name: string | null }>(
    `/v2/contractors?id=${shown.contractor_id}`,
  );
  return {
    address: `${number} ${street}, ${city}`.toLowerCase(),
    contractor: (contractor?.business_name ?? contractor?.name ?? '').toLowerCase(),
  };
}

/** One of them at it, in a browser that has not seen the pages before. */
async function attempt(browser: Browser, task: Task, known: Known) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const person = new Person(page);
  const begun = performance.now();
  await page.goto(url + task.from, { waitUntil: 'commit' });
  await task.work(person, known);
  const seconds = (performance.now() - begun) / 1_000;
  await context.close();
  return { clicks: person.clicks, keys: person.keys, seconds };
}

const known = await lookUp();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
const rows: string[][] = [];
for (const task of tasks) {
  const attempts = [];
  for (let round = 0; round < Number(values.rounds); round++)
    attempts.push(await attempt(browser, task, known));
  const [first] = attempts;
  const seconds = median(attempts.map((each) => each.seconds));
  rows.push([task.who, task.wants, String(first?.clicks), String(first?.keys), figure(seconds)]);
}
await browser.close();
print(`The address is ${known.address}, the contractor ${known.contractor}.`);
print(table(['who', 'wants', 'clicks', 'keys', 'seconds'], rows));
