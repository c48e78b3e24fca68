/** Searches and counts of permits, and how long they took, by SQL. */
import type { Estimate, PermitDurations, TotalCount } from '@lintel/contract';
import type { SearchPage } from '../format/record.js';
import { exactly } from '../query/estimate.js';
import type { PermitQuery, PermitViewQuery } from '../query/questions.js';
import type { Statement } from './conditions.js';
import { pageOf, type ReleaseTables } from './release-tables.js';
import { sumDurations } from './sum-durations.js';

export async function searchPermits(
  tables: ReleaseTables,
  query: PermitQuery,
  from: number,
  size: number,
): Promise<SearchPage> {
  const { statement, source } = await tables.permits(query, query.permit_has_contractor);
  const isByValue = query.sort === 'job_value';
  if (isByValue) await addValueFrom(tables, statement, from);
  else statement.and(`p.position >= ${statement.value(from, 'bigint')}`);
  const [key, order] = isByValue
    ? ['p.position, p.job_value', 'job_value DESC NULLS LAST, position']
    : ['p.position', 'position'];
  const found = `SELECT ${key} FROM ${source} WHERE ${statement.where} ORDER BY ${order} LIMIT ${size + 1}`;
  const rows = await tables.rows(tables.recordsOf('permits', found, order), statement.values);
  return pageOf(rows, size, ({ position }) => Number(position) + (isByValue ? 1 : 0));
}

/** The rows from a position on, by value: the position is the number of the first row plus one. */
async function addValueFrom(tables: ReleaseTables, statement: Statement, position: number): Promise<void> {
  if (position === 0) return;
  const [first] = await tables.rows(`SELECT job_value FROM ${tables.table('permits')} WHERE position = $1`, [
    position - 1,
  ]);
  const row = statement.value(position - 1, 'bigint');
  const value = first?.job_value ?? null;
  if (value === null) {
    statement.and(`p.job_value IS NULL AND p.position >= ${row}`);
    return;
  }
  const known = statement.value(value, 'bigint');
  statement.and(
    `p.job_value < ${known} OR (p.job_value = ${known} AND p.position >= ${row}) OR p.job_value IS NULL`,
  );
}

export async function countPermits(tables: ReleaseTables, query: PermitQuery): Promise<TotalCount | null> {
  const { statement, source } = await tables.permits(query, query.permit_has_contractor);
  return tables.count(`SELECT 1 FROM ${source} WHERE ${statement.where}`, statement.values);
}

/** Exact, where the embedded engine estimates by a sample; the bounds are the same number then. */
export async function estimatePermits(
  tables: ReleaseTables,
  query: PermitQuery,
  counted: TotalCount | null,
): Promise<Estimate> {
  if (counted?.relation === 'eq') return exactly(counted.value);
  const { statement, source } = await tables.permits(query, query.permit_has_contractor);
  const [row] = await tables.rows(
    `SELECT count(*) AS found FROM ${source} WHERE ${statement.where}`,
    statement.values,
  );
  return exactly(Number(row?.found));
}

export async function permitDurations(
  tables: ReleaseTables,
  query: PermitViewQuery,
  byMonth: boolean,
): Promise<PermitDurations> {
  const { statement, source } = await tables.permits(query, query.permit_has_contractor);
  return sumDurations(tables.rows, source, statement, byMonth);
}
