/**
 * API keys in the ledger, and with them connected apps and links, which are keys of other kinds. An account may have
 * several, each with its own name, scopes, budget and expiry. Only the hash of a key is stored; its text is shown once. Each change is one transaction with its line in the audit
 * log and a new generation.
 */
import { UserError } from '../base/user-error.js';
import { type AdminContext, accountNumber, checkName, newId, nextGeneration } from './accounts.js';
import { auditStatement } from './audit.js';
import type { Key, KeyKind, KeyOptions, NewKey } from './ledger.js';
import { checkScopes } from './scopes.js';
import { hashSecret, hintOf, newSecret } from './secret.js';
import { all, first, one, oneAtATime, run, statement, type Work } from './storage.js';

/** A key that cannot be made or replaced now, in words for its owner. */
export class KeyRefused extends UserError {}

const select = `SELECT key.id, account.id AS account_id, key.name, key.hint, key.created_ms, key.revoked_ms,
  key.expires_ms, key.scopes, key.last_used_ms, key.kind, key.budget, key.search, key.uses FROM key JOIN account ON account.no = key.account`;

interface KeyRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string | null;
  readonly hint: string;
  readonly created_ms: number;
  readonly revoked_ms: number | null;
  readonly expires_ms: number | null;
  readonly scopes: string | null;
  readonly last_used_ms: number | null;
  readonly kind: string;
  readonly budget: number | null;
  readonly search: string | null;
  readonly uses: number;
}

/** Reads stored scopes: separated by spaces; null for all. */
export function readScopes(stored: string | null): readonly string[] | null {
  return stored === null ? null : stored.split(' ');
}

export function* createKey(context: AdminContext, accountId: string, options: KeyOptions): Work<NewKey> {
  const { maxInUse = Number.POSITIVE_INFINITY } = options;
  const {
    name = null,
    scopes = null,
    expiresMs = null,
    kind = 'key',
    budget = null,
    search = null,
  } = options;
  yield* run(oneAtATime);
  if (name !== null) checkName('a key', name);
  if (scopes !== null) checkScopes(scopes);
  const nowMs = yield* context.storage.now();
  if (expiresMs !== null && expiresMs <= nowMs)
    throw new UserError('A key must expire in the future or never.');
  yield* checkRoom(accountId, kind, nowMs, maxInUse);
  const described = { name, scopes, expiresMs, kind, budget, search };
  const detail =
    kind === 'key' ? '' : [name, search, budget && `${budget} credits a month`].filter(Boolean).join(', ');
  return yield* insertKey(context, accountId, described, nowMs, `${kind}.create`, detail);
}

type DescribedKey = Pick<NewKey, 'name' | 'scopes' | 'expiresMs' | 'kind' | 'budget' | 'search'>;

