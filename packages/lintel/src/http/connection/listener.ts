/**
 * The HTTP or HTTPS server below the service, with a limit on everything that a client can delay: handshake,
 * headers, request, idle time, and the number of connections, in total and from one
 * address. Beyond a limit the client gets a 408 if it can still be answered, and the connection is closed.
 * unread-answers.ts limits the reading of answers.
 *
 * Node answers some requests by itself, without a body and an id: those with an unknown `Expect`, and those
 * without `Host`. Here they reach the service like all others, which refuses them.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { networkOf } from '../request/client-network.js';
import { type ConnectionLimits, maxHeadersCount, maxRequestHeadBytes } from '../request/limits.js';
import { oneAtATime } from './one-at-a-time.js';
import { answerConnect, answerParserError, type ParserError } from './socket-errors.js';

interface ListenerOptions {
  /** With a certificate the server speaks TLS and has `setSecureContext`. */
  readonly certificate: SecureContextOptions | null;
  /** Addresses and networks of proxies, from which any number of connections may come. */
  readonly trusted: readonly string[];
  readonly limits: ConnectionLimits;
  /** Called when a connection ends because a request was sent ahead of an answer. */
  readonly onPipelined: () => void;
}

/** Creates a server that does not listen yet. */
export function makeServer(handler: RequestListener, options: ListenerOptions): Server {
  const { certificate, limits, trusted, onPipelined } = options;
  const requests = oneAtATime(handler, onPipelined);
  const given = {
    maxHeaderSize: maxRequestHeadBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkMs,
    requireHostHeader: false,
  };
  const server =
    certificate === null
      ? createServer(given, requests.handle)
      : // The service uses only what both kinds of server share.
        (createTlsServer(
          { ...given, ...certificate, handshakeTimeout: limits.headersTimeoutMs },
          requests.handle,
        ) as unknown as Server);
  server.setTimeout(limits.silenceTimeoutMs);
  server.maxConnections = limits.maxConnections;
  // One more than allowed, so that a request with too many can be recognised.
  server.maxHeadersCount = maxHeadersCount + 1;
  // A body is refused, so no client is told to continue and send it.
  server.on('checkContinue', requests.handle);
  server.on('checkExpectation', requests.handle);
  server.on('connect', (_request, socket: Socket) => requests.end(socket, () => answerConnect(socket)));
  server.on('clientError', (error: ParserError, socket: Socket) =>
    requests.end(socket, () => answerParserError(error, socket)),
  );
  limitAddresses(server, limits, trusted);
  return server;
}

/**
 * Closes connections of an address that has too many. Behind TLS too: `connection` comes before the
 * handshake.
 */
function limitAddresses(
  server: Server,
  { maxConnectionsAnAddress }: ConnectionLimits,
  trusted: readonly string[],
): void {
  const proxies = addressList(trusted);
  const counts = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isListed(proxies, remoteAddress)) return;
    const address = networkOf(remoteAddress);
    const count = counts.get(address) ?? 0;
    if (count >= maxConnectionsAnAddress) {
      socket.destroy();
      return;
    }
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

function addressList(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    const [network = '', bits] = address.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list;
}

function isListed(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
