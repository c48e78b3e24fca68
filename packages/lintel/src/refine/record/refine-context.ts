/** What refining a row needs besides the row itself, and what is computed once for all rows of a source. */
import { LruCache } from '../../base/memory/lru-cache.js';
import type { Geography } from '../../geography/geography.js';
import type { DefectList } from './defects.js';
import type { RowContext } from './source-context.js';

export interface RefineContext {
  readonly source: RowContext;
  readonly geography: Geography;
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  /** Where steps note what they repair or refuse. */
  readonly defects: DefectList;
}

/**
 * Caches a function of source and geography for the `sources` sources used last: rows of one source come one
 * after another, those of a collection alternate between a few authorities.
 */
export function perSource<Value extends object>(
  sources: number,
  make: (source: RowContext, geography: Geography) => Value,
): (source: RowContext, geography: Geography) => Value {
  const caches = new WeakMap<Geography, LruCache<RowContext, Value>>();
  return (source, geography) => {
    let cache = caches.get(geography);
    if (cache === undefined) {
      cache = new LruCache(sources);
      caches.set(geography, cache);
    }
    let value = cache.get(source);
    if (value === undefined) {
      value = make(source, geography);
      cache.set(source, value);
    }
    return value;
  };
}
