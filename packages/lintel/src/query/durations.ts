/**
 * How long the permits of a search took (C46): quartiles of the days from filing to issue and from issue to
 * completion. Of too many permits a sample is looked at, as for maps.
 */
import type { DurationQuartiles, PermitDurations } from '@lintel/contract';
import { monthOf, monthText } from '../format/roll-ups/permit-facts.js';
import { estimateOf, exactly } from './estimate.js';
import type { Filters } from './open-filters.js';
import { median, percentile } from './percentiles.js';
import { planPermits } from './permit-plan.js';
import type { PermitViewQuery } from './questions.js';
import { sampleRows, shareOf } from './sample-rows.js';

/** Entries that are looked at for one answer. */
const sampledEntries = 50_000;

/** Months of one answer: the newest ones with a duration. */
export const maxMonths = 600;

/** Days to approve and to build. */
class Durations {
  readonly #approval: number[] = [];
  readonly #construction: number[] = [];

  /** Negative durations are not known. */
  add(approval: number, construction: number): void {
    if (approval >= 0) this.#approval.push(approval);
    if (construction >= 0) this.#construction.push(construction);
  }

  quartiles(): Pick<PermitDurations, 'approval' | 'construction'> {
    return { approval: quartiles(this.#approval), construction: quartiles(this.#construction) };
  }
}

/** `byMonth`: also for each month in which such permits start. */
export function permitDurations(filters: Filters, query: PermitViewQuery, byMonth: boolean): PermitDurations {
  const plan = planPermits(filters, query);
  const all = new Durations();
  const months = new Map<number, Durations>();
  if (plan === null) {
    const none = byMonth ? [] : null;
    return { ...all.quartiles(), permit_count: exactly(0), sampled_share: 1, months: none };
  }
  const { approval_duration: approvals, construction_duration: constructions } = filters.numbers;
  const sample = sampleRows(plan, sampledEntries, (row) => {
    const [approval, construction] = [approvals.at(row), constructions.at(row)];
    all.add(approval, construction);
    const date = byMonth ? filters.dates.of(row) : 0;
    if (date === 0 || !(approval >= 0 || construction >= 0)) return;
    const month = monthOf(date);
    const durations = months.get(month) ?? new Durations();
    months.set(month, durations);
    durations.add(approval, construction);
  });
  return {
    ...all.quartiles(),
    permit_count: estimateOf(sample),
    sampled_share: shareOf(sample),
    months: byMonth ? monthsOf(months) : null,
  };
}

/** The newest months, in order of time. */
function monthsOf(months: ReadonlyMap<number, Durations>): NonNullable<PermitDurations['months']> {
  return [...months]
    .sort(([one], [other]) => one - other)
    .slice(-maxMonths)
    .map(([month, durations]) => ({ date: monthText(month), ...durations.quartiles() }));
}

/** Quartiles by nearest rank, the median by the two middle values; null without any. */
function quartiles(days: readonly number[]): DurationQuartiles | null {
  const sorted = Float64Array.from(days).sort();
  const [p25, middle, p75] = [percentile(sorted, 0.25), median(sorted), percentile(sorted, 0.75)];
  if (p25 === null || middle === null || p75 === null) return null;
  return { permits: sorted.length, p25, median: middle, p75 };
}
