/**
 * Sums as rows of the wire (2.8, C29). Averages are whole days, percents and cents (C38); sums are exact.
 * What no permit states is null.
 */
import { at } from '../base/memory/at.js';
import type { CurrentSums, MonthSums, Sums } from '../format/roll-ups/cell-series.js';
import { sum } from '../format/roll-ups/cells.js';
import { monthText } from '../format/roll-ups/permit-facts.js';
import { roundedMean } from '../format/roll-ups/rounded-mean.js';

/** The cell that a request asks for: a tag and a property type, each possibly `all`. */
export interface MetricsQuery {
  readonly tag: string;
  readonly propertyType: string;
}

/** The current row of a place, as the bytes of the wire. */
export function currentRow(geoId: string, query: MetricsQuery, current: CurrentSums): Buffer {
  const { sums, active, inReview } = current;
  return Buffer.from(
    `{"geo_id":${JSON.stringify(geoId)},${cellText(query)},${activityText(sums)},"permit_active_count":${active},"permit_in_review_count":${inReview}}`,
  );
}

/** The monthly rows of a place, as the bytes of the wire. */
export function monthlyRows(geoId: string, query: MetricsQuery, months: readonly MonthSums[]): Buffer[] {
  const head = `{"geo_id":${JSON.stringify(geoId)},${cellText(query)},"date":"`;
  return rowsOf(months, ({ month, sums }) => `${head}${monthText(month)}",${activityText(sums)}}`);
}

/** The monthly rows of a contractor, as the bytes of the wire. */
export function contractorRows(query: MetricsQuery, months: readonly MonthSums[]): Buffer[] {
  const cell = cellText(query);
  return rowsOf(
    months,
    ({ month, sums }) =>
      `{"date":"${monthText(month)}",${cell},"permit_count":${sums[sum.permits]},"avg_job_value":${average(sums, sum.jobValueCount)},"total_job_value":${total(sums, sum.jobValueCount)},"avg_construction_duration":${average(sums, sum.constructionCount)},"avg_inspection_pass_rate":${average(sums, sum.inspectionCount)}}`,
  );
}

/**
 * Rows are written into one text, encoded once and then cut: encoding many short texts would dominate the
 * cost. They are all ASCII.
 */
function rowsOf(months: readonly MonthSums[], textOf: (month: MonthSums) => string): Buffer[] {
  const ends: number[] = [];
  let text = '';
  for (const month of months) {
    text += textOf(month);
    ends.push(text.length);
  }
  const bytes = Buffer.from(text, 'latin1');
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

function cellText({ tag, propertyType }: MetricsQuery): string {
  return `"tag":${JSON.stringify(tag)},"property_type":${JSON.stringify(propertyType)}`;
}

function activityText(sums: Sums): string {
  return `"permit_count":${sums[sum.permits]},"contractor_count":${sums[sum.contractors]},"avg_construction_duration":${average(sums, sum.constructionCount)},"avg_approval_duration":${average(sums, sum.approvalCount)},"total_job_value":${total(sums, sum.jobValueCount)},"avg_inspection_pass_rate":${average(sums, sum.inspectionCount)}`;
}

/** The sum of a count; null when the count is 0. */
function total(sums: Sums, count: number): number | null {
  return at(sums, count) === 0 ? null : at(sums, count + 1);
}

/** The sum of a count, divided by it. */
function average(sums: Sums, count: number): number | null {
  return roundedMean(at(sums, count + 1), at(sums, count));
}
