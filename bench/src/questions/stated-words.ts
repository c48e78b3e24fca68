/** Questions by the words that sources state: types, descriptions, applications without an issue, and combinations. */
import type { Asked, Asker, Question } from './question.js';
import { type Row, rawRows } from './raw-files.js';
import { allWords } from './sql.js';
import * as t from './truth.js';

type Measure = (rows: readonly Row[]) => number | null;

/** A question about rows of a city: the groups and measures of those that fit. */
interface Plan {
  readonly id: string;
  readonly words: string;
  readonly by: Asker;
  readonly asked: Asked;
  readonly measures?: Readonly<Record<string, Measure>>;
  readonly fits?: (row: Row) => boolean;
  readonly groups?: (row: Row) => readonly unknown[];
  /** The groups, the count and the measures, in SQL. */
  readonly sql: string;
}

const questionsOf = (place: string, all: readonly Row[], plans: readonly Plan[]): Question[] =>
  plans.map(({ id, words, by, asked, measures = {}, fits = () => true, groups = () => [], sql }) => ({
    ...{ id, words, by, place, asked, sql },
    columns: ['count', ...Object.keys(measures)],
    truth: () => t.tally(all.filter(fits), groups, t.count, ...Object.values(measures)),
  }));

const lastOf = (rows: readonly Row[], column: string): readonly Row[] => [
  ...new Map(rows.map((row) => [row[column], row])).values(),
];
/** What a permit of Chicago says of itself: description, type and work type. */
const said = ({ x, t: type, wt }: Row) => `${x}|${type}|${wt}`;
const has = (text: string | undefined, ...words: readonly string[]) =>
  words.every((word) => (text ?? '').toLowerCase().includes(word));
const plain = (text: string | undefined) => (text ?? '').replaceAll('–', '-').trim();

export function statedInChicago(directory: string): readonly Question[] {
  const all = rawRows(directory, 'chicago-il');
  const value = (row: Row) => t.cents(row.c);
  const from = "FROM permits WHERE source_id = 'chicago-il'";
  return questionsOf('Chicago, IL', all, [
    {
      id: 'chi-fire-damage',
      words: 'Permits that speak of fire and damage, in any order?',
      by: 'resident',
      asked: { permit_q: 'damage fire' },
      fits: (row) => has(said(row), 'damage', 'fire'),
      sql: `SELECT count(*) AS count ${from} AND ${allWords} ILIKE '%fire%' AND ${allWords} ILIKE '%damage%'`,
    },
    {
      id: 'chi-porch',
      words: 'How many permits a month (of issue) speak of a porch, and worth how much?',
      by: 'sales person',
      asked: { permit_q: 'porch', group_by: 'month', date_field: 'issue', measures: 'sum_job_value' },
      measures: { sum_job_value: t.sum(value) },
      fits: (row) => has(said(row), 'porch'),
      groups: ({ d }) => [t.month(d ?? null)],
      sql: `SELECT strftime(issue_date, '%Y-%m') AS month, count(*) AS count, sum(job_value) AS sum_job_value ${from} AND ${allWords} ILIKE '%porch%' GROUP BY 1`,
    },
    {
      id: 'chi-wrecking',
      words: 'Wrecking permits by month of issue?',
      by: 'journalist',
      asked: { permit_type: 'PERMIT - WRECKING/DEMOLITION', group_by: 'month', date_field: 'issue' },
      fits: ({ t: type }) => plain(type) === 'PERMIT - WRECKING/DEMOLITION',
      groups: ({ d }) => [t.month(d ?? null)],
      sql: `SELECT strftime(issue_date, '%Y-%m') AS month, count(*) AS count ${from} AND replace(type, '–', '-') = 'PERMIT - WRECKING/DEMOLITION' GROUP BY 1`,
    },
    {
      id: 'chi-new-value',
      words:
        'New construction: permits by quarter of issue, their value, its median and how many state none?',
      by: 'housing researcher',
      asked: {
        permit_type: 'PERMIT - NEW CONSTRUCTION',
        group_by: 'quarter',
        date_field: 'issue',
        measures: 'sum_job_value,median_job_value',
      },
      measures: {
        sum_job_value: t.sum(value),
        median_job_value: t.median(value),
        job_value_without: t.missing(value),
      },
      fits: ({ t: type }) => plain(type) === 'PERMIT - NEW CONSTRUCTION',
      groups: ({ d }) => [t.quarter(d ?? null)],
      sql: `SELECT year(issue_date) || '-Q' || quarter(issue_date) AS quarter, count(*) AS count, sum(job_value) AS sum_job_value, floor(median(job_value) + 0.5) AS median_job_value, count(*) - count(job_value) AS job_value_without ${from} AND replace(type, '–', '-') = 'PERMIT - NEW CONSTRUCTION' GROUP BY 1`,
    },
    {
      id: 'chi-no-status',
      words: 'How many permits have no status, by month of issue?',
      by: 'analyst',
      asked: { permit_status: 'unknown', group_by: 'month', date_field: 'issue' },
      fits: ({ s }) => !s,
      groups: ({ d }) => [t.month(d ?? null)],
      sql: `SELECT strftime(issue_date, '%Y-%m') AS month, count(*) AS count ${from} AND status IS NULL GROUP BY 1`,
    },
    {
      id: 'chi-small',
      words: 'How many permits state a value of up to 5,000 dollars, and how much is it together?',
      by: 'resident',
      asked: { permit_max_job_value: '500000', measures: 'sum_job_value' },
      measures: { sum_job_value: t.sum(value) },
      fits: (row) => (value(row) ?? 500_001) <= 500_000,
      sql: `SELECT count(*) AS count, sum(job_value) AS sum_job_value ${from} AND job_value <= 500000`,
    },
  ]);
}

