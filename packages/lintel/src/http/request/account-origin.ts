/**
 * Where people may sign in: at the `public_url` of the settings, which is https, or without one on this machine alone.
 * A name that somebody else chose (`Host`) never gets into a mail or a cookie.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import { isLocal } from './local-sender.js';

/** The origin of the pages for a request, such as `https://permits.example.org`; null where nobody can sign in. */
export function accountOrigin(config: Config, request: FastifyRequest): string | null {
  if (config.public_url !== null) return new URL(config.public_url).origin;
  const { host } = request.headers;
  return host !== undefined && isLocal(config, request)
    ? `${request.protocol}://${host.toLowerCase()}`
    : null;
}
