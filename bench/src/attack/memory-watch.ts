/** Watches the memory of a service while it is attacked. */
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../figures.js';
import type { Memory, Served } from './served.js';

/** Samples of a long attack that are printed. */
const printed = 20;

interface MemoryCourse {
  readonly samples: readonly Memory[];
  /** Largest resident memory of all, in megabytes. */
  readonly peak: number;
  /** Largest resident memory of the last third divided by that of the second. */
  readonly growth: number;
  /** The course in a few figures. */
  readonly text: string;
}

/** Takes samples until `work` is over. */
export async function watchMemory(
  served: Served,
  seconds: number,
  tell: (line: string) => void,
  work: Promise<unknown>,
): Promise<MemoryCourse> {
  const samples: Memory[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const everyMs = Math.max(100, (seconds * 1000) / 60);
  const begun = performance.now();
  while (!isOver) {
    const sample = await served.memory().catch(() => null);
    if (sample) samples.push(sample);
    if (sample && samples.length % Math.ceil(60 / printed) === 1) {
      tell(`${figure((performance.now() - begun) / 1000)} s: ${textOf(sample)}`);
    }
    await Promise.race([delay(everyMs), over.catch(() => {})]);
  }
  await over;
  return courseOf(samples);
}

function courseOf(samples: readonly Memory[]): MemoryCourse {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const peakOf = (some: readonly Memory[]) =>
    Math.max(0, ...some.map(({ residentMegabytes }) => residentMegabytes));
  const peak = peakOf(samples);
  // A busy service may answer a short attack's first question only.
  const earlier = samples.length < 3 ? samples.slice(0, 1) : samples.slice(third, 2 * third);
  const growth = peakOf(samples.slice(-third)) / Math.max(1, peakOf(earlier));
  const [first, last] = [samples[0], samples.at(-1)];
  const ends = first && last ? `${textOf(first)} at first, ${textOf(last)} at last, ` : '';
  return { samples, peak, growth, text: `${ends}at most ${figure(peak)} MB resident` };
}

function textOf({ residentMegabytes, heapMegabytes }: Memory): string {
  return `${figure(residentMegabytes)} MB resident, ${figure(heapMegabytes)} MB heap`;
}
