/** Searches of contractors with their tallies, and the permits and spellings of one, by SQL. */
import type { ContractorSort, TotalCount } from '@lintel/contract';
import { permitStatuses, tagIds } from '@lintel/contract/plain';
import { cappedTotal } from '../format/capped-total.js';
import type { CountedPage, SearchPage } from '../format/record.js';
import type { StoredSpelling } from '../format/segment/spelling.js';
import type { ContractorQuery, PermitViewQuery } from '../query/questions.js';
import { readFacets } from './api-tables.js';
import { Statement } from './conditions.js';
import { talliedConditions } from './permit-filters.js';
import type { ReleaseTables } from './release-tables.js';

interface Tallies {
  readonly status_tally: Readonly<Record<string, number>>;
  readonly tag_tally: Readonly<Record<string, number>>;
}

/**
 * The number that each order puts the greatest of first, of contractors `o` or of their matching permits `f`; null is the
 * order of their newest such permits.
 */
const orders: Readonly<Record<ContractorSort, string | null>> = {
  date: null,
  permit_count: 'o.permit_count',
  total_job_value: 'o.total_job_value',
  avg_inspection_pass_rate: 'o.avg_inspection_pass_rate',
  matching_permit_count: 'f.matching_permit_count',
  matching_job_value: 'f.matching_job_value',
};
const ofTheirPermits = (query: ContractorQuery): PermitViewQuery => ({
  ...query,
  permit_has_contractor: true,
});

export async function searchContractors(
  tables: ReleaseTables,
  query: ContractorQuery,
  from: number,
  size: number,
): Promise<SearchPage> {
  const { statement, source } = await tables.permits(ofTheirPermits(query));
  const column = orders[query.sort];
  const isByDate = column === null;
  const fact = isByDate ? 'f.first' : `coalesce(${column}, -1)`;
  const sums = 'count(*) AS matching_permit_count, sum(p.job_value) AS matching_job_value';
  const found = `SELECT p.contractor_id, min(p.position) AS first, ${sums}
    FROM ${source} WHERE ${statement.where} GROUP BY 1`;
  const after = new Statement();
  after.values.push(...statement.values);
  if (isByDate) after.and(`f.first >= ${after.value(from, 'bigint')}`);
  else if (from > 0) {
    const row = after.value(from - 1, 'bigint');
    const first = `(SELECT r.fact FROM ranked r WHERE r.position = ${row})`;
    after.and(`f.fact < ${first} OR (f.fact = ${first} AND f.position >= ${row})`);
  }
  const rows = await tables.rows(
    `WITH found AS (${found}), ranked AS (
       SELECT f.*, o.id, o.position, ${fact} AS fact
       FROM found f JOIN ${tables.table('contractors')} o ON o.id = f.contractor_id)
     SELECT f.*, r.record FROM ranked f JOIN ${tables.recordTable('contractors')} r USING (position)
     WHERE ${after.where} ORDER BY f.fact ${isByDate ? '' : 'DESC'}, f.position LIMIT ${size + 1}`,
    after.values,
  );
  const next = rows[size];
  const shown = rows.slice(0, size);
  const tallies = query.include_tallies
    ? await talliesOf(
        tables,
        ofTheirPermits(query),
        shown.map(({ id }) => String(id)),
      )
    : new Map<string, Tallies>();
  const items = shown.map(({ id, record, matching_permit_count: permits, matching_job_value: value }) => {
    const own = tallies.get(String(id)) ?? { status_tally: {}, tag_tally: {} };
    const matching = column?.startsWith('f.') && {
      matching_permit_count: Number(permits),
      matching_job_value: value === null ? null : Number(value),
    };
    return Buffer.from(JSON.stringify({ ...JSON.parse(String(record)), ...own, ...matching }));
  });
  return {
    items,
    next: next === undefined ? null : isByDate ? Number(next.first) : Number(next.position) + 1,
  };
}

/** Counts by status and tag of the contractors' permits that the query's place, period and tags have. */
async function talliesOf(
  tables: ReleaseTables,
  query: PermitViewQuery,
  ids: readonly string[],
): Promise<Map<string, Tallies>> {
  const scope = await tables.scope(query.geo_id);
  const statement = talliedConditions(query, scope);
  await tables.keepCounties(statement, scope, query.geo_id);
  statement.and(`p.contractor_id = ANY (${statement.value(ids, 'text[]')})`);
  const rows = await tables.rows(
    `SELECT p.contractor_id, p.api_facets, count(*) AS permits
     FROM ${tables.table('permits')} p WHERE ${statement.where} GROUP BY 1, 2`,
    statement.values,
  );
  const counted = new Map<string, { status: Map<string, number>; tags: Map<string, number> }>();
  for (const { contractor_id, api_facets, permits } of rows) {
    const id = String(contractor_id);
    const own = counted.get(id) ?? { status: new Map(), tags: new Map() };
    counted.set(id, own);
    const { status, tags } = readFacets(Number(api_facets));
    addTo(own.status, status ?? 'unknown', Number(permits));
    for (const tag of tags) addTo(own.tags, tag, Number(permits));
  }
  return new Map(
    [...counted].map(([id, { status, tags }]) => [
      id,
      { status_tally: inOrder([...permitStatuses, 'unknown'], status), tag_tally: inOrder(tagIds, tags) },
    ]),
  );
}

export async function countContractors(
  tables: ReleaseTables,
  query: ContractorQuery,
  isExact: boolean,
): Promise<TotalCount | null> {
  const { statement, source } = await tables.permits(ofTheirPermits(query));
  return tables.count(
    `SELECT DISTINCT p.contractor_id FROM ${source} WHERE ${statement.where}`,
    statement.values,
    isExact,
  );
}

export async function contractorPermits(
  tables: ReleaseTables,
  id: string,
  offset: number,
  size: number,
): Promise<CountedPage | null> {
  if ((await tables.records('contractors', [id])).length === 0) return null;
  const permits = tables.table('permits');
  const key = tables.rowKey('permits');
  const selected = [...key, 'address_id'].map((name) => `p.${name}`);
  const own = `SELECT ${selected} FROM ${permits} p WHERE p.contractor_id = $1
    UNION ALL SELECT ${selected}
    FROM ${tables.otherContractors} o JOIN ${permits} p USING (${key}) WHERE o.contractor_id = $1`;
  const [counted] = await tables.rows(`SELECT count(*) AS permits FROM (${own}) AS own`, [id]);
  const total = Number(counted?.permits);
  const rows = await tables.rows(
    `SELECT record FROM (
       SELECT ${key}, address_id, min(position) OVER (PARTITION BY address_id) AS first
       FROM (${own}) AS own ORDER BY address_id IS NULL, first, position OFFSET $2 LIMIT $3
     ) AS grouped JOIN ${tables.recordTable('permits')} USING (${key})
     ORDER BY address_id IS NULL, first, position`,
    [id, offset, size],
  );
  const end = offset + size;
  return {
    items: rows.map(({ record }) => Buffer.from(String(record))),
    next: end < total ? end : null,
    total: cappedTotal(total),
  };
}

export async function spellings(
  tables: ReleaseTables,
  id: string,
): Promise<readonly StoredSpelling[] | null> {
  const [row] = await tables.rows(
    `SELECT s.record FROM ${tables.table('contractors')} c
     LEFT JOIN ${tables.recordTable('spellings')} s USING (position) WHERE c.id = $1`,
    [id],
  );
  if (row === undefined) return null;
  return row.record === null ? [] : (JSON.parse(String(row.record)) as StoredSpelling[]);
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function inOrder(names: readonly string[], counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])),
  );
}
