/**
 * Finds the caller behind a key, by its hash. On SQLite callers are remembered, and every look-up first compares the
 * generation in the file, which rises with each change of a key or an account: a revocation or suspension made by any
 * process holds from the next request on. On PostgreSQL nothing is remembered and every request asks.
 */
import { timingSafeEqual } from 'node:crypto';
import { readScopes } from './keys.js';
import type { Caller } from './ledger.js';
import type { Plans } from './plans.js';
import { hashSecret, isSecret } from './secret.js';
import { first, type Storage, type Work } from './storage.js';

/** Callers remembered before the memory is emptied. */
const maxRemembered = 20_000;
/** A key's last use is noted when so many milliseconds have passed since it was noted last. */
const noteUseMs = 60_000;

const byHash = `SELECT key.hash, key.id AS key_id, key.expires_ms, key.scopes, key.last_used_ms,
  account.id AS account_id, account.suspended, account.plan
  FROM key JOIN account ON account.no = key.account WHERE key.hash = ? AND key.revoked_ms IS NULL`;

interface CallerRow {
  readonly hash: Uint8Array;
  readonly key_id: string;
  readonly expires_ms: number | null;
  readonly scopes: string | null;
  readonly last_used_ms: number | null;
  readonly account_id: string;
  readonly suspended: number;
  readonly plan: string;
}

interface Known {
  readonly caller: Caller;
  readonly expiresMs: number | null;
  seenMs: number;
}

export interface AuthenticatorOptions {
  readonly storage: Storage;
  readonly plans: Plans;
  /** Whether callers are remembered between requests. */
  readonly remember: boolean;
  /** Told now and then that a key was seen. */
  see(keyId: string, atMs: number): void;
}

/** The look-up of an open ledger. */
export function authenticator(options: AuthenticatorOptions): (secret: string) => Promise<Caller | null> {
  const { storage, plans, remember, see } = options;
  const remembered = new Map<string, Known>();
  let seenGeneration = '';

  function* look(hash: Buffer): Work<Known | null> {
    const row = yield* first<CallerRow>(byHash, hash);
    if (!row || !timingSafeEqual(row.hash, hash)) return null;
    const caller = toCaller(row, plans);
    return { caller, expiresMs: row.expires_ms, seenMs: row.last_used_ms ?? 0 };
  }

  function* find(hash: Buffer): Work<Known | null> {
    if (!remember) return yield* look(hash);
    const state = yield* first<{ generation: number }>('SELECT generation FROM state');
    const generation = `${state?.generation} ${plans.version}`;
    if (generation !== seenGeneration || remembered.size >= maxRemembered) {
      remembered.clear();
      seenGeneration = generation;
    }
    const name = hash.toString('latin1');
    const known = remembered.get(name) ?? (yield* look(hash));
    if (known) remembered.set(name, known);
    return known;
  }

  return async (secret) => {
    if (!isSecret(secret)) return null;
    const hash = hashSecret(secret);
    const [known, nowMs] = await storage.ask(function* () {
      return [yield* find(hash), yield* storage.now()] as const;
    });
    if (!known || (known.expiresMs !== null && known.expiresMs <= nowMs)) return null;
    // A time to come was noted by a clock that ran ahead.
    if (Math.abs(nowMs - known.seenMs) >= noteUseMs) {
      known.seenMs = nowMs;
      see(known.caller.keyId, nowMs);
    }
    return known.caller;
  };
}

function toCaller(row: CallerRow, plans: Plans): Caller {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    suspended: row.suspended === 1,
    scopes: readScopes(row.scopes),
    plan: plans.require(row.plan),
  };
}
