/** Accounts as operators see them: found by name or id, with their credits and their keys, never with a secret. */
import type { Account, AccountUsage, Key, Ledger } from '../ledger/ledger.js';

/** Accounts on a page. */
const pageSize = 50;

/** An account with the credits of its window. */
export interface ListedAccount extends Account {
  readonly used: number;
  /** Null: unlimited. */
  readonly limit: number | null;
  /** Keys in use. */
  readonly keys: number;
}

interface AccountPage {
  readonly accounts: readonly ListedAccount[];
  /** How many match, on all pages. */
  readonly total: number;
  /** The number of the next page, from 0; null on the last one. */
  readonly next: number | null;
}

/** Accounts whose name, id or plan contains the text, the newest first. */
export async function findAccounts(
  ledger: Ledger,
  { text, page }: { readonly text: string; readonly page: number },
): Promise<AccountPage> {
  const wanted = text.trim().toLowerCase();
  const found = (await ledger.accounts())
    .filter(({ id, name, plan }) => `${id} ${name} ${plan}`.toLowerCase().includes(wanted))
    .reverse();
  const start = page * pageSize;
  const shown = found.slice(start, start + pageSize);
  const accounts: ListedAccount[] = [];
  for (const account of shown) {
    const [{ used, limit }, keys] = [await ledger.usage(account.id), await ledger.keys(account.id)];
    accounts.push({
      ...account,
      used,
      limit,
      keys: keys.filter(({ revokedMs }) => revokedMs === null).length,
    });
  }
  return { accounts, total: found.length, next: start + pageSize < found.length ? page + 1 : null };
}

export interface AccountDetails {
  readonly account: Account;
  readonly usage: AccountUsage;
  readonly keys: readonly Key[];
}

/** All about one account; null if there is none of that id. */
export async function accountDetails(ledger: Ledger, id: string): Promise<AccountDetails | null> {
  const account = await ledger.account(id);
  if (account === null) return null;
  const [usage, keys] = [await ledger.usage(id), await ledger.keys(id)];
  return { account, usage, keys };
}
