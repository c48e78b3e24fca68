/** Questions about New York (renewals repeat a job), Philadelphia and Boulder, and one about all places. */
import type { Question } from './question.js';
import { type Row, rawRows } from './raw-files.js';
import { middle, month, topOf } from './sql.js';
import * as t from './truth.js';

/** BIS: a record for each job, type, work and filing date, of which the latest run counts. */
function bis(directory: string): readonly Row[] {
  const records = new Map<string, Row>();
  for (const row of rawRows(directory, 'new-york-ny-bis-daily')) {
    const key = [row['Job #'], row['Permit Type'], row['Work Type'], row['Filing Date']].join('|');
    const other = records.get(key);
    const run = (each: Row) => t.usDate(each.DOBRunDate) ?? '';
    if (other === undefined || run(row) >= run(other)) records.set(key, row);
  }
  return [...records.values()];
}

const nowKinds: Readonly<Record<string, string>> = { S: 'subpermit', P: 'amendment' };

export function newYork(directory: string): readonly Question[] {
  const jobs = bis(directory);
  const now = rawRows(directory, 'new-york-ny-dob-now-recent');
  const place = 'New York, NY';
  const issued = (row: Row) => t.usDate(row['Issuance Date']);
  const kind = (row: Row) => (row['Filing Status'] ?? '').toLowerCase();
  const ofJobs = "FROM permits WHERE source_id = 'new-york-ny-bis-daily'";
  const inQuarter = "issue_date BETWEEN '2024-01-01' AND '2024-03-31'";
  const early = jobs.filter((row) => t.within(issued(row), '2024-01-01', '2024-03-31'));
  const quarterOf2024 = { date_field: 'issue', permit_from: '2024-01-01', permit_to: '2024-03-31' } as const;
  const counties: Readonly<Record<string, string>> = {
    MANHATTAN: 'New York County, NY',
    BROOKLYN: 'Kings County, NY',
    QUEENS: 'Queens County, NY',
    BRONX: 'Bronx County, NY',
    'STATEN ISLAND': 'Richmond County, NY',
  };
  const county = (row: Row) => counties[row.BOROUGH ?? ''];
  return [
    {
      id: 'nyc-renewals',
      sql: `SELECT ${month} AS month, record_kind, count(*) AS count ${ofJobs} AND ${inQuarter} GROUP BY 1, 2`,
      words: 'Of the permits issued from January to March 2024, how many a month renew an earlier one?',
      by: 'journalist',
      place,
      asked: { group_by: 'month,record_kind', ...quarterOf2024 },
      columns: ['count'],
      truth: () => t.tally(early, (row) => [t.month(issued(row)), kind(row)], t.count),
    },
    {
      id: 'nyc-first',
      sql: `SELECT (SELECT name FROM places WHERE geo_id = county_id) AS county, count(*) AS count ${ofJobs} AND ${inQuarter} AND record_kind IS DISTINCT FROM 'renewal' GROUP BY 1`,
      words: 'First permits (no renewals) of January to March 2024 by borough?',
      by: 'planner',
      place,
      asked: { group_by: 'county', include_renewals: 'false', ...quarterOf2024 },
      columns: ['count'],
      truth: () =>
        t.tally(
          early.filter((row) => kind(row) !== 'renewal'),
          (row) => [county(row)],
          t.count,
        ),
    },
    {
      id: 'nyc-new-buildings',
      sql: `SELECT (SELECT name FROM places WHERE geo_id = county_id) AS county, count(*) AS count ${ofJobs} AND ${inQuarter} AND record_kind IS DISTINCT FROM 'renewal' AND list_contains(tags, 'new_construction') GROUP BY 1`,
      words: 'Permits of type NB (new building) of January to March 2024 by borough, without renewals?',
      by: 'housing researcher',
      place,
      asked: {
        group_by: 'county',
        permit_tags: 'new_construction',
        include_renewals: 'false',
        ...quarterOf2024,
      },
      columns: ['count'],
      truth: () =>
        t.tally(
          early.filter((row) => kind(row) !== 'renewal' && row['Permit Type'] === 'NB'),
          (row) => [county(row)],
          t.count,
        ),
    },
    {
      id: 'nyc-filings',
      sql: `SELECT ${month} AS month, record_kind, count(*) AS count FROM permits WHERE source_id = 'new-york-ny-dob-now-recent' AND issue_date >= '2026-01-01' GROUP BY 1, 2`,
      words: 'DOB NOW permits of 2026 by month of issue and kind: further filings of a job, or no kind told?',
      by: 'analyst',
      place,
      asked: { group_by: 'month,record_kind', date_field: 'issue', permit_from: '2026-01-01' },
      columns: ['count'],
      truth: () =>
        t.tally(
          now.filter((row) => (row.issued_date ?? '') >= '2026-01-01'),
          (row) => [
            t.month(row.issued_date ?? null),
            nowKinds[(row.job_filing_number ?? '').slice(10, 11)] ?? null,
          ],
          t.count,
        ),
    },
  ];
}

