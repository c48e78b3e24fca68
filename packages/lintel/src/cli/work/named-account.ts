/** Accounts as people name them on the command line: by id, or by a name that one account has. */
import { UserError } from '../../base/user-error.js';
import type { Ledger } from '../../ledger/ledger.js';

/**
 * The id of the account that `text` names. An id is passed on as it is, whether the ledger knows it or not.
 */
export async function accountId(ledger: Ledger, text: string): Promise<string> {
  if (text.startsWith('acc_')) return text;
  const found = (await ledger.accounts()).filter(({ name }) => name === text);
  const [account, other] = found;
  if (account !== undefined && other === undefined) return account.id;
  if (account === undefined) {
    throw new UserError(`There is no account "${text}".`, {
      hint: 'Give its id or name; lintel accounts list shows all accounts.',
    });
  }
  throw new UserError(
    `${found.length} accounts have the name "${text}": ${found.map(({ id }) => id).join(', ')}.`,
    {
      hint: 'Give the id of one of them.',
    },
  );
}
