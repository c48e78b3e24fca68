/**
 * Cursors (C4): the release and the position at which the next page begins, signed.
 *
 * A cursor is base64url of 16 bytes of HMAC-SHA-256 followed by the payload. The signature also covers the
 * scope (endpoint and filters), which is not part of the cursor. A cursor that is altered, truncated,
 * re-encoded or used with another scope or secret decodes to `null`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from './endpoint.js';
import { maxCursorLength } from './limits.js';

export interface Cursor {
  /** The release of the first page, and of all further ones. */
  readonly release: string;
  /** The first result of the next page, in the endpoint's own unit. */
  readonly position: number | string;
}

const signatureBytes = 16;

/**
 * The scope of a cursor: the endpoint and its parsed filters. Paging parameters (`cursor`, `page`, `size`,
 * `include_count`) are excluded, so that the page size may change between pages.
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
  // Decoding ignores stray characters and spare bits; only the canonical spelling is accepted.
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
  // The length separates the end of the scope from the beginning of the payload.
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
