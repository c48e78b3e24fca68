/**
 * Runs `lintel sample` or `lintel build` in this process for build.ts, and reports time and memory of each
 * step.
 */
import type { Progress } from 'lintel/dist/base/progress.js';
import type { Installation } from 'lintel/dist/cli/terminal/installation.js';
import { buildFrom } from 'lintel/dist/cli/work/build.js';
import { makeSample } from 'lintel/dist/cli/work/make-sample.js';
import { openInstallation } from 'lintel/dist/installation/installation.js';
import { answerParent, cpuMs } from './child.js';

type CommandOrder =
  | { readonly command: 'sample'; readonly home: string; readonly permits: number }
  | { readonly command: 'build'; readonly home: string };

interface StepReport {
  readonly name: string;
  readonly unit: string;
  readonly done: number;
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuMs: number;
  /** Memory of the process when the step ended. */
  readonly residentBytes: number;
}

export interface CommandReport {
  readonly steps: readonly StepReport[];
  readonly seconds: number;
  readonly cpuMs: number;
  /** The most memory that the process ever had. */
  readonly peakBytes: number;
  /** Raw rows written or read. */
  readonly rows: number;
  /** Permits in the release; 0 of a sample. */
  readonly permits: number;
  /** Id of the release; empty of a sample. */
  readonly release: string;
}

answerParent(async (order: CommandOrder): Promise<CommandReport> => {
  const { progress, steps } = timedProgress();
  const begun = performance.now();
  const cpuBefore = cpuMs();
  const installation = await openInstallation(
    order.home,
    { ...progress, plan() {}, note() {} },
    () => new AbortController().signal,
    { makesHome: true },
  );
  const made =
    order.command === 'sample' ? await sample(installation, order.permits) : await build(installation);
  await installation.close();
  progress.done();
  return {
    steps,
    seconds: (performance.now() - begun) / 1000,
    cpuMs: cpuMs() - cpuBefore,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    ...made,
  };
});

async function sample(installation: Installation, permits: number) {
  const runs = await makeSample(installation, permits);
  return { rows: runs.reduce((sum, run) => sum + run.counts.read, 0), permits: 0, release: '' };
}

async function build(installation: Installation) {
  const { id, report, info } = await buildFrom(installation);
  return { rows: report.read, permits: info.counts.permits, release: id };
}

interface OpenStep {
  readonly name: string;
  readonly unit: string;
  readonly begun: number;
  readonly cpuBefore: number;
  done: number;
}

/** A progress that measures the steps. */
function timedProgress(): { progress: Progress; steps: StepReport[] } {
  const steps: StepReport[] = [];
  let open: OpenStep | null = null;
  const end = () => {
    if (open === null) return;
    const { name, unit, done, begun, cpuBefore } = open;
    const seconds = (performance.now() - begun) / 1000;
    const residentBytes = process.memoryUsage.rss();
    steps.push({ name, unit, done, seconds, cpuMs: cpuMs() - cpuBefore, residentBytes });
    open = null;
  };
  const progress: Progress = {
    step(name, _total, unit = 'rows') {
      end();
      open = { name, unit, begun: performance.now(), cpuBefore: cpuMs(), done: 0 };
    },
    advance(count) {
      if (open !== null) open.done += count;
    },
    done: end,
  };
  return { progress, steps };
}
