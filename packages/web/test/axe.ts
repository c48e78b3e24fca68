/** What axe finds on a page, in both themes, on a desk and on a phone; and whether it is wider than either. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeFault {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

interface AxeWindow {
  readonly axe: {
    /** What passes is not described with `resultTypes`, which takes most of the time. */
    run(options: { resultTypes: string[] }): Promise<{ violations: AxeFault[] }>;
  };
}

/** The faults of the page as it is: light on a desk, dark on a phone. A page that scrolls sideways has one. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  await page.evaluate(axe);
  for (const look of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: look });
    await page.setViewportSize(look === 'light' ? { width: 1440, height: 900 } : { width: 390, height: 844 });
    const violations = await page.evaluate(async () => {
      const { run } = (window as unknown as AxeWindow).axe;
      return (await run({ resultTypes: ['violations'] })).violations;
    });
    faults.push(
      ...violations.map(
        ({ id, nodes }) =>
          `${look}: ${id} ${String(nodes[0]?.target)} (${nodes.length}) ${nodes[0]?.failureSummary}`,
      ),
    );
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    if (scrollWidth > clientWidth)
      faults.push(`${look}: ${scrollWidth - clientWidth} px wider than the window`);
  }
  return faults;
}
