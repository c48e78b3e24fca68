/** Questions about new buildings in San Francisco: one row per address of a permit, three exports that overlap. */
import type { Question } from './question.js';
import { type Row, rawRows } from './raw-files.js';
import { middle, ownUnits, quarterOf } from './sql.js';
import * as t from './truth.js';

/**
 * A permit once. Rows of a permit that were left behind when another was edited disagree: the one whose status is the
 * newest counts, of equal ones that of the greatest id.
 */
export function permitsOfSanFrancisco(directory: string): readonly Row[] {
  const byRecord = new Map<string, Row>();
  for (const row of rawRows(directory, 'san-francisco-ca')) byRecord.set(row['Record ID'] ?? '', row);
  const byNumber = new Map<string, Row>();
  for (const row of byRecord.values()) {
    const number = row['Permit Number'] ?? '';
    const other = byNumber.get(number);
    if (other === undefined || isNewer(row, other)) byNumber.set(number, row);
  }
  return [...byNumber.values()];
}

function isNewer(one: Row, other: Row): boolean {
  const [date, otherDate] = [one, other].map((row) => t.usDate(row['Current Status Date']) ?? '');
  if (date !== otherDate) return (date ?? '') > (otherDate ?? '');
  return Number(one['Record ID']) > Number(other['Record ID']);
}

const filed = (row: Row) => t.usDate(row['Filed Date']);
const issued = (row: Row) => t.usDate(row['Issued Date']);
/** A completion before the issue is a mistake of the source, and not known. */
function completed(row: Row): string | null {
  const date = t.usDate(row['Completed Date']);
  return date !== null && date < (issued(row) ?? '') ? null : date;
}
const value = (row: Row) => t.cents(row['Revised Cost']) ?? t.cents(row['Estimated Cost']);
/** Homes proposed, or those that there are. */
function homes(row: Row): number | null {
  const text = row['Proposed Units'] || row['Existing Units'];
  return text ? Number(text) : null;
}
const statuses: Readonly<Record<string, string>> = {
  complete: 'final',
  issued: 'active',
  reinstated: 'active',
  filed: 'in_review',
  filing: 'in_review',
  approved: 'in_review',
  appeal: 'in_review',
};
const status = (row: Row) => statuses[row['Current Status'] ?? ''] ?? 'inactive';