export function statedInTheSouth(directory: string): readonly Question[] {
  const nashville = lastOf(rawRows(directory, 'nashville-tn'), 'Permit__');
  const austin = lastOf(rawRows(directory, 'austin-tx-daily'), 'permit_number');
  const entered = (row: Row) => t.localDate(row.Date_Entered, 'America/Chicago');
  const cost = (row: Row) => t.cents(row.Const_Cost);
  const issued = (row: Row) => t.usDate(row.date_issued);
  const inNashville = "FROM permits WHERE source_id = 'nashville-tn'";
  const inAustin = "FROM permits WHERE source_id = 'austin-tx-daily'";
  return [
    ...questionsOf('Nashville-Davidson, TN', nashville, [
      {
        id: 'bna-reroof-type',
        words: 'Applications of the type Building Residential - Roofing / Siding by month of entry in 2023?',
        by: 'sales person',
        asked: {
          permit_type: 'Building Residential - Roofing / Siding',
          group_by: 'month',
          date_field: 'file',
          permit_from: '2023-01-01',
          permit_to: '2023-12-31',
        },
        fits: (row) =>
          row.Permit_Type_Description === 'Building Residential - Roofing / Siding' &&
          t.within(entered(row), '2023-01-01', '2023-12-31'),
        groups: (row) => [t.month(entered(row))],
        sql: `SELECT strftime(file_date, '%Y-%m') AS month, count(*) AS count ${inNashville} AND type = 'Building Residential - Roofing / Siding' AND year(file_date) = 2023 GROUP BY 1`,
      },
      {
        id: 'bna-single-family',
        words: 'Records whose subtype is Single Family Residence by year of entry, and their declared cost?',
        by: 'housing researcher',
        asked: {
          permit_subtype: 'Single Family Residence',
          group_by: 'year',
          date_field: 'file',
          measures: 'sum_job_value',
        },
        measures: { sum_job_value: t.sum(cost) },
        fits: (row) => row.Permit_Subtype_Description === 'Single Family Residence',
        groups: (row) => [t.year(entered(row))],
        sql: `SELECT year(file_date) AS year, count(*) AS count, sum(job_value) AS sum_job_value ${inNashville} AND subtype = 'Single Family Residence' GROUP BY 1`,
      },
      {
        id: 'bna-garage',
        words: 'How many records speak of a garage, by year of entry?',
        by: 'resident',
        asked: { permit_q: 'garage', group_by: 'year', date_field: 'file' },
        fits: (row) =>
          has(`${row.Purpose}|${row.Permit_Type_Description}|${row.Permit_Subtype_Description}`, 'garage'),
        groups: (row) => [t.year(entered(row))],
        sql: `SELECT year(file_date) AS year, count(*) AS count ${inNashville} AND ${allWords} ILIKE '%garage%' GROUP BY 1`,
      },
      {
        id: 'bna-quarters',
        words: 'Records by quarter of entry since 2022, and the lower and upper quartile of their cost?',
        by: 'analyst',
        asked: {
          group_by: 'quarter',
          date_field: 'file',
          permit_from: '2022-01-01',
          measures: 'p25_job_value,p75_job_value',
        },
        measures: { p25_job_value: t.percentile(25, cost), p75_job_value: t.percentile(75, cost) },
        fits: (row) => (entered(row) ?? '') >= '2022-01-01',
        groups: (row) => [t.quarter(entered(row))],
        sql: `SELECT year(file_date) || '-Q' || quarter(file_date) AS quarter, count(*) AS count, quantile_disc(job_value, 0.25) AS p25_job_value, quantile_disc(job_value, 0.75) AS p75_job_value ${inNashville} AND file_date >= '2022-01-01' GROUP BY 1`,
      },
    ]),
    ...questionsOf('Austin, TX', austin, [
      {
        id: 'atx-plumbing',
        words: 'Plumbing permits by month of issue?',
        by: 'sales person',
        asked: { permit_type: 'Plumbing Permit', group_by: 'month', date_field: 'issue' },
        fits: ({ permit_number }) => /PP$/.test(permit_number ?? ''),
        groups: (row) => [t.month(issued(row))],
        sql: `SELECT strftime(issue_date, '%Y-%m') AS month, count(*) AS count ${inAustin} AND type = 'Plumbing Permit' GROUP BY 1`,
      },
      {
        id: 'atx-week',
        words: 'Permits issued by week (from Monday) in March 2016?',
        by: 'planner',
        asked: { group_by: 'week', date_field: 'issue', permit_from: '2016-03-01', permit_to: '2016-03-31' },
        fits: (row) => t.within(issued(row), '2016-03-01', '2016-03-31'),
        groups: (row) => [t.week(issued(row))],
        sql: `SELECT strftime(date_trunc('week', issue_date), '%Y-%m-%d') AS week, count(*) AS count ${inAustin} AND issue_date BETWEEN '2016-03-01' AND '2016-03-31' GROUP BY 1`,
      },
    ]),
  ];
}

