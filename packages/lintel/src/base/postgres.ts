/** Addresses, sockets and errors of PostgreSQL servers, for every room that connects to one. */
import { connect as connectSocket, Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { SemaphoreTimeout } from './fair-semaphore.js';
import { errorCode, messageOf } from './user-error.js';

/** Seconds that one of several servers has to say whether it accepts writes. */
const probeSeconds = 3;

/** The address of a database, as the library for PostgreSQL takes it. */
export interface PostgresAddress {
  readonly url: string;
  /** The address of each server, where several are named (`host1:5432,host2:5432`). */
  readonly servers: readonly string[];
  /** The directory of a Unix socket; null for a host. */
  readonly directory: string | null;
  /** Whether pgbouncer lends a connection of the server for a transaction only. */
  readonly isPooled: boolean;
  /** Whether reads may go to any of several servers, also to standbys. */
  readonly readsAnywhere: boolean;
}

/**
 * Parses an address. As in psql, `?host=` may name the directory of a Unix socket, and `?target_session_attrs=any` lets
 * reads go to any of several servers; `?pgbouncer=true` says that pgbouncer is there, in transaction mode. Throws if it
 * is malformed.
 */
export function parsePostgresAddress(address: string): PostgresAddress {
  const [, before = '', hosts = '', path = '', query] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  const directory = parameters.get('host');
  const isPooled = parameters.get('pgbouncer') === 'true';
  const readsAnywhere = parameters.get('target_session_attrs') === 'any';
  parameters.delete('host');
  parameters.delete('target_session_attrs');
  parameters.delete('pgbouncer');
  const rest = parameters.size === 0 ? path : `${path}?${parameters}`;
  const [url, ...more] = hosts.split(',').map((host) => new URL(`${before}${host}${rest}`).href);
  if (url === undefined) throw new Error('an address without a host');
  return { url, servers: [url, ...more], directory, isPooled, readsAnywhere };
}

/** PostgreSQL's numbers of the types of lists. */
export const listTypes = { BIGINT: 1016, TEXT: 1009, BYTEA: 1001 } as const;

/**
 * Lists of these types as parameters, for `types` of the library beside `fetch_types: false`: else it asks each new
 * connection what lists there are, and a connection that breaks then ends the process.
 */
export const lists = Object.fromEntries(
  Object.entries(listTypes).map(([name, to]) => [
    `${name} list`,
    { to, from: [], serialize: listText, parse: (text: string) => text },
  ]),
);

function listText(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (value === null) return 'NULL';
    const text = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
    return `"${text.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${texts.join()}}`;
}

/** Settings of PostgreSQL by name; times are milliseconds. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Settings as the library sends them when it connects. pgbouncer lends connections that others have used, and refuses
 * settings: there they go into each transaction, and statements are not prepared.
 */
export function sessionOptions({ isPooled }: PostgresAddress, name: string, settings: SessionSettings) {
  return {
    prepare: !isPooled,
    connection: { application_name: name, ...(isPooled ? {} : settings) },
  };
}

/** What follows the `BEGIN` of a transaction so that it has the settings: nothing without pgbouncer. */
export function transactionSettings({ isPooled }: PostgresAddress, settings: SessionSettings): string {
  if (!isPooled) return '';
  return Object.entries(settings)
    .map(([name, value]) => `; SET LOCAL ${name} = '${value}'`)
    .join('');
}

/** What to do when pgbouncer refuses the settings of a connection; undefined for every other error. */
export function poolerHint(error: unknown): string | undefined {
  return /unsupported startup parameter/.test(messageOf(error))
    ? 'This is pgbouncer: add pgbouncer=true to the address, such as postgres://…/lintel?pgbouncer=true.'
    : undefined;
}

interface ParsedAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
}

type ServerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** What the owner of a client of the library does with its sockets. */
export interface SocketOptions {
  /** Waits before a socket is opened. */
  opening?(): Promise<void>;
  opened?(socket: Socket): void;
  /** Called when a socket has closed or could not be opened, with whether by an error. */
  closed(hadError: boolean): void;
  /** Which of several servers; by default the one that accepts writes. */
  readonly oneOf?: ((servers: readonly string[]) => Promise<ServerAddress>) | undefined;
}

/**
 * Opens sockets to the server, in the directory, or to one of several servers: the library's `socket`. Once one has
 * closed, it opens no other, and the client must be left for a new one: the library may lose what it sends while a
 * connection breaks, and then all that it sends on the same connection when it is open again
 * (https://github.com/porsager/postgres/pull/1209).
 */