export function sanFrancisco(directory: string): readonly Question[] {
  const all = permitsOfSanFrancisco(directory);
  const between = (date: (row: Row) => string | null, from: string, to: string) =>
    all.filter((row) => t.within(date(row), from, to));
  const place = 'San Francisco, CA';
  const from = "FROM permits WHERE source_id = 'san-francisco-ca'";
  return [
    {
      id: 'sf-homes-issued',
      sql: `SELECT year(issue_date) AS year, count(*) AS count, sum(${ownUnits}) AS sum_units, count(*) - count(${ownUnits}) AS units_without ${from} AND issue_date BETWEEN '2010-01-01' AND '2021-12-31' GROUP BY 1`,
      words: 'How many homes were permitted in new buildings each year from 2010 to 2021, by date of issue?',
      by: 'journalist',
      place,
      asked: {
        group_by: 'year',
        date_field: 'issue',
        measures: 'sum_units',
        permit_from: '2010-01-01',
        permit_to: '2021-12-31',
      },
      columns: ['count', 'sum_units', 'units_without'],
      truth: () =>
        t.tally(
          between(issued, '2010-01-01', '2021-12-31'),
          (row) => [t.year(issued(row))],
          t.count,
          t.sum(homes),
          t.missing(homes),
        ),
    },
    {
      id: 'sf-homes-completed',
      sql: `SELECT ${quarterOf('final_date')} AS quarter, count(*) AS count, sum(${ownUnits}) AS sum_units ${from} AND final_date BETWEEN '2015-01-01' AND '2019-12-31' GROUP BY 1`,
      words: 'How many homes in new buildings were completed each quarter from 2015 to 2019?',
      by: 'housing researcher',
      place,
      asked: {
        group_by: 'quarter',
        date_field: 'final',
        measures: 'sum_units',
        permit_from: '2015-01-01',
        permit_to: '2019-12-31',
      },
      columns: ['count', 'sum_units'],
      truth: () =>
        t.tally(
          between(completed, '2015-01-01', '2019-12-31'),
          (row) => [t.quarter(completed(row))],
          t.count,
          t.sum(homes),
        ),
    },
    ...(
      [
        ['filed', 'file', filed],
        ['issued', 'issue', issued],
        ['completed', 'final', completed],
      ] as const
    ).map(
      ([word, field, date]): Question => ({
        id: `sf-${word}-2015`,
        sql: `SELECT strftime(${field}_date, '%Y-%m') AS month, count(*) AS count, sum(job_value) AS sum_job_value ${from} AND year(${field}_date) = 2015 GROUP BY 1`,
        words: `How many new buildings were ${word} in 2015, month by month, and of what declared value?`,
        by: 'journalist',
        place,
        asked: {
          group_by: 'month',
          date_field: field,
          measures: 'sum_job_value',
          permit_from: '2015-01-01',
          permit_to: '2015-12-31',
        },
        columns: ['count', 'sum_job_value'],
        truth: () =>
          t.tally(
            between(date, '2015-01-01', '2015-12-31'),
            (row) => [t.month(date(row))],
            t.count,
            t.sum(value),
          ),
      }),
    ),
    {
      id: 'sf-status',
      sql: `SELECT status, count(*) AS count, ${middle('job_value')} AS median_job_value, count(*) - count(job_value) AS job_value_without ${from} GROUP BY 1`,
      words: 'How many permits are in which state, and how many of each state no value (0 and 1 are none)?',
      by: 'analyst',
      place,
      asked: { group_by: 'status', measures: 'median_job_value' },
      columns: ['count', 'median_job_value', 'job_value_without'],
      truth: () => t.tally(all, (row) => [status(row)], t.count, t.median(value), t.missing(value)),
    },
    {
      id: 'sf-days-to-issue',
      sql: `SELECT ${quarterOf('issue_date')} AS quarter, count(*) AS count, ${middle('approval_duration')} AS median_approval_duration, quantile_disc(approval_duration, 0.25) AS p25_approval_duration, quantile_disc(approval_duration, 0.9) AS p90_approval_duration ${from} AND issue_date BETWEEN '2014-01-01' AND '2019-12-31' GROUP BY 1`,
      words:
        'Median, lower quartile and ninetieth percentile of days from filing to issue, by quarter of issue, 2014 to 2019?',
      by: 'planner',
      place,
      asked: {
        group_by: 'quarter',
        date_field: 'issue',
        measures: 'median_approval_duration,p25_approval_duration,p90_approval_duration',
        permit_from: '2014-01-01',
        permit_to: '2019-12-31',
      },
      columns: ['count', 'median_approval_duration', 'p25_approval_duration', 'p90_approval_duration'],
      truth: () => {
        const days = (row: Row) => t.daysBetween(filed(row), issued(row));
        const measures = [t.count, t.median(days), t.percentile(25, days), t.percentile(90, days)];
        return t.tally(
          between(issued, '2014-01-01', '2019-12-31'),
          (row) => [t.quarter(issued(row))],
          ...measures,
        );
      },
    },
    {
      id: 'sf-days-to-build',
      sql: `SELECT year(final_date) AS year, count(*) AS count, floor(avg(construction_duration) + 0.5) AS avg_construction_duration, ${middle('construction_duration')} AS median_construction_duration ${from} AND final_date BETWEEN '2000-01-01' AND '2021-12-31' GROUP BY 1`,
      words:
        'Mean and median days from issue to completion (one before the issue is none), by year of completion, 2000 to 2021?',
      by: 'planner',
      place,
      asked: {
        group_by: 'year',
        date_field: 'final',
        measures: 'avg_construction_duration,median_construction_duration',
        permit_from: '2000-01-01',
        permit_to: '2021-12-31',
      },
      columns: ['count', 'avg_construction_duration', 'median_construction_duration'],
      truth: () => {
        const days = (row: Row) => t.daysBetween(issued(row), completed(row));
        return t.tally(
          between(completed, '2000-01-01', '2021-12-31'),
          (row) => [t.year(completed(row))],
          t.count,
          t.mean(days),
          t.median(days),
        );
      },
    },
    {
      id: 'sf-value-by-year',
      sql: `SELECT year(file_date) AS year, count(*) AS count, sum(job_value) AS sum_job_value, count(*) - count(job_value) AS job_value_without ${from} AND file_date BETWEEN '2000-01-01' AND '2021-12-31' GROUP BY 1`,
      words: 'Declared value of new buildings by year of filing since 2000: sum, and how many state none?',
      by: 'analyst',
      place,
      asked: {
        group_by: 'year',
        date_field: 'file',
        measures: 'sum_job_value',
        permit_from: '2000-01-01',
        permit_to: '2021-12-31',
      },
      columns: ['count', 'sum_job_value', 'job_value_without'],
      truth: () =>
        t.tally(
          between(filed, '2000-01-01', '2021-12-31'),
          (row) => [t.year(filed(row))],
          t.count,
          t.sum(value),
          t.missing(value),
        ),
    },
    {
      id: 'sf-slow',
      sql: `SELECT year(issue_date) AS year, count(*) AS count ${from} AND issue_date BETWEEN '2015-01-01' AND '2021-12-31' AND approval_duration >= 731 GROUP BY 1`,
      words: 'How many permits issued since 2015 took over two years to issue, by year of issue?',
      by: 'planner',
      place,
      asked: {
        group_by: 'year',
        date_field: 'issue',
        permit_from: '2015-01-01',
        permit_to: '2021-12-31',
        permit_min_approval_duration: '731',
      },
      columns: ['count'],
      truth: () =>
        t.tally(
          between(issued, '2015-01-01', '2021-12-31').filter(
            (row) => (t.daysBetween(filed(row), issued(row)) ?? 0) >= 731,
          ),
          (row) => [t.year(issued(row))],
          t.count,
        ),
    },
  ];
}
