/**
 * What a key may ask for. A scope is the first step of a path under /v2, such as `permits` or `counties`, so that a new
 * endpoint belongs to one at once. `meta` and `usage` are open to every key: they tell only what the caller needs to
 * use the rest.
 */
import { endpoints } from '@lintel/contract';
import { UserError } from '../base/user-error.js';

const alwaysAllowed = new Set(['meta', 'usage']);

/** The scope of a path of the contract; null when every key may ask for it. */
export function scopeOf(path: string): string | null {
  const [, step = ''] = /^\/v2\/([^/]+)/.exec(path) ?? [];
  return step === '' || alwaysAllowed.has(step) ? null : step;
}

/** All scopes, sorted. */
const keyScopes: readonly string[] = [
  ...new Set(
    Object.values(endpoints).flatMap(({ path, authenticated }) => {
      const scope = authenticated ? scopeOf(path) : null;
      return scope === null ? [] : [scope];
    }),
  ),
].sort();

/** Refuses a scope that no endpoint has. */
export function checkScopes(scopes: readonly string[]): void {
  const unknown = scopes.find((scope) => !keyScopes.includes(scope));
  if (unknown === undefined && scopes.length > 0) return;
  const what = unknown === undefined ? 'A key needs at least one scope' : `There is no scope ${unknown}`;
  throw new UserError(`${what}. Scopes: ${keyScopes.join(', ')}.`);
}
