/**
 * The cookie of a browser in which somebody has given their password before. Attempts of strangers to sign in as them
 * do not count for it: otherwise anybody who knows an address could keep its owner out (OWASP, "device cookies"). It
 * proves nothing else.
 */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../identity/identity.js';

const name = 'lintel.known';
const maxAgeSeconds = 180 * 86_400;

/** Whether the owner of the address has signed in with the browser that sends the request. */
export function isKnownBrowser(identity: Identity, { headers }: FastifyRequest, email: string): boolean {
  const given = new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';
  const expected = identity.browserMark(email);
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Marks the browser that gets the answer. */
export function markBrowser(identity: Identity, origin: string, reply: FastifyReply, email: string): void {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const value = identity.browserMark(email);
  reply.header(
    'set-cookie',
    `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/account/api/auth; HttpOnly; SameSite=Strict${secure}`,
  );
}
