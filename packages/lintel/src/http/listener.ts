/**
 * The HTTP or HTTPS server below the service, with a limit on everything that a client can draw out: handshake, headers,
 * request, the taking of its answer, silence, and how many connections there are, in all and from one address. Who passes
 * a limit is answered with 408 where an answer can still be given, and cut off.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { networkOf } from './client-network.js';
import { type ConnectionLimits, maxHeadersCount, maxRequestHeadBytes } from './limits.js';

export interface ListenerOptions {
  /** With a certificate the server speaks TLS and has `setSecureContext`. */
  readonly certificate: SecureContextOptions | null;
  /** Addresses and networks of proxies, from which any number of connections may come. */
  readonly trusted: readonly string[];
  readonly limits: ConnectionLimits;
}

/** A server that does not listen yet. */
export function makeServer(handler: RequestListener, options: ListenerOptions): Server {
  const { certificate, limits, trusted } = options;
  const given = {
    maxHeaderSize: maxRequestHeadBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkMs,
  };
  const server =
    certificate === null
      ? createServer(given, handler)
      : // The service uses only what both kinds of server have.
        (createTlsServer(
          { ...given, ...certificate, handshakeTimeout: limits.headersTimeoutMs },
          handler,
        ) as unknown as Server);
  server.setTimeout(limits.silenceTimeoutMs);
  server.maxConnections = limits.maxConnections;
  server.maxHeadersCount = maxHeadersCount;
  limitAddresses(server, limits, trusted);
  limitAnswers(server, limits);
  return server;
}

/** Closes connections of an address that has too many. Behind TLS too: `connection` comes before the handshake. */
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

/**
 * Cuts off clients that do not take their answers: what the system cannot buffer would stay in memory. Looks now and then
 * instead of setting a timer for each answer; nearly all are gone by then.
 */
function limitAnswers(server: Server, { answerTimeoutMs, checkMs }: ConnectionLimits): void {
  /** Answers under way, and since when they were seen complete but not taken. */
  const answers = new Map<ServerResponse, number | null>();
  server.prependListener('request', (_request, response) => {
    answers.set(response, null);
    response.once('close', () => answers.delete(response));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [response, since] of answers) {
      if (!response.writableEnded) continue;
      if (since === null) answers.set(response, now);
      else if (now - since >= answerTimeoutMs) response.destroy();
    }
  }, checkMs).unref();
  server.once('close', () => clearInterval(look));
}
