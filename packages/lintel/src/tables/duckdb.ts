/**
 * DuckDB in this process, which is installed apart from Lintel (70 MB). It reaches no network: extensions are neither
 * fetched nor loaded.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { loadOptional } from '../base/optional-package.js';

/** What DuckDB may take; beyond it, it writes to disk. */
const memoryLimit = '1GB';
const threads = 2;

/**
 * Runs `work` on a database in memory. Throws a UserError where DuckDB is not installed. `scratch` is an existing
 * directory for what does not fit into memory.
 */
export async function withDuckDb<T>(
  scratch: string,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const { DuckDBInstance } = await loadDuckDb();
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    threads: String(threads),
    temp_directory: scratch,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const loadDuckDb = () =>
  loadOptional('@duckdb/node-api', 'DuckDB, which runs SQL', () => import('@duckdb/node-api'));

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
