/**
 * The queries that search.ts times, each for a release and for PostgreSQL: pages and counts of searches,
 * properties without a permit of a kind, the permits and metrics of contractors, the metrics of places.
 */
import { endpoints, type Permit, type TagId, totalCountCap } from '@lintel/contract';
import { emptyQuery } from '@lintel/testing/release/empty-query.js';
import type { RecordBytes } from 'lintel/dist/format/record.js';
import type { RowReader } from 'lintel/dist/format/segment/segment-reader.js';
import type { PropertyQuery } from 'lintel/dist/query/questions.js';
import type { Release } from 'lintel/dist/releases/release.js';
import type postgres from 'postgres';
import { conditionsOf, pickFrom, queryOf, type SearchCase, searchKinds } from './search-queries.js';

const pageSize = 50;
const allMonths = { from: 0, to: 12 * 9999 };
const all = { tag: 'all', propertyType: 'all' };

/** A query, for both. */
export interface Question {
  own(release: Release): readonly (RecordBytes | number)[];
  peer(sql: postgres.Sql): Promise<readonly (string | number)[]>;
  /** Whether both must give the same. */
  readonly isSame: boolean;
}

interface QuestionKind {
  readonly name: string;
  make(): Question;
}

/** All kinds of queries over a release; `permits` are some of its permits and `rows` reads all. */
export function questionKinds(
  release: Release,
  rows: RowReader,
  permits: readonly Permit[],
  chance: () => number,
): QuestionKind[] {
  const searches = searchKinds(permits, chance).map(({ name, make }) => ({
    name,
    make: () => searchQuestion(release, rows, make()),
  }));
  return [...searches, ...otherKinds(permits, chance)];
}

/** Where a page of the peer begins: after this record. */
interface After {
  readonly date: string;
  readonly id: string;
}

function searchQuestion(release: Release, rows: RowReader, one: SearchCase): Question {
  if (one.of === 'count') return countQuestion(one);
  const { row, after } = startOf(release, rows, one);
  if (one.of === 'permits') {
    return {
      own: (on) => on.searchPermits(queryOf(one), row, pageSize).items,
      peer: (sql) => permitsOf(sql, one, after),
      isSame: true,
    };
  }
  return {
    own: (on) =>
      on.searchContractors({ ...queryOf(one), include_tallies: true, sort: 'date' }, row, pageSize).items,
    peer: (sql) => contractorsOf(sql, one, after),
    isSame: false,
  };
}

/** Both stop counting where the service does. */
function countQuestion(one: SearchCase): Question {
  return {
    own: (release) => [release.countPermits(queryOf(one))?.value ?? Number.NaN],
    async peer(sql) {
      const [row] = await sql`
        select count(*) as count from (select 1 from permit where ${conditionsOf(sql, one)} limit ${totalCountCap}) as found`;
      return [Number(row?.count)];
    },
    isSame: true,
  };
}

/** A deep page of a search begins at a row there, for both. */
function startOf(release: Release, rows: RowReader, one: SearchCase): { row: number; after: After | null } {
  const row = Math.floor(one.depth * rows.rows * 0.98);
  const { items } = row === 0 ? { items: [] } : release.searchPermits(queryOf(one), row, 1);
  if (items[0] === undefined) return { row: 0, after: null };
  const first = JSON.parse(items[0].toString()) as { start_date: string; id: string };
  return { row, after: { date: first.start_date, id: idBefore(first.id) } };
}

/** The id just below: the page of the peer begins after it. */
function idBefore(id: string): string {
  return (BigInt(`0x${id}`) - 1n).toString(16).padStart(16, '0');
}

async function permitsOf(sql: postgres.Sql, one: SearchCase, after: After | null): Promise<string[]> {
  const behind =
    after === null
      ? sql``
      : sql`and start_date <= ${after.date} and (start_date < ${after.date} or (start_date = ${after.date} and id > ${after.id}))`;
  const rows = await sql`
    select doc from permit where ${conditionsOf(sql, one)} ${behind} order by start_date desc, id limit ${pageSize}`;
  return rows.map(({ doc }) => String(doc));
}

async function contractorsOf(sql: postgres.Sql, one: SearchCase, after: After | null): Promise<string[]> {
  const behind = after === null ? sql`` : sql`having max(start_date) < ${after.date}`;
  const rows = await sql`
    select contractor_id from permit where ${conditionsOf(sql, one)} and contractor_id is not null
    group by contractor_id ${behind} order by max(start_date) desc limit ${pageSize}`;
  return rows.map(({ contractor_id: id }) => String(id));
}

