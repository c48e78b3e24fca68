/** A kind of work: where and when it is done, by whom, what it costs, how long it takes, and how offices describe it. */
import type { Climate } from '../jurisdictions.js';
import type { Property } from '../properties.js';
import type { Trade } from '../trades.js';

/**
 * What stands on the lot, as far as it decides what is done there. The first seven are existing stock; `new…` is the
 * permit for the building itself, `on…` are the trade permits that follow it.
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

/** How long the office takes: over the counter, a short review, a plan check, a large project. */
export type Review = 'counter' | 'review' | 'plan' | 'long';

/** What a description may speak of. */
export interface WorkContext {
  readonly property: Property;
  readonly group: WorkGroup;
}

export interface Work {
  readonly id: string;
  readonly category: WorkCategory;
  readonly trade: Trade;
  /** How frequent it is on each kind of lot, relative to the other works there. */
  readonly on: Partial<Record<WorkGroup, number>>;
  /** Job value: median dollars and spread of its logarithm. */
  readonly value: readonly [median: number, spread: number];
  /** Whether the value grows with the building: then the median is dollars a square foot. */
  readonly perFoot?: true;
  /** How many times that it costs on anything but a house. */
  readonly otherTimes?: number;
  readonly review: Review;
  /** Median days from issue to final inspection. */
  readonly days: number;
  /** Frequency by climate relative to `on`. */
  readonly climate?: Partial<Record<Climate, number>>;
  /** Year in which it began to spread; before it the work is rare. */
  readonly since?: number;
  /** Whether it waits for the warm months or comes with the cold. */
  readonly season?: 'warm' | 'cold';
  /** Templates of the description (see `template.ts` and `work-values.ts`), fit for any lot of `on`. */
  readonly words: readonly string[];
  /** Further ones for houses only, and for everything else only. */
  readonly houseWords?: readonly string[];
  readonly otherWords?: readonly string[];
}
