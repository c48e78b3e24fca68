/**
 * Which person or organization uses an account in the browser. An owner has one account, and an account at most one
 * owner; accounts made on the command line have none until an operator gives them away.
 */
import { UserError } from '../base/user-error.js';
import { type AdminContext, createAccount, findAccount } from './accounts.js';
import { auditStatement } from './audit.js';
import type { Account, Owner } from './ledger.js';
import { first, run, statement, type Work } from './storage.js';

/** The account of the owner, made with the plan if there is none. Safe when several processes ask at once. */
export function* accountOfOwner(
  context: AdminContext,
  owner: Owner,
  input: { name: string; plan: string },
): Work<Account> {
  const known = yield* first<{ account: string }>(
    'SELECT account FROM account_owner WHERE owner = ?',
    owner.id,
  );
  if (known !== undefined) return yield* existing(known.account);
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

/** Gives the account to the owner. Throws a UserError if it has another one. */
export function* giveAccount(context: AdminContext, accountId: string, owner: Owner): Work<Account> {
  const account = yield* existing(accountId);
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
      owner.kind,
      accountId,
    ),
    auditStatement(context.actor, yield* context.storage.now(), 'account.give', accountId, owner.id),
  );
  return account;
}

function* existing(id: string): Work<Account> {
  const account = yield* findAccount(id);
  if (account !== null) return account;
  throw new UserError(`There is no account ${id}.`, { hint: 'lintel accounts list shows them all.' });
}
