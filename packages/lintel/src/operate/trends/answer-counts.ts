/**
 * Answers of a day as a few counts, which add up over processes and days: by class of status, and by steps of the time
 * that they took. From 3 ms on a percentile is read from the steps to within a third of its value.
 */
import type { Measures } from '../../ledger/trends.js';

/** Upper ends of the steps in milliseconds. What takes longer is counted with the last one. */
const steps = [
  ...[1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 85, 113, 150, 200, 267, 356, 475, 633, 844],
  ...[1_125, 1_500, 2_000, 2_667, 3_556, 4_741, 6_321, 8_428, 11_237, 15_000, 20_000, 30_000, 60_000],
];

/** Classes of status, as the interface tells them apart: answered, refused (4xx), failed (5xx). */
const classes = ['answered', 'refused', 'failed'] as const;
export type AnswerClass = (typeof classes)[number];

const classMeasure = (name: AnswerClass) => `answers ${name}`;
const stepMeasure = (step: number) => `took ${step}`;

/** Counts answers until they are taken. */
export class AnswerCounts {
  #counts = new Map<string, number>();

  add(status: number, tookMs: number): void {
    const name = status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'answered';
    this.#count(classMeasure(name), 1);
    // A refusal costs no work, and many of them would hide how long work takes.
    if (name === 'answered') this.#count(stepMeasure(stepOf(tookMs)), 1);
  }

  /** Whether something was counted since it was last taken. */
  get hasAny(): boolean {
    return this.#counts.size > 0;
  }

  /** What was counted since it was last taken. */
  take(): Measures {
    const taken = this.#counts;
    this.#counts = new Map();
    return taken;
  }

  /** Takes back what could not be written. */
  giveBack(counts: Measures): void {
    for (const [measure, count] of counts) this.#count(measure, count);
  }

  #count(measure: string, count: number): void {
    this.#counts.set(measure, (this.#counts.get(measure) ?? 0) + count);
  }
}

function stepOf(tookMs: number): number {
  return steps.find((step) => tookMs <= step) ?? steps[steps.length - 1] ?? 0;
}

/** Answers by class. */
export function answersOf(measures: Measures): Readonly<Record<AnswerClass, number>> {
  const countOf = (name: AnswerClass) => measures.get(classMeasure(name)) ?? 0;
  return { answered: countOf('answered'), refused: countOf('refused'), failed: countOf('failed') };
}

/** Milliseconds within which this share (0 to 1) of the answers were given; null without any. */
export function tookWithin(measures: Measures, share: number): number | null {
  const counts = steps.map((step) => measures.get(stepMeasure(step)) ?? 0);
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  if (wanted === 0) return null;
  let before = 0;
  for (const [at, count] of counts.entries()) {
    if (before + count >= wanted) {
      // Within a step, answers are taken to be spread evenly.
      const [from, to] = [steps[at - 1] ?? 0, steps[at] ?? 0];
      return from + ((to - from) * (wanted - before)) / count;
    }
    before += count;
  }
  return steps.at(-1) ?? null;
}
