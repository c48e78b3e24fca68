/**
 * Caches parsed address lines by the text after the house number, because many houses share few streets. The
 * number is left out of the key only when it is plain digits that parsing does not change; any other line is
 * parsed each time.
 */

import { LruCache } from '../../base/memory/lru-cache.js';
import { maxCached, maxCachedText } from '../record/limits.js';
import type { ParsedAddress, ParseLine } from './parsed-address.js';

/** `parse` with a cache in front. Results are shared: do not change them. */
export function cacheLines(parse: ParseLine): ParseLine {
  /** By the text after the house number; null where the result depends on the number. */
  const cache = new LruCache<string, ParsedAddress | null>(maxCached);
  return (line) => {
    const digits = line.length > maxCachedText ? 0 : plainNumberLength(line);
    if (digits === 0) return parse(line);
    const streetNo = line.slice(0, digits);
    const key = line.slice(digits);
    const cached = cache.get(key);
    if (cached) {
      const { kind, street, unit, city, state, zip, rest } = cached;
      return { kind, streetNo, street, unit, city, state, zip, rest };
    }
    const parsed = parse(line);
    if (cached === undefined) cache.set(key, parsed.streetNo === streetNo ? parsed : null);
    return parsed;
  };
}

/**
 * How many digits the house number has, without leading zeros, before a blank and a letter; 0 for any other
 * line.
 */
function plainNumberLength(line: string): number {
  let length = 0;
  while (isDigit(line.charCodeAt(length))) length += 1;
  if (length === 0 || length > 6 || line.charCodeAt(0) === 48 || line.charCodeAt(length) !== 32) return 0;
  const letter = line.charCodeAt(length + 1) | 32;
  return letter >= 97 && letter <= 122 ? length : 0;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
