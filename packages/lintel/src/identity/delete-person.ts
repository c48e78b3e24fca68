/**
 * What goes, and what stays, when a person deletes their account: memberships end, keys are revoked, saved searches
 * removed, the account of the ledger loses its owner and its name. Charges and the audit log stay, as operators need
 * them. It is one transaction; the authentication library removes the person's own rows afterwards.
 */
import type { Ledger } from '../ledger/ledger.js';
import { all, run, statement, type Work } from '../ledger/storage.js';

interface OwnedOrganization {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly owners: number;
}

/** That an organization with other members would have no owner. */
class OwnerNeeded extends Error {}

/** Prepares the deletion; returns why the person cannot be deleted yet, or null. */
export async function deletePerson(
  ledger: Ledger,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string | null> {
  try {
    await ledger.as(email).closeAccounts(function* () {
      return [id, ...(yield* leaveOrganizations(id, email))];
    });
  } catch (error) {
    if (error instanceof OwnerNeeded) return error.message;
    throw error;
  }
  if (await ledger.operators.has(email)) await ledger.operators.remove(email);
  return null;
}

/** Ends all memberships. Returns the organizations in which the person was alone: they are gone too. */
function* leaveOrganizations(id: string, email: string): Work<readonly string[]> {
  const owned = yield* all<OwnedOrganization>(
    `SELECT o.id, o.name,
       (SELECT count(*) FROM auth_member m WHERE m."organizationId" = o.id) AS members,
       (SELECT count(*) FROM auth_member m WHERE m."organizationId" = o.id AND m.role LIKE '%owner%') AS owners
     FROM auth_organization o JOIN auth_member me ON me."organizationId" = o.id
     WHERE me."userId" = ? AND me.role LIKE '%owner%'`,
    id,
  );
  const needed = owned.find(({ members, owners }) => Number(owners) === 1 && Number(members) > 1);
  if (needed !== undefined) {
    throw new OwnerNeeded(
      `${needed.name} would have no owner. Make another member its owner, or remove the others, first.`,
    );
  }
  const alone = owned.filter(({ members }) => Number(members) === 1).map((organization) => organization.id);
  yield* run(
    statement('DELETE FROM auth_invitation WHERE email = ?', email),
    statement('DELETE FROM auth_member WHERE "userId" = ?', id),
    ...alone.map((organization) => statement('DELETE FROM auth_organization WHERE id = ?', organization)),
  );
  return alone;
}
