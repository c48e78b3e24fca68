/** Compares two releases in this process for compare.ts, and reports what it cost. */
import { rmSync } from 'node:fs';
import { openHome } from 'lintel/dist/base/home.js';
import { silentProgress } from 'lintel/dist/base/progress.js';
import { changesDirectory } from 'lintel/dist/releases/changes/layout.js';
import { writeChanges } from 'lintel/dist/releases/changes/write-changes.js';
import { answerParent, cpuMs } from './child.js';

interface ComparisonOrder {
  readonly home: string;
  readonly from: string;
  readonly to: string;
}

export interface ComparisonReport {
  readonly counts: readonly { readonly kind: string; readonly changes: number }[];
  readonly seconds: number;
  readonly cpuMs: number;
}

answerParent(async ({ home, from, to }: ComparisonOrder): Promise<ComparisonReport> => {
  const { releases } = openHome(home);
  const begun = performance.now();
  const cpuBefore = cpuMs();
  const { sections } = await writeChanges(releases, from, to, { progress: silentProgress });
  const [cpu, seconds] = [cpuMs() - cpuBefore, (performance.now() - begun) / 1000];
  rmSync(changesDirectory(releases), { recursive: true });
  const counts = (['permits', 'contractors', 'decisions', 'properties'] as const).map((kind) => ({
    kind,
    changes: sections
      .filter((section) => section.kind === kind)
      .reduce((sum, { start, end }) => sum + end - start, 0),
  }));
  return { counts, seconds, cpuMs: cpu };
});
