/** Who may change what an organization has. */
import type { SignedIn } from '../../identity/signed-in.js';
import { HttpError } from '../request/http-error.js';

/** Throws a 403 for members of an organization who are neither owner nor administrator. */
export function requireManager({ organization }: SignedIn): void {
  if (organization?.role !== 'member') return;
  throw new HttpError('forbidden', {
    detail: `Only owners and administrators of ${organization.name} may do this.`,
  });
}
