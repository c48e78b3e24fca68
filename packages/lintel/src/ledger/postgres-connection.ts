/**
 * Connections to the ledger's PostgreSQL: shared ones for single statements, and exclusive ones for
 * transactions. An exclusive connection that breaks is discarded and never used again.
 *
 * A connection without traffic for longer than any statement may take is closed. So a network that drops
 * packets is noticed within seconds, like a broken connection.
 */
import type { Socket } from 'node:net';
import postgres, { type ReservedSql, type Sql } from 'postgres';
import {
  isConnectionLost,
  lists,
  type Opening,
  type PostgresAddress,
  parsePostgresAddress,
  sessionOptions,
  socketOpener,
  transactionSettings,
  watchFirstWrite,
} from '../base/postgres.js';
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
/** Seconds that opening a connection may take. */
const connectSeconds = 10;
/** Seconds for which questions in flight go on while their client is left. */
const leaveSeconds = 1;

const settings = {
  search_path: schema,
  statement_timeout: statementTimeoutMs,
  // A machine that vanished in the middle of a charge blocks the account for this long at most.
  idle_in_transaction_session_timeout: silenceMs,
  synchronous_commit: 'on',
};

export interface PostgresConnections {
  /** For single statements; another one after trouble. Through pgbouncer they must name the schema. */
  readonly shared: Sql;
  /** Whether single statements that do not name the schema need a transaction. */
  readonly isPooled: boolean;
  /** What must follow the `BEGIN` of each transaction. */
  readonly settings: string;
  /** Runs `work` on a connection that nothing else uses meanwhile. */
  exclusively<T>(work: (own: ReservedSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Connection {
  readonly own: ReservedSql;
  isBroken: boolean;
  discard(): void;
}

/** Opens connections when they are needed. Throws a UserError if the address is malformed. */
export function connectPostgres(address: string): PostgresConnections {
  const place = parsed(address);
  let shared = openShared();
  const free: Connection[] = [];
  const waiting: (() => void)[] = [];
  let used = 0;

  function openShared(): Sql {
    const opened = client(
      place,
      maxShared,
      (open) => open(),
      () => renewShared(opened),
    );
    return opened;
  }

  /** What waits on the client that is left fails as lost. */
  function renewShared(left: Sql): void {
    if (left !== shared) return;
    shared = openShared();
    left.end({ timeout: leaveSeconds }).catch(() => {});
  }

  async function take(): Promise<Connection> {
    while (used >= maxTransactions) await new Promise<void>((resolve) => waiting.push(resolve));
    used += 1;
    for (let known = free.pop(); known; known = free.pop()) {
      if (!known.isBroken) return known;
      known.discard();
    }
    return openExclusive(place);
  }

  return {
    get shared() {
      return shared;
    },
    isPooled: place.isPooled,
    settings: transactionSettings(place, settings),
    async exclusively(work) {
      let connection: Connection | null = null;
      try {
        connection = await take();
        const result = await work(connection.own);
        return result;
      } catch (error) {
        if (connection !== null && isConnectionLost(error)) connection.isBroken = true;
        throw error;
      } finally {
        used -= 1;
        if (connection?.isBroken === true) connection.discard();
        else if (connection !== null) free.push(connection);
        waiting.shift()?.();
      }
    },
    async close() {
      for (const connection of free) connection.discard();
      await shared.end({ timeout: 5 });
    },
  };
}

/** A connection for transactions: a client with a single connection, which stays reserved. */
async function openExclusive(place: PostgresAddress): Promise<Connection> {
  const sockets: Socket[] = [];
  let isDiscarded = false;
  const opening: Opening = (open) => {
    // The library reconnects for a query that failed; nothing waits for that query any more.
    if (isDiscarded) throw new Error('the connection was discarded');
    const socket = open();
    sockets.push(socket);
    return socket;
  };
  const sql = client(place, 1, opening, discard);
  function discard(): void {
    isDiscarded = true;
    for (const socket of sockets) socket.destroy();
    sql.end({ timeout: 0 }).catch(() => {});
  }
  try {
    // A client that has no connection yet, and asks for no types, would wait for ever for its first one.
    await sql`SELECT 1`;
    const connection = { own: await sql.reserve(), isBroken: false, discard };
    for (const socket of sockets) {
      socket.once('close', () => {
        connection.isBroken = true;
      });
    }
    return connection;
  } catch (error) {
    discard();
    throw error;
  }
}

/** `stuck` is called when the library will send nothing any more on a connection. */
function client(place: PostgresAddress, max: number, opening: Opening, stuck: () => void): Sql {
  const open: Opening = (connect) => {
    const socket = watchFirstWrite(opening(connect), stuck);
    return socket.setTimeout(silenceMs, () => socket.destroy());
  };
  return postgres(place.url, {
    ...(place.directory === null ? {} : { host: place.directory }),
    ...sessionOptions(place, 'lintel', settings),
    max,
    connect_timeout: connectSeconds,
    // While a server restarts, it is tried again at least once a second.
    backoff: (retries: number) => Math.min(1, 0.05 * 2 ** retries),
    socket: socketOpener(place, open),
    onnotice: () => {},
    fetch_types: false,
    types: { ...lists, bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  } as postgres.Options<{ bigint: postgres.PostgresType }>) as unknown as Sql;
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
