/**
 * A kind of work: where and when it is done, by whom, what it costs, how long it takes, and how offices
 * describe it.
 */
import type { Climate } from '../jurisdictions.js';
import type { Property } from '../properties.js';
import type { Trade } from '../trades.js';

/**
 * What is on the lot, as far as it decides what is done there. The first seven are existing stock; `new…` is
 * the permit for the building itself, `on…` are the trade permits that follow it.
 */
export const workGroups = [
  'home',
  'multi',
  'shop',
  'office',
  'plant',
  'civic',
  'land',
  'newHome',
  'newMulti',
  'newBusiness',
  'onNewHome',
  'onNewOther',
] as const;
export type WorkGroup = (typeof workGroups)[number];

/** What an office calls the permit; `type-words.ts` has the names. */
const workCategories = [
  'new_building',
  'addition',
  'alteration',
  'accessory',
  'adu',
  'roof',
  'electrical',
  'plumbing',
  'mechanical',
  'gas',
  'pool',
  'demolition',
  'grading',
  'site',
  'utility',
  'fence',
  'sign',
  'fire',
  'solar',
  'telecom',
  'occupancy',
] as const;
export type WorkCategory = (typeof workCategories)[number];

/** The duration of the office's review: over the counter, a short review, a plan check, a large project. */
export type Review = 'counter' | 'review' | 'plan' | 'long';

/** What a description may mention. */
export interface WorkContext {
  readonly property: Property;
  readonly group: WorkGroup;
}

export interface Work {
  readonly id: string;
  readonly category: WorkCategory;
  readonly trade: Trade;
  /** Its frequency on each kind of lot, relative to the other works there. */
  readonly on: Partial<Record<WorkGroup, number>>;
  /** Job value: median dollars and spread of its logarithm. */
  readonly value: readonly [median: number, spread: number];
  /** Whether the value grows with the building: then the median is dollars per square foot. */
  readonly perFoot?: true;
  /** Factor on its cost for anything but a house. */
  readonly otherTimes?: number;
  readonly review: Review;
  /** Median days from issue to final inspection. */
  readonly days: number;
  /** Frequency by climate relative to `on`. */
  readonly climate?: Partial<Record<Climate, number>>;
  /** Year in which it began to spread; before that the work is rare. */
  readonly since?: number;
  /** Whether it is done mainly in the warm or in the cold months. */
  readonly season?: 'warm' | 'cold';
  /** Templates of the description (see `template.ts` and `work-values.ts`), suitable for any lot of `on`. */
  readonly words: readonly string[];
  /** Additional ones for houses only, and for everything else only. */
  readonly houseWords?: readonly string[];
  readonly otherWords?: readonly string[];
}
