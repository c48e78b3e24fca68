/**
 * How long the permits of a search took (C46): aggregates of the days from filing to issue and from issue to completion,
 * over all of them and by the month of the date that is meant.
 */
import type { DurationQuartiles, PermitDurations } from '@lintel/contract';
import { type SummedRelease, sumsOf } from './aggregate.js';
import { exactly } from './estimate.js';
import type { Group, SumQuestion } from './group-sums.js';
import type { PermitViewQuery } from './questions.js';

/** Months of one answer: the newest ones with a duration. */
const maxMonths = 600;

/** `byMonth`: also for each month. Throws a `TooMuchToSumError`. */
export async function permitDurations(
  release: Pick<SummedRelease, 'sumPermits'>,
  query: PermitViewQuery,
  byMonth: boolean,
): Promise<PermitDurations> {
  const question = (groupBy: SumQuestion['groupBy']): SumQuestion => ({
    query,
    groupBy,
    fields: new Map([
      ['approval_duration', ['p25', 'median', 'p75']],
      ['construction_duration', ['p25', 'median', 'p75']],
    ]),
    contractors: false,
    facts: 'stated',
    most: null,
    areaSet: null,
    together: null,
  });
  const { groups, permits } = await sumsOf(release, question([]));
  const months = byMonth ? (await sumsOf(release, question(['month']))).groups : null;
  return {
    ...quartilesOf(groups[0]),
    permit_count: exactly(permits),
    sampled_share: 1,
    months: months === null ? null : monthsOf(months),
  };
}

/** The newest months with a duration, in order of time. */
function monthsOf(groups: readonly Group[]): NonNullable<PermitDurations['months']> {
  return groups
    .flatMap((group) => {
      const [month] = group.values;
      const durations = quartilesOf(group);
      const isKnown = durations.approval !== null || durations.construction !== null;
      return typeof month === 'string' && isKnown ? { date: `${month}-01`, ...durations } : [];
    })
    .sort((one, other) => (one.date < other.date ? -1 : 1))
    .slice(-maxMonths);
}

/** Of permits that there may be none of. */
function quartilesOf(group: Group | undefined): Pick<PermitDurations, 'approval' | 'construction'> {
  const of = (field: 'approval_duration' | 'construction_duration'): DurationQuartiles | null => {
    const sums = group?.field(field);
    if (sums === undefined || sums.n === 0) return null;
    const { p25 = null, median = null, p75 = null } = sums.ranks;
    return p25 === null || median === null || p75 === null ? null : { permits: sums.n, p25, median, p75 };
  };
  return { approval: of('approval_duration'), construction: of('construction_duration') };
}
