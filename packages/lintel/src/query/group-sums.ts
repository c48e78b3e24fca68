/** What engines sum of permits by group (C52), before `aggregate.ts` makes rows of it. */
import type { FactSource, Grouping, MeasuredFieldId, Statistic } from '@lintel/contract';
import type { PermitViewQuery } from './questions.js';

/** The value of a grouping as the answer writes it; null where a permit has none. */
export type GroupValue = string | number | null;

/** The figures that need all values of a field, not only their number and sum. */
export type Rank = Exclude<Statistic, 'sum' | 'avg'>;

/** What is to be summed. */
export interface SumQuestion {
  readonly query: PermitViewQuery;
  readonly groupBy: readonly Grouping[];
  /** The measured fields, each with the ranks that are wanted. */
  readonly fields: ReadonlyMap<MeasuredFieldId, readonly Rank[]>;
  /** Whether different contractors are counted. */
  readonly contractors: boolean;
  readonly facts: FactSource;
  /** Only so many permits, the first in the order of dates; null for all. */
  readonly most: number | null;
  /** The set of named areas that are groups; null: all sets. */
  readonly areaSet: string | null;
  /** Only the permits of these groups of an earlier answer, all as one group, each permit once. */
  readonly together: readonly Group[] | null;
}

/** What is known of a field in a group. */
export interface FieldSums {
  /** Permits that state it, and the sum of what they state. */
  readonly n: number;
  readonly sum: number;
  /** Only those that were asked for; without values they mean nothing. */
  readonly ranks: { readonly [rank in Rank]?: number | null };
}

export interface Group {
  /** One for each grouping. */
  readonly values: readonly GroupValue[];
  readonly count: number;
  /** Different contractors, and permits that name one; 0 if they were not asked for. */
  readonly contractors: number;
  readonly withContractor: number;
  /** Undefined where it was not asked for. */
  field(id: MeasuredFieldId): FieldSums | undefined;
}

export interface GroupSums {
  /** Groups with permits, in any order. */
  readonly groups: readonly Group[];
  /** Permits that match, each once. */
  readonly permits: number;
}

/** A part of the work on a question; the next one begins where it ended. */
export interface SumPart {
  /** Null while there is more to do. */
  readonly sums: GroupSums | null;
}

/** Groups that one question may have. */
export const maxSummedGroups = 500_000;
/** Values of which quantiles are found at once, over all fields. */
export const maxRankedValues = 1 << 24;

/** A question that takes too much. */
export class TooMuchToSumError extends Error {
  /** The parameter that asks for too much. */
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

export function tooManyGroups(): TooMuchToSumError {
  const most = maxSummedGroups.toLocaleString('en-US');
  return new TooMuchToSumError(
    'group_by',
    `these are more than ${most} groups; narrow the search, or group by less.`,
  );
}

export function tooManyValues(): TooMuchToSumError {
  const most = maxRankedValues.toLocaleString('en-US');
  return new TooMuchToSumError(
    'measures',
    `more than ${most} values would have to be put in order for these medians and percentiles; narrow the search, or ask for fewer of them at once.`,
  );
}
