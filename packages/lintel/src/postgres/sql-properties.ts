/** Searches and counts of properties by SQL. */
import type { Absence, PropertySort, TotalCount } from '@lintel/contract';
import type { JurisdictionCoverage } from '../format/filters/coverage.js';
import { showAbsence } from '../query/absence.js';
import { unwanted } from '../query/facet-filter.js';
import type { PropertyQuery } from '../query/questions.js';
import type { PropertyPage } from '../releases/release.js';
import { placeConditions, propertyConditions } from './property-filters.js';
import { pageOf, type ReleaseTables } from './release-tables.js';

/** What absences are looked up by. */
export interface Covered {
  readonly coverage: readonly JurisdictionCoverage[];
  /** The date of the release, YYYY-MM-DD. */
  readonly releasedAt: string;
}

/** The column that each order puts the greatest of first; null is the order of the release. */
const orders: Readonly<Record<PropertySort, string | null>> = { date: null, permit_count: 'permit_count' };

export async function searchProperties(
  tables: ReleaseTables,
  covered: Covered,
  query: PropertyQuery,
  from: number,
  size: number,
): Promise<PropertyPage> {
  const { statement, absence, inCounties } = await conditionsOf(tables, covered, query);
  const column = orders[query.sort];
  const table = tables.table('properties');
  if (column === null) statement.and(`t.position >= ${statement.value(from, 'bigint')}`);
  else if (from > 0) {
    // A position is the number of the first row plus one.
    const row = statement.value(from - 1, 'bigint');
    const first = `(SELECT ${column} FROM ${table} WHERE position = ${row})`;
    statement.and(`t.${column} < ${first} OR (t.${column} = ${first} AND t.position >= ${row})`);
  }
  const order = column === null ? 'position' : `${column} DESC, position`;
  const selected = [...tables.rowKey('properties'), ...(column === null ? [] : [column])].map(
    (name) => `t.${name}`,
  );
  const found = `SELECT ${selected} FROM ${table} t WHERE ${statement.where} ORDER BY ${order} LIMIT ${size + 1}`;
  const rows = await tables.rows(tables.recordsOf('properties', found, order, inCounties), statement.values);
  return { ...pageOf(rows, size, ({ position }) => Number(position) + (column === null ? 0 : 1)), absence };
}

export async function countProperties(
  tables: ReleaseTables,
  covered: Covered,
  query: PropertyQuery,
  isExact: boolean,
): Promise<TotalCount | null> {
  const { statement } = await conditionsOf(tables, covered, query);
  return tables.count(
    `SELECT 1 FROM ${tables.table('properties')} t WHERE ${statement.where}`,
    statement.values,
    isExact,
  );
}

interface AskedProperties
  extends Pick<Awaited<ReturnType<ReleaseTables['permits']>>, 'statement' | 'inCounties'> {
  readonly absence: Absence | null;
}

/** All conditions of a property search, and what limits its absences. */
async function conditionsOf(
  tables: ReleaseTables,
  { coverage, releasedAt }: Covered,
  query: PropertyQuery,
): Promise<AskedProperties> {
  const statement = propertyConditions(query, tables);
  const inCounties = await tables.inCounties(statement, 'properties', query.geo_id);
  if (inCounties !== null) statement.and(inCounties('t'));
  const excluded = [...new Set(unwanted(query.permit_tags))];
  if (excluded.length === 0) return { statement, absence: null, inCounties };
  const { where, values } = placeConditions(query, tables);
  const rows = await tables.rows(
    `SELECT DISTINCT t.jurisdiction_id FROM ${tables.table('properties')} t
     WHERE t.jurisdiction_id IS NOT NULL AND ${where}`,
    values,
  );
  const looked = new Set(rows.map(({ jurisdiction_id }) => String(jurisdiction_id)));
  const searched = coverage.filter(({ jurisdiction }) => looked.has(jurisdiction));
  const { permit_from: from, permit_to: to } = query;
  const { absence, shown } = showAbsence(searched, excluded, { from, to }, releasedAt);
  const ids = shown.map(({ jurisdiction }) => jurisdiction);
  statement.and(`t.jurisdiction_id = ANY (${statement.value(ids, 'text[]')})`);
  return { statement, absence, inCounties };
}
