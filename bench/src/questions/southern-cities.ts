/** Questions about Nashville (applications of a year, dates in milliseconds) and Austin (daily reports of 2016). */
import type { Question } from './question.js';
import { type Row, rawRows } from './raw-files.js';
import { middle, month, ownUnits, quarterOf, topOf } from './sql.js';
import * as t from './truth.js';

const ofNashville = "FROM permits WHERE source_id = 'nashville-tn'";
const ofAustin = "FROM permits WHERE source_id = 'austin-tx-daily'";

/** The last row of each number. */
function lastOf(rows: readonly Row[], column: string): readonly Row[] {
  return [...new Map(rows.map((row) => [row[column], row])).values()];
}

export function nashville(directory: string): readonly Question[] {
  const all = lastOf(rawRows(directory, 'nashville-tn'), 'Permit__');
  const place = 'Nashville-Davidson, TN';
  const entered = (row: Row) => t.localDate(row.Date_Entered, 'America/Chicago');
  const value = (row: Row) => t.cents(row.Const_Cost);
  return [
    {
      id: 'bna-kinds',
      sql: `SELECT record_kind, count(*) AS count, sum(job_value) AS sum_job_value ${ofNashville} GROUP BY 1`,
      words: 'How many records are applications (numbers of T and D), how many permits, and worth how much?',
      by: 'agent',
      place,
      asked: { group_by: 'record_kind', measures: 'sum_job_value' },
      columns: ['count', 'sum_job_value'],
      truth: () =>
        t.tally(
          all,
          ({ Permit__: number = '' }) => [/^[TD]/.test(number) ? 'application' : null],
          t.count,
          t.sum(value),
        ),
    },
    {
      id: 'bna-months',
      sql: `SELECT strftime(file_date, '%Y-%m') AS month, count(*) AS count, ${middle('job_value')} AS median_job_value, count(job_value) AS job_value_n ${ofNashville} AND record_kind = 'application' AND file_date BETWEEN '2023-01-01' AND '2024-12-31' GROUP BY 1`,
      words: 'Applications by month of entry since 2023 and their median declared cost (0 and 1 are none)?',
      by: 'analyst',
      place,
      asked: {
        group_by: 'month',
        date_field: 'file',
        permit_record_kind: 'application',
        permit_from: '2023-01-01',
        permit_to: '2024-12-31',
        measures: 'median_job_value',
      },
      columns: ['count', 'median_job_value', 'job_value_n'],
      truth: () =>
        t.tally(
          all.filter(
            (row) => /^[TD]/.test(row.Permit__ ?? '') && t.within(entered(row), '2023-01-01', '2024-12-31'),
          ),
          (row) => [t.month(entered(row))],
          t.count,
          t.median(value),
          t.stated(value),
        ),
    },
    {
      id: 'bna-zip',
      sql: topOf(
        10,
        `SELECT address_zip_code AS name, count(*) AS count, sum(job_value) AS sum_job_value ${ofNashville} GROUP BY 1`,
        'count',
        'sum_job_value',
      ),
      words: 'The ten ZIP codes with the most records, their declared cost, and all others?',
      by: 'journalist',
      place,
      asked: { group_by: 'zip', order: '-count', limit: '10', measures: 'sum_job_value' },
      columns: ['count', 'sum_job_value'],
      truth: () =>
        t.top(
          t.tally(all, (row) => [row.ZIP || null], t.count, t.sum(value)),
          10,
        ),
    },
  ];
}

const austinStatuses: Readonly<Record<string, string>> = {
  Active: 'active',
  Final: 'final',
  Pending: 'in_review',
  'Pending Permit': 'in_review',
  'On Hold': 'in_review',
};

export function austin(directory: string): readonly Question[] {
  const all = lastOf(rawRows(directory, 'austin-tx-daily'), 'permit_number');
  const place = 'Austin, TX';
  const issued = (row: Row) => t.usDate(row.date_issued);
  const value = (row: Row) => t.cents(row.total_job_valuation) ?? t.cents(row.total_valuation_remodel);
  const units = (row: Row) => Number(row.number_of_units) || null;
  return [
    {
      id: 'atx-months',
      sql: `SELECT ${month} AS month, count(*) AS count, sum(${ownUnits}) AS sum_units, count(*) - count(${ownUnits}) AS units_without ${ofAustin} GROUP BY 1`,
      words:
        'Permits issued by month, January to April 2016 (the last report of a number counts), and the units they state?',
      by: 'housing researcher',
      place,
      asked: { group_by: 'month', date_field: 'issue', measures: 'sum_units' },
      columns: ['count', 'sum_units', 'units_without'],
      truth: () => t.tally(all, (row) => [t.month(issued(row))], t.count, t.sum(units), t.missing(units)),
    },
    {
      id: 'atx-status',
      sql: `SELECT status, count(*) AS count ${ofAustin} GROUP BY 1`,
      words: 'In which state are the permits of January to April 2016?',
      by: 'agent',
      place,
      asked: { group_by: 'status' },
      columns: ['count'],
      truth: () => t.tally(all, (row) => [austinStatuses[row.status ?? ''] ?? 'inactive'], t.count),
    },
    {
      id: 'atx-value',
      sql: `SELECT ${quarterOf('issue_date')} AS quarter, count(*) AS count, sum(job_value) AS sum_job_value, ${middle('job_value')} AS median_job_value, count(job_value) AS job_value_n ${ofAustin} GROUP BY 1`,
      words: 'Declared value by quarter (of all works, else of the remodelling): sum and median?',
      by: 'analyst',
      place,
      asked: { group_by: 'quarter', date_field: 'issue', measures: 'sum_job_value,median_job_value' },
      columns: ['count', 'sum_job_value', 'median_job_value', 'job_value_n'],
      truth: () =>
        t.tally(
          all,
          (row) => [t.quarter(issued(row))],
          t.count,
          t.sum(value),
          t.median(value),
          t.stated(value),
        ),
    },
  ];
}
