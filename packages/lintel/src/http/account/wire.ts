/** What answers about accounts have in common: moments and keys. */
import type { AccountKey } from '@lintel/contract/account';
import type { Key } from '../../ledger/ledger.js';

/** A moment on the wire, from milliseconds since 1970 UTC. */
export function moment(ms: number): string;
export function moment(ms: number | null): string | null;
export function moment(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** A key without its text, which nobody has, and without its first characters. */
export function keyWire(key: Key): AccountKey {
  return {
    id: key.id,
    name: key.name,
    scopes: key.scopes === null ? null : [...key.scopes],
    created_at: moment(key.createdMs),
    last_used_at: moment(key.lastUsedMs),
    expires_at: moment(key.expiresMs),
    revoked_at: moment(key.revokedMs),
  };
}
