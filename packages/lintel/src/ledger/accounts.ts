/**
 * Accounts in the ledger. Each change is one transaction: the row, its line in the audit log and a new
 * generation, at which every process clears its cache of callers.
 */
import { printableLine } from '../base/printable.js';
import { UserError } from '../base/user-error.js';
import { auditStatement } from './audit.js';
import type { Account } from './ledger.js';
import type { Plans } from './plans.js';
import { randomText } from './secret.js';
import { all, first, one, run, type Storage, statement, type Work } from './storage.js';

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

/** What the administrative functions need. */
export interface AdminContext {
  readonly storage: Storage;
  readonly plans: Plans;
  /** Who acts: as the operating system names them, for example `alice (pid 4711)`, or a mail address. */
  readonly actor: string;
}

/**
 * Marks a change of keys or accounts: every process then clears its cache of callers. It comes before the change, as
 * `oneAtATime` does: works that lock in one order never wait for each other in a circle.
 */
export const nextGeneration = statement('UPDATE state SET generation = generation + 1');

/** A random id with its prefix. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(idLength)}`;
}

/** Throws a UserError for a name that is empty, too long, or not one line of characters that can be seen. */
export function checkName(what: string, name: string): void {
  if (name.trim() === '' || name.length > maxNameLength) {
    throw new UserError(`The name of ${what} must have 1 to ${maxNameLength} characters.`);
  }
  if (name !== printableLine(name)) {
    throw new UserError(`The name of ${what} must be one line, of characters that can be seen.`);
  }
}

export function* createAccount(
  { storage, plans, actor }: AdminContext,
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
    auditStatement(actor, createdMs, 'account.create', id, `plan ${plan}`),
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

/** The number of the account; throws a UserError if there is none. */
export function* accountNumber(id: string): Work<number> {
  const row = yield* first<{ no: number }>('SELECT no FROM account WHERE id = ?', id);
  if (row) return row.no;
  throw new UserError(`There is no account ${id}.`, { hint: 'lintel accounts list shows them all.' });
}

export function* setPlan(context: AdminContext, accountId: string, plan: string): Work<Account> {
  context.plans.require(plan);
  return yield* updateAccount(context, accountId, 'plan', plan, 'account.set_plan', `plan ${plan}`);
}

export function* setSuspended(context: AdminContext, accountId: string, suspended: boolean): Work<Account> {
  const act = suspended ? 'account.suspend' : 'account.resume';
  return yield* updateAccount(context, accountId, 'suspended', suspended ? 1 : 0, act, '');
}

function* updateAccount(
  { storage, actor }: AdminContext,
  accountId: string,
  column: 'plan' | 'suspended',
  value: string | number,
  act: string,
  detail: string,
): Work<Account> {
  const no = yield* accountNumber(accountId);
  yield* run(
    nextGeneration,
    statement(`UPDATE account SET ${column} = ? WHERE no = ?`, value, no),
    auditStatement(actor, yield* storage.now(), act, accountId, detail),
  );
  return toAccount(yield* one<AccountRow>(`SELECT ${columns} FROM account WHERE no = ?`, no));
}

function toAccount({ id, name, plan, suspended, created_ms }: AccountRow): Account {
  return { id, name, plan, suspended: suspended === 1, createdMs: created_ms };
}