export function statedInTheEast(directory: string): readonly Question[] {
  const philadelphia = rawRows(directory, 'philadelphia-pa-odata');
  const boulder = rawRows(directory, 'boulder-co');
  const day = (row: Row) => t.localDate(/\d+/.exec(row.issued_datetime ?? '')?.[0], 'America/New_York');
  const value = (row: Row) => t.cents(row.EstProjectCost);
  const days = (row: Row) => t.daysBetween(t.usDate(row.AppliedDate), t.usDate(row.IssuedDate));
  const inBoulder = "FROM permits WHERE source_id = 'boulder-co'";
  return [
    ...questionsOf('Philadelphia, PA', philadelphia, [
      {
        id: 'phl-months',
        words: 'Permits by month of issue?',
        by: 'journalist',
        asked: { group_by: 'month', date_field: 'issue' },
        groups: (row) => [t.month(day(row))],
        sql: "SELECT strftime(issue_date, '%Y-%m') AS month, count(*) AS count FROM permits WHERE source_id = 'philadelphia-pa-odata' GROUP BY 1",
      },
    ]),
    ...questionsOf('Boulder, CO', boulder, [
      {
        id: 'bou-value',
        words: 'Declared cost by month of filing: how much, and of how many permits?',
        by: 'analyst',
        asked: { group_by: 'month', date_field: 'file', measures: 'sum_job_value' },
        measures: { sum_job_value: t.sum(value), job_value_n: t.stated(value) },
        groups: (row) => [t.month(t.usDate(row.AppliedDate))],
        sql: `SELECT strftime(file_date, '%Y-%m') AS month, count(*) AS count, sum(job_value) AS sum_job_value, count(job_value) AS job_value_n ${inBoulder} GROUP BY 1`,
      },
      {
        id: 'bou-slow',
        words:
          'How many permits took a week or more from filing to issue, and how long did half of them take?',
        by: 'planner',
        asked: { permit_min_approval_duration: '7', measures: 'median_approval_duration' },
        measures: { median_approval_duration: t.median(days) },
        fits: (row) => (days(row) ?? 0) >= 7,
        sql: `SELECT count(*) AS count, floor(median(approval_duration) + 0.5) AS median_approval_duration ${inBoulder} AND approval_duration >= 7`,
      },
    ]),
  ];
}
