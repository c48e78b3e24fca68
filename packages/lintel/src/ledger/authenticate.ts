/**
 * Finds the caller behind a key, by the hash of the key. On SQLite callers are cached. Each look-up first
 * reads the generation in the file, which rises with every change of a key or an account, so a revocation or
 * suspension by any process takes effect at the next request. On PostgreSQL nothing is cached and every
 * request queries the database. Visitors without a key have an account and a key like others, found by the id
 * of the key (visitors.ts).
 */
import { timingSafeEqual } from 'node:crypto';
import { readScopes } from './keys.js';
import type { Caller, KeyKind, LinkCaller } from './ledger.js';
import type { Plans } from './plans.js';
import { hashSecret, isSecret } from './secret.js';
import { first, one, type Storage, type Work } from './storage.js';

/** Callers in the cache; when it is full, it is cleared. */
const maxCached = 20_000;
/** A key's last use is written at most once in this many milliseconds. */
const lastUseIntervalMs = 60_000;

const select = `SELECT key.hash, key.id AS key_id, key.expires_ms, key.scopes, key.last_used_ms, key.budget, key.search,
  account.id AS account_id, account.suspended, account.plan
  FROM key JOIN account ON account.no = key.account WHERE key.revoked_ms IS NULL`;
const byHash = `${select} AND key.hash = ? AND key.kind = ?`;
const ended = `SELECT key.id AS key_id, account.id AS account_id FROM key JOIN account ON account.no = key.account
  WHERE key.hash = ? AND key.kind = 'key'`;
const byId = `${select} AND key.id = ? AND key.kind = ?`;

interface CallerRow {
  readonly hash: Uint8Array;
  readonly key_id: string;
  readonly expires_ms: number | null;
  readonly scopes: string | null;
  readonly last_used_ms: number | null;
  readonly budget: number | null;
  readonly search: string | null;
  readonly account_id: string;
  readonly suspended: number;
  readonly plan: string;
}

type EndedRow = Pick<CallerRow, 'key_id' | 'account_id'>;

interface CachedCaller {
  readonly caller: Caller | LinkCaller;
  readonly expiresMs: number | null;
  /** When the last use of the key was written. */
  lastUsedMs: number;
}

interface AuthenticatorOptions {
  readonly storage: Storage;
  readonly plans: Plans;
  /** Whether callers are cached between requests. */
  readonly isCaching: boolean;
  /** Called at most once a minute for each key in use. */
  onUse(keyId: string, atMs: number): void;
}

interface Authenticator {
  /** The caller behind a key as sent; null if it is malformed, unknown, expired or revoked. */
  authenticate(secret: string): Promise<Caller | null>;
  /** Whose a key as sent was that is revoked or expired; null for any other text. */
  endedKey(secret: string): Promise<Pick<Caller, 'accountId' | 'keyId'> | null>;
  /** The caller behind the secret of a link. */
  authenticateLink(secret: string): Promise<LinkCaller | null>;
  /** The caller behind the id of a key of a kind; null if it is unknown, expired or revoked. */
  authenticateId(keyId: string, kind: KeyKind): Promise<Caller | null>;
}

/** Authenticates the keys of an open ledger. */
export function authenticator(options: AuthenticatorOptions): Authenticator {
  const { storage, plans, isCaching, onUse } = options;
  const cache = new Map<string, CachedCaller>();
  let cachedGeneration = '';

  function* readByHash(hash: Buffer, kind: KeyKind): Work<CachedCaller | null> {
    const row = yield* first<CallerRow>(byHash, hash, kind);
    return row && timingSafeEqual(row.hash, hash) ? toCached(row) : null;
  }

  function* readById(keyId: string, kind: KeyKind): Work<CachedCaller | null> {
    const row = yield* first<CallerRow>(byId, keyId, kind);
    return row ? toCached(row) : null;
  }

  function toCached(row: CallerRow): CachedCaller {
    const caller = toCaller(row, plans);
    return { caller, expiresMs: row.expires_ms, lastUsedMs: row.last_used_ms ?? Number.NEGATIVE_INFINITY };
  }

  function* cached(name: string, read: () => Work<CachedCaller | null>): Work<CachedCaller | null> {
    if (!isCaching) return yield* read();
    const state = yield* one<{ generation: number }>('SELECT generation FROM state');
    const generation = `${state.generation} ${plans.version}`;
    if (generation !== cachedGeneration || cache.size >= maxCached) {
      cache.clear();
      cachedGeneration = generation;
    }
    const found = cache.get(name) ?? (yield* read());
    if (found) cache.set(name, found);
    return found;
  }

  async function find(
    name: string,
    read: () => Work<CachedCaller | null>,
  ): Promise<Caller | LinkCaller | null> {
    const [found, nowMs] = await storage.ask(function* () {
      return [yield* cached(name, read), yield* storage.now()] as const;
    });
    if (!found || (found.expiresMs !== null && found.expiresMs <= nowMs)) return null;
    // The distance, not the difference: a clock that ran ahead may have written a future time.
    if (Math.abs(nowMs - found.lastUsedMs) >= lastUseIntervalMs) {
      found.lastUsedMs = nowMs;
      onUse(found.caller.keyId, nowMs);
    }
    return found.caller;
  }

  async function findByHash(secret: string, kind: 'key' | 'link'): Promise<Caller | LinkCaller | null> {
    if (!isSecret(secret)) return null;
    const hash = hashSecret(secret);
    return find(`${kind} ${hash.toString('latin1')}`, () => readByHash(hash, kind));
  }

  return {
    authenticate: (secret) => findByHash(secret, 'key'),
    async endedKey(secret) {
      if (!isSecret(secret)) return null;
      const row = await storage.ask(() => first<EndedRow>(ended, hashSecret(secret)));
      return row ? { keyId: row.key_id, accountId: row.account_id } : null;
    },
    async authenticateLink(secret) {
      const found = await findByHash(secret, 'link');
      return found !== null && 'search' in found ? found : null;
    },
    authenticateId: (keyId, kind) => find(`${kind} ${keyId}`, () => readById(keyId, kind)),
  };
}

function toCaller(row: CallerRow, plans: Plans): Caller | LinkCaller {
  return {
    keyId: row.key_id,
    accountId: row.account_id,
    suspended: row.suspended === 1,
    scopes: readScopes(row.scopes),
    plan: plans.require(row.plan),
    budget: row.budget,
    ...(row.search === null ? {} : { search: row.search }),
  };
}
