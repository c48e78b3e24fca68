/**
 * How smoothly 100,000 permits scroll: `node packages/web/dist/test/scroll.js` makes a release of 120,000, loads the table
 * page by page as someone does who scrolls down, and prints how long frames took in a few rows, while the others came, and
 * in all of them.
 * With a URL and a key as arguments it asks that service instead.
 */
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import type { Page } from 'playwright-core';
import { skipWithoutBrowser, TestBrowser } from './browser.js';

const wanted = 100_000;
/** Pixels of a turn of the wheel, and turns that are measured. */
const turn = 240;
const turns = 300;

/** Times between frames while `scroll` runs, in milliseconds. */
async function frameTimes(page: Page, scroll: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    const step = (now: number) => {
      times.push(now - last);
      last = now;
      if (!('lintelEnded' in window)) requestAnimationFrame(step);
    };
    Reflect.deleteProperty(window, 'lintelEnded');
    Reflect.set(window, 'lintelFrames', times);
    requestAnimationFrame(step);
  });
  await scroll();
  return page.evaluate(() => {
    Reflect.set(window, 'lintelEnded', true);
    return (Reflect.get(window, 'lintelFrames') as number[]).slice(1);
  });
}

function summary(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  const long = times.filter((time) => time > 50).length;
  return `${times.length} frames; ms: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}; over 50 ms: ${long}`;
}

const loaded = (page: Page) =>
  page.locator('.table-body').evaluate((body) => Math.round(body.getBoundingClientRect().height / 52));

async function measure(url: string, key: string): Promise<void> {
  const browser = await TestBrowser.start(url, { maps: false });
  const page = await browser.open('/');
  await page.evaluate((text) => sessionStorage.setItem('lintel.key', text), key);
  await page.goto('/?from=2012-01-01');
  await page.locator('.table-body [role="row"]').first().waitFor();
  const box = await page.locator('.permit-table').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  const wheel = (by: number) => async () => {
    for (let count = 0; count < turns; count += 1) {
      await page.mouse.wheel(0, by);
      await page.waitForTimeout(16);
    }
  };
  await page.locator('.permit-table').evaluate((table) => table.scrollTo(0, table.scrollHeight));
  await page.waitForLoadState('networkidle');
  const few = await frameTimes(page, wheel(-turn));
  process.stdout.write(`scrolling in ${await loaded(page)} rows: ${summary(few)}\n`);
  const began = Date.now();
  const toEnd = () =>
    page.locator('.permit-table').evaluate((table) => table.scrollTo(0, table.scrollHeight));
  const loading = await frameTimes(page, async () => {
    for (let rows = 0; rows < wanted && Date.now() - began < 300_000; rows = await loaded(page)) {
      await toEnd();
      await page.waitForTimeout(30);
    }
  });
  const rows = await loaded(page);
  process.stdout.write(
    `loading ${rows} rows, ${((Date.now() - began) / 1000).toFixed(0)} s: ${summary(loading)}\n`,
  );
  await page.waitForLoadState('networkidle');
  const scrolling = await frameTimes(page, wheel(-turn));
  process.stdout.write(`scrolling in ${rows} rows: ${summary(scrolling)}\n`);
  await browser.close();
}

const [url, key] = process.argv.slice(2);
if (skipWithoutBrowser !== false) {
  process.stdout.write(`skipped: ${skipWithoutBrowser}\n`);
} else if (url !== undefined && key !== undefined) {
  await measure(url, key);
} else {
  const service = await DemoService.start(120_000);
  try {
    await measure(service.url, service.key);
  } finally {
    await service.stop();
  }
}