function* insertKey(
  { actor }: AdminContext,
  accountId: string,
  { name, scopes, expiresMs, kind, budget, search }: DescribedKey,
  createdMs: number,
  act: string,
  detail: string,
): Work<NewKey> {
  const account = yield* accountNumber(accountId);
  const secret = newSecret(kind === 'link' ? 'link' : 'key');
  const id = newId('key');
  const hint = hintOf(secret);
  const stored = scopes === null ? null : [...new Set(scopes)].sort().join(' ');
  yield* run(
    statement(
      `INSERT INTO key (id, account, name, hint, hash, created_ms, expires_ms, scopes, kind, budget, search)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      account,
      name,
      hint,
      hashSecret(secret),
      createdMs,
      expiresMs,
      stored,
      kind,
      budget,
      search,
    ),
    auditStatement(actor, createdMs, act, id, [accountId, detail].filter(Boolean).join(', ')),
  );
  const shown = {
    id,
    accountId,
    name,
    hint,
    createdMs,
    expiresMs,
    scopes: readScopes(stored),
    kind,
    budget,
    search,
  };
  return { ...shown, uses: 0, revokedMs: null, lastUsedMs: null, secret };
}

export function* listKeys(accountId?: string): Work<readonly Key[]> {
  const order = 'ORDER BY key.created_ms, key.id';
  if (accountId === undefined) return (yield* all<KeyRow>(`${select} ${order}`)).map(toKey);
  const account = yield* accountNumber(accountId);
  return (yield* all<KeyRow>(`${select} WHERE key.account = ? ${order}`, account)).map(toKey);
}

export function* revokeKey({ storage, actor }: AdminContext, keyId: string): Work<Key> {
  const before = yield* findKey(keyId);
  if (before.revokedMs !== null) return before;
  const nowMs = yield* storage.now();
  yield* run(
    nextGeneration,
    statement('UPDATE key SET revoked_ms = ? WHERE id = ?', nowMs, keyId),
    auditStatement(actor, nowMs, `${before.kind}.revoke`, keyId, before.accountId),
  );
  return yield* findKey(keyId);
}

/** Of an app or a link; see `Key.budget`. What it has used this month counts. */
export function* setBudget(
  { storage, actor }: AdminContext,
  keyId: string,
  budget: number | null,
): Work<Key> {
  const { kind, accountId } = yield* findKey(keyId);
  const detail = `${accountId}, ${budget === null ? 'no budget' : `${budget} credits a month`}`;
  yield* run(
    nextGeneration,
    statement('UPDATE key SET budget = ? WHERE id = ?', budget, keyId),
    auditStatement(actor, yield* storage.now(), `${kind}.budget`, keyId, detail),
  );
  return yield* findKey(keyId);
}

export function* rotateKey(
  context: AdminContext,
  keyId: string,
  overlapMs: number,
  maxInUse = Number.POSITIVE_INFINITY,
): Work<NewKey> {
  yield* run(nextGeneration);
  const { accountId, name, scopes, expiresMs, revokedMs, kind, budget, search } = yield* findKey(keyId);
  if (kind !== 'key') throw new KeyRefused(`${keyId} is no API key: it cannot be replaced, only revoked.`);
  const nowMs = yield* context.storage.now();
  if (revokedMs !== null || (expiresMs !== null && expiresMs <= nowMs)) {
    throw new KeyRefused(`The key ${keyId} is no longer in use.`, {
      hint: 'lintel keys create makes a new one.',
    });
  }
  const endMs = Math.min(nowMs + overlapMs, expiresMs ?? Number.POSITIVE_INFINITY);
  yield* run(statement('UPDATE key SET expires_ms = ? WHERE id = ?', endMs, keyId));
  yield* checkRoom(accountId, kind, nowMs, maxInUse);
  const options = { name, scopes, expiresMs, kind, budget, search };
  return yield* insertKey(context, accountId, options, nowMs, 'key.rotate', `in place of ${keyId}`);
}

const plurals: Readonly<Record<KeyKind, string>> = { key: 'keys', app: 'connected apps', link: 'links' };

/** Throws a KeyRefused if the account has no room for one more key of the kind in use. */
function* checkRoom(accountId: string, kind: KeyKind, nowMs: number, maxInUse: number): Work<void> {
  if (maxInUse === Number.POSITIVE_INFINITY) return;
  const { count } = yield* one<{ count: number }>(
    `SELECT count(*) AS count FROM key
     WHERE account = ? AND kind = ? AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > ?)`,
    yield* accountNumber(accountId),
    kind,
    nowMs,
  );
  if (Number(count) < maxInUse) return;
  throw new KeyRefused(
    kind === 'key'
      ? `An account has at most ${maxInUse} keys in use. Revoke one first, or replace one that ends at once.`
      : `An account has at most ${maxInUse} ${plurals[kind]}. Revoke one first.`,
  );
}

function* findKey(id: string): Work<Key> {
  const row = yield* first<KeyRow>(`${select} WHERE key.id = ?`, id);
  if (row) return toKey(row);
  throw new UserError(`There is no key ${id}.`, { hint: 'lintel keys list shows them all.' });
}

function toKey(row: KeyRow): Key {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    hint: row.hint,
    createdMs: row.created_ms,
    revokedMs: row.revoked_ms,
    expiresMs: row.expires_ms,
    scopes: readScopes(row.scopes),
    lastUsedMs: row.last_used_ms,
    // Only this file writes them.
    kind: row.kind as KeyKind,
    budget: row.budget,
    search: row.search,
    uses: row.uses,
  };
}
