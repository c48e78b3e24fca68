/** What people do with their accounts, in a real browser against a real service, whose mails are in its log. */
import assert from 'node:assert/strict';
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import { totp } from '@lintel/testing/http/totp.js';
import type { Page } from 'playwright-core';
import { signUp } from './account.js';
import { axeFaults } from './axe.js';
import { settled, type TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

let service: DemoService;
let browser: TestBrowser;
/** A page of somebody who is signed in, for all tests behind the first. */
let page: Page;

const email = 'ann@example.org';
const password = 'correct horse battery';

const inBrowser = inDemo(
  (demo) => {
    ({ service, browser } = demo);
  },
  { sharePages: true },
);
const heading = (of: Page, name: string) => of.getByRole('heading', { name }).waitFor();

/** Goes to a control by the Tab key alone. */
async function tabTo(of: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await of.keyboard.press('Tab');
    const text = await of.evaluate(() => {
      const { activeElement: on } = document;
      return on?.getAttribute('aria-label') ?? on?.textContent ?? '';
    });
    if (name.test(text)) return;
  }
  assert.fail(`${name} is not reached by keyboard`);
}

inBrowser('a new user signs up, chooses a password, makes a key by keyboard, and asks with it', async () => {
  page = await browser.open('/account');
  await signUp(service, page, email, password);
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await heading(page, 'No keys yet');
  await tabTo(page, /^Create a key$/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await heading(page, 'Copy the key now');
  const key = (await page.getByRole('region', { name: 'The key' }).textContent()) ?? '';
  assert.match(key, /^lk_\w{36}$/);
  const answer = await fetch(`${service.url}/v2/list/tags?size=3`, { headers: { 'X-API-Key': key } });
  assert.equal(answer.status, 200);
  assert.equal(((await answer.json()) as { items: object[] }).items.length, 3);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('rowheader', { name: 'first' }).waitFor();
  assert.ok(!(await page.content()).includes(key));
});

inBrowser('the playground asks in the name of the account, and shows what its credits are', async () => {
  await page.getByRole('link', { name: 'Playground' }).click();
  await heading(page, 'Playground');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/^200 OK, \d+ ms, \d credits?, 49\d left$/).waitFor();
  const largest = await page.evaluate(async () => {
    const response = await fetch('/account/api/places');
    return ((await response.json()) as { places: { geo_id: string }[] }).places[0]?.geo_id;
  });
  assert.equal(await page.locator('#permit_search-geo_id').inputValue(), largest);
  const answer = await page.getByRole('region', { name: 'The answer' }).boundingBox();
  const form = await page.getByRole('form').boundingBox();
  assert.ok(answer && form && answer.width > 1.5 * form.width, JSON.stringify([answer, form]));
  await page.getByRole('button', { name: 'Python' }).click();
  await page.getByText('urllib.request.urlopen').waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('rowheader', { name: 'Pages in the browser' }).waitFor();
  await page.getByRole('rowheader', { name: 'first' }).waitFor();
  await page.getByText(/^At this pace you stay below the limit: at most \d+ % of 500 credits/).waitFor();
  await page.getByRole('img', { name: /^Credits by day and endpoint/ }).waitFor();
  const latest = page.getByRole('region', { name: 'Latest requests' });
  assert.match(
    (await latest.getByRole('row').nth(1).textContent()) ?? '',
    /GET \/v2\/permits\/search200Pages in the browser3/,
  );
});

