/** What refining a row needs beside the row itself, and what is computed once for all rows of a source. */
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
 * A function of source and geography that computes its result once for each pair and keeps it for the
 * `sources` sources used last: rows of a source come one after another, those of a collection from a few
 * authorities in turn.
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
