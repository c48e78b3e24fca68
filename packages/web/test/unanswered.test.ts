/** What pages say when no answer comes: it is refused, or there is no connection. */
import assert from 'node:assert/strict';
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';
import { settled, type TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

let service: DemoService;
let browser: TestBrowser;

const inBrowser = inDemo((demo) => {
  ({ service, browser } = demo);
});
const rows = (page: Page) => page.locator('.table-body [role="row"]');

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
  await page.goto('/places/state/TX');
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
  const banner = await page.getByText('This device is offline.').boundingBox();
  assert.ok(banner && banner.y > 0 && banner.y < 150, 'in the header, which stays in sight');
  assert.ok((await rows(page).count()) > 3);
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: /No connection|went wrong/ }).waitFor();
  await page.context().setOffline(false);
  await page.goBack();
  await rows(page).first().waitFor();
});

inBrowser('a page opened offline for the first time waits for the network', async () => {
  // A page of the documentation loads none of the explorer's files.
  const page = await browser.open('/docs/');
  await page.route('**/assets/compare-page*', (route) => route.abort('internetdisconnected'));
  await page.goto('/data');
  await page.getByRole('heading', { name: 'The data' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'The data' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.unroute('**/assets/compare-page*');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Compare places' }).waitFor();
});
