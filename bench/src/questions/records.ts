/** Questions about single records: how many there are, which is the greatest, what stands at an address or a parcel. */
import { plainName } from './compare.js';
import type { Question } from './question.js';
import { type Row, rawRows } from './raw-files.js';
import { permitsOfSanFrancisco } from './san-francisco.js';
import { allWords, middle, month } from './sql.js';
import * as t from './truth.js';

const chicagoPlace = 'Chicago, IL';
const ofChicago = "FROM permits WHERE source_id = 'chicago-il'";
const value = (row: Row) => t.cents(row.c);
const allOfChicago = { permit_from: '2025-07-01', permit_to: '2026-07-31' } as const;
/** City Hall. */
const [latitude, longitude] = [41.8838, -87.632];
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres from City Hall, on a sphere. */
function metres({ lat, lon }: Row): number {
  if (!lat || !lon) return Number.POSITIVE_INFINITY;
  const [north, east] = [radians(Number(lat) - latitude), radians(Number(lon) - longitude)];
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(latitude)) * Math.cos(radians(Number(lat))) * Math.sin(east / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(half));
}

/** Of named groups those with the greatest figures. */
const first = (truth: t.Truth, count: number): t.Truth =>
  new Map([...truth].sort(([, [a]], [, [b]]) => (b ?? 0) - (a ?? 0)).slice(0, count));
const counted = (rows: readonly unknown[]): t.Truth => new Map([['all', [rows.length]]]);

export function recordsOfChicago(directory: string): readonly Question[] {
  const all = rawRows(directory, 'chicago-il');
  return [
    {
      id: 'chi-largest',
      words: 'The five permits of the greatest value?',
      by: 'journalist',
      place: chicagoPlace,
      of: 'permits',
      asked: { ...allOfChicago, sort: 'job_value', size: '5' },
      named: 'number',
      columns: ['job_value'],
      truth: () =>
        first(
          t.tally(all, (row) => [row.n], t.sum(value)),
          5,
        ),
      sql: `SELECT number, job_value ${ofChicago} ORDER BY job_value DESC NULLS LAST LIMIT 5`,
    },
    {
      id: 'chi-one',
      words: 'What is permit 101028729 worth?',
      by: 'resident',
      place: chicagoPlace,
      of: 'permits',
      asked: { permit_number: '101028729' },
      named: 'number',
      columns: ['job_value'],
      truth: () =>
        t.tally(
          all.filter((row) => row.n === '101028729'),
          (row) => [row.n],
          t.sum(value),
        ),
      sql: `SELECT number, job_value ${ofChicago} AND number = '101028729'`,
    },
    {
      id: 'chi-near',
      words: 'How many permits are there within 500 metres of City Hall (41.8838, -87.632)?',
      by: 'resident',
      place: null,
      of: 'permits',
      asked: {
        ...allOfChicago,
        near: `${latitude},${longitude}`,
        radius_m: '500',
        size: '1',
        count: 'exact',
      },
      columns: ['count'],
      truth: () => counted(all.filter((row) => metres(row) <= 500)),
      sql: `SELECT count(*) AS count ${ofChicago} AND 2 * 6371008.8 * asin(sqrt(sin(radians(address_lat - ${latitude}) / 2) ** 2 + cos(radians(${latitude})) * cos(radians(address_lat)) * sin(radians(address_long - ${longitude}) / 2) ** 2)) <= 500`,
    },
    {
      id: 'chi-roofers',
      words: 'The three contractors with the most value of permits that speak of a roof?',
      by: 'sales person',
      place: chicagoPlace,
      of: 'contractors',
      asked: { ...allOfChicago, permit_q: 'roof', sort: 'matching_job_value', size: '3' },
      named: 'business_name',
      columns: ['matching_permit_count', 'matching_job_value'],
      truth: () => {
        const roofs = all.filter(
          ({ x, t: type, wt, gc = '' }) => /roof/i.test(`${x}|${type}|${wt}`) && gc !== '',
        );
        const firms = t.tally(
          roofs,
          ({ gc = '' }) => [plainName(gc.split(' | ')[0] ?? '')],
          t.sum(value),
          t.count,
        );
        return new Map([...first(firms, 3)].map(([name, [sum = 0, count = 0]]) => [name, [count, sum]]));
      },
      sql: `SELECT any_value(coalesce(c.business_name, c.name)) AS name, count(*) AS matching_permit_count, sum(p.job_value) AS matching_job_value FROM permits p JOIN contractors c ON c.id = p.contractor_id WHERE p.source_id = 'chicago-il' AND concat_ws('|', p.description, p.type, p.subtype) ILIKE '%roof%' GROUP BY c.id ORDER BY 3 DESC NULLS LAST LIMIT 3`,
    },
    {
      id: 'chi-wreck',
      words: 'Permits that say something of wrecking, in their type or their description, by month of issue?',
      by: 'journalist',
      place: chicagoPlace,
      asked: { permit_q: 'wreck', group_by: 'month', date_field: 'issue' },
      columns: ['count'],
      truth: () =>
        t.tally(
          all.filter(({ x, t: type, wt }) => /wreck/i.test(`${x}|${type}|${wt}`)),
          ({ d }) => [t.month(d ?? null)],
          t.count,
        ),
      sql: `SELECT ${month} AS month, count(*) AS count ${ofChicago} AND ${allWords} ILIKE '%wreck%' GROUP BY 1`,
    },
    {
      id: 'chi-often',
      words: 'How many addresses have twenty permits and more?',
      by: 'planner',
      place: null,
      of: 'properties',
      asked: { geo_id: 'IL', property_min_permit_count: '20', size: '1', count: 'exact' },
      columns: ['count'],
      truth: () =>
        counted([...t.tally(all, ({ a }) => [a], t.count).values()].filter(([n]) => (n ?? 0) >= 20)),
      sql: `SELECT count(*) AS count FROM (SELECT address_id ${ofChicago} AND address_id IS NOT NULL GROUP BY 1 HAVING count(*) >= 20)`,
    },
  ];
}

