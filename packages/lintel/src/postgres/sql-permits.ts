/** Searches and counts of permits, and how long they took, by SQL. */
import type { Estimate, PermitSort, TotalCount } from '@lintel/contract';
import type { SearchPage } from '../format/record.js';
import { exactly } from '../query/estimate.js';
import type { PermitQuery } from '../query/questions.js';
import type { Statement } from './conditions.js';
import { pageOf, type ReleaseTables } from './release-tables.js';

/** The column that each order puts the greatest values of first; null is the order of the release. */
const orders: Readonly<Record<PermitSort, string | null>> = { date: null, job_value: 'job_value' };

export async function searchPermits(
  tables: ReleaseTables,
  query: PermitQuery,
  from: number,
  size: number,
): Promise<SearchPage> {
  const { statement, source, inCounties } = await tables.permits(query);
  const column = orders[query.sort];
  if (column === null) statement.and(`p.position >= ${statement.value(from, 'bigint')}`);
  else await addValueFrom(tables, statement, column, from);
  const order = column === null ? 'position' : `${column} DESC NULLS LAST, position`;
  const selected = [...tables.rowKey('permits'), ...(column === null ? [] : [column])].map(
    (name) => `p.${name}`,
  );
  const found = `SELECT ${selected} FROM ${source} WHERE ${statement.where} ORDER BY ${order} LIMIT ${size + 1}`;
  const rows = await tables.rows(tables.recordsOf('permits', found, order, inCounties), statement.values);
  return pageOf(rows, size, ({ position }) => Number(position) + (column === null ? 0 : 1));
}

/** The rows from a position on, by value: the position is the number of the first row plus one. */
async function addValueFrom(
  tables: ReleaseTables,
  statement: Statement,
  column: string,
  position: number,
): Promise<void> {
  if (position === 0) return;
  const [first] = await tables.rows(
    `SELECT ${column} AS value FROM ${tables.table('permits')} WHERE position = $1`,
    [position - 1],
  );
  const row = statement.value(position - 1, 'bigint');
  const value = first?.value ?? null;
  if (value === null) {
    statement.and(`p.${column} IS NULL AND p.position >= ${row}`);
    return;
  }
  const known = statement.value(value, 'bigint');
  statement.and(
    `p.${column} < ${known} OR (p.${column} = ${known} AND p.position >= ${row}) OR p.${column} IS NULL`,
  );
}

export async function countPermits(
  tables: ReleaseTables,
  query: PermitQuery,
  isExact: boolean,
): Promise<TotalCount | null> {
  const { statement, source } = await tables.permits(query);
  return tables.count(`SELECT 1 FROM ${source} WHERE ${statement.where}`, statement.values, isExact);
}

/** Exact, where the embedded engine estimates by a sample; the bounds are the same number then. */
export async function estimatePermits(
  tables: ReleaseTables,
  query: PermitQuery,
  counted: TotalCount | null,
): Promise<Estimate> {
  if (counted?.relation === 'eq') return exactly(counted.value);
  const { statement, source } = await tables.permits(query);
  const [row] = await tables.rows(
    `SELECT count(*) AS found FROM ${source} WHERE ${statement.where}`,
    statement.values,
  );
  return exactly(Number(row?.found));
}
