/**
 * How long the permits of a search took (C46): quartiles of the days from filing to issue and from issue to
 * completion. Of too many permits a sample is looked at, as for maps.
 */
import type { DurationQuartiles, PermitDurations } from '@lintel/contract';
import { estimateOf, exactly } from './estimate.js';
import type { Filters } from './open-filters.js';
import { planPermits } from './permit-plan.js';
import type { PermitViewQuery } from './questions.js';
import { sampleRows, shareOf } from './sample-rows.js';

/** Entries that are looked at for one answer. */
const sampledEntries = 50_000;

export function permitDurations(filters: Filters, query: PermitViewQuery): PermitDurations {
  const plan = planPermits(filters, query, query.permit_has_contractor);
  if (plan === null) {
    return { approval: null, construction: null, permit_count: exactly(0), sampled_share: 1 };
  }
  const { approval_duration: approvals, construction_duration: constructions } = filters.numbers;
  const approval: number[] = [];
  const construction: number[] = [];
  const sample = sampleRows(plan, sampledEntries, (row) => {
    const [toApprove, toBuild] = [approvals.at(row), constructions.at(row)];
    if (toApprove >= 0) approval.push(toApprove);
    if (toBuild >= 0) construction.push(toBuild);
  });
  return {
    approval: quartiles(approval),
    construction: quartiles(construction),
    permit_count: estimateOf(sample),
    sampled_share: shareOf(sample),
  };
}

/** Quartiles by nearest rank, so that each is a duration of a permit; null without any. */
export function quartiles(days: readonly number[]): DurationQuartiles | null {
  if (days.length === 0) return null;
  const sorted = Float64Array.from(days).sort();
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { permits: sorted.length, p25: at(0.25), median: at(0.5), p75: at(0.75) };
}
