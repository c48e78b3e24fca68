/** What operators do in the browser, against a real service, a portal of this test and real releases. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { drawn } from '@lintel/testing/base/rounds.js';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import type { DemoService } from '@lintel/testing/clients/demo-service.js';
import { syntheticDataset } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import { sourceOf } from '@lintel/testing/portals/portal-sources.js';
import type { Page } from 'playwright-core';
import { signUp } from './account.js';
import { axeFaults } from './axe.js';
import type { TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

const email = 'ann@example.org';
const portal = await new PortalServer().listen();
portal.add(syntheticDataset('elm-city-ks', 200));
after(() => portal.close());
let service: DemoService;
let browser: TestBrowser;
/** A page of the operator, who is signed in from the first test on. */
let page: Page;
/** A release that the gate objects to. */
let poorer: string;

/** A source of the portal, and one of the sample whose definition reads no description any more. */
function addSources(home: string): void {
  mkdirSync(join(home, 'sources'), { recursive: true });
  const settings = JSON.parse(readFileSync(join(home, 'lintel.json'), 'utf8')) as object;
  const fetch = { requests_per_second: 100, operator: 'test', allow_hosts: ['127.0.0.1'] };
  writeFileSync(join(home, 'lintel.json'), JSON.stringify({ ...settings, fetch }));
  const { definition } = sourceOf('socrata', portal.url, 'elm-city-ks', { namespace: 'elm-city-ks' });
  writeFileSync(join(home, 'sources', 'elm-city-ks.json'), JSON.stringify(definition));
  const lintel = dirname(createRequire(import.meta.url).resolve('lintel/package.json'));
  const path = join(lintel, 'dist', 'sources', 'catalog', 'sample-miami-dade-county-fl.json');
  const sample = JSON.parse(readFileSync(path, 'utf8')) as { map: { description?: unknown } };
  delete sample.map.description;
  writeFileSync(join(home, 'sources', 'sample-miami-dade-county-fl.json'), JSON.stringify(sample));
}

const inBrowser = inDemo(
  async (demo) => {
    ({ service, browser } = demo);
    addSources(service.home);
    assert.equal((await runLintel(service.home, 'operators', 'add', email)).status, 0);
    const built = await runLintel(service.home, 'build', '--as-of', '2026-07-15', '--json');
    poorer = (JSON.parse(built.stdout) as { id: string }).id;
  },
  { sharePages: true },
);
const heading = (of: Page, name: string | RegExp) => of.getByRole('heading', { name }).first().waitFor();
const task = (of: Page, title: string | RegExp, state: string) =>
  of.locator('.task', { hasText: title }).filter({ hasText: state }).waitFor({ timeout: 60_000 });
const published = async () => {
  const answer = await fetch(`${service.url}/readyz`);
  return ((await answer.json()) as { release_id: string }).release_id;
};

/** Signs up, and goes to the page. */
async function signedUp(address: string, path: string): Promise<Page> {
  const opened = await browser.open('/account');
  await signUp(service, opened, address, 'correct horse battery');
  await opened.goto(path);
  return opened;
}

inBrowser('an operator sees why the gate objects, publishes in spite of it, and rolls back', async () => {
  page = await signedUp(email, '/operator');
  await heading(page, 'Sources');
  const before = await published();
  await page.getByRole('link', { name: 'Releases' }).click();
  await page.getByRole('link', { name: poorer }).click();
  await page.getByText(/permits of sample-miami-dade-county-fl with description fell from/).waitFor();
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  assert.equal(await publish.isDisabled(), true);
  await page.getByLabel('Publish in spite of this').check();
  await publish.click();
  await task(page, `Publication of ${poorer}`, 'Done');
  await page.getByText('This release is what the service answers from.').waitFor();
  assert.equal(await published(), poorer);
  await page.getByRole('link', { name: 'Releases' }).click();
  await page.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('button', { name: `Serve ${before} again?` }).click();
  await task(page, `Rollback of ${poorer}`, 'Done');
  assert.equal(await published(), before);
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('row', { name: new RegExp(`${email} task.publish ${poorer} --force`) }).waitFor();
});

