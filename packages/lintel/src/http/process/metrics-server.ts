/**
 * Serves Prometheus metrics on their own address, never on the API's. Without a token only a loopback address
 * is allowed; with one, a request must send it as `Authorization: Bearer …`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Config } from '../../base/config.js';
import { messageOf, UserError } from '../../base/user-error.js';
import { connectionLimits, maxMetricsConnections } from '../request/limits.js';

const maxPort = 65_535;

/** The text of all metrics and its content type. */
export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Starts the metrics server of the settings; null if they have none. */
export async function serveMetrics(config: Config, metrics: MetricsText): Promise<Server | null> {
  const { metrics_listen: listen, metrics_token: token } = config;
  if (listen === null) return null;
  checkMetrics(config);
  const { host, port } = placeOf(listen);
  const { headersTimeoutMs, requestTimeoutMs } = connectionLimits;
  const options = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs };
  const server = createServer(options, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    if (token !== null && !isToken(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = maxMetricsConnections;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(`Metrics cannot be served on ${listen}: ${messageOf(error)}`, {
      hint: 'Choose another address for metrics_listen in lintel.json.',
      cause: error,
    });
  }
  return server;
}

/** Stops serving at once. */
export function stopMetrics(server: Server | null): void {
  server?.close();
  server?.closeAllConnections();
}

function placeOf(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(':');
  return {
    host: listen.slice(0, colon).replace(/^\[(.*)\]$/, '$1'),
    port: Number(listen.slice(colon + 1)),
  };
}

/** Throws a UserError where metrics cannot be served, or would be open to other machines. */
export function checkMetrics({
  metrics_listen: listen,
  metrics_token: token,
}: Pick<Config, 'metrics_listen' | 'metrics_token'>): void {
  if (listen === null) return;
  const { host, port } = placeOf(listen);
  if (port > maxPort) {
    throw new UserError(`metrics_listen has the port ${port}, and ports end at ${maxPort}.`);
  }
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (token !== null || isLoopback) return;
  throw new UserError(`metrics_listen is open to other machines on ${host}, but there is no metrics_token.`, {
    hint: 'Set metrics_token in lintel.json (16 characters or more), or listen on 127.0.0.1.',
  });
}

function isToken(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}
