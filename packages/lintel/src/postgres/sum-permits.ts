/** Metrics that no roll-up holds, summed by PostgreSQL: of addresses, contractors and past years. */

import { kindsOfOtherBuildings, propertyTypes } from '@lintel/contract/plain';
import { dateNumber } from '../base/calendar-date.js';
import type { CurrentSums, MonthSums, Sums } from '../format/roll-ups/cell-series.js';
import { sum, sumCount } from '../format/roll-ups/cells.js';
import type { CurrentDates } from '../format/roll-ups/current-dates.js';
import { monthText, newBuildingTags } from '../format/roll-ups/permit-facts.js';
import type { MonthRange } from '../query/sum-facts.js';
import type { MetricsQuery } from '../query/wire-rows.js';
import { typeIn } from './api-tables.js';
import { hasTags, inPlaces, inRows, isNumbered, notRenewal, type Scope, Statement } from './conditions.js';

/** Asks the database. */
export type Ask = (text: string, values: readonly unknown[]) => Promise<Readonly<Record<string, unknown>>[]>;

/** Whose permits are summed, in which table. */
export interface SummedPermits extends Scope {
  readonly table: string;
  readonly of: { readonly place: string } | { readonly contractor: string };
}

const sums = `count(*) AS permits, count(DISTINCT contractor_id) AS contractors,
  ${[
    ['construction', 'construction_duration'],
    ['approval', 'approval_duration'],
    ['inspection', 'inspection_pass_rate'],
    ['job_value', 'job_value'],
  ]
    .map(([name, column]) => `count(${column}) AS ${name}_count, coalesce(sum(${column}), 0) AS ${name}`)
    .join(', ')}`;

function cell({ of, otherPlaces }: SummedPermits, { tag, propertyType }: MetricsQuery): Statement {
  const statement = new Statement();
  if ('place' in of) statement.and(inPlaces(statement, 'p', [of.place], otherPlaces));
  else statement.and(`p.contractor_id = ${statement.value(of.contractor, 'text')}`);
  if (tag !== 'all') statement.and(hasTags(statement, 'p', [tag]));
  if (propertyType !== 'all')
    statement.and(isNumbered(statement, typeIn('p'), propertyTypes, [propertyType]));
  return statement;
}

/** Those of the cell that metrics count (C51). */
function countedCell(permits: SummedPermits, query: MetricsQuery): Statement {
  const statement = cell(permits, query);
  statement.and(notRenewal('p'));
  if ((newBuildingTags as readonly string[]).includes(query.tag)) {
    const others = statement.value(kindsOfOtherBuildings, 'text[]');
    statement.and(`p.record_kind IS NULL OR p.record_kind <> ALL (${others})`);
  }
  return statement;
}

/** The months in which such permits start, the oldest first. */
export async function sumMonths(
  ask: Ask,
  permits: SummedPermits,
  query: MetricsQuery,
  { from, to }: MonthRange,
): Promise<MonthSums[]> {
  const statement = countedCell(permits, query);
  const [first, next] = [dateNumber(monthText(from)), dateNumber(monthText(to + 1))];
  statement.and(inRows(statement, 'p', permits.dates.between(first, next - 1)));
  const month = 'extract(year FROM start_date) * 12 + extract(month FROM start_date) - 1';
  const rows = await ask(
    `SELECT ${month} AS month, ${sums} FROM ${permits.table} p WHERE ${statement.where} GROUP BY 1 ORDER BY 1`,
    statement.values,
  );
  return rows.map((row) => ({ month: Number(row.month), sums: sumsOf(row) }));
}

/** The permits of the year, with all that are active or in review now; null if the year has none. */
export async function sumCurrent(
  ask: Ask,
  permits: SummedPermits,
  query: MetricsQuery,
  { after, upTo }: CurrentDates,
): Promise<CurrentSums | null> {
  const year = countedCell(permits, query);
  year.and(inRows(year, 'p', permits.dates.between(after + 1, upTo)));
  const [found] = await ask(`SELECT ${sums} FROM ${permits.table} p WHERE ${year.where}`, year.values);
  if (found === undefined || Number(found.permits) === 0) return null;
  const all = cell(permits, query);
  const [counts] = await ask(
    `SELECT count(*) FILTER (WHERE status = 'active') AS active,
       count(*) FILTER (WHERE status = 'in_review') AS in_review
     FROM ${permits.table} p WHERE ${all.where}`,
    all.values,
  );
  return { sums: sumsOf(found), active: Number(counts?.active), inReview: Number(counts?.in_review) };
}

function sumsOf(row: Readonly<Record<string, unknown>>): Sums {
  const values = new Float64Array(sumCount);
  values[sum.permits] = Number(row.permits);
  values[sum.contractors] = Number(row.contractors);
  values[sum.constructionCount] = Number(row.construction_count);
  values[sum.construction] = Number(row.construction);
  values[sum.approvalCount] = Number(row.approval_count);
  values[sum.approval] = Number(row.approval);
  values[sum.inspectionCount] = Number(row.inspection_count);
  values[sum.inspection] = Number(row.inspection);
  values[sum.jobValueCount] = Number(row.job_value_count);
  values[sum.jobValue] = Number(row.job_value);
  return values;
}
