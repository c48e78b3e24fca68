/** Questions in SQL to the tables of a release. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBResult, Json } from '@duckdb/node-api';
import { messageOf, UserError } from '../base/user-error.js';
import { selectOf, tableComments } from './describe-tables.js';
import { literal, withDuckDb } from './duckdb.js';
import { type TableName, tableNames } from './layout.js';

/** Rows of an answer. */
export interface SqlAnswer {
  readonly columns: readonly string[];
  /** Which columns are numbers. */
  readonly isNumeric: readonly boolean[];
  /** Numbers beyond 2^53 and decimals are texts, dates YYYY-MM-DD, lists arrays. */
  readonly rows: readonly (readonly Json[])[];
  /** Whether there are further rows, which were not read. */
  readonly isCut: boolean;
}

export interface SqlSession {
  /** The rows of the last of some statements, at most `limit`. A UserError says what is wrong with the SQL. */
  ask(sql: string, limit: number): Promise<SqlAnswer>;
  /** Writes the rows of a query into a new file, as its ending says; returns how many. */
  copy(sql: string, path: string): Promise<number>;
  /** What may follow a text: the word that it ends with, and what that may become. */
  complete(text: string): Promise<{ readonly words: readonly string[]; readonly from: number }>;
}

/** Formats of files by the ending of their names. */
const copyFormats: Readonly<Record<string, string>> = {
  csv: 'FORMAT csv, HEADER',
  json: 'FORMAT json, ARRAY true',
  ndjson: 'FORMAT json',
  parquet: 'FORMAT parquet, COMPRESSION zstd',
};

/** Opens the tables in `directory` as views with their comments, for as long as `work` takes. */
export async function askTables<T>(
  directory: string,
  signal: AbortSignal,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'lintel-sql-'));
  try {
    return await withDuckDb(scratch, async (connection) => {
      await connection.run(tableNames.map((name) => viewOf(name, directory)).join(';\n'));
      const interrupt = () => connection.interrupt();
      signal.addEventListener('abort', interrupt);
      try {
        return await work(sessionOf(connection));
      } finally {
        signal.removeEventListener('abort', interrupt);
      }
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function viewOf(name: TableName, directory: string): string {
  const file = literal(join(directory, `${name}.parquet`));
  return `CREATE VIEW ${name} AS ${selectOf(name)} FROM read_parquet(${file});\n${tableComments(name, name)}`;
}

function sessionOf(connection: DuckDBConnection): SqlSession {
  return {
    async ask(sql, limit) {
      const result = await stated(() => connection.stream(sql));
      return await stated(() => readRows(result, limit));
    },
    async copy(sql, path) {
      const options = copyFormats[path.split('.').at(-1)?.toLowerCase() ?? ''];
      if (options === undefined) {
        throw new UserError(`The format of ${path} is not clear from its name.`, {
          hint: `End it with .${Object.keys(copyFormats).join(', .')}.`,
        });
      }
      const query = sql.trim().replace(/;+$/, '');
      const result = await stated(() =>
        connection.runAndReadAll(`COPY (\n${query}\n) TO ${literal(path)} (${options})`),
      );
      return Number(result.getRowsJson()[0]?.[0] ?? 0);
    },
    async complete(text) {
      const found = await connection.runAndReadAll(
        `SELECT suggestion, suggestion_start FROM sql_auto_complete(${literal(text)})`,
      );
      const rows = found.getRowsJson() as [string, number][];
      return { words: rows.map(([word]) => word), from: rows[0]?.[1] ?? text.length };
    },
  };
}

/** Types of SQL that are numbers. */
const numeric = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*)$/;

async function readRows(result: DuckDBResult, limit: number): Promise<SqlAnswer> {
  const columns = result.deduplicatedColumnNames();
  const rows: (readonly Json[])[] = [];
  for await (const part of result.yieldRowsJson()) {
    rows.push(...part.slice(0, limit + 1 - rows.length));
    if (rows.length > limit) break;
  }
  const isNumeric = result.columnTypes().map((type) => numeric.test(String(type)));
  return { columns, isNumeric, rows: rows.slice(0, limit), isCut: rows.length > limit };
}

/** What DuckDB says of a question, as an error of the user. */
async function stated<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const [said = '', ...where] = messageOf(error)
      .replace('Failed to extract statements: ', '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    throw new UserError(said, { list: where, cause: error });
  }
}
