/** Connections to the ledger's PostgreSQL, and what its errors mean. */
import { isConnectionLost, lists, type PostgresAddress, parsePostgresAddress } from '../base/postgres.js';
import { openPool, type PostgresPool } from '../base/postgres-pool.js';
import { errorCode, UserError } from '../base/user-error.js';

export const schema = 'lintel_ledger';
/** Connections for single statements. */
const maxShared = 4;
/** Concurrent transactions: one that writes, and others that read. */
const maxTransactions = 4;
/** Milliseconds that a statement may take, waiting for locks included. */
const statementTimeoutMs = 10_000;
/** A connection is closed after this many milliseconds without a byte, and opened again when it is needed. */
const silenceMs = statementTimeoutMs + 5_000;

const settings = {
  search_path: schema,
  statement_timeout: statementTimeoutMs,
  // A machine that vanished in the middle of a charge blocks the account for this long at most.
  idle_in_transaction_session_timeout: silenceMs,
  synchronous_commit: 'on',
};

export interface PostgresConnections extends PostgresPool {
  /** Whether single statements that do not name the schema need a transaction. */
  readonly isPooled: boolean;
}

/** Opens connections when they are needed. Throws a UserError if the address is malformed. */
export function connectPostgres(address: string): PostgresConnections {
  const place = parsed(address);
  const pool = openPool({
    place,
    name: 'lintel',
    settings,
    silenceMs,
    maxShared,
    maxTransactions,
    types: { ...lists, bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  return Object.assign(pool, { isPooled: place.isPooled });
}

function parsed(address: string): PostgresAddress {
  try {
    return parsePostgresAddress(address);
  } catch (error) {
    // The address may contain a password, so the message does not repeat it.
    throw new UserError('The address of the ledger in PostgreSQL is malformed.', {
      hint: 'It must look like postgres://user:password@host:5432/database.',
      cause: error,
    });
  }
}

/** Whether an error is temporary: the same work may succeed later. */
export function isTemporary(error: unknown): boolean {
  // Too many connections, disk or memory used up for now, a statement that waited too long, repeated
  // deadlocks.
  return isConnectionLost(error) || /^(?:53|57014|40)/.test(errorCode(error));
}

/** Whether an error means that the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === '53100';
}

/** Whether two transactions conflicted: a deadlock or a serialization failure. */
export function isConflict(error: unknown): boolean {
  return errorCode(error).startsWith('40');
}

/** Whether the database does not know the id of a transaction. */
export function isUnknownTransaction(error: unknown): boolean {
  return errorCode(error) === '22023';
}
