/** Addresses, sockets and errors of PostgreSQL servers, for every room that connects to one. */
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { errorCode } from './user-error.js';

/** The address of a database, as the library for PostgreSQL takes it. */
export interface PostgresAddress {
  readonly url: string;
  /** The directory of a Unix socket; null for a host. */
  readonly directory: string | null;
}

/** Parses an address. As in psql, `?host=` may name the directory of a Unix socket. Throws if it is malformed. */
export function parsePostgresAddress(address: string): PostgresAddress {
  const url = new URL(address);
  const directory = url.searchParams.get('host');
  url.searchParams.delete('host');
  return { url: url.href, directory };
}

/** Opens a socket, or throws if none is wanted any more. */
export type Opening = (open: () => Socket) => Socket;

interface ParsedAddress {
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/** Opens sockets to the hosts of an address in turn, or in the directory: the `socket` of the library's options. */
export function socketOpener(directory: string | null, opening: Opening): (address: ParsedAddress) => Socket {
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
    // The library passes this name of the server to TLS.
    return Object.assign(socket, { host: name });
  };
}

/** Whether an error means that the connection is lost or could not be opened. */
export function isConnectionLost(error: unknown): boolean {
  return /^(?:CONNECT|ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|08|57P0)/.test(
    errorCode(error),
  );
}
