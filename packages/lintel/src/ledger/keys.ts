/**
 * API keys in the ledger. An account may have several, each with its own name, scopes and expiry. Only the
 * hash of a key is stored; its text is shown once. Each change is one transaction with its line in the audit
 * log and a new generation.
 */
import { UserError } from '../base/user-error.js';
import { type AdminContext, accountNumber, checkName, newId, nextGeneration } from './accounts.js';
import { auditStatement } from './audit.js';
import type { Key, KeyOptions, NewKey } from './ledger.js';
import { checkScopes } from './scopes.js';
import { hashSecret, hintOf, newSecret } from './secret.js';
import { all, first, one, oneAtATime, run, statement, type Work } from './storage.js';

/** A key that cannot be made or replaced now, in words for its owner. */
export class KeyRefused extends UserError {}

const select = `SELECT key.id, account.id AS account_id, key.name, key.hint, key.created_ms, key.revoked_ms,
  key.expires_ms, key.scopes, key.last_used_ms FROM key JOIN account ON account.no = key.account`;

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
}

/** Reads stored scopes: separated by spaces; null for all. */
export function readScopes(stored: string | null): readonly string[] | null {
  return stored === null ? null : stored.split(' ');
}

export function* createKey(
  context: AdminContext,
  accountId: string,
  { name = null, scopes = null, expiresMs = null, maxInUse = Number.POSITIVE_INFINITY }: KeyOptions,
): Work<NewKey> {
  yield* run(oneAtATime);
  if (name !== null) checkName('a key', name);
  if (scopes !== null) checkScopes(scopes);
  const nowMs = yield* context.storage.now();
  if (expiresMs !== null && expiresMs <= nowMs)
    throw new UserError('A key must expire in the future or never.');
  yield* checkRoom(accountId, nowMs, maxInUse);
  return yield* insertKey(context, accountId, { name, scopes, expiresMs }, nowMs, 'key.create', '');
}

function* insertKey(
  { actor }: AdminContext,
  accountId: string,
  { name, scopes, expiresMs }: Pick<NewKey, 'name' | 'scopes' | 'expiresMs'>,
  createdMs: number,
  act: string,
  detail: string,
): Work<NewKey> {
  const account = yield* accountNumber(accountId);
  const secret = newSecret();
  const id = newId('key');
  const hint = hintOf(secret);
  const stored = scopes === null ? null : [...new Set(scopes)].sort().join(' ');
  yield* run(
    statement(
      `INSERT INTO key (id, account, name, hint, hash, created_ms, expires_ms, scopes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      account,
      name,
      hint,
      hashSecret(secret),
      createdMs,
      expiresMs,
      stored,
    ),
    auditStatement(actor, createdMs, act, id, [accountId, detail].filter(Boolean).join(', ')),
  );
  const shown = { id, accountId, name, hint, createdMs, expiresMs, scopes: readScopes(stored) };
  return { ...shown, revokedMs: null, lastUsedMs: null, secret };
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
    auditStatement(actor, nowMs, 'key.revoke', keyId, before.accountId),
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
  const { accountId, name, scopes, expiresMs, revokedMs } = yield* findKey(keyId);
  const nowMs = yield* context.storage.now();
  if (revokedMs !== null || (expiresMs !== null && expiresMs <= nowMs)) {
    throw new KeyRefused(`The key ${keyId} is no longer in use.`, {
      hint: 'lintel keys create makes a new one.',
    });
  }
  const endMs = Math.min(nowMs + overlapMs, expiresMs ?? Number.POSITIVE_INFINITY);
  yield* run(statement('UPDATE key SET expires_ms = ? WHERE id = ?', endMs, keyId));
  yield* checkRoom(accountId, nowMs, maxInUse);
  const options = { name, scopes, expiresMs };
  return yield* insertKey(context, accountId, options, nowMs, 'key.rotate', `in place of ${keyId}`);
}

/** Throws a KeyRefused if the account has no room for one more key in use. */
function* checkRoom(accountId: string, nowMs: number, maxInUse: number): Work<void> {
  if (maxInUse === Number.POSITIVE_INFINITY) return;
  const { count } = yield* one<{ count: number }>(
    `SELECT count(*) AS count FROM key
     WHERE account = ? AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > ?)`,
    yield* accountNumber(accountId),
    nowMs,
  );
  if (Number(count) < maxInUse) return;
  throw new KeyRefused(
    `An account has at most ${maxInUse} keys in use. Revoke one first, or replace one that ends at once.`,
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
  };
}
