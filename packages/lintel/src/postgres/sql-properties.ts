/** Searches and counts of properties by SQL, and the permits that they must have or must not have. */
import type { Absence, TotalCount } from '@lintel/contract';
import { permitStatuses } from '@lintel/contract/plain';
import type { JurisdictionCoverage } from '../format/filters/coverage.js';
import { showAbsence } from '../query/absence.js';
import { unwanted } from '../query/facet-filter.js';
import type { PropertyQuery } from '../query/questions.js';
import type { PropertyPage } from '../releases/release.js';
import { statusIn, tagBits } from './api-tables.js';
import { addNumbered, addProperties, addPropertyFacts, inRows, Statement } from './conditions.js';
import { pageOf, type ReleaseTables } from './release-tables.js';

/** What absences are looked up by. */
export interface Covered {
  readonly coverage: readonly JurisdictionCoverage[];
  /** The date of the release, YYYY-MM-DD. */
  readonly releasedAt: string;
}

export async function searchProperties(
  tables: ReleaseTables,
  covered: Covered,
  query: PropertyQuery,
  from: number,
  size: number,
): Promise<PropertyPage> {
  const statement = new Statement();
  const absence = await addSearch(tables, covered, statement, query);
  statement.and(`t.position >= ${statement.value(from, 'bigint')}`);
  const found = `SELECT t.position FROM ${tables.table('properties')} t
    WHERE ${statement.where} ORDER BY t.position LIMIT ${size + 1}`;
  const rows = await tables.rows(tables.recordsOf('properties', found, 'position'), statement.values);
  return { ...pageOf(rows, size, ({ position }) => Number(position)), absence };
}

export async function countProperties(
  tables: ReleaseTables,
  covered: Covered,
  query: PropertyQuery,
): Promise<TotalCount | null> {
  const statement = new Statement();
  await addSearch(tables, covered, statement, query);
  return tables.count(
    `SELECT 1 FROM ${tables.table('properties')} t WHERE ${statement.where}`,
    statement.values,
  );
}

/** All conditions of a property search; gives what limits its absences. */
async function addSearch(
  tables: ReleaseTables,
  { coverage, releasedAt }: Covered,
  statement: Statement,
  query: PropertyQuery,
): Promise<Absence | null> {
  addProperties(statement, query);
  addPropertyFacts(statement, query);
  addPropertyPermits(tables, statement, query);
  const excluded = [...new Set(unwanted(query.permit_tags))];
  if (excluded.length === 0) return null;
  const where = new Statement();
  addProperties(where, query);
  const rows = await tables.rows(
    `SELECT DISTINCT t.jurisdiction_id FROM ${tables.table('properties')} t
     WHERE t.jurisdiction_id IS NOT NULL AND ${where.where}`,
    where.values,
  );
  const looked = new Set(rows.map(({ jurisdiction_id }) => String(jurisdiction_id)));
  const searched = coverage.filter(({ jurisdiction }) => looked.has(jurisdiction));
  const { absence, shown } = showAbsence(searched, excluded, query, releasedAt);
  const ids = shown.map(({ jurisdiction }) => jurisdiction);
  statement.and(`t.jurisdiction_id = ANY (${statement.value(ids, 'text[]')})`);
  return absence;
}

/** Permits that a property must have, or must not have (C32). */
function addPropertyPermits(tables: ReleaseTables, statement: Statement, query: PropertyQuery): void {
  const { permit_from: from, permit_to: to, permit_status: statuses, permit_tags: tags } = query;
  const hasPeriod = from !== null || to !== null;
  const period = hasPeriod ? [inRows(statement, 'p', tables.dates.period(from, to))] : [];
  const has = (conditions: string) => {
    const where = ['p.address_id = t.id', ...period, conditions].join(' AND ');
    const first = `EXISTS (SELECT 1 FROM ${tables.table('permits')} p WHERE ${where})`;
    if (!tables.hasOtherPlaces) return first;
    const others = `${tables.recordTable('other_places')} o JOIN ${tables.table('permits')} p USING (position)`;
    const whereOther = ['o.place = t.id', ...period, conditions].join(' AND ');
    return `(${first} OR EXISTS (SELECT 1 FROM ${others} WHERE ${whereOther}))`;
  };
  const withTag = (tag: string) => {
    const bits = statement.value(tagBits([tag]), 'bigint');
    return `p.api_facets & ${bits} = ${bits}`;
  };
  const present = new Statement(statement.values);
  addNumbered(present, statusIn('p'), permitStatuses, statuses);
  const [open, asked] = [query.permit_tags_unfinaled ?? [], tags ?? []];
  const isAsked = statuses !== null && statuses.length > 0;
  if (isAsked || (hasPeriod && asked.length + open.length === 0)) statement.and(has(present.where));
  for (const tag of asked) {
    if (tag.startsWith('-')) statement.and(`NOT ${has(withTag(tag.slice(1)))}`);
    else statement.and(has(`${present.where} AND ${withTag(tag)}`));
  }
  const unfinaled = permitStatuses.filter((status) => status !== 'final');
  for (const tag of open) {
    const notFinal = new Statement(statement.values);
    addNumbered(notFinal, statusIn('p'), permitStatuses, unfinaled);
    statement.and(has(`${notFinal.where} AND ${withTag(tag)}`));
  }
}
