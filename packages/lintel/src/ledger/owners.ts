/**
 * Which person or organization uses an account in the browser. An owner has one account, and an account at most one
 * owner; accounts made on the command line have none until an operator gives them away.
 */
import { UserError } from '../base/user-error.js';
import { type AdminContext, createAccount, findAccount, setSuspended } from './accounts.js';
import { auditStatement } from './audit.js';
import { listKeys, revokeKey } from './keys.js';
import type { Account, Caller, Owner } from './ledger.js';
import type { Plans } from './plans.js';
import { all, first, oneAtATime, run, statement, type Work } from './storage.js';
import { listWatches, removeWatch } from './watches.js';

/** Stands for a key in the usage of requests that the pages make for somebody who is signed in. */
export const browserKeyId = 'browser';

/** Who makes a request from the pages in the name of an account; null if there is no such account. */
export function* browserCaller(plans: Plans, accountId: string): Work<Caller | null> {
  const account = yield* findAccount(accountId);
  if (account === null) return null;
  const { suspended, plan } = account;
  return { keyId: browserKeyId, accountId, suspended, scopes: null, plan: plans.require(plan), budget: null };
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
  yield* run(oneAtATime);
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
  yield* run(oneAtATime);
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

/** Closes the accounts of owners for good, with the work that says whose. Their charges stay, without a name. */
export function* closeAccounts(context: AdminContext, ofWhom: () => Work<readonly string[]>): Work<void> {
  yield* run(oneAtATime);
  for (const owner of yield* ofWhom()) {
    const accounts = yield* all<{ account: string }>(
      'SELECT account FROM account_owner WHERE owner = ?',
      owner,
    );
    for (const { account } of accounts) {
      for (const { id } of yield* listKeys(account)) yield* revokeKey(context, id);
      for (const { id } of yield* listWatches(account)) yield* removeWatch(context, id);
      yield* setSuspended(context, account, true);
      yield* run(
        statement('UPDATE account SET name = ? WHERE id = ?', 'deleted', account),
        statement('DELETE FROM account_owner WHERE owner = ?', owner),
      );
    }
  }
}

function* existing(id: string): Work<Account> {
  const account = yield* findAccount(id);
  if (account !== null) return account;
  throw new UserError(`There is no account ${id}.`, { hint: 'lintel accounts list shows them all.' });
}