/** What the letters after a number of Austin stand for. */
const austinTypes: Readonly<Record<string, string>> = {
  BP: 'Building Permit',
  DS: 'Driveway / Sidewalks',
  EP: 'Electrical Permit',
  MP: 'Mechanical Permit',
  PP: 'Plumbing Permit',
};

/** The address of a permit of Austin without its building or unit. */
const building = ({ permit_location: text = '' }: Row) =>
  text.replace(/ (BLDG|UNIT|STE|APT|LOT|SPC|TRLR|FL)\b.*$/, '');

export function recordsElsewhere(directory: string): readonly Question[] {
  const sanFrancisco = permitsOfSanFrancisco(directory);
  const lastOf = (source: string, column: string) => [
    ...new Map(rawRows(directory, source).map((row) => [row[column], row])).values(),
  ];
  const nashville = lastOf('nashville-tn', 'Permit__');
  const austin = lastOf('austin-tx-daily', 'permit_number');
  const filed = (row: Row) => t.usDate(row['Filed Date']);
  const issued = (row: Row) => t.usDate(row['Issued Date']);
  const days = (row: Row) => t.daysBetween(filed(row), issued(row));
  const ofSanFrancisco = "FROM permits WHERE source_id = 'san-francisco-ca'";
  const fromZips = (row: Row) => t.within(issued(row), '2000-01-01', '2021-12-31');
  return [
    {
      id: 'sf-filed-number',
      words: 'How many new buildings were filed in 2015, in one number?',
      by: 'journalist',
      place: 'San Francisco, CA',
      of: 'permits',
      asked: {
        date_field: 'file',
        permit_from: '2015-01-01',
        permit_to: '2015-12-31',
        size: '1',
        count: 'exact',
      },
      columns: ['count'],
      truth: () => counted(sanFrancisco.filter((row) => t.within(filed(row), '2015-01-01', '2015-12-31'))),
      sql: `SELECT count(*) AS count ${ofSanFrancisco} AND year(file_date) = 2015`,
    },
    {
      id: 'sf-still-open',
      words: 'How many permits issued from 2000 to 2009 are still active?',
      by: 'planner',
      place: 'San Francisco, CA',
      of: 'permits',
      asked: {
        permit_status: 'active',
        date_field: 'issue',
        permit_from: '2000-01-01',
        permit_to: '2009-12-31',
        size: '1',
        count: 'exact',
      },
      columns: ['count'],
      truth: () =>
        counted(
          sanFrancisco.filter(
            (row) =>
              t.within(issued(row), '2000-01-01', '2009-12-31') &&
              ['issued', 'reinstated'].includes(row['Current Status'] ?? ''),
          ),
        ),
      sql: `SELECT count(*) AS count ${ofSanFrancisco} AND issue_date BETWEEN '2000-01-01' AND '2009-12-31' AND status = 'active'`,
    },
    {
      id: 'sf-slowest-zips',
      words:
        'The ZIP codes with a hundred permits and more issued from 2000 to 2021, and their median days to issue?',
      by: 'planner',
      place: 'San Francisco, CA',
      asked: {
        group_by: 'zip',
        date_field: 'issue',
        permit_from: '2000-01-01',
        permit_to: '2021-12-31',
        measures: 'median_approval_duration',
        having: 'count>=100',
      },
      columns: ['count', 'median_approval_duration'],
      truth: () =>
        new Map(
          [
            ...t.tally(
              sanFrancisco.filter(fromZips),
              (row) => [row.Zipcode || null],
              t.count,
              t.median(days),
            ),
          ].filter(([, [count]]) => (count ?? 0) >= 100),
        ),
      sql: `SELECT address_zip_code AS zip, count(*) AS count, ${middle('approval_duration')} AS median_approval_duration ${ofSanFrancisco} AND issue_date BETWEEN '2000-01-01' AND '2021-12-31' GROUP BY 1 HAVING count(*) >= 100`,
    },
    {
      id: 'phl-heat-pumps',
      words: 'Permits that speak of a “heat pump”, by state?',
      by: 'sales person',
      place: 'Philadelphia, PA',
      asked: { permit_q: '"heat pump"', group_by: 'status' },
      columns: ['count'],
      truth: () =>
        t.tally(
          rawRows(directory, 'philadelphia-pa-odata').filter(({ work_description: text = '' }) =>
            /heat pump/i.test(text),
          ),
          ({ status }) => [status === 'COMPLETED' ? 'final' : status === 'ACTIVE' ? 'active' : 'inactive'],
          t.count,
        ),
      sql: "SELECT status, count(*) AS count FROM permits WHERE source_id = 'philadelphia-pa-odata' AND description ILIKE '%heat pump%' GROUP BY 1",
    },
    {
      id: 'bna-parcel',
      words: 'What was applied for on parcel 093-09-0-215.00, by type?',
      by: 'resident',
      place: 'Nashville-Davidson, TN',
      asked: { permit_parcel: '093-09-0-215.00', group_by: 'type' },
      columns: ['count'],
      truth: () =>
        t.tally(
          nashville.filter(({ Parcel }) => Parcel === '09309021500'),
          (row) => [row.Permit_Type_Description],
          t.count,
        ),
      sql: "SELECT type, count(*) AS count FROM permits WHERE source_id = 'nashville-tn' AND regexp_replace(parcel_number, '[^0-9A-Za-z]', '', 'g') = '09309021500' GROUP BY 1",
    },
    {
      id: 'atx-most',
      words: 'The two addresses with the most permits, whatever the building or unit?',
      by: 'journalist',
      place: null,
      of: 'properties',
      asked: { geo_id: 'TX', sort: 'permit_count', size: '2' },
      named: 'address',
      columns: ['permit_count'],
      truth: () =>
        first(
          t.tally(austin, (row) => [building(row)], t.count),
          2,
        ),
      sql: "SELECT any_value(address_street_no || ' ' || address_street) AS address, count(*) AS permit_count FROM permits WHERE source_id = 'austin-tx-daily' AND address_id IS NOT NULL GROUP BY address_id ORDER BY 2 DESC LIMIT 2",
    },
    {
      id: 'atx-types',
      words: 'Permits issued in January 2016 by kind of permit (the letters after the number)?',
      by: 'agent',
      place: 'Austin, TX',
      asked: {
        group_by: 'type',
        date_field: 'issue',
        permit_from: '2016-01-01',
        permit_to: '2016-01-31',
      },
      columns: ['count'],
      truth: () =>
        t.tally(
          austin.filter((row) => t.within(t.usDate(row.date_issued), '2016-01-01', '2016-01-31')),
          (row) => [austinTypes[(row.permit_number ?? '').slice(-2)] ?? null],
          t.count,
        ),
      sql: "SELECT type, count(*) AS count FROM permits WHERE source_id = 'austin-tx-daily' AND issue_date BETWEEN '2016-01-01' AND '2016-01-31' GROUP BY 1",
    },
  ];
}
