/** The headers of every answer, errors included: the id of the request, CORS (C19) and security headers. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import { maxIgnoredLength, maxRequestIdLength, preflightMaxAgeSeconds } from './limits.js';

/** Methods that every path answers. */
export const allowedMethods = 'GET, HEAD, OPTIONS';

/** A browser that opens an answer may only display it. */
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

const saneRequestId = new RegExp(`^[\\w.~:/+=@-]{1,${maxRequestIdLength}}$`);

const exposedHeaders = [
  'X-Request-Id',
  'X-Credits-Request',
  'X-Credits-Limit',
  'X-Credits-Remaining',
  'X-Export-Cursor',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'X-Stability',
  'X-Ignored-Parameters',
  'X-Empty-Reason',
  'X-Wider-Place',
  'ETag',
  'Link',
].join(', ');

/** The id of a request: the client's own if it is short and of plain characters, else a new UUID. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID();
}

/**
 * Sets the headers of every answer. `cors_origins` are the origins that browsers may call from; `*` for all.
 */
export function commonHeaders(context: { readonly config: Pick<Config, 'cors_origins'> }) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const origins = context.config.cors_origins;
    const anyOrigin = origins.includes('*');
    reply.header('x-request-id', request.id).headers(securityHeaders);
    if (!anyOrigin) reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined) return;
    if (!anyOrigin && !origins.includes(origin)) return;
    reply.header('access-control-allow-origin', anyOrigin ? '*' : origin);
    reply.header('access-control-expose-headers', exposedHeaders);
  };
}

/** Methods of the MCP endpoint, the only one that reads a body. */
export const mcpMethods = 'POST, OPTIONS';

/** Request headers that a page may send. */
const corsHeaders = 'X-API-Key, Authorization, X-Request-Id, If-None-Match';
const mcpCorsHeaders =
  'X-API-Key, Authorization, X-Request-Id, Content-Type, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name';

/** Answers OPTIONS, including a browser's preflight request. It needs no key and costs nothing. */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, methods: string): void {
  reply.header('allow', methods);
  if (request.headers['access-control-request-method'] !== undefined) {
    reply.headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': methods === mcpMethods ? mcpCorsHeaders : corsHeaders,
      'access-control-max-age': String(preflightMaxAgeSeconds),
    });
  }
  reply.code(204).send();
}

/** The header that names ignored parameters (C39), percent-encoded; none if all were read. */
export function ignoredHeader(names: readonly string[]): Record<string, string> {
  const encoded = names.filter((name) => name !== '').map(encodeURIComponent);
  if (encoded.length === 0) return {};
  const text = encoded.join(', ');
  if (text.length <= maxIgnoredLength) return { 'x-ignored-parameters': text };
  return { 'x-ignored-parameters': `${text.slice(0, maxIgnoredLength).replace(/[^ ]*$/, '')}...` };
}

/** Adds names to `Vary` and keeps those already there. */
export function vary(reply: FastifyReply, names: readonly string[]): void {
  const before = reply.getHeader('vary');
  reply.header('vary', [...(typeof before === 'string' ? [before] : []), ...names].join(', '));
}
