/** The way of a new account to its first request, in a real browser against a real service. */
import assert from 'node:assert/strict';
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';
import { signUp } from './account.js';
import { axeFaults } from './axe.js';
import { settled, type TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

let service: DemoService;
let browser: TestBrowser;
/** A page of somebody who is new, for all tests behind the first. */
let page: Page;

const inBrowser = inDemo(
  (demo) => {
    ({ service, browser } = demo);
  },
  { sharePages: true },
);
const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

interface Place {
  readonly geo_id: string;
  readonly name: string;
  readonly permits: number;
}

/** Asks the interface of the account in the page. */
const asked = <T>(method: string, path: string) =>
  page.evaluate(
    async ([how, where]) => {
      const response = await fetch(`/account/api${where}`, { method: how });
      return (response.status === 204 ? null : await response.json()) as T;
    },
    [method, path] as const,
  ) as Promise<T>;

/** Somebody new, on the overview of their account. */
async function newcomer(email: string): Promise<void> {
  page = await browser.open('/account');
  await signUp(service, page, email, 'correct horse battery');
}

const makeKey = async (): Promise<string> => {
  await page.getByRole('button', { name: 'Make a key' }).click();
  return (await page.getByRole('region', { name: 'The key' }).textContent()) ?? '';
};

inBrowser('a new account makes a key, chooses its city, and finds a permit there for a credit', async () => {
  await newcomer('eve@example.org');
  const key = await makeKey();
  assert.match(key, /^lk_\w{36}$/);
  await page.getByText('Choose a place first.').waitFor();
  const [largest] = (await asked<{ places: Place[] }>('GET', '/places')).places;
  assert.ok(largest);
  const city = largest.name.split(',')[0] ?? '';
  await page.getByLabel('City or ZIP code').fill(city.toLowerCase());
  await page
    .getByRole('list', { name: 'Places found' })
    .getByRole('button', { name: `${largest.name} ${largest.permits.toLocaleString('en-US')} permits` })
    .click();
  await page.waitForURL((url) => url.searchParams.get('in') === largest.geo_id);
  const code = await page.getByRole('region', { name: 'The request in curl' }).textContent();
  assert.ok(code?.includes(key) && code.includes(`geo_id=${largest.geo_id}&`), String(code));
  await page.getByRole('button', { name: 'TypeScript' }).click();
  await page.getByText(`'X-API-Key': '${key}'`).waitFor();
  await page.getByRole('button', { name: 'Python' }).click();
  await page.getByText(`"X-API-Key": "${key}"`).waitFor();
  await page.getByRole('button', { name: 'Run it here' }).click();
  await page.getByText('It works.').waitFor();
  const found = page.locator('.found-permit');
  assert.match((await found.textContent()) ?? '', /Cost1 creditCredits left499/);
  await settled(page);
  assert.deepEqual(await axeFaults(page), []);
  const path = await found.getByRole('link').first().getAttribute('href');
  const permit = await fetch(`${service.url}/v2/permits?id=${path?.split('/').at(-1)}`, {
    headers: { 'X-API-Key': service.key },
  });
  const { items } = (await permit.json()) as { items: { geo_ids: { city_id: string } }[] };
  assert.equal(items[0]?.geo_ids.city_id, largest.geo_id);
});

inBrowser('an account that has asked opens on its credits, forecast and latest requests', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/account');
  await heading('Forecast');
  assert.equal(await page.getByRole('heading', { name: 'Your first request' }).count(), 0);
  const row = page.getByRole('region', { name: 'Latest requests' }).getByRole('row').nth(1);
  assert.match((await row.textContent()) ?? '', /GET \/v2\/permits\/search200First request1/);
});

inBrowser('places that are unknown or without permits say what to do', async () => {
  await newcomer('fay@example.org');
  await page.goto('/account?in=ZZ');
  await page.getByText('This service has no place ZZ.').waitFor();
  const { places } = await asked<{ places: Place[] }>('GET', '/places?q=springfield');
  const bare = places.find(({ permits }) => permits === 0);
  assert.ok(bare);
  await page.goto(`/account?in=${bare.geo_id}`);
  await page.getByText(`${bare.name} has no permits here`).waitFor();
  await page.getByText('Choose a place that has permits first.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Run it here' }).count(), 0);
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.getByLabel('City or ZIP code').fill('qqqqqqqq');
  await page.getByText('is called “qqqqqqqq”').waitFor();
});

inBrowser('a refused key and used-up credits are explained, with the way out', async () => {
  await page.getByLabel('City or ZIP code').fill('');
  await page.getByRole('list', { name: 'Cities with the most permits' }).getByRole('button').first().click();
  await makeKey();
  const { keys } = await asked<{ keys: { id: string }[] }>('GET', '/keys');
  await asked('DELETE', `/keys/${keys[0]?.id}`);
  await page.getByRole('button', { name: 'Run it here' }).click();
  await page.getByText('401: Not authenticated').waitFor();
  await page.getByText('make another one and put it in its place').waitFor();
  await page.getByRole('button', { name: 'Make another key' }).click();
  await page.getByRole('button', { name: 'Make a key' }).waitFor();
  const { account } = await asked<{ account: { id: string } }>('GET', '/session');
  await service.setPlan(account.id, 'few_credits');
  await page.evaluate(() => fetch('/v2/list/tags?size=30', { headers: { 'X-Lintel-Visitor': '1' } }));
  await page.getByRole('button', { name: 'Run it here' }).click();
  await page.getByText(/^402: /).waitFor();
  await page.getByRole('link', { name: 'When credits return' }).click();
  await heading('The credits are used up');
  assert.deepEqual(
    browser.faults.filter((fault) => !/40[12]/.test(fault)),
    [],
  );
});
