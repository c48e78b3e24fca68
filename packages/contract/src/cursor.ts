/**
 * Cursors (C4): where the next page begins and in which release, signed.
 *
 * A cursor is base64url of 16 bytes of HMAC-SHA-256 followed by the payload. The signature also covers the scope
 * (endpoint and filters), which does not travel. Whatever is altered, cut, re-encoded or used with another scope or
 * secret decodes to `null`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from './endpoint.js';
import { maxCursorLength } from './limits.js';

export interface Cursor {
  /** Release on which the walk began, and on which it ends. */
  readonly release: string;
  /** First result of the next page, in whatever the endpoint counts in. */
  readonly position: number | string;
}

const signatureBytes = 16;

/**
 * What a cursor is bound to: the endpoint and its filters as parsed. Parameters that only say how to page (`cursor`,
 * `page`, `size`, `include_count`) are no part of it, so that the page size may change during a walk.
 */
export function queryScope(endpoint: Endpoint, value: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(endpoint.parameters)
    .filter(([, parameter]) => parameter.paging !== true)
    .map(([name]) => [name, value[name] ?? null]);
  return JSON.stringify([endpoint.id, filters]);
}

/** The cursor as URL-safe text. `scope` comes from `queryScope`; the secret is the installation's. */
export function encodeCursor(secret: Buffer, scope: string, cursor: Cursor): string {
  const payload = Buffer.from(JSON.stringify([cursor.release, cursor.position]));
  return Buffer.concat([signature(secret, scope, payload), payload]).toString('base64url');
}

/** The cursor in a text of `encodeCursor` with the same secret and scope; null for any other text. */
export function decodeCursor(secret: Buffer, scope: string, text: string): Cursor | null {
  if (text.length > maxCursorLength) return null;
  const bytes = Buffer.from(text, 'base64url');
  // Decoding forgives stray characters and spare bits; only the one canonical spelling is ours.
  if (bytes.toString('base64url') !== text || bytes.length <= signatureBytes) return null;
  const payload = bytes.subarray(signatureBytes);
  if (!timingSafeEqual(bytes.subarray(0, signatureBytes), signature(secret, scope, payload))) return null;
  const parsed: unknown = JSON.parse(payload.toString());
  if (!Array.isArray(parsed)) return null;
  const [release, position]: unknown[] = parsed;
  if (typeof release !== 'string') return null;
  return typeof position === 'number' || typeof position === 'string' ? { release, position } : null;
}

function signature(secret: Buffer, scope: string, payload: Buffer): Buffer {
  const scopeBytes = Buffer.from(scope);
  // The length keeps the end of a scope from being taken for the beginning of a payload.
  const length = Buffer.alloc(4);
  length.writeUInt32BE(scopeBytes.length);
  return createHmac('sha256', secret)
    .update('lintel cursor 1\0')
    .update(length)
    .update(scopeBytes)
    .update(payload)
    .digest()
    .subarray(0, signatureBytes);
}
