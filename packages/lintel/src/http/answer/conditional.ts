/**
 * Conditional requests (C19). The entity tag is strong: a hash of the release, the route with its parsed
 * parameters and the version of the interface, followed by the coding. It never depends on the key. Only feeds
 * have weak ones, which stay the same while the entries do.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Coding } from './compression.js';

const hashLength = 22;

/** The entity tag of an answer, with its quotes. */
export function entityTag(parts: readonly string[], coding: Coding, isWeak = false): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, hashLength);
  const tag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
  return isWeak ? `W/${tag}` : tag;
}

/**
 * Whether the client has the answer already: `If-None-Match` decides if it was sent, else `If-Modified-Since` for an
 * answer whose time is known (RFC 9110, section 13.2.2). The times must be equal: after a rollback the answer is older
 * than what the client has, and another one.
 */
export function isNotModified(
  headers: IncomingHttpHeaders,
  tag: string,
  modifiedMs: number | undefined,
): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined || modifiedMs === undefined) return matches(known, tag);
  const sinceMs = Date.parse(headers['if-modified-since'] ?? '');
  // The header has whole seconds.
  return Math.floor(modifiedMs / 1000) * 1000 === sinceMs;
}

/** Whether `If-None-Match` names the tag (RFC 9110, section 13.1.2: a weak comparison, `*` matches all). */
export function matches(ifNoneMatch: string | undefined, weakTag: string): boolean {
  const tag = weakTag.replace(/^W\//, '');
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
