/** What readers of the documentation do with it, in a real browser against a real service. */
import assert from 'node:assert/strict';
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';
import { axeFaults } from './axe.js';
import type { TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

let service: DemoService;
let browser: TestBrowser;

/** Opens the search; the page has to have loaded its script, which shows the button for it. */
async function pressSlash(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).first().waitFor();
  await page.keyboard.press('/');
}

const inBrowser = inDemo((demo) => {
  ({ service, browser } = demo);
});

inBrowser('a reader comes from the explorer, searches by keyboard and opens the section', async () => {
  const page = await browser.open('/');
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  await pressSlash(page);
  await page.keyboard.type('street tiles');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /The pages: Street tiles/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/web#street-tiles$/);
  await page.getByRole('heading', { name: 'Street tiles' }).waitFor();
});

inBrowser('the reference makes a request as a visitor, and with the key of the reader', async () => {
  const page = await browser.open('/docs/reference/tags');
  await page.getByRole('button', { name: 'Try it' }).first().click();
  const form = page.getByRole('form');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/^200 OK, \d+ ms, 3 credits, [\d,]+ left$/).waitFor();
  await form.getByText('accessory_structure').waitFor();
  await form.getByLabel('API key').fill(service.key);
  await form.getByLabel('size').fill('1');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/^200 OK, \d+ ms, 1 credit$/).waitFor();
  await form.getByText(`"${service.url}/v2/list/tags?size=1"`).waitFor();
});

inBrowser('on a phone the list of pages opens and leads on', async () => {
  const page = await browser.open('/docs/api', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'All pages' }).click();
  await page
    .getByRole('navigation', { name: 'Documentation' })
    .getByRole('link', { name: 'Glossary' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.equal(overflow, 0);
});

inBrowser('no page of the documentation has a fault that axe finds, in either theme', async () => {
  const page = await browser.open('/docs/');
  const faults: string[] = [];
  for (const path of ['/docs/', '/docs/scaling', '/docs/reference/tags']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    if (path.includes('reference')) {
      await page.getByRole('button', { name: 'Try it' }).first().click();
      await page.getByRole('form').waitFor();
    }
    if (path === '/docs/') {
      await pressSlash(page);
      await page.keyboard.type('permit');
      await page.locator('.result').first().waitFor();
    }
    faults.push(...(await axeFaults(page)).map((fault) => `${path} ${fault}`));
  }
  assert.deepEqual(faults, []);
});

inBrowser('no page broke the policy or threw an error', async () => {
  assert.deepEqual(browser.faults, []);
});
