/**
 * Enforces TLS. A proxy in front that terminates TLS says so in `X-Forwarded-Proto`, which is trusted only
 * from trusted proxies. If plain HTTP is not allowed, such a request is redirected or refused before anything
 * in it is read; health probes are answered.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import { UserError } from '../../base/user-error.js';
import { HttpError } from './http-error.js';
import { hstsSeconds } from './limits.js';
import { isProbe } from './request-shape.js';

/**
 * Redirects or refuses a request by plain HTTP if that is not allowed. Returns whether it has answered; may
 * throw.
 */
export function guardTransport(config: Config, request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.protocol === 'https') {
    reply.header('strict-transport-security', `max-age=${hstsSeconds}`);
    return false;
  }
  if (config.plain_http === 'allow' || isProbe(request)) return false;
  if (config.plain_http === 'refuse') {
    throw new HttpError('forbidden', {
      detail: 'Plain HTTP is refused here. Use https, and replace the key that was sent.',
    });
  }
  reply.code(308).header('location', redirectTarget(config, request.url)).send();
  return true;
}

/** The public address of the request. The `Host` of the client is not used: anybody can choose it. */
function redirectTarget({ public_url }: Config, url: string): string {
  if (public_url === null) throw new Error('a redirect without public_url');
  // A request may name the whole address (RFC 9112, section 3.2.2): then its path counts.
  const path = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return `${public_url.replace(/\/+$/, '')}${path.startsWith('/') ? path : `/${path}`}`;
}

/** Throws a UserError if the settings redirect plain HTTP but have no address to redirect to. */
export function checkRedirect({ plain_http, public_url }: Pick<Config, 'plain_http' | 'public_url'>): void {
  if (plain_http !== 'redirect' || public_url !== null) return;
  throw new UserError('plain_http is redirect, and public_url does not say where to.', {
    hint: 'Set public_url in lintel.json to the address that callers use, such as https://permits.example.org.',
  });
}
