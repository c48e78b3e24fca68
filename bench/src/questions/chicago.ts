/** Questions about Chicago: monthly files of permits issued, one row each, some without a status. */

import { plainName } from './compare.js';
import type { Question } from './question.js';
import { type Row, rawRows } from './raw-files.js';
import { middle, month, topOf } from './sql.js';
import * as t from './truth.js';

const place = 'Chicago, IL';
const from = "FROM permits WHERE source_id = 'chicago-il'";
const value = (row: Row) => t.cents(row.c);
const statuses: Readonly<Record<string, string>> = {
  ACTIVE: 'active',
  'PHASED PERMITTING': 'active',
  COMPLETE: 'final',
  SUSPENDED: 'inactive',
  CANCELLED: 'inactive',
};

/** Whether a permit names a general contractor, and not only the owner who does the work himself. */
const namesFirm = ({ gc = '' }: Row): boolean => gc !== '' && !/^OWNER ACTING[^|]*$/.test(gc);
/** The first firm of a permit, without case, punctuation and legal form. */
const firm = ({ gc = '' }: Row): string => plainName(gc.split(' | ')[0] ?? '');

/** The range in dollars that a value lies in. */
function band(row: Row): string | null {
  const own = value(row);
  if (own === null) return null;
  const bands = [
    [1_000_000_000, '10000000-'],
    [100_000_000, '1000000-9999999.99'],
    [10_000_000, '100000-999999.99'],
    [1_000_000, '10000-99999.99'],
    [100_000, '1000-9999.99'],
    [1, '0.01-999.99'],
  ] as const;
  return bands.find(([from]) => own >= from)?.[1] ?? '0';
}

export function chicago(directory: string): readonly Question[] {
  const all = rawRows(directory, 'chicago-il');
  const issued = (row: Row) => row.d ?? null;
  return [
    {
      id: 'chi-status',
      sql: `SELECT status, count(*) AS count ${from} GROUP BY 1`,
      words: 'How many permits are in which state, and of how many is none stated?',
      by: 'agent',
      place,
      asked: { group_by: 'status' },
      columns: ['count'],
      truth: () => t.tally(all, (row) => [statuses[row.s ?? ''] ?? null], t.count),
    },
    {
      id: 'chi-million',
      sql: `SELECT ${month} AS month, count(*) AS count, sum(job_value) AS sum_job_value ${from} AND job_value >= 100000000 GROUP BY 1`,
      words: 'Permits of one million dollars and more, by month of issue: how many, worth how much?',
      by: 'journalist',
      place,
      asked: {
        group_by: 'month',
        date_field: 'issue',
        permit_min_job_value: '100000000',
        measures: 'sum_job_value',
      },
      columns: ['count', 'sum_job_value'],
      truth: () =>
        t.tally(
          all.filter((row) => (value(row) ?? 0) >= 100_000_000),
          (row) => [t.month(issued(row))],
          t.count,
          t.sum(value),
        ),
    },
    {
      id: 'chi-without-value',
      sql: `SELECT ${month} AS month, count(*) AS count, count(*) - count(job_value) AS job_value_without, ${middle('job_value')} AS median_job_value, quantile_disc(job_value, 0.75) AS p75_job_value ${from} GROUP BY 1`,
      words: 'Which share of the permits of each month states no value (0 and 1 are none)?',
      by: 'analyst',
      place,
      asked: { group_by: 'month', date_field: 'issue', measures: 'median_job_value,p75_job_value' },
      columns: ['count', 'job_value_without', 'median_job_value', 'p75_job_value'],
      truth: () =>
        t.tally(
          all,
          (row) => [t.month(issued(row))],
          t.count,
          t.missing(value),
          t.median(value),
          t.percentile(75, value),
        ),
    },
    {
      id: 'chi-bands',
      sql: `SELECT CASE WHEN job_value >= 1000000000 THEN '10000000-' WHEN job_value >= 100000000 THEN '1000000-9999999.99' WHEN job_value >= 10000000 THEN '100000-999999.99' WHEN job_value >= 1000000 THEN '10000-99999.99' WHEN job_value >= 100000 THEN '1000-9999.99' WHEN job_value >= 1 THEN '0.01-999.99' WHEN job_value = 0 THEN '0' END AS band, status, count(*) AS count ${from} GROUP BY 1, 2`,
      words: 'How many permits of which size, each with its state?',
      by: 'analyst',
      place,
      asked: { group_by: 'job_value_band,status' },
      columns: ['count'],
      truth: () => t.tally(all, (row) => [band(row), statuses[row.s ?? ''] ?? null], t.count),
    },
    {
      id: 'chi-weeks',
      sql: `SELECT strftime(date_trunc('week', issue_date), '%Y-%m-%d') AS week, count(*) AS count ${from} AND issue_date BETWEEN '2025-10-01' AND '2025-12-31' GROUP BY 1`,
      words: 'Permits issued by week (from Monday) of the last quarter of 2025?',
      by: 'agent',
      place,
      asked: { group_by: 'week', date_field: 'issue', permit_from: '2025-10-01', permit_to: '2025-12-31' },
      columns: ['count'],
      truth: () =>
        t.tally(
          all.filter((row) => t.within(issued(row), '2025-10-01', '2025-12-31')),
          (row) => [t.week(issued(row))],
          t.count,
        ),
    },
    {
      id: 'chi-firms',
      sql: topOf(
        5,
        "SELECT any_value(coalesce(c.business_name, c.name)) AS name, count(*) AS count FROM permits p JOIN contractors c ON c.id = p.contractor_id WHERE p.source_id = 'chicago-il' GROUP BY c.id",
        'count',
      ),
      words: 'The five general contractors with the most permits, and all others together?',
      by: 'journalist',
      place,
      asked: { group_by: 'contractor', permit_has_contractor: 'true', order: '-count', limit: '5' },
      columns: ['count'],
      truth: () =>
        t.top(
          t.tally(all.filter(namesFirm), (row) => [firm(row)], t.count),
          5,
        ),
    },
    {
      id: 'chi-named',
      sql: `SELECT year(issue_date) AS year, count(*) AS count ${from} AND contractor_id IS NOT NULL GROUP BY 1`,
      words: 'How many permits name a contractor other than the owner himself, by year of issue?',
      by: 'planner',
      place,
      asked: { group_by: 'year', date_field: 'issue', permit_has_contractor: 'true' },
      columns: ['count'],
      truth: () => t.tally(all.filter(namesFirm), (row) => [t.year(issued(row))], t.count),
    },
  ];
}
