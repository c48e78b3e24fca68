/**
 * Sums as rows of the wire (2.8, C29). Averages of days and percents have one decimal, averages of money are whole
 * cents, halves rounded up; sums are exact. What no permit tells is null.
 */
import type { ContractorMetrics, CurrentMetrics, MonthlyMetrics } from '@lintel/contract';
import type { CurrentSums, MonthSums, Sums } from './cell-series.js';
import { sum } from './cells.js';
import { monthText } from './permit-facts.js';

/** What a request asks of a place: a tag and a property type, `all` being legal for both. */
export interface MetricsQuery {
  readonly tag: string;
  readonly propertyType: string;
}

export function currentRow(geoId: string, query: MetricsQuery, current: CurrentSums): CurrentMetrics {
  return {
    geo_id: geoId,
    tag: query.tag as CurrentMetrics['tag'],
    property_type: query.propertyType as CurrentMetrics['property_type'],
    ...activity(current.sums),
    permit_active_count: current.active,
    permit_in_review_count: current.inReview,
  };
}

export function monthlyRow(geoId: string, query: MetricsQuery, { month, sums }: MonthSums): MonthlyMetrics {
  return {
    geo_id: geoId,
    tag: query.tag as MonthlyMetrics['tag'],
    property_type: query.propertyType as MonthlyMetrics['property_type'],
    date: monthText(month),
    ...activity(sums),
  };
}

export function contractorRow(query: MetricsQuery, { month, sums }: MonthSums): ContractorMetrics {
  return {
    date: monthText(month),
    tag: query.tag as ContractorMetrics['tag'],
    property_type: query.propertyType as ContractorMetrics['property_type'],
    permit_count: sums[sum.permits] ?? 0,
    avg_job_value: average(sums, sum.jobValueCount, 0),
    total_job_value: total(sums, sum.jobValueCount),
    avg_construction_duration: average(sums, sum.constructionCount, 1),
    avg_inspection_pass_rate: average(sums, sum.inspectionCount, 1),
  };
}

function activity(sums: Sums) {
  return {
    permit_count: sums[sum.permits] ?? 0,
    contractor_count: sums[sum.contractors] ?? 0,
    avg_construction_duration: average(sums, sum.constructionCount, 1),
    avg_approval_duration: average(sums, sum.approvalCount, 1),
    total_job_value: total(sums, sum.jobValueCount),
    avg_inspection_pass_rate: average(sums, sum.inspectionCount, 1),
  };
}

/** The sum behind a count; null when the count is 0. */
function total(sums: Sums, count: number): number | null {
  return sums[count] === 0 ? null : (sums[count + 1] ?? 0);
}

/** The sum behind a count, divided by it. */
function average(sums: Sums, count: number, decimals: number): number | null {
  const all = total(sums, count);
  const scale = 10 ** decimals;
  return all === null ? null : Math.round((all / (sums[count] ?? 1)) * scale) / scale;
}