inBrowser('a fetch is watched, found again after a reload, stopped, and done', async () => {
  await page.goto('/account/operator/sources');
  portal.fault = () => ({ kind: 'hang' });
  await page.getByRole('button', { name: 'Fetch now: elm-city-ks' }).click();
  await task(page, 'Fetching elm-city-ks', 'Running');
  await page.reload();
  await task(page, 'Fetching elm-city-ks', 'Running');
  assert.equal(await page.getByRole('button', { name: 'Fetch now: elm-city-ks' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await task(page, 'Fetch of elm-city-ks', 'Stopped');
  portal.fault = () => ({ kind: 'status', status: 403 });
  await page.getByRole('link', { name: 'Elm City, building permits' }).click();
  await page.getByRole('button', { name: 'Fetch now', exact: true }).click();
  await task(page, 'Fetch of elm-city-ks', 'Failed');
  await page
    .getByText(/elm-city-ks stopped\..*403/)
    .first()
    .waitFor();
  portal.fault = () => null;
  await page.getByRole('button', { name: 'Fetch now', exact: true }).click();
  await task(page, 'Fetch of elm-city-ks', 'Done');
  await page.getByRole('cell', { name: 'Finished' }).waitFor();
});

inBrowser('trends lead to a page for each incident, with what its runs brought and what to do', async () => {
  portal.add(syntheticDataset('elm-city-ks', 120));
  assert.equal((await runLintel(service.home, 'fetch', 'elm-city-ks', '--full')).status, 0);
  await page.goto('/account/operator/trends');
  await page.getByRole('row', { name: /elm-city-ks.*Elm City/ }).waitFor();
  // The release that was published in spite of the gate, and the answers of this service.
  await page
    .getByRole('row', { name: new RegExp(`${poorer}.*in spite of objections.*description`) })
    .waitFor();
  await page.getByText('Answers by day', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Elm City has lost rows' }).click();
  await page.waitForURL(/incidents\/lost_rows(:|%3A)elm-city-ks$/);
  await heading(page, 'Elm City has lost rows');
  await page.getByText('80 of 200 rows are gone from its portal').waitFor();
  await page.getByText('set vanished_share of the source in lintel.json').waitFor();
  await page.getByRole('button', { name: 'Fetch all rows' }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await page.goto('/account/operator/incidents/silent:elm-city-ks');
  await page.getByText('This incident is over, or there never was one.').waitFor();
});

inBrowser('each page of the operator view passes axe, and its link is in sight', async (context) => {
  const account = await page.request.get('/account/api/operator/accounts?q=Demo');
  const [{ id }] = ((await account.json()) as { accounts: [{ id: string }] }).accounts;
  const paths = ['sources', 'sources/sample-austin-tx', 'releases', `releases/${poorer}`];
  const all = [...paths, 'trends', 'accounts', `accounts/${id}`, 'health', 'activity'];
  for (const path of drawn(all, 3)) {
    await page.goto(`/account/operator/${path}`);
    await heading(page, /./);
    await page.locator('.waiting').first().waitFor({ state: 'detached' });
    assert.deepEqual(await axeFaults(page), [], path);
  }
  context.diagnostic('axe: no violation on pages drawn of 9, light and dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account/operator/activity');
  await heading(page, 'Activity');
  const place = await page.getByRole('link', { name: 'Activity' }).boundingBox();
  assert.ok(place !== null && place.x + place.width <= 390, 'the last link of the row is not in sight');
  assert.deepEqual(browser.faults, []);
});

inBrowser('somebody who is no operator, or not signed in, gets nothing of it', async () => {
  const other = await signedUp('bob@example.org', '/account/operator/releases');
  await heading(other, 'For operators of this service');
  for (const path of ['accounts', 'releases', 'sources', 'tasks', 'activity']) {
    assert.equal((await other.request.get(`/account/api/operator/${path}`)).status(), 403);
    assert.equal((await fetch(`${service.url}/account/api/operator/${path}`)).status, 401);
  }
  const stranger = await browser.open('/operator');
  await heading(stranger, 'Sign in');
});
