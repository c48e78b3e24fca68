/**
 * What goes, and what stays, when a person deletes their account: keys are revoked, saved searches removed, the
 * account of the ledger loses its owner and its name. Charges and the audit log stay, as operators need them. The
 * authentication library removes the person's own rows afterwards; doing all of it twice does no harm.
 */
import type { Ledger } from '../ledger/ledger.js';
import { all, run, statement } from '../ledger/storage.js';

interface OwnedOrganization {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly owners: number;
}

/** Prepares the deletion; returns why the person cannot be deleted yet, or null. */
export async function deletePerson(
  ledger: Ledger,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string | null> {
  const owned = await ledger.storage.ask(() =>
    all<OwnedOrganization>(
      `SELECT o.id, o.name,
         (SELECT count(*) FROM auth_member m WHERE m."organizationId" = o.id) AS members,
         (SELECT count(*) FROM auth_member m WHERE m."organizationId" = o.id AND m.role LIKE '%owner%') AS owners
       FROM auth_organization o JOIN auth_member me ON me."organizationId" = o.id
       WHERE me."userId" = ? AND me.role LIKE '%owner%'`,
      id,
    ),
  );
  const needed = owned.find(({ members, owners }) => Number(owners) === 1 && Number(members) > 1);
  if (needed !== undefined) {
    return `${needed.name} would have no owner. Make another member its owner, or remove the others, first.`;
  }
  const alone = owned.filter(({ members }) => Number(members) === 1);
  for (const owner of [id, ...alone.map((organization) => organization.id)]) {
    await closeAccount(ledger, owner, email);
  }
  if (await ledger.operators.has(email)) await ledger.operators.remove(email);
  await ledger.storage.commit(() =>
    run(
      statement('DELETE FROM auth_invitation WHERE email = ?', email),
      ...alone.map((organization) =>
        statement('DELETE FROM auth_organization WHERE id = ?', organization.id),
      ),
    ),
  );
  return null;
}

/** Ends what the account of an owner can do, and forgets whose it was. */
async function closeAccount(ledger: Ledger, owner: string, actor: string): Promise<void> {
  const accounts = await ledger.storage.ask(() =>
    all<{ account: string }>('SELECT account FROM account_owner WHERE owner = ?', owner),
  );
  for (const { account } of accounts) {
    for (const key of await ledger.keys(account)) {
      if (key.revokedMs === null) await ledger.as(actor).revokeKey(key.id);
    }
    for (const watch of await ledger.watches.list(account)) await ledger.watches.remove(watch.id);
    await ledger.as(actor).setSuspended(account, true);
    await ledger.storage.commit(() =>
      run(
        statement('UPDATE account SET name = ? WHERE id = ?', 'deleted', account),
        statement('DELETE FROM account_owner WHERE owner = ?', owner),
      ),
    );
  }
}
