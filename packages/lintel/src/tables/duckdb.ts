/**
 * DuckDB in this process, which is installed apart from Lintel (70 MB). It reaches no network: extensions are neither
 * fetched nor loaded.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { errorCode, messageOf, UserError } from '../base/user-error.js';

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

async function loadDuckDb() {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError(`DuckDB, which runs SQL, is not installed: ${messageOf(error).split('\n')[0]}`, {
      hint: 'Install it beside Lintel: npm install @duckdb/node-api',
      cause: error,
    });
  }
}

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