export function socketOpener(
  { servers, directory }: PostgresAddress,
  { opening, opened, closed, oneOf = primaryOf }: SocketOptions,
): (address: ParsedAddress) => Promise<Socket> {
  let hasClosed = false;
  const close = (hadError: boolean) => {
    hasClosed = true;
    closed(hadError);
  };
  const placeIn = async ({ host: [host = 'localhost'], port: [port = 5432] }: ParsedAddress) => {
    if (servers.length > 1) return oneOf(servers);
    return directory === null ? { host, port } : { path: join(directory, `.s.PGSQL.${port}`) };
  };
  return async (address) => {
    try {
      await opening?.();
      const place = await placeIn(address);
      if (hasClosed) throw connectionLost();
      const socket = connectSocket({ ...place, keepAlive: true, noDelay: true });
      socket.once('close', close);
      opened?.(socket);
      // The library passes this name of the server to TLS.
      return Object.assign(socket, 'host' in place && { host: place.host });
    } catch (error) {
      close(true);
      return brokenSocket(error);
    }
  };
}

/**
 * A socket that fails: where none is given, the library leaves the statements that wait for a connection waiting for
 * ever.
 */
function brokenSocket(error: unknown): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(error instanceof Error ? error : new Error(String(error))));
  return socket;
}

/** The error of what waits for a connection that is gone. */
export function connectionLost(message = 'The connection to PostgreSQL broke.'): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}

/**
 * The server that accepts writes now: the others are standbys, or away. Asked for each connection, since after a
 * fail-over it is another one.
 */
export async function primaryOf(servers: readonly string[]): Promise<ServerAddress> {
  const primary = async (address: string): Promise<ServerAddress> => {
    if (await isStandby(address)) throw new Error(`${new URL(address).hostname} is a standby`);
    return placeOf(address);
  };
  try {
    return await Promise.any(servers.map(primary));
  } catch (error) {
    throw noServer('none of the servers accepts writes', error);
  }
}

/** One of the servers that answer now, by chance. */
export async function anyOf(servers: readonly string[]): Promise<ServerAddress> {
  const first = Math.floor(Math.random() * servers.length);
  let cause: unknown = null;
  for (const address of [...servers.slice(first), ...servers.slice(0, first)]) {
    try {
      await isStandby(address);
      return placeOf(address);
    } catch (error) {
      cause = error;
    }
  }
  throw noServer('none of the servers answers', cause);
}

async function isStandby(address: string): Promise<boolean> {
  const server = postgres(address, { max: 1, connect_timeout: probeSeconds, fetch_types: false });
  try {
    const [row] = await server`SELECT pg_is_in_recovery() AS standby`;
    return row?.standby !== false;
  } finally {
    server.end({ timeout: 0 }).catch(() => {});
  }
}

function placeOf(address: string): ServerAddress {
  const { hostname: host, port } = new URL(address);
  return { host, port: Number(port || 5432) };
}

function noServer(message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'ECONNREFUSED' });
}

/** How the codes of such errors begin: the library's, those of Node's sockets, and PostgreSQL's. */
const lostCodes = [
  'CONNECT',
  ...['ECONN', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOST', 'ENET', 'ETIMEDOUT'],
  // A write in the moment in which the socket was closed.
  ...['ERR_SOCKET_CLOSED', 'ERR_STREAM_DESTROYED'],
  ...['08', '57P0'],
];

/** How Citus' coordinator says that it lost a worker while it writes, without a code of its own. */
const lostInWriting = /^(?:failure on connection marked as essential|terminating connection)/;

/**
 * Whether Citus' coordinator lost a worker. The connection to the coordinator goes on: its transaction is to be rolled
 * back, and what is on other workers is answered. A server that ends the connection, and a pooler without a server, say
 * FATAL. No error is both this and a lost connection: who tries again asks both.
 */
export function isWorkerLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('severity' in error) || error.severity !== 'ERROR') return false;
  return /^(?:08|58030)/.test(errorCode(error)) || lostInWriting.test(error.message);
}

/** Whether an error means that the connection to the server is lost, could not be opened, or was not free in time. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof SemaphoreTimeout) return true;
  if (isWorkerLost(error)) return false;
  const code = errorCode(error);
  return lostCodes.some((start) => code.startsWith(start));
}
