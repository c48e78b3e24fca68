/**
 * Pictures of every page, in both themes, on a phone and on a desk, of a service on generated data, by
 * `npm run screenshots`. `--help` says what it takes.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';
import { signUp } from './account.js';
import { settled, skipWithoutBrowser, TestBrowser } from './browser.js';

const help = `Takes pictures of every page of a service on generated data, in both themes, on a phone and on a desk.

Usage: npm run screenshots -- [FOLDER] [--only TEXT] [--account]

  FOLDER       where to write them (default: packages/web/dist/screenshots)
  --only TEXT  pages of the explorer and the docs whose name contains the text, and no others
  --account    the dashboard, and no others
`;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    only: { type: 'string' },
    account: { type: 'boolean', default: false },
  },
});
const folder = positionals[0] ?? join(import.meta.dirname, '..', 'screenshots');
const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const;

/** The pages by their names; ids are of permits that the service has. */
async function pages(url: string, key: string): Promise<Readonly<Record<string, string>>> {
  const query =
    'geo_id=TX&permit_from=2015-01-01&permit_to=2026-12-31&permit_has_contractor=true&permit_status=final&size=50';
  const response = await fetch(`${url}/v2/permits/search?${query}`, { headers: { 'X-API-Key': key } });
  const { items } = (await response.json()) as {
    items: {
      id: string;
      approval_duration: number | null;
      contractor_id: string;
      geo_ids: { address_id: string | null; county_id: string };
    }[];
  };
  const shown =
    items.find(({ approval_duration, geo_ids }) => (approval_duration ?? 0) > 5 && geo_ids.address_id) ??
    items[0];
  if (!shown) throw new Error('the service has no permits of Texas');
  return {
    explorer: '/',
    'explorer-state': '/?in=TX',
    'explorer-filtered': '/?tags=solar&status=final&from=2024-07-01',
    'explorer-states': '/?list=states',
    'explorer-counties': '/?in=TX&list=counties&metric=value',
    'explorer-map': `/?in=${shown.geo_ids.county_id}&view=map`,
    'explorer-empty': '/?in=WY',
    permit: `/permits/${shown.id}`,
    contractor: `/contractors/${shown.contractor_id}`,
    property: `/properties/${shown.geo_ids.address_id}`,
    county: `/places/county/${shown.geo_ids.county_id}`,
    compare: '/compare?place=TX&place=CA&place=FL&place=NY',
    'compare-nothing': '/compare',
    data: '/data',
    docs: '/docs/',
    'docs-api': '/docs/api',
    'docs-reference': '/docs/reference/permits',
    'not-found': '/permits/nothing',
  };
}

if (options.help) {
  process.stdout.write(help);
} else if (skipWithoutBrowser !== false) {
  process.stdout.write(`skipped: ${skipWithoutBrowser}\n`);
} else {
  const service = await DemoService.start(20_000);
  const browser = await TestBrowser.start(service.url, { maps: true });
  mkdirSync(folder, { recursive: true });
  const explored = options.account ? {} : await pages(service.url, service.key);
  for (const [name, path] of Object.entries(explored)) {
    if (options.only !== undefined && !name.includes(options.only)) continue;
    for (const look of looks) {
      const page = await browser.open(path, look);
      await page.locator('h1').first().waitFor();
      await settled(page);
      const file = `${name}-${look.theme}-${look.width}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: !/^(?:explorer|docs)/.test(name) });
      await page.context().close();
      process.stdout.write(`${file}\n`);
    }
  }
  if (options.only === undefined) await accountPages(service, browser);
  await browser.close();
  await service.stop();
}

/** The dashboard: how people get in, and its pages with a key that was used and an organization. */
async function accountPages(service: DemoService, browser: TestBrowser): Promise<void> {
  const shots = async (page: Page, name: string) => {
    for (const { theme, width, height } of looks) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await settled(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      const file = `account-${name}-${theme}-${width}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true });
      process.stdout.write(`${file}\n`);
    }
  };
  const page = await browser.open('/account');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await shots(page, 'sign-in');
  await page.goto('/account/sign-up');
  await shots(page, 'sign-up');
  await signUp(service, page, 'ann@example.org', 'correct horse battery', () => shots(page, 'password'));
  await shots(page, 'first-request');
  await page.goto('/account/keys');
  await shots(page, 'no-keys');
  await page.goto('/account/usage');
  await shots(page, 'no-usage');
  await page.goto('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('map server');
  await shots(page, 'new-key');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Copy the key now' }).waitFor();
  await shots(page, 'key-once');
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await shots(page, 'keys');
  await page.goto('/account/playground');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/^200 OK, /).waitFor();
  await shots(page, 'playground');
  for (const path of ['/?in=TX', '/places/state/TX', '/data']) {
    await page.goto(path);
    await settled(page);
  }
  await page.goto('/account/usage');
  await shots(page, 'usage');
  await page.goto('/account/organization');
  await page.getByRole('button', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill('Lone Star Solar');
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').fill('ben@example.org');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('rowheader', { name: 'ben@example.org' }).waitFor();
  await shots(page, 'organization');
  await page.goto('/account/profile');
  await shots(page, 'profile');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await shots(page, 'leaving');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Scan this' }).waitFor();
  await shots(page, 'two-factor');
  await runLintel(service.home, 'operators', 'add', 'ann@example.org');
  for (const path of ['sources', 'sources/sample-austin-tx', 'releases', 'accounts', 'health', 'activity']) {
    await page.goto(`/account/operator/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shots(page, `operator-${path.replace('/', '-')}`);
  }
  await page.context().close();
}
