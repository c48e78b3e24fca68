/** Which statuses an endpoint of each sort can answer. */

/** Statuses of every endpoint, with any key (C13). */
export const always = [200, 400, 405, 408, 414, 417, 431, 500, 503];
/** Of an endpoint that needs a key. */
export const keyed = [...always, 401, 403, 429];

/** The statuses put together, ascending. */
export function statuses(base: readonly number[], ...more: number[]): readonly number[] {
  return [...base, ...more].sort((a, b) => a - b);
}

/** Of a page of records, which costs credits. */
export const metered = statuses(keyed, 304, 402, 422);
/** Of a single object that may be unknown. */
export const details = statuses(keyed, 304, 404, 422);
