/**
 * Which person or organization uses an account in the browser. An owner has one account, and an account at most one
 * owner; accounts made on the command line have none until an operator gives them away.
 */
import { UserError } from '../base/user-error.js';
import { type AdminContext, createAccount, findAccount } from './accounts.js';
import { auditStatement } from './audit.js';
import type { Account, Caller, Owner } from './ledger.js';
import type { Plans } from './plans.js';
import { first, run, statement, type Work } from './storage.js';

/** Stands for a key in the usage of requests that the pages make for somebody who is signed in. */
export const browserKeyId = 'browser';

/** Who makes a request from the pages in the name of an account; null if there is no such account. */
export function* browserCaller(plans: Plans, accountId: string): Work<Caller | null> {
  const account = yield* findAccount(accountId);
  if (account === null) return null;
  const { suspended, plan } = account;
  return { keyId: browserKeyId, accountId, suspended, scopes: null, plan: plans.require(plan) };
}

/** The account of the owner; null if they have none yet. */
export function* findAccountOf(owner: Owner): Work<Account | null> {
  const known = yield* first<{ account: string }>(
    'SELECT account FROM account_owner WHERE owner = ?',
    owner.id,
  );
  return known === undefined ? null : yield* findAccount(known.account);
}

/** The account of the owner, made with the plan if there is none. Safe when several processes ask at once. */
export function* accountOfOwner(
  context: AdminContext,
  owner: Owner,
  input: { name: string; plan: string },
): Work<Account> {
  const known = yield* findAccountOf(owner);
  if (known !== null) return known;
  const account = yield* createAccount(context, input);
  yield* run(
    statement(
      'INSERT INTO account_owner (owner, kind, account) VALUES (?, ?, ?)',
      owner.id,
      owner.kind,
      account.id,
    ),
  );
  return account;
}

/**
 * Gives the account to the person with the address, whose own account is nobody's afterwards. Throws a UserError if
 * nobody has signed up with it, or the account has another owner.
 */
export function* giveAccount(context: AdminContext, accountId: string, email: string): Work<Account> {
  const account = yield* existing(accountId);
  const owner = yield* first<{ id: string }>(
    'SELECT id FROM auth_user WHERE email = ?',
    email.trim().toLowerCase(),
  );
  if (owner === undefined) {
    throw new UserError(`Nobody has signed up with ${email}.`, { hint: 'People sign up at /account.' });
  }
  const holder = yield* first<{ owner: string }>(
    'SELECT owner FROM account_owner WHERE account = ?',
    accountId,
  );
  if (holder !== undefined && holder.owner !== owner.id) {
    throw new UserError(`The account ${accountId} belongs to somebody else already.`);
  }
  yield* run(
    statement('DELETE FROM account_owner WHERE owner = ?', owner.id),
    statement(
      'INSERT INTO account_owner (owner, kind, account) VALUES (?, ?, ?)',
      owner.id,
      'user',
      accountId,
    ),
    auditStatement(context.actor, yield* context.storage.now(), 'account.give', accountId, email),
  );
  return account;
}

function* existing(id: string): Work<Account> {
  const account = yield* findAccount(id);
  if (account !== null) return account;
  throw new UserError(`There is no account ${id}.`, { hint: 'lintel accounts list shows them all.' });
}
