/** How tests in a browser begin: `lintel demo` on the small release that they share, and Chromium for its pages. */
import { after, before, type TestContext, test } from 'node:test';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { skipWithoutBrowser, TestBrowser } from './browser.js';

export interface Demo {
  readonly service: DemoService;
  readonly browser: TestBrowser;
}

/** A test in the browser; skipped where there is none. */
type BrowserTest = (name: string, run: (context: TestContext) => Promise<void>) => void;

/**
 * Starts both before the tests of a file, calls `ready`, and stops them after the tests. The pages that a test opened
 * are closed behind it, unless the tests go on with them.
 */
export function inDemo(
  ready: (demo: Demo) => void | Promise<void>,
  { sharePages = false }: { readonly sharePages?: boolean } = {},
): BrowserTest {
  let service: DemoService | undefined;
  let browser: TestBrowser | undefined;
  const skip = skipWithoutBrowser;
  before(async () => {
    if (skip !== false) return;
    service = await DemoService.start();
    browser = await TestBrowser.start(service.url, { maps: false });
    await ready({ service, browser });
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });
  return (name, run) =>
    test(name, { skip }, async (context) => {
      await run(context);
      if (!sharePages) await browser?.closePages();
    });
}
