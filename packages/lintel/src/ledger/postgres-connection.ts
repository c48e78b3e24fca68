/**
 * Connections to the ledger's PostgreSQL: shared ones for single statements, and ones for transactions, each used by one
 * at a time. A transaction's connection that breaks is thrown away and never used again.
 *
 * One on which nothing has moved for longer than any statement may take is closed, so that a network that swallows
 * packets looks like one that is cut, and within seconds.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import postgres, { type ReservedSql, type Sql } from 'postgres';
import { UserError } from '../base/user-error.js';

export const schema = 'lintel_ledger';
/** Connections for single statements. */
const maxShared = 4;
/** Transactions at once: one that writes, and others that read. */
const maxTransactions = 4;
/** Milliseconds that a statement may wait for locks or work. */
const statementTimeoutMs = 10_000;
/** Milliseconds without a byte after which a connection is closed; an idle one is opened again when it is needed. */
const silenceMs = statementTimeoutMs + 5_000;
/** Seconds that opening a connection may take. */
const connectSeconds = 10;

export interface PostgresConnections {
  /** For single statements. */
  readonly shared: Sql;
  /** Works on a connection that nobody else uses meanwhile. */
  alone<T>(work: (own: ReservedSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Connection {
  readonly own: ReservedSql;
  isBroken: boolean;
  throwAway(): void;
}

/** Opens connections as they are needed. Throws a UserError when the address cannot be read. */
export function connectPostgres(address: string): PostgresConnections {
  const shared = client(address, maxShared, (open) => open());
  const free: Connection[] = [];
  const waiting: (() => void)[] = [];
  let used = 0;

  async function take(): Promise<Connection> {
    while (used >= maxTransactions) await new Promise<void>((resolve) => waiting.push(resolve));
    used += 1;
    for (let known = free.pop(); known; known = free.pop()) {
      if (!known.isBroken) return known;
      known.throwAway();
    }
    return openAlone(address);
  }

  return {
    shared,
    async alone(work) {
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
        if (connection?.isBroken === true) connection.throwAway();
        else if (connection !== null) free.push(connection);
        waiting.shift()?.();
      }
    },
    async close() {
      for (const connection of free) connection.throwAway();
      await shared.end({ timeout: 5 });
    },
  };
}

/** A connection for transactions: a client of one connection, which is never given back to it. */
async function openAlone(address: string): Promise<Connection> {
  const sockets: Socket[] = [];
  let isOver = false;
  const sql = client(address, 1, (open) => {
    // The library connects once more for what it could not do: nobody waits for that.
    if (isOver) throw new Error('the connection was thrown away');
    const socket = open();
    sockets.push(socket);
    return socket;
  });
  const throwAway = () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    sql.end({ timeout: 0 }).catch(() => {});
  };
  try {
    const connection = { own: await sql.reserve(), isBroken: false, throwAway };
    for (const socket of sockets) {
      socket.once('close', () => {
        connection.isBroken = true;
      });
    }
    return connection;
  } catch (error) {
    throwAway();
    throw error;
  }
}

function client(address: string, max: number, opening: Opening): Sql {
  try {
    const url = new URL(address);
    // As psql reads it: the directory of a Unix socket stands in the query.
    const directory = url.searchParams.get('host');
    url.searchParams.delete('host');
    return postgres(url.href, {
      ...(directory === null ? {} : { host: directory }),
      max,
      connect_timeout: connectSeconds,
      // A server that begins again is asked for every second at the least.
      backoff: (retries: number) => Math.min(1, 0.05 * 2 ** retries),
      socket: openSocket(directory, opening),
      onnotice: () => {},
      connection: {
        application_name: 'lintel',
        search_path: schema,
        statement_timeout: statementTimeoutMs,
        // A machine that vanished in the middle of a charge holds up the account for so long and no longer.
        idle_in_transaction_session_timeout: silenceMs,
        synchronous_commit: 'on',
      },
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    } as postgres.Options<{ bigint: postgres.PostgresType }>) as unknown as Sql;
  } catch (error) {
    // The address may hold a password: it is not repeated.
    throw new UserError('The address of the ledger in PostgreSQL cannot be read.', {
      hint: 'It looks like postgres://user:password@host:5432/database.',
      cause: error,
    });
  }
}

/** Opens a socket, or throws where none is wanted any more. */
type Opening = (open: () => Socket) => Socket;

interface Place {
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/** Opens a socket to the next of the hosts of the address. */
function openSocket(directory: string | null, opening: Opening): (place: Place) => Socket {
  let turn = 0;
  return ({ host, port }) => {
    const at = turn++ % host.length;
    const name = host[at] ?? 'localhost';
    const number = port[at] ?? 5432;
    const socket = opening(() =>
      directory === null
        ? connectSocket({ host: name, port: number, keepAlive: true, noDelay: true })
        : connectSocket(join(directory, `.s.PGSQL.${number}`)),
    );
    socket.setTimeout(silenceMs, () => socket.destroy());
    // The library tells TLS the name of the server by this.
    return Object.assign(socket, { host: name });
  };
}

/** Whether an error means that the connection is gone, or never was. */
export function isConnectionLost(error: unknown): boolean {
  return /^(?:CONNECT|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|08|57P0)/.test(
    codeOf(error),
  );
}

/** Whether an error says that the database cannot do it now, but may do it later. */
export function isPassing(error: unknown): boolean {
  // Too many connections, disk or memory used up for now, a statement that waited too long, deadlocks again and again.
  return isConnectionLost(error) || /^(?:53|57014|40)/.test(codeOf(error));
}

/** Whether an error says that the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** Whether two transactions were in each other's way. */
export function isCollision(error: unknown): boolean {
  return codeOf(error).startsWith('40');
}

/** Whether the database does not know the number of a transaction. */
export function isUnknownTransaction(error: unknown): boolean {
  return codeOf(error) === '22023';
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
