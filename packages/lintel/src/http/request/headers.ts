/**
 * Headers that stand on every answer, whatever became of the request: the request's id, what browsers may do with
 * the answer (CORS, C19), and that its type is meant as said.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import { maxIgnoredLength, maxRequestIdLength, preflightMaxAgeSeconds } from './limits.js';

/** Methods that every path answers. */
export const allowedMethods = 'GET, HEAD, OPTIONS';

/** What browsers may do with an answer that they are shown: nothing but show it. */
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
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Stability',
  'X-Ignored-Parameters',
  'X-Empty-Reason',
  'ETag',
  'Link',
].join(', ');

/** The id of a request: the client's own when it is a plain short word, else a new UUID. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && saneRequestId.test(given) ? given : randomUUID();
}

/** Sets what every answer carries. `cors_origins` are those that browsers may call from; `*` for all. */
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

/** Answers OPTIONS, a browser's preflight request included. Needs no key and costs nothing. */
export function answerOptions(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('allow', allowedMethods);
  if (request.headers['access-control-request-method'] !== undefined) {
    reply.headers({
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': 'X-API-Key, Authorization, X-Request-Id, If-None-Match',
      'access-control-max-age': String(preflightMaxAgeSeconds),
    });
  }
  reply.code(204).send();
}

/** The header that names parameters which were ignored (C39), percent-encoded; none when all were read. */
export function ignoredHeader(names: readonly string[]): Record<string, string> {
  const told = names.filter((name) => name !== '').map(encodeURIComponent);
  if (told.length === 0) return {};
  const text = told.join(', ');
  if (text.length <= maxIgnoredLength) return { 'x-ignored-parameters': text };
  return { 'x-ignored-parameters': `${text.slice(0, maxIgnoredLength).replace(/[^ ]*$/, '')}...` };
}

/** Adds names to `Vary` without losing those that stand there. */
export function vary(reply: FastifyReply, names: readonly string[]): void {
  const before = reply.getHeader('vary');
  reply.header('vary', [...(typeof before === 'string' ? [before] : []), ...names].join(', '));
}