const phillyStatuses: Readonly<Record<string, string>> = { COMPLETED: 'final', ACTIVE: 'active' };

export function philadelphia(directory: string): readonly Question[] {
  const all = rawRows(directory, 'philadelphia-pa-odata');
  const place = 'Philadelphia, PA';
  const from = "FROM permits WHERE source_id = 'philadelphia-pa-odata'";
  const issued = (row: Row) => t.localDate(/\d+/.exec(row.issued_datetime ?? '')?.[0], 'America/New_York');
  return [
    {
      id: 'phl-status',
      sql: `SELECT year(issue_date) AS year, status, count(*) AS count ${from} GROUP BY 1, 2`,
      words: 'Permits by year of issue and state?',
      by: 'analyst',
      place,
      asked: { group_by: 'year,status', date_field: 'issue' },
      columns: ['count'],
      truth: () =>
        t.tally(all, (row) => [t.year(issued(row)), phillyStatuses[row.status ?? ''] ?? 'inactive'], t.count),
    },
    {
      id: 'phl-zip',
      sql: topOf(10, `SELECT address_zip_code AS name, count(*) AS count ${from} GROUP BY 1`, 'count'),
      words: 'The ten ZIP codes with the most permits, and all others?',
      by: 'journalist',
      place,
      asked: { group_by: 'zip', order: '-count', limit: '10' },
      columns: ['count'],
      truth: () =>
        t.top(
          t.tally(all, (row) => [(row['locations.zip'] ?? '').slice(0, 5) || null], t.count),
          10,
        ),
    },
  ];
}

export function boulder(directory: string): readonly Question[] {
  const all = rawRows(directory, 'boulder-co');
  const place = 'Boulder, CO';
  const from = "FROM permits WHERE source_id = 'boulder-co'";
  const filed = (row: Row) => t.usDate(row.AppliedDate);
  const value = (row: Row) => t.cents(row.EstProjectCost);
  return [
    {
      id: 'bou-subpermits',
      sql: `SELECT record_kind, count(*) AS count, sum(job_value) AS sum_job_value, count(*) - count(job_value) AS job_value_without ${from} GROUP BY 1`,
      words: 'How many permits are part of another (name a master permit), and of what declared cost?',
      by: 'planner',
      place,
      asked: { group_by: 'record_kind', measures: 'sum_job_value' },
      columns: ['count', 'sum_job_value', 'job_value_without'],
      truth: () =>
        t.tally(
          all,
          (row) => [row.MasterPermitNum ? 'subpermit' : null],
          t.count,
          t.sum(value),
          t.missing(value),
        ),
    },
    {
      id: 'bou-days',
      sql: `SELECT strftime(file_date, '%Y-%m') AS month, count(*) AS count, ${middle('approval_duration')} AS median_approval_duration, count(approval_duration) AS approval_duration_n ${from} GROUP BY 1`,
      words: 'Median days from filing to issue by month of filing?',
      by: 'planner',
      place,
      asked: { group_by: 'month', date_field: 'file', measures: 'median_approval_duration' },
      columns: ['count', 'median_approval_duration', 'approval_duration_n'],
      truth: () => {
        const days = (row: Row) => t.daysBetween(filed(row), t.usDate(row.IssuedDate));
        return t.tally(all, (row) => [t.month(filed(row))], t.count, t.median(days), t.stated(days));
      },
    },
  ];
}

/** Which city issues the most, over all files. */
export function everywhere(directory: string): readonly Question[] {
  const distinct = (source: string, column: string) =>
    new Set(rawRows(directory, source).map((row) => row[column])).size;
  return [
    {
      id: 'all-cities',
      sql: 'SELECT places.name AS jurisdiction, count(*) AS count FROM permits JOIN places ON geo_id = jurisdiction_id GROUP BY 1',
      words: 'How many permits has each city issued or taken in, the most first?',
      by: 'agent',
      place: null,
      asked: { group_by: 'jurisdiction' },
      columns: ['count'],
      truth: () =>
        new Map([
          ['San Francisco, CA', [distinct('san-francisco-ca', 'Permit Number')]],
          ['Chicago, IL', [distinct('chicago-il', 'n')]],
          ['Nashville-Davidson, TN', [distinct('nashville-tn', 'Permit__')]],
          ['Austin, TX', [distinct('austin-tx-daily', 'permit_number')]],
          ['New York, NY', [bis(directory).length + rawRows(directory, 'new-york-ny-dob-now-recent').length]],
          ['Philadelphia, PA', [distinct('philadelphia-pa-odata', 'permit_number')]],
          ['Boulder, CO', [distinct('boulder-co', 'PermitNum')]],
        ]),
    },
  ];
}
