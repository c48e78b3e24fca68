/**
 * The address that a request was sent to, for formats that link by whole addresses: the public address of the
 * settings, else the `Host` of the request.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';

export interface RequestAddress {
  /** Scheme and host without a slash at the end, such as `https://permits.example.org`. */
  readonly base: string;
  /** Path and query as sent. */
  readonly url: string;
}

/** A host name or address with an optional port: all that may get into an answer. */
const plainHost = /^[\w.-]+(?::\d{1,5})?$|^\[[0-9a-fA-F:]+\](?::\d{1,5})?$/;

/** The address of a request. A `Host` with other characters is left out, and links begin with the path. */
export function addressOf(
  { public_url }: Pick<Config, 'public_url'>,
  request: FastifyRequest,
): RequestAddress {
  const url = request.raw.url ?? '';
  if (public_url !== null) return { base: public_url.replace(/\/+$/, ''), url };
  const { host, protocol } = request;
  return { base: plainHost.test(host) ? `${protocol}://${host}` : '', url };
}