inBrowser(
  'a request that failed says what was wrong and what to do, and leads to the documentation',
  async () => {
    await page.goto('/account/playground');
    await page.getByLabel('size', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText(/^422 Unprocessable/).waitFor();
    await page.getByText('Mend these and send the request again').waitFor();
    await page.getByRole('link', { name: 'More about validation' }).waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('button', { name: 'Refused (1)' }).click();
    const latest = page.getByRole('region', { name: 'Latest requests' });
    await latest.getByRole('button', { name: 'More about GET /v2/permits/search, 422' }).click();
    await latest.getByRole('heading', { name: 'What to do' }).waitFor();
    await latest.getByText('Input should be greater than or equal to 1').last().waitFor();
    assert.match(
      (await latest.locator('.asked').textContent()) ?? '',
      /^GET \/v2\/permits\/search\?.*size=0/,
    );
    assert.deepEqual(await axeFaults(page), []);
    await latest.getByRole('link', { name: 'More about validation in the documentation' }).click();
    await heading(page, '422 validation');
    await page.getByText('Each entry of detail names a parameter').waitFor();
  },
);

inBrowser('the explorer is used in the name of who is signed in, without a key', async () => {
  await page.goto('/?in=TX&from=2016-01-01');
  await page.locator('.table-body [role="row"]').first().waitFor();
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByText(/ann@example.org: \d+ of 500 credits used/).waitFor();
});

inBrowser('a search is watched from its page, and the watch ended in the dashboard', async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByText('sends no mail yet').waitFor();
  await page.getByLabel('Address', { exact: true }).fill('http://example.org/permits');
  await page.getByRole('button', { name: 'Send them there' }).click();
  await page.getByText('it must begin with https://').waitFor();
  await page.getByLabel('Address', { exact: true }).fill('https://example.org/permits');
  await page.getByRole('button', { name: 'Send them there' }).click();
  await page.getByText('whsec_').waitFor();
  await page.getByRole('link', { name: 'All your watches' }).click();
  await page.getByRole('cell', { name: 'geo_id=TX' }).waitFor();
  await page.getByRole('button', { name: /^Remove Permits in/ }).click();
  await page.getByText('no longer sent').waitFor();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: /^Remove Permits in/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await heading(page, 'No watches yet');
});

inBrowser('a second step is turned on by an app, and asked for when signing in', async () => {
  await page.goto('/account/profile');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  const secret = (await page.getByRole('region', { name: 'The secret' }).textContent()) ?? '';
  await page.getByLabel('The code that the app shows now').fill(totp(secret));
  await page.keyboard.press('Enter');
  const codes = await page.getByRole('region', { name: 'Backup codes' }).textContent();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText(/^On: signing in asks/).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await heading(page, 'Sign in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await heading(page, 'Second step');
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await page.getByLabel('Backup code').fill((codes ?? '').split('\n')[0] ?? '');
  await page.keyboard.press('Enter');
  await heading(page, 'Profile');
});

inBrowser('no page of an account has a fault that axe finds, in either theme', async (context) => {
  const outside = await browser.open('/account');
  const found: string[] = [];
  const look = async (of: Page, path: string, ready: string) => {
    await of.goto(path);
    await heading(of, ready);
    await settled(of);
    found.push(...(await axeFaults(of)).map((fault) => `${path} ${fault}`));
  };
  await look(outside, '/account/keys', 'Sign in');
  await look(outside, '/account/sign-up', 'Sign up');
  await look(outside, '/account/password#token/a%40example.org', 'Choose a password');
  await look(page, '/account', 'Latest requests');
  await look(page, '/account/keys', 'API keys');
  await look(page, '/account/usage', 'By endpoint');
  await look(page, '/account/watches', 'No watches yet');
  await look(page, '/account/playground', 'The same in a program');
  await look(page, '/account/profile', 'Where you are signed in');
  await page.goto('/account/organization');
  await page.getByRole('button', { name: 'New organization' }).click();
  await page.getByLabel('Name').fill('Lone Star Solar');
  found.push(...(await axeFaults(page)).map((fault) => `new organization ${fault}`));
  await page.keyboard.press('Enter');
  await heading(page, 'Members of Lone Star Solar');
  await look(page, '/account/organization', 'Members of Lone Star Solar');
  context.diagnostic(`axe: ${found.length} faults on 11 pages, each on a desk and dark on a phone`);
  assert.deepEqual(found, []);
});

inBrowser('beyond the limit, and offline, pages say what is the matter', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id } = await page.evaluate(async () => {
    const response = await fetch('/account/api/session');
    return ((await response.json()) as { account: { id: string } }).account;
  });
  await service.setPlan(id, 'few_credits');
  await page.goto('/account/playground');
  await page.getByLabel('Endpoint').selectOption('tags');
  await page.getByLabel('size', { exact: true }).fill('50');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/^402 Payment Required, /).waitFor();
  await page.getByLabel('size', { exact: true }).fill('30');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText(/^200 OK, /).waitFor();
  await page.getByRole('link', { name: 'Usage' }).click();
  await heading(page, 'The credits are used up');
  await page.getByText('the next ones on').waitFor();
  await page.context().setOffline(true);
  await page.getByText('This device is offline.').waitFor();
  await page.getByRole('link', { name: 'Organization' }).click();
  await page.getByRole('heading', { name: 'No connection' }).first().waitFor();
  await page.context().setOffline(false);
  await heading(page, 'Members of Lone Star Solar');
});

