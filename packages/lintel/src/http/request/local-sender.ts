/**
 * Whether a request was sent on this machine. Where no public address is set, only such a person may sign in, and by
 * default only such a one looks at the pages without a key.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';

/** Headers that proxies, tunnels and content networks add. */
const ofProxies = /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/;

/**
 * Whether a person on this machine sends the request: from a loopback address to a loopback name, so that a foreign
 * name that resolves to this machine does not count, and through no proxy.
 */
export function isLocal({ public_url, trusted_proxies }: Config, { raw, headers }: FastifyRequest): boolean {
  if (public_url !== null || trusted_proxies.length > 0) return false;
  // By default nginx asks by HTTP/1.0, which no browser does, and adds no header.
  if (raw.httpVersion === '1.0' || Object.keys(headers).some((name) => ofProxies.test(name))) return false;
  const address = raw.socket.remoteAddress ?? '';
  return /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address) && isLoopbackHost(headers.host ?? '');
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);
}
