/**
 * Connections of a service to PostgreSQL: shared ones for single statements, and exclusive ones for transactions. One
 * that breaks is never used again: the shared ones are then left for new ones, which open with the next statement.
 *
 * A connection without traffic for longer than any statement may take is closed. So a network that drops packets is
 * noticed within seconds, like a broken connection.
 */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type ReservedSql, type Sql } from 'postgres';
import { FairSemaphore } from './fair-semaphore.js';
import {
  isConnectionLost,
  type PostgresAddress,
  type SessionSettings,
  type SocketOptions,
  sessionOptions,
  socketOpener,
  transactionSettings,
} from './postgres.js';

/** Milliseconds for which work waits for an exclusive connection by default: then the server lags behind, or hangs. */
const longestWaitMs = 15_000;
/** Seconds that opening a connection may take. */
const connectSeconds = 10;
/** Milliseconds for which statements in flight go on after another connection of their client broke. */
const leaveMs = 1_000;
/** Milliseconds before connecting is tried again: the first time, doubled each time, and at most. */
const firstPauseMs = 50;
const longestPauseMs = 1_000;

export interface PoolOptions {
  readonly place: PostgresAddress;
  /** What administrators of the server see of its connections. */
  readonly name: string;
  /** Settings of each session, or through pgbouncer of each transaction. */
  readonly settings: SessionSettings;
  /** A connection is closed after this many milliseconds without a byte, and opened again when it is needed. */
  readonly silenceMs: number;
  /** Connections for single statements. */
  readonly maxShared: number;
  /** Concurrent transactions. */
  readonly maxTransactions: number;
  /** Milliseconds for which a transaction waits for others to end. */
  readonly transactionWaitMs?: number;
  /** The library's `types`. */
  readonly types: NonNullable<postgres.Options<Record<string, postgres.PostgresType>>['types']>;
  /** Which of several servers; by default the one that accepts writes. */
  readonly oneOf?: SocketOptions['oneOf'];
}

export interface PostgresPool {
  /** For single statements; another one after trouble. */
  readonly shared: Sql;
  /** What must follow the `BEGIN` of each transaction: the settings where pgbouncer lends connections, else nothing. */
  readonly settings: string;
  /**
   * Runs `work` on a connection that nothing else uses meanwhile. Holders share the connections fairly (`FairSemaphore`); null
   * may have all of them.
   */
  exclusively<T>(work: (own: ReservedSql) => Promise<T>, holder?: string | null): Promise<T>;
  close(): Promise<void>;
}

interface ExclusiveConnection {
  readonly own: ReservedSql;
  readonly isBroken: () => boolean;
  close(): void;
}

/** Makes a pool, whose connections open when they are needed. */
export function openPool(options: PoolOptions): PostgresPool {
  const { place, maxTransactions, silenceMs } = options;
  const free: ExclusiveConnection[] = [];
  /** Shared clients that were left, while their statements in flight go on. */
  const left = new Map<Sql, NodeJS.Timeout>();
  const semaphore = new FairSemaphore(maxTransactions, options.transactionWaitMs ?? longestWaitMs);
  let isClosed = false;
  const attempts = new Attempts();
  let shared = openShared();

  function openShared(): Sql {
    let openedMs: number | null = null;
    const opened = openClient(options, options.maxShared, {
      opening: () => attempts.pause(),
      opened() {
        openedMs ??= performance.now();
      },
      closed(hadError) {
        if (opened !== shared || isClosed) return;
        // A server that starts accepts connections and closes them.
        if (openedMs === null || performance.now() - openedMs < longestPauseMs) attempts.failed();
        else attempts.succeeded();
        shared = openShared();
        // After an error the library may have forgotten a statement, which ends only with its client.
        left.set(
          opened,
          setTimeout(() => end(opened), hadError ? leaveMs : silenceMs),
        );
      },
    });
    return opened;
  }

  function end(client: Sql): void {
    clearTimeout(left.get(client));
    left.delete(client);
    client.end({ timeout: 0 }).catch(() => {});
  }

  async function take(): Promise<ExclusiveConnection> {
    for (let known = free.pop(); known; known = free.pop()) {
      if (!known.isBroken()) return known;
      known.close();
    }
    return openExclusive(options, attempts);
  }

  async function onConnection<T>(work: (own: ReservedSql) => Promise<T>): Promise<T> {
    const connection = await take();
    let isLost = false;
    try {
      return await work(connection.own);
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      if (isLost || isClosed) connection.close();
      else free.push(connection);
    }
  }

  return {
    get shared() {
      return shared;
    },
    settings: transactionSettings(place, options.settings),
    exclusively: (work, holder = null) => semaphore.run(holder, () => onConnection(work)),
    async close() {
      isClosed = true;
      for (const connection of free) connection.close();
      for (const client of left.keys()) end(client);
      await shared.end({ timeout: 5 });
    },
  };
}

/** Pauses between attempts to connect, so that a server that starts is not flooded. */
class Attempts {
  #failures = 0;
  #failedMs = 0;

  /** Waits until connecting may be tried again. */
  async pause(): Promise<void> {
    if (this.#failures === 0) return;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#failures - 1));
    await sleep(Math.max(0, this.#failedMs + pauseMs - performance.now()));
  }

  failed(): void {
    // Attempts that were made together count once.
    if (performance.now() - this.#failedMs < firstPauseMs) return;
    this.#failures += 1;
    this.#failedMs = performance.now();
  }

  succeeded(): void {
    this.#failures = 0;
  }
}

/** A connection for transactions: a client with a single connection, which stays reserved. */
async function openExclusive(options: PoolOptions, attempts: Attempts): Promise<ExclusiveConnection> {
  let socket: Socket | null = null;
  const sql = openClient(options, 1, {
    opening: () => attempts.pause(),
    opened(made) {
      socket = made;
    },
    closed: () => close(),
  });
  function close(): void {
    socket?.destroy();
    sql.end({ timeout: 0 }).catch(() => {});
  }
  try {
    // A client that has no connection yet, and asks for no types, would wait for ever for its first one.
    await sql`SELECT 1`;
    attempts.succeeded();
    return { own: await sql.reserve(), isBroken: () => socket?.destroyed !== false, close };
  } catch (error) {
    attempts.failed();
    close();
    throw error;
  }
}

function openClient(options: PoolOptions, max: number, sockets: SocketOptions): Sql {
  const { place, silenceMs } = options;
  const client = postgres(place.url, {
    ...(place.directory === null ? {} : { host: place.directory }),
    ...sessionOptions(place, options.name, options.settings),
    max,
    connect_timeout: connectSeconds,
    backoff: false,
    socket: socketOpener(place, {
      ...sockets,
      oneOf: options.oneOf,
      opened(socket) {
        socket.setTimeout(silenceMs, () => socket.destroy());
        sockets.opened?.(socket);
      },
    }),
    onnotice: () => {},
    fetch_types: false,
    types: options.types,
    // The types of the library lack `socket`.
  } as postgres.Options<Record<string, postgres.PostgresType>>);
  return client as unknown as Sql;
}
