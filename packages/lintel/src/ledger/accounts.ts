/**
 * Accounts in the ledger. Every change is written together with its line in the audit log and a new generation, which
 * tells every process to drop the callers that it remembers.
 */
import { UserError } from '../base/user-error.js';
import { type Auditor, noteAct } from './audit.js';
import type { Account } from './ledger.js';
import type { Plans } from './plans.js';
import { randomText } from './secret.js';
import { all, first, run, type Storage, statement, type Work } from './storage.js';

const idLength = 16;
const maxNameLength = 200;
const columns = 'no, id, name, plan, suspended, created_ms';

interface AccountRow {
  readonly no: number;
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly suspended: number;
  readonly created_ms: number;
}

/** What administration works with. */
export interface Administration {
  readonly storage: Storage;
  readonly plans: Plans;
  readonly auditor: Auditor;
}

/** Tells every process that keys or accounts have changed. */
export const nextGeneration = statement('UPDATE state SET generation = generation + 1');

/** A random id with its prefix. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(idLength)}`;
}

/** Refuses a name that is empty or too long. */
export function checkName(what: string, name: string): void {
  if (name.trim() === '' || name.length > maxNameLength) {
    throw new UserError(`The name of ${what} has 1 to ${maxNameLength} characters.`);
  }
}

export function* createAccount(
  { storage, plans, auditor }: Administration,
  { name, plan }: { name: string; plan: string },
): Work<Account> {
  checkName('an account', name);
  plans.require(plan);
  const id = newId('acc');
  const createdMs = yield* storage.now();
  yield* run(
    statement(
      'INSERT INTO account (id, name, plan, created_ms) VALUES (?, ?, ?, ?)',
      id,
      name,
      plan,
      createdMs,
    ),
    noteAct(auditor, createdMs, 'account.create', id, `plan ${plan}`),
  );
  return { id, name, plan, suspended: false, createdMs };
}

export function* listAccounts(): Work<readonly Account[]> {
  const rows = yield* all<AccountRow>(`SELECT ${columns} FROM account ORDER BY no`);
  return rows.map(toAccount);
}

export function* findAccount(id: string): Work<Account | null> {
  const row = yield* first<AccountRow>(`SELECT ${columns} FROM account WHERE id = ?`, id);
  return row ? toAccount(row) : null;
}

/** The number of the account; a UserError when there is none. */
export function* accountNumber(id: string): Work<number> {
  const row = yield* first<{ no: number }>('SELECT no FROM account WHERE id = ?', id);
  if (row) return row.no;
  throw new UserError(`There is no account ${id}.`, { hint: 'lintel accounts list shows them all.' });
}

export function* setPlan(given: Administration, accountId: string, plan: string): Work<Account> {
  given.plans.require(plan);
  return yield* change(given, accountId, 'plan', plan, 'account.set_plan', `plan ${plan}`);
}

export function* setSuspended(given: Administration, accountId: string, suspended: boolean): Work<Account> {
  const act = suspended ? 'account.suspend' : 'account.resume';
  return yield* change(given, accountId, 'suspended', suspended ? 1 : 0, act, '');
}

function* change(
  { storage, auditor }: Administration,
  accountId: string,
  column: 'plan' | 'suspended',
  value: string | number,
  act: string,
  detail: string,
): Work<Account> {
  const no = yield* accountNumber(accountId);
  yield* run(
    statement(`UPDATE account SET ${column} = ? WHERE no = ?`, value, no),
    nextGeneration,
    noteAct(auditor, yield* storage.now(), act, accountId, detail),
  );
  const row = yield* first<AccountRow>(`SELECT ${columns} FROM account WHERE no = ?`, no);
  if (!row) throw new Error(`The account ${accountId} vanished`);
  return toAccount(row);
}

function toAccount({ id, name, plan, suspended, created_ms }: AccountRow): Account {
  return { id, name, plan, suspended: suspended === 1, createdMs: created_ms };
}