function otherKinds(permits: readonly Permit[], chance: () => number): QuestionKind[] {
  const placed = permits.filter(({ geo_ids: { county_id: county } }) => county !== null);
  const county = () => pickFrom(placed, chance).geo_ids.county_id ?? '';
  const employed = permits.flatMap(({ contractor_id: id }) => id ?? []);
  const contractor = () => pickFrom(employed, chance);
  const year = () => 2005 + Math.floor(chance() * 20);
  return [
    { name: 'homes without a reroof in a county', make: () => absence(county(), 'reroof', year(), []) },
    {
      name: 'homes with hvac, without a heat pump',
      make: () => absence(county(), 'heat_pump', year(), ['hvac']),
    },
    { name: 'permits of a contractor', make: () => contractorPermits(contractor()) },
    { name: 'monthly metrics of a contractor', make: () => contractorMetrics(contractor()) },
    { name: 'monthly metrics of a county', make: () => countyMetrics(county()) },
  ];
}

/** Homes of a county without a permit of a tag since a year, and with such of others. */
function absence(county: string, tag: TagId, year: number, present: readonly TagId[]): Question {
  const since = `${year}-01-01`;
  const query: PropertyQuery = {
    ...emptyQuery(endpoints.property_search),
    geo_id: [county],
    permit_tags: [`-${tag}`, ...present],
    permit_from: since,
    property_type: ['residential'],
  };
  return {
    own: (release) => release.searchProperties(query, 0, pageSize).items,
    async peer(sql) {
      const some = (tags: readonly string[]) =>
        sql`exists (select 1 from permit where address = property.id and tags @> ${tags} and start_date >= ${since})`;
      const rows = await sql`
        select doc from property where county = ${county} and property_type = 'residential' and not ${some([tag])}
        ${present.length > 0 ? sql`and ${some(present)}` : sql``} order by newest desc limit ${pageSize}`;
      return rows.map(({ doc }) => String(doc));
    },
    isSame: false,
  };
}

/** Grouped by address, the address with the newest permit first (C27). */
function contractorPermits(id: string): Question {
  return {
    own: (release) => release.contractorPermits(id, 0, pageSize)?.items ?? [],
    async peer(sql) {
      const rows = await sql`
        select doc from (
          select doc, address, start_date, id, first_value(start_date) over one as newest, first_value(id) over one as first
          from permit where contractor_id = ${id}
          window one as (partition by address order by start_date desc nulls last, id)
        ) as own
        order by address is null, newest desc nulls last, first, start_date desc nulls last, id limit ${pageSize}`;
      return rows.map(({ doc }) => String(doc));
    },
    isSame: true,
  };
}

function contractorMetrics(id: string): Question {
  return {
    own: (release) => release.contractorMetrics(id, all, allMonths) ?? [],
    async peer(sql) {
      const rows = await sql`
        select to_char(${month(sql)}, 'YYYY-MM-DD') as date, 'all' as tag, 'all' as property_type, count(*)::int as permit_count,
          ${average(sql, 'job_value', 1)} as avg_job_value, sum(job_value)::float8 as total_job_value,
          ${average(sql, 'construction_duration', 10)} as avg_construction_duration,
          ${average(sql, 'inspection_pass_rate', 10)} as avg_inspection_pass_rate
        from permit where contractor_id = ${id} and start_date is not null group by ${month(sql)} order by ${month(sql)}`;
      return rows.map((row) => JSON.stringify(row));
    },
    isSame: true,
  };
}

function countyMetrics(county: string): Question {
  return {
    own: (release) => release.monthlyMetrics('county', county, all, allMonths) ?? [],
    async peer(sql) {
      const rows = await sql`
        select county as geo_id, 'all' as tag, 'all' as property_type, to_char(${month(sql)}, 'YYYY-MM-DD') as date, count(*)::int as permit_count,
          count(distinct contractor_id)::int as contractor_count,
          ${average(sql, 'construction_duration', 10)} as avg_construction_duration,
          ${average(sql, 'approval_duration', 10)} as avg_approval_duration, sum(job_value)::float8 as total_job_value,
          ${average(sql, 'inspection_pass_rate', 10)} as avg_inspection_pass_rate
        from permit where county = ${county} and start_date is not null group by county, ${month(sql)} order by ${month(sql)}`;
      return rows.map((row) => JSON.stringify(row));
    },
    isSame: true,
  };
}

const month = (sql: postgres.Sql) => sql`date_trunc('month', start_date)`;

/** The mean of a column, halves rounded up: to a whole number, or with a scale of 10 to one decimal. */
const average = (sql: postgres.Sql, column: string, scale: number) =>
  sql`floor(sum(${sql(column)})::float8 / count(${sql(column)}) * ${scale}::float8 + 0.5) / ${scale}::float8`;
