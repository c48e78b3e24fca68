/** Addresses, sockets and errors of PostgreSQL servers, for every room that connects to one. */
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { errorCode } from './user-error.js';

/** Seconds that one of several servers has to say whether it accepts writes. */
const probeSeconds = 3;

export interface PostgresAddress {
  /** The address of each server, as the library for PostgreSQL takes it. */
  readonly servers: readonly string[];
  /** The directory of a Unix socket; null for hosts. */
  readonly directory: string | null;
}

/**
 * The address of each server that the address names (`host1:5432,host2:5432`), and the directory of a Unix socket
 * that its query names, as in psql. Throws if it is malformed.
 */
export function parsePostgresAddress(address: string): PostgresAddress {
  const [, before = '', hosts = '', path = '', query] =
    /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)([^?]*)(?:\?(.*))?$/.exec(address) ?? [];
  const parameters = new URLSearchParams(query);
  const directory = parameters.get('host');
  parameters.delete('host');
  const rest = parameters.size === 0 ? path : `${path}?${parameters}`;
  const servers = hosts.split(',').map((host) => new URL(`${before}${host}${rest}`).href);
  return { servers, directory };
}

/** Opens a socket, or throws if none is wanted any more. */
export type Opening = (open: () => Socket) => Socket;

interface ParsedAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
}

type Place = { readonly host: string; readonly port: number } | { readonly path: string };

/** Opens sockets to the server of an address that accepts writes: the `socket` of the library's options. */
export function socketOpener(
  { servers, directory }: PostgresAddress,
  opening: Opening,
): (address: ParsedAddress) => Promise<Socket> {
  return async ({ host: [host = 'localhost'], port: [port = 5432] }) => {
    if (directory !== null) return openSocket(opening, { path: join(directory, `.s.PGSQL.${port}`) });
    if (servers.length === 1) return openSocket(opening, { host, port });
    return openSocket(opening, await primaryOf(servers));
  };
}

function openSocket(opening: Opening, place: Place): Socket {
  const socket = opening(() => connectSocket({ ...place, keepAlive: true, noDelay: true }));
  // The library passes this name of the server to TLS.
  return Object.assign(socket, 'host' in place && { host: place.host });
}

/**
 * The server that accepts writes now: the others are standbys, or away. Asked for each connection, since after a
 * fail-over it is another one.
 */
async function primaryOf(servers: readonly string[]): Promise<Place> {
  const primary = async (address: string): Promise<Place> => {
    const { hostname: host, port } = new URL(address);
    const server = postgres(address, { max: 1, connect_timeout: probeSeconds, fetch_types: false });
    try {
      const [row] = await server`SELECT pg_is_in_recovery() AS standby`;
      if (row?.standby !== false) throw new Error(`${host} is a standby`);
      return { host, port: Number(port || 5432) };
    } finally {
      server.end({ timeout: 0 }).catch(() => {});
    }
  };
  try {
    return await Promise.any(servers.map(primary));
  } catch (error) {
    throw Object.assign(new Error('none of the servers accepts writes', { cause: error }), {
      code: 'ECONNREFUSED',
    });
  }
}

/** Whether an error means that the connection is lost or could not be opened. */
export function isConnectionLost(error: unknown): boolean {
  return /^(?:CONNECT|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|08|57P0)/.test(
    errorCode(error),
  );
}
