/** The scopes of a key, as people name them. What each may request, the contract says. */
import { keyScopes } from '@lintel/contract';
import { UserError } from '../base/user-error.js';

/** Throws a UserError for a scope that no endpoint has. */
export function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.find((scope) => !keyScopes.includes(scope));
  if (unknown === undefined && scopes.length > 0) return;
  const what = unknown === undefined ? 'A key needs at least one scope' : `There is no scope ${unknown}`;
  throw new UserError(`${what}. Scopes: ${keyScopes.join(', ')}.`);
}
