/** The explorer's table, its empty answers and its charts, in a real browser against a real service. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import type { TestBrowser } from './browser.js';
import { inDemo } from './in-demo.js';

let browser: TestBrowser;

const inBrowser = inDemo((demo) => {
  ({ browser } = demo);
});
const rows = (page: Page) => page.locator('.table-body [role="row"]');

inBrowser('Back leads to the row where one was', async () => {
  const page = await browser.open('/?in=TX&from=2012-01-01');
  await rows(page).first().waitFor();
  const table = page.locator('.permit-table');
  await table.evaluate((element) => element.scrollTo(0, 1_500));
  const wanted = page.locator('.table-body [role="row"][aria-rowindex="32"] a');
  await wanted.waitFor();
  const href = await wanted.getAttribute('href');
  await wanted.click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.goBack();
  await page.locator(`.table-body a[href="${href}"]`).waitFor();
  assert.ok((await table.evaluate((element) => element.scrollTop)) > 1_000);
  await page.waitForFunction((path) => document.activeElement?.getAttribute('href') === path, href);
});

inBrowser('Back leads to the link that one followed from a long page', async () => {
  const page = await browser.open('/?in=TX&from=2012-01-01');
  await page.setViewportSize({ width: 390, height: 400 });
  await rows(page).first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.locator('main a[href^="/properties/"]').first().click();
  await page.waitForURL(/\/properties\//);
  await page.waitForLoadState('networkidle');
  const wanted = page.locator('main a[href^="/permits/"]').last();
  const href = await wanted.getAttribute('href');
  await wanted.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => window.scrollY);
  assert.ok(top > 0);
  await wanted.click();
  await page.getByRole('heading', { name: 'Timeline' }).waitFor();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await page.goBack();
  await page.waitForFunction((path) => document.activeElement?.getAttribute('href') === path, href);
  assert.ok(Math.abs((await page.evaluate(() => window.scrollY)) - top) < 2);
});

inBrowser('a search for what is not held says what is held', async () => {
  const page = await browser.open('/');
  await page.getByRole('combobox').fill('12 zzyzx rd');
  const said = page.locator('.suggestions[role="status"]');
  await said.getByText('Nothing found.').waitFor();
  await said.getByRole('link').first().click();
  await page.waitForURL(/\?in=/);
});

inBrowser('everywhere is all permits, and its first map is shaded by what the document brings', async () => {
  const first = await browser.open('/data');
  // No document waits for the shades.
  for (let tries = 0; tries < 50; tries++) {
    const html = await first.evaluate(async () =>
      (await fetch('/', { headers: { accept: 'text/html' } })).text(),
    );
    if (html.includes('"states":{')) break;
    await first.waitForTimeout(200);
  }
  const asked: URL[] = [];
  first.on('request', (request) => asked.push(new URL(request.url())));
  const byState = () => asked.filter(({ searchParams }) => searchParams.get('group_by') === 'state');
  await first.goto('/');
  await rows(first).first().waitFor();
  await first.waitForLoadState('networkidle');
  assert.deepEqual(byState(), []);
  const list = asked.find(({ pathname }) => pathname === '/v2/permits/search');
  assert.equal(list?.searchParams.get('geo_id'), 'US');
  const { permit_count: all } = await first.evaluate(
    async (query) =>
      (await fetch(`/v2/permits/aggregate?${query}`, { headers: { 'x-lintel-visitor': '1' } })).json(),
    `permit_from=${list?.searchParams.get('permit_from')}&permit_to=${list?.searchParams.get('permit_to')}`,
  );
  await first
    .getByText(`${all.toLocaleString('en-US')} permits`, { exact: false })
    .first()
    .waitFor();
  await first.goto('/?tags=solar');
  await rows(first).first().waitFor();
  await first.waitForLoadState('networkidle');
  assert.equal(byState().length, 1, 'another question is asked');
});

inBrowser('the table is ordered by job value, and its address says so with its columns', async () => {
  const page = await browser.open('/?in=TX&from=2012-01-01');
  await rows(page).first().waitFor();
  await page.getByRole('columnheader', { name: 'Job value' }).getByRole('button').click();
  await page.waitForURL(/sort=value/);
  await page.getByText(/the largest job value first/).waitFor();
  await rows(page).nth(5).waitFor();
  const values = await rows(page).evaluateAll((all) =>
    all.map((row) => Number(row.lastElementChild?.textContent?.replace(/\D/g, ''))),
  );
  assert.deepEqual(
    values,
    values.toSorted((one, other) => other - one),
  );
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Fees' }).check();
  await page.waitForURL(/columns=fees/);
  await page.reload();
  await page.getByRole('columnheader', { name: 'Fees' }).waitFor();
  assert.equal(
    await page.getByRole('columnheader', { name: 'Job value' }).getAttribute('aria-sort'),
    'descending',
  );
});

inBrowser(
  'a permit type is chosen from those found, and as many permits are found as stand beside it',
  async () => {
    const page = await browser.open('/?in=TX&from=2012-01-01');
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'Permit type' }).click();
    const choice = page.locator('.popover .facet').first().locator('.choice').first();
    const count = (await choice.locator('.choice-count').textContent()) ?? '';
    const name = (await choice.locator('.choice-name').textContent()) ?? '';
    await choice.getByRole('checkbox').check();
    await page.waitForURL((url) => url.searchParams.get('permit') === name);
    await page.getByText(new RegExp(`^${count} permits, the newest first`)).waitFor();
  },
);

inBrowser('the search keeps every letter that is typed while the page starts', async () => {
  const page = await browser.open('/healthz');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByRole('banner').locator('input');
  await field.click();
  const asked = page.waitForRequest(/\/v2\/zipcodes\/search\?q=37212/);
  // As slowly as people type, so that it goes on while everything else is loaded.
  await page.keyboard.type('37212', { delay: 400 });
  assert.equal(await field.inputValue(), '37212');
  assert.ok(await field.evaluate((element) => element === document.activeElement));
  await asked;
});

inBrowser('what is mistyped in an address is left out', async () => {
  const page = await browser.open('/?in=nonsense&from=99&sort=x&columns=none&value=-3');
  await page.getByRole('heading', { name: 'Building permits of the United States' }).waitFor();
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Last 12 months' }).waitFor();
  await page.goto('/compare?metric=zzz&years=77&place=%3Cb%3E');
  await page.getByText(/one chart; as an example, those with the most permits\.$/).waitFor();
});

inBrowser('a search that finds nothing says why, and leads to one that does', async () => {
  const page = await browser.open('/?in=TX&from=2012-01-01&status=final&value=900000000');
  const wider = page.getByRole('button', { name: /^Of any value [\d,]+/ });
  await wider.waitFor();
  const promised = Number((await wider.textContent())?.replace(/\D/g, ''));
  assert.ok(promised > 0);
  await wider.click();
  await page.getByText(new RegExp(`^${promised.toLocaleString('en-US')} permits?`)).waitFor();
  await page.goto('/?in=WY');
  await page.getByText('No source of this release covers Wyoming').waitFor();
});

inBrowser('a table whose release is gone says that there is newer data, and starts again', async () => {
  const page = await browser.open('/?in=TX&from=2012-01-01');
  await rows(page).first().waitFor();
  const further = /\/v2\/permits\/search.*cursor=/;
  await page.route(further, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('cursor', `${url.searchParams.get('cursor')}A`);
    return route.continue({ url: url.href });
  });
  await page.locator('.permit-table').evaluate((element) => element.scrollTo(0, 3_000));
  await page.getByRole('heading', { name: 'There is newer data' }).waitFor();
  await page.unroute(further);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('heading', { name: 'There is newer data' }).waitFor({ state: 'detached' });
  await rows(page).first().waitFor();
});

inBrowser(
  'the data page lists the portals of a state that is chosen: whose, where, what is known',
  async () => {
    const page = await browser.open('/data');
    await page.getByLabel('Portals of a state, one by one').selectOption({ label: 'Florida' });
    const table = page.getByRole('region', { name: 'Portals of Florida' });
    const first = table.locator('tbody tr').first();
    await first.waitFor();
    const listed = await table.locator('tbody tr').count();
    const said = page.getByRole('status').filter({ hasText: /portals of Florida/ });
    assert.equal(await said.textContent(), `${listed} portals of Florida`);
    const software = await table.getByRole('link').allTextContents();
    assert.equal(software.length, listed, 'each has a link to its portal');
    assert.ok(software.includes('EnerGov') && software.includes('Accela'), [...new Set(software)].join(', '));
    assert.match((await table.getByRole('link').first().getAttribute('href')) ?? '', /^https?:/);
    const refused = table.locator('tbody tr').filter({ hasText: /Blocked|Login only|No portal/ });
    const reasons = await refused.locator('td:last-child').allTextContents();
    assert.ok(reasons.length > 0);
    for (const reason of reasons) assert.doesNotMatch(reason, /^$|Lintel reads its software/);
    await page.getByLabel('Portals of a state, one by one').selectOption({ label: 'Texas' });
    await page.getByRole('region', { name: 'Portals of Texas' }).waitFor();
    assert.equal(await table.count(), 0);
  },
);

inBrowser('no connection is said once on a page of many parts, and all of them are tried again', async () => {
  const page = await browser.open('/data');
  await page.getByRole('heading', { name: 'The data' }).waitFor();
  const someParts = /\/permits\/aggregate|\/contractors\/search/;
  let broken = 0;
  await page.route(someParts, (route) => {
    broken += 1;
    return route.abort('connectionreset');
  });
  await page.goto('/places/state/TX');
  await page.getByRole('heading', { name: 'No connection' }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(broken > 1, `${broken} broken requests`);
  assert.equal(await page.getByRole('heading', { name: 'No connection' }).count(), 1);
  await page.unroute(someParts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Over time' }).waitFor();
  await page.getByRole('table').filter({ hasText: 'Here, 12 months' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'No connection' }).count(), 0);
});

inBrowser(
  'homes per year by kind are three clicks away, with what they rest on, as a link, picture and CSV',
  async () => {
    const page = await browser.open('/?in=TX');
    await page.getByRole('link', { name: 'Summarize' }).click();
    await page.getByRole('link', { name: 'New homes per year, by kind' }).click();
    await page.waitForURL(/tags=new_dwelling&group=year&group=property_type_detail&measure=sum_units/);
    await page.getByRole('columnheader', { name: 'Single-family home' }).waitFor();
    const notes = page.locator('.chart-notes');
    await notes.getByText(/^Data from [A-Z][a-z]{2} \d{4} to /).waitFor();
    await page.getByRole('button', { name: /^Save the chart/ }).click();
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: /SVG/ }).click(),
    ]);
    const drawing = readFileSync(await picture.path(), 'utf8');
    assert.match(drawing, />New homes, by year and kind of building, Texas</);
    assert.match(drawing, />Data from [A-Z][a-z]{2} \d{4} to /);
    assert.match(drawing, />Source: /);
    await page.getByLabel('Measure').selectOption('median_job_value');
    await page.waitForURL(/measure=median_job_value/);
    await page.getByRole('columnheader', { name: /^Without / }).waitFor();
    await page
      .getByLabel(/^and(?! by)/)
      .first()
      .selectOption('p90_approval_duration');
    await page.getByLabel('In the chart').selectOption('p90_approval_duration');
    await page.waitForURL(/measure=median_job_value&measure=p90_approval_duration&chart=p90_/);
    await page
      .locator('figure')
      .getByText(/^Ninetieth percentile of the time from filing to issue of permits tagged/)
      .waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    assert.match(
      head,
      /^Year,Kind of building,"Median of job value, US dollars",Ninetieth percentile of the time from filing to issue,Permits,/,
    );
    assert.ok(
      lines.some((line) => /^\d{4},Single-family home,[\d.]+,[\d.]*(?:,\d+){5},(?:yes|no)$/.test(line)),
      lines[0],
    );
  },
);

inBrowser(
  'what no source covers is a gap in a chart of columns, and not whole periods are hatched',
  async () => {
    const page = await browser.open('/summary?in=TX&group=year&from=1985-01-01');
    const chart = page.locator('svg.chart');
    await chart.locator('.bar').first().waitFor();
    assert.ok((await chart.locator('.unknown').count()) > 0);
    assert.ok((await chart.locator('.partial').count()) > 0);
    await page.getByText('nothing is known of these periods, which is not 0').waitFor();
  },
);

inBrowser('a saved chart of several places names each of them', async () => {
  const page = await browser.open('/compare?place=TX&place=CA');
  await page.getByRole('button', { name: /^Save the chart/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: /SVG/ }).click(),
  ]);
  const drawing = readFileSync(await download.path(), 'utf8');
  assert.match(drawing, />Texas<\/text>/);
  assert.match(drawing, />California<\/text>/);
});

inBrowser('a comparison begins with an example, and offers places with about as many permits', async () => {
  const page = await browser.open('/compare');
  await page.getByText(/one chart; as an example, those with the most permits\.$/).waitFor();
  await page
    .getByRole('region', { name: /^Figures of the last 12 months/ })
    .getByRole('row')
    .nth(2)
    .waitFor();
  await page.goto('/compare?place=TX');
  await page.getByText('About as many permits:').waitFor();
  const [like = ''] = await page.getByRole('button', { name: /^Add [A-Z]/ }).allTextContents();
  await page.getByRole('button', { name: like, exact: true }).click();
  await page.getByRole('button', { name: `Remove ${like.replace('Add ', '')}` }).waitFor();
  const rows = page.getByRole('region', { name: /^Figures of the last 12 months/ }).getByRole('row');
  await rows.nth(2).waitFor();
  const counts = await rows.evaluateAll((all) => {
    const textsOf = (row: Element) => [...row.children].map(({ textContent }) => textContent ?? '');
    const at = textsOf(all[0] as Element).indexOf('Permits');
    return all.slice(1).map((row) => Number(textsOf(row)[at]?.replace(/\D/g, '')));
  });
  const [one = 0, other = 0] = counts;
  assert.ok(one > 0 && other >= one / 2 && other <= one * 2, `${one} and ${other} permits`);
});

inBrowser('what is near is found where the browser says that it is, and a refusal is told', async () => {
  const page = await browser.open('/data');
  const { items } = await page.evaluate(async () =>
    (
      await fetch('/v2/permits/search?geo_id=TX&permit_from=2025-01-01&permit_to=2026-12-31&size=1', {
        headers: { 'x-lintel-visitor': '1' },
      })
    ).json(),
  );
  const [latitude, longitude] = items[0].address.latlng;
  const box = page.getByRole('combobox', { name: /^Search/ });
  await box.click();
  await page.getByRole('option', { name: /^Near me/ }).click();
  await page.getByRole('heading', { name: 'Your browser may not say where you are' }).waitFor();
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude, longitude });
  await box.click();
  await box.press('ArrowDown');
  await box.press('Enter');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /^Near / }).waitFor();
  await page.getByRole('heading', { name: /within 1,000 ft/ }).waitFor();
  assert.match(new URL(page.url()).searchParams.get('at') ?? '', /^-?[\d.]+,-?[\d.]+$/);
  await page.goto('/address?at=0,0');
  await page.getByText('No permit of this release lies within 6.2 mi.').waitFor();
  await page.goto('/address?at=nowhere');
  await page.getByText('Which address?').waitFor();
});

inBrowser('nothing of this broke the security policy or threw an error', async () => {
  assert.deepEqual(browser.faults, []);
});

inBrowser('what the address has that is no filter is told, until another page is opened', async () => {
  const page = await browser.open('/?in=Austin&status=active&status=open&tags=solar&utm_source=letter');
  const told = page.locator('.banner');
  await told.waitFor();
  assert.match((await told.textContent()) ?? '', /left out: in=Austin, status=open$/);
  await rows(page).first().waitFor();
  assert.deepEqual([...new URL(page.url()).searchParams.keys()], ['status', 'tags', 'utm_source']);
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await told.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await rows(page).first().waitFor();
  assert.equal(await told.count(), 0);
  await page.goto(new URL('/summary?group=nothing&group=year', page.url()).href);
  assert.match((await told.textContent()) ?? '', /left out: group=nothing$/);
});
