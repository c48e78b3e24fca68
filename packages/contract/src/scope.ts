/**
 * What a key may request. A scope is the first segment of a path below /v2, such as `permits` or `counties`,
 * so that each new endpoint has one without further work; feeds and OGC collections have that of their
 * records. `meta` and `usage` are open to every key: callers need them to use the rest. Only the changes below
 * `meta` are records, and have a scope of their own.
 */
import { endpoints } from './endpoints.js';

const alwaysAllowed = new Set(['meta', 'usage']);

/** The scope of an endpoint's path; null if every key may request it. */
export function scopeOf(path: string): string | null {
  if (path === endpoints.changes.path) return 'changes';
  const [, segment = ''] = /^\/(?:v2|feeds|ogc\/collections)\/([^/.]+)/.exec(path) ?? [];
  return segment === '' || alwaysAllowed.has(segment) ? null : segment;
}

/** All scopes, sorted. */
export const keyScopes: readonly string[] = [
  ...new Set(
    Object.values(endpoints).flatMap(({ path, authenticated }) => {
      const scope = authenticated ? scopeOf(path) : null;
      return scope === null ? [] : [scope];
    }),
  ),
].sort();
