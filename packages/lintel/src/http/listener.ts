/** The HTTP or HTTPS server below the service, with a limit on everything that a client can draw out. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import {
  connectionsCheckMs,
  connectionTimeoutMs,
  headersTimeoutMs,
  keepAliveTimeoutMs,
  maxConnections,
  maxHeadersCount,
  maxRequestHeadBytes,
  requestTimeoutMs,
} from './limits.js';

const options = {
  maxHeaderSize: maxRequestHeadBytes,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  connectionsCheckingInterval: connectionsCheckMs,
};

/** A server that does not listen yet. With a certificate it speaks TLS and has `setSecureContext`. */
export function makeServer(handler: RequestListener, certificate: SecureContextOptions | null): Server {
  const server =
    certificate === null
      ? createServer(options, handler)
      : // The service uses only what both kinds of server have.
        (createTlsServer({ ...options, ...certificate }, handler) as unknown as Server);
  server.setTimeout(connectionTimeoutMs);
  server.maxConnections = maxConnections;
  server.maxHeadersCount = maxHeadersCount;
  return server;
}
