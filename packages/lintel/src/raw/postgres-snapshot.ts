/**
 * The raw store in PostgreSQL as it is at one moment, without what fetches brought that have not ended. A build reads it so, whatever is ingested meanwhile, and others
 * read the same moment by its name while it is open. It keeps the server from tidying up rows that changed since.
 */
import { handled } from '../base/handled.js';
import { askOf, PostgresRowReader } from './postgres-row-reader.js';
import { asRawFailure, connectRaw } from './postgres-tables.js';

/** A reader of one moment. */
export interface PostgresSnapshot {
  /** By which another session reads the same moment. */
  readonly name: string;
  readonly rows: PostgresRowReader;
}

/**
 * Takes a snapshot, or reads the one of this name that another session has open. Throws an error of the server if there
 * is none of the name any more.
 */
export async function openPostgresSnapshot(address: string, name?: string): Promise<PostgresSnapshot> {
  const connection = connectRaw(address);
  const { sql, lost } = connection;
  const open = async (): Promise<string> => {
    // The one who took it waits while others read.
    await sql.unsafe('SET idle_in_transaction_session_timeout = 0');
    await sql.unsafe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    if (name !== undefined) {
      if (!/^[\w-]+$/.test(name)) throw new Error(`"${name}" names no snapshot`);
      await sql.unsafe(`SET TRANSACTION SNAPSHOT '${name}'`);
      return name;
    }
    const [row] = await sql`SELECT pg_export_snapshot() AS name`;
    return String(row?.name);
  };
  try {
    const opened = await Promise.race([handled(open()), lost]);
    const all = new PostgresRowReader(askOf(connection, address), () => connection.close());
    return { name: opened, rows: await all.whole() };
  } catch (error) {
    await connection.close();
    throw asRawFailure(error, address);
  }
}
