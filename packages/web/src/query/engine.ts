/**
 * DuckDB in the visitor's browser: a worker with one database, that of the published release, of which it reads the
 * ranges that a question needs. Once opened, it reaches no other file or address. A question that is cancelled ends
 * with its worker; the next one starts another.
 */
import { AsyncDuckDB, type AsyncDuckDBConnection, VoidLogger } from '@duckdb/duckdb-wasm';
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import engineUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { type Answer, answerOf } from './answer';

/** What a question may take; an answer beyond it is an error of DuckDB. */
export const memoryLimit = '1 GB';

/** Rows that are read of an answer. */
export const maxRows = 10_000;

interface Engine {
  readonly worker: Worker;
  readonly connection: Promise<AsyncDuckDBConnection>;
}

let engine: Engine | null = null;

function start(release: string): Engine {
  const worker = new Worker(workerUrl);
  return { worker, connection: open(worker, release) };
}

async function open(worker: Worker, release: string): Promise<AsyncDuckDBConnection> {
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The database engine could not be loaded.')));
  });
  const database = new AsyncDuckDB(new VoidLogger(), worker);
  await Promise.race([database.instantiate(new URL(engineUrl, location.href).href), failed]);
  await database.open({
    filesystem: { reliableHeadRequests: true, allowFullHTTPReads: false, forceFullHTTPReads: false },
  });
  const connection = await database.connect();
  const address = new URL(`/files/${release}/release.duckdb`, location.href).href;
  for (const statement of [
    'SET autoinstall_known_extensions = false',
    'SET autoload_known_extensions = false',
    `SET memory_limit = '${memoryLimit.replace(' ', '')}'`,
    `ATTACH '${address}' AS release (READ_ONLY)`,
    'USE release',
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ]) {
    await connection.query(statement);
  }
  return connection;
}

/** The first rows of an answer. An error says what is wrong with the question; `AbortError` that it was cancelled. */
export async function ask(release: string, sql: string, signal: AbortSignal): Promise<Answer> {
  engine ??= start(release);
  const { connection } = engine;
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
  try {
    return await Promise.race([connection.then((opened) => read(opened, sql)), cancelled]);
  } catch (error) {
    // An engine that did not open, or that ran out of memory, does not answer again.
    if (!(await Promise.race([connection.then(isAlive, () => false), cancelled]))) stop();
    throw error;
  }
}

function stop(): void {
  engine?.worker.terminate();
  engine = null;
}

const isAlive = (connection: AsyncDuckDBConnection) =>
  connection.query('SELECT 1').then(
    () => true,
    () => false,
  );

async function read(connection: AsyncDuckDBConnection, sql: string): Promise<Answer> {
  const begun = performance.now();
  const batches = [];
  let rows = 0;
  const reader = await connection.send(sql, true);
  await reader.open();
  // Read to its end it forgets its schema.
  const { schema } = reader;
  for await (const batch of reader) {
    batches.push(batch);
    rows += batch.numRows;
    if (rows > maxRows) {
      await connection.cancelSent();
      break;
    }
  }
  return answerOf(schema, batches, maxRows, performance.now() - begun);
}
