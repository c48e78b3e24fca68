/**
 * The faults in the rows, as in those of real offices: one table of rates, drawn for each permit. Shapes
 * insert the faults, each in its own form; a fault that a shape cannot show is not drawn for it.
 */
import { domains, type SampleSeed } from './domains.js';
import { Random } from './random.js';

/** Share of rows with each fault. */
export const messRates = {
  /** An empty field that is usually filled. */
  noDescription: 0.012,
  noValue: 0.03,
  noZip: 0.02,
  noPoint: 0.025,
  noContractor: 0.03,
  noFileDate: 0.01,
  noIssueDate: 0.008,
  noAddress: 0.003,
  /** A job value of 0 or 1 dollar. */
  placeholderValue: 0.02,
  /** 01/01/1900 and similar as final date. */
  sentinelDate: 0.01,
  /** The final date before the issue date. */
  impossibleOrder: 0.01,
  /** A mistyped year, so that the final date is far in the future. */
  futureDate: 0.002,
  /** A letter doubled, dropped or swapped. */
  misspeltStreet: 0.015,
  misspeltCity: 0.01,
  misspeltDescription: 0.03,
  /** `78704-1234`. */
  zipPlusFour: 0.05,
  /** `787041234`. */
  zipGlued: 0.01,
  /** Spaces before, after and doubled within. */
  blanks: 0.02,
  lineBreak: 0.012,
  /** A point where meridian and equator cross, or near Greenwich. */
  wildPoint: 0.002,
  /** `N/A`, `OWNER`, `TBD` where a contractor should be. */
  nobodyAsContractor: 0.02,
  /** An unknown status word. */
  unknownStatus: 0.01,
  /** The same row again. */
  duplicateRow: 0.01,
  /** The same permit in a second row with another record id (only where records have their own id). */
  secondRecord: 0.006,
  /** A further row without anything that identifies it; it is quarantined. */
  keylessRow: 0.002,
} as const;

export type MessName = keyof typeof messRates;

const table = Object.entries(messRates) as readonly (readonly [MessName, number])[];
const random = new Random();
const none: readonly MessName[] = [];

/** The faults of permit `index`; mostly none. */
export function messOf(seed: SampleSeed, index: number): readonly MessName[] {
  random.start(seed, domains.mess, index);
  let found: MessName[] | undefined;
  for (const [name, rate] of table) {
    if (!random.chance(rate)) continue;
    found ??= [];
    found.push(name);
  }
  return found ?? none;
}

/** The text with one typing error after its first letter: letters swapped, dropped or doubled. */
export function misspell(text: string, draws: Random): string {
  if (text.length < 4) return text;
  const at = draws.between(1, text.length - 3);
  const head = text.slice(0, at);
  switch (draws.below(3)) {
    case 0:
      return `${head}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`;
    case 1:
      return `${head}${text.slice(at + 1)}`;
    default:
      return `${head}${text[at] ?? ''}${text.slice(at)}`;
  }
}
