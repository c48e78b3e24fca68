/**
 * Conditional requests (C19). The entity tag is strong: a hash of the release, the route with its parsed
 * parameters and the version of the interface, followed by the coding. It never depends on the key.
 */
import { createHash } from 'node:crypto';
import type { Coding } from './compression.js';

const hashLength = 22;

/** The entity tag of an answer, with its quotes. */
export function entityTag(parts: readonly string[], coding: Coding): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, hashLength);
  return coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
}

/** Whether `If-None-Match` names the tag (RFC 9110, section 13.1.2: a weak comparison, `*` matches all). */
export function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