inBrowser('who signs up because of an invitation finds it in the new account', async () => {
  await page.getByLabel('E-mail').fill('fay@example.org');
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByText('Sent to fay@example.org.').waitFor();
  const other = await browser.open('/account');
  await signUp(service, other, 'fay@example.org', password);
  await heading(other, 'You are invited to Lone Star Solar');
  await other.getByRole('link', { name: 'See the invitation' }).click();
  await other.getByRole('button', { name: 'Join' }).click();
  await heading(other, 'Members of Lone Star Solar');
  await other.getByRole('heading', { name: 'You are invited' }).waitFor({ state: 'detached' });
  await other.context().close();
});

inBrowser('a page that is opened offline for the first time waits for the network', async () => {
  const other = await browser.open('/account');
  await signUp(service, other, 'dan@example.org', password);
  await other.context().setOffline(true);
  await other.getByRole('link', { name: 'Usage' }).click();
  await heading(other, 'This page waits for the network');
  await other.context().setOffline(false);
  await heading(other, 'Credits and plan');
  await other.context().close();
});

inBrowser('a session that has ended elsewhere leads to the door, and back to the page', async () => {
  const other = await page.context().newPage();
  await other.goto('/account/usage');
  await heading(other, 'Plan');
  await page.context().clearCookies();
  await other.getByRole('link', { name: 'Keys' }).click();
  await other.getByText('Your session has ended.').waitFor();
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Password').fill('wrong wrong wrong');
  await other.keyboard.press('Enter');
  await other.getByText('do not belong together').waitFor();
});

inBrowser('an address is changed by the links of both mails, and an account deleted by a third', async () => {
  const other = await browser.open('/account');
  await signUp(service, other, 'cleo@example.org', password);
  await other.goto('/account/profile');
  await other.getByLabel('New address').fill('cleo@example.net');
  await other.keyboard.press('Enter');
  await other.getByText('a link is on its way to cleo@example.org').waitFor();
  for (const after of ['One more link', 'Your address is changed']) {
    await other.goto(await service.mailedLink('/account/address'));
    await other.getByRole('button', { name: 'Confirm' }).click();
    await heading(other, after);
  }
  await other.getByRole('link', { name: 'Your profile' }).click();
  await other.getByText('cleo@example.net').waitFor();
  await other.getByRole('button', { name: 'Delete the account' }).click();
  await other.getByRole('button', { name: 'Send me the link' }).click();
  await other.getByText('Open the link in the mail').waitFor();
  await other.goto(await service.mailedLink('/account/delete'));
  await other.getByRole('button', { name: 'Delete it for good' }).click();
  await other.waitForURL(`${service.url}/`);
  await other.goto('/account');
  await heading(other, 'Sign in');
  await other.context().close();
});

inBrowser('no page of an account broke its security policy or threw an error', async () => {
  assert.deepEqual(browser.faults, []);
});
