/**
 * One connection to PostgreSQL, with the locks and settings of its session. Statements run on it one after another; when
 * it breaks, the statement in flight fails and the connection is never used again.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres, { type Sql } from 'postgres';
import { handled } from './handled.js';
import {
  connectionLost,
  isConnectionLost,
  parsePostgresAddress,
  type SocketOptions,
  socketOpener,
} from './postgres.js';
import { UserError } from './user-error.js';

/** Seconds that opening a connection may take. */
const connectSeconds = 10;

/** What to say where pgbouncer is in the way. */
export function serverNeeded(cause?: unknown): UserError {
  return new UserError(
    'This work needs the server itself, not pgbouncer: it holds a lock of its connection.',
    {
      hint: 'Give the address of the server, without pgbouncer=true.',
      cause,
    },
  );
}

export interface Connection {
  readonly sql: Sql;
  /** Rejects when the connection breaks; a statement that had not been sent by then never ends. */
  readonly lost: Promise<never>;
  /** Sends the chunks to a `COPY … FROM STDIN`. Resolves when the server has all of them. */
  copy(statement: string, chunks: Iterable<Buffer>): Promise<void>;
  /** Another connection to the same database, closed with this one. */
  another(): Connection;
  close(): Promise<void>;
}

/** Parameters of a session by name, such as `application_name`, which the server shows to administrators. */
type SessionSettings = Readonly<Record<string, string | number>> & { readonly application_name: string };

/** Prepares a connection, which opens with its first statement. Throws a UserError if the address is malformed. */
export function connect(address: string, settings: SessionSettings): Connection {
  let opened: Socket | null = null;
  let copying: Writable | null = null;
  const others: Connection[] = [];
  let loseConnection = (_: Error) => {};
  const lost = handled(
    new Promise<never>((_, reject) => {
      loseConnection = reject;
    }),
  );
  const sql = client(address, settings, {
    opened(socket) {
      opened = socket;
    },
    closed() {
      loseConnection(connectionLost());
      // Before the library notices: it would write to the closed socket.
      copying?.destroy(connectionLost());
    },
  });
  return {
    sql,
    lost,
    async copy(statement, chunks) {
      try {
        const query = sql.unsafe(statement);
        const stream = await query.writable();
        copying = stream;
        const sent = handled(pipeline(Readable.from(chunks), stream));
        await Promise.race([sent, refusalOf(query), lost]).catch((error: unknown) => {
          stream.destroy();
          throw error;
        });
      } catch (error) {
        // The library writes to a socket that it has dropped, and fails with an error of JavaScript.
        throw opened?.destroyed === true ? connectionLost() : error;
      } finally {
        copying = null;
      }
    },
    another() {
      const other = connect(address, settings);
      others.push(other);
      return other;
    },
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await sql.end({ timeout: 1 });
      const socket = opened;
      if (socket === null || socket.destroyed) return;
      socket.destroy();
      await once(socket, 'close');
    },
  };
}

/**
 * Rejects when the server refuses a statement whose stream was given out already: the library then rejects the
 * statement, which nobody awaits any more, and leaves a stream that has been written to its end waiting for ever.
 */
function refusalOf(query: object): Promise<never> {
  const settled = query as { reject: (error: unknown) => void };
  const { reject } = settled;
  return handled(
    new Promise<never>((_, refuse) => {
      settled.reject = (error) => {
        reject(error);
        refuse(error);
      };
    }),
  );
}

/**
 * Does the work in a transaction of a connection; `settings` is SQL that follows its `BEGIN`. The library's own `begin` would roll back on a connection that is
 * lost, and the error that it makes there ends the process (https://github.com/porsager/postgres/issues/1208).
 */
export async function inTransaction<T>(sql: Sql, work: () => Promise<T>, settings = ''): Promise<T> {
  await sql.unsafe(`BEGIN${settings}`);
  try {
    const result = await work();
    await sql.unsafe('COMMIT');
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) await sql.unsafe('ROLLBACK');
    throw error;
  }
}

function client(address: string, settings: SessionSettings, sockets: SocketOptions): Sql {
  try {
    const place = parsePostgresAddress(address);
    if (place.isPooled) throw serverNeeded();
    const options = {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      connect_timeout: connectSeconds,
      backoff: false,
      fetch_types: false,
      socket: socketOpener(place, sockets),
      onnotice: () => {},
      // pgbouncer refuses this setting, as it should: it would lend the lock of this connection to others.
      connection: { ...settings, synchronous_commit: 'on' },
    };
    // The types of the library lack `socket`.
    return postgres(place.url, options as postgres.Options<Record<string, never>>);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // The address may contain a password, so the message does not repeat it.
    throw new UserError('The address of the database is malformed.', {
      hint: 'It must look like postgres://user:password@host:5432/database.',
      cause: error,
    });
  }
}
