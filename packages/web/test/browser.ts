/**
 * A real browser for tests of the pages: Chromium of the system, without a window. What breaks the pages' security
 * policy, or throws in them, is remembered for each page that was opened.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is; null where it is not installed. `CHROMIUM` names another place. */
function chromiumPath(): string | null {
  return [process.env.CHROMIUM ?? '', ...paths].find((path) => path !== '' && existsSync(path)) ?? null;
}

/** Why tests in a browser are skipped; false if they run. */
export const skipWithoutBrowser: string | false =
  chromiumPath() === null ? 'Chromium is not installed (apt-get install chromium)' : false;

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

export class TestBrowser {
  /** Broken rules of the security policy, and errors that nobody caught. */
  readonly faults: string[] = [];
  readonly #browser: Browser;
  readonly #url: string;

  private constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  /** Starts Chromium for the pages of a service. Maps are drawn without a graphics card, which is slow. */
  static async start(url: string, { maps }: { readonly maps: boolean }): Promise<TestBrowser> {
    const executablePath = chromiumPath();
    if (executablePath === null) throw new Error('no Chromium');
    // In containers there is no sandbox to have.
    const drawing = maps ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-3d-apis'];
    const args = ['--no-sandbox', ...drawing];
    return new TestBrowser(await chromium.launch({ executablePath, args }), url);
  }

  /** A page in a session of its own, as a new visitor has it. */
  async open(path: string, { theme = 'light', width = 1440, height = 900 }: Look = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: { width, height },
      colorScheme: theme,
      permissions: ['clipboard-write'],
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    // Of what never comes: a busy machine takes seconds for a page.
    page.setDefaultTimeout(60_000);
    page.on('pageerror', (error) => this.faults.push(`${path}: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.faults.push(`${path}: ${message.text()}`);
    });
    await page.goto(path);
    return page;
  }

  /** Closes all pages with their sessions. */
  async closePages(): Promise<void> {
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Waits until the page has asked for everything it shows. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.waiting:visible').first().waitFor({ state: 'detached' });
  await page.locator('.maplibregl-map:not([data-drawn]):visible').first().waitFor({ state: 'detached' });
}
