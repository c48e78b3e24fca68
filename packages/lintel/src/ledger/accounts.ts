/**
 * Accounts and keys in the ledger file, and finding the caller behind a key.
 *
 * Callers are remembered by the hash of their key. Every look-up first compares the generation row of the file,
 * which rises with each change of a key or an account, so that a revocation or suspension made by any process
 * takes effect with the next request. A name that is not known is a Failure that says which are.
 */
import { timingSafeEqual } from 'node:crypto';
import { Failure } from '../base/failure.js';
import { type Database, transaction } from '../base/sqlite.js';
import type { Account, Caller, Key, NewKey, Plan } from './ledger.js';
import type { Plans } from './plans.js';
import { hashSecret, hintOf, isSecret, newSecret, randomText } from './secret.js';

const idLength = 16;
const maxNameLength = 200;
/** Callers remembered before the memory is emptied. */
const maxRemembered = 20_000;

interface AccountRow {
  no: number;
  id: string;
  name: string;
  plan: string;
  suspended: number;
  created_ms: number;
}

interface KeyRow {
  id: string;
  account_id: string;
  name: string | null;
  hint: string;
  created_ms: number;
  revoked_ms: number | null;
}

type CallerRow = { hash: Uint8Array; key_id: string; account_id: string; suspended: number; plan: string };

const accountColumns = 'no, id, name, plan, suspended, created_ms';
const keySelect = `SELECT key.id, account.id AS account_id, key.name, key.hint, key.created_ms, key.revoked_ms
  FROM key JOIN account ON account.no = key.account`;

export interface AccountStore {
  createAccount(input: { name: string; plan: string }): Account;
  accounts(): Account[];
  account(id: string): Account | null;
  setPlan(accountId: string, plan: string): Account;
  setSuspended(accountId: string, suspended: boolean): Account;
  createKey(accountId: string, name: string | null): NewKey;
  keys(accountId?: string): Key[];
  revokeKey(keyId: string): Key;
}

/** Accounts and keys of an open ledger file. */
export function accountStore(database: Database, plans: Plans, now: () => number): AccountStore {
  const byId = database.prepare(`SELECT ${accountColumns} FROM account WHERE id = ?`);
  const keyById = database.prepare(`${keySelect} WHERE key.id = ?`);
  const nextGeneration = database.prepare('UPDATE state SET generation = generation + 1');

  const account = (id: string) => byId.get(id) as AccountRow | undefined;

  function requireAccount(id: string): AccountRow {
    const row = account(id);
    if (!row)
      throw new Failure(`There is no account ${id}.`, { hint: 'lintel accounts list shows them all.' });
    return row;
  }

  function change(accountId: string, column: 'plan' | 'suspended', value: string | number): Account {
    return transaction(database, () => {
      const { no } = requireAccount(accountId);
      database.prepare(`UPDATE account SET ${column} = ? WHERE no = ?`).run(value, no);
      nextGeneration.run();
      return toAccount(requireAccount(accountId));
    });
  }

  return {
    createAccount({ name, plan }) {
      checkName('an account', name);
      plans.require(plan);
      const id = `acc_${randomText(idLength)}`;
      const created = Math.floor(now());
      database
        .prepare('INSERT INTO account (id, name, plan, created_ms) VALUES (?, ?, ?, ?)')
        .run(id, name, plan, created);
      return { id, name, plan, suspended: false, createdMs: created };
    },
    accounts() {
      const rows = database
        .prepare(`SELECT ${accountColumns} FROM account ORDER BY no`)
        .all() as AccountRow[];
      return rows.map(toAccount);
    },
    account(id) {
      const row = account(id);
      return row ? toAccount(row) : null;
    },
    setPlan(accountId, plan) {
      plans.require(plan);
      return change(accountId, 'plan', plan);
    },
    setSuspended: (accountId, suspended) => change(accountId, 'suspended', suspended ? 1 : 0),
    createKey(accountId, name) {
      if (name !== null) checkName('a key', name);
      const { no } = requireAccount(accountId);
      const secret = newSecret();
      const id = `key_${randomText(idLength)}`;
      const created = Math.floor(now());
      database
        .prepare('INSERT INTO key (id, account, name, hint, hash, created_ms) VALUES (?, ?, ?, ?, ?, ?)')
        .run(id, no, name, hintOf(secret), hashSecret(secret), created);
      return { id, accountId, name, hint: hintOf(secret), createdMs: created, revokedMs: null, secret };
    },
    keys(accountId) {
      if (accountId !== undefined) requireAccount(accountId);
      const where = accountId === undefined ? '' : 'WHERE account.id = ?';
      const statement = database.prepare(`${keySelect} ${where} ORDER BY key.created_ms, key.id`);
      const rows = (accountId === undefined ? statement.all() : statement.all(accountId)) as KeyRow[];
      return rows.map(toKey);
    },
    revokeKey(keyId) {
      return transaction(database, () => {
        database
          .prepare('UPDATE key SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL')
          .run(Math.floor(now()), keyId);
        nextGeneration.run();
        const row = keyById.get(keyId) as KeyRow | undefined;
        if (!row)
          throw new Failure(`There is no key ${keyId}.`, { hint: 'lintel keys list shows them all.' });
        return toKey(row);
      });
    },
  };
}

/** Finds callers by key. One memory a process. */
export function authenticator(database: Database, plans: Plans): (secret: string) => Caller | null {
  const generation = database.prepare('SELECT generation FROM state');
  const byHash = database.prepare(
    `SELECT key.hash, key.id AS key_id, account.id AS account_id, account.suspended, account.plan
     FROM key JOIN account ON account.no = key.account WHERE key.hash = ? AND key.revoked_ms IS NULL`,
  );
  const remembered = new Map<string, Caller>();
  let seen = 0;

  return (secret) => {
    if (!isSecret(secret)) return null;
    const current = (generation.get() as { generation: number }).generation;
    if (current !== seen || remembered.size >= maxRemembered) {
      remembered.clear();
      seen = current;
    }
    const hash = hashSecret(secret);
    const name = hash.toString('latin1');
    const known = remembered.get(name);
    if (known) return known;
    const row = byHash.get(hash) as CallerRow | undefined;
    if (!row || !timingSafeEqual(row.hash, hash)) return null;
    const caller = toCaller(row, plans.require(row.plan));
    remembered.set(name, caller);
    return caller;
  };
}

function toAccount(row: AccountRow): Account {
  const { id, name, plan } = row;
  return { id, name, plan, suspended: row.suspended === 1, createdMs: row.created_ms };
}

function toKey(row: KeyRow): Key {
  const { id, name, hint } = row;
  return {
    id,
    accountId: row.account_id,
    name,
    hint,
    createdMs: row.created_ms,
    revokedMs: row.revoked_ms,
  };
}

function toCaller(row: CallerRow, plan: Plan): Caller {
  return { keyId: row.key_id, accountId: row.account_id, suspended: row.suspended === 1, plan };
}

function checkName(what: string, name: string): void {
  if (name.trim() === '' || name.length > maxNameLength) {
    throw new Failure(`The name of ${what} has 1 to ${maxNameLength} characters.`);
  }
}
