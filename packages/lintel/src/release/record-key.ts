/**
 * The 64-bit key under which a record lies in an ids file: taken from its id without hashing again, since ids are
 * uniform hashes already (C9).
 */
import { contractorIdPattern, decisionIdPattern, permitIdPattern } from '@lintel/contract';
import type { RecordKind } from './store/release.js';

/** The high and the low half of a key, each an unsigned 32-bit number. */
export interface RecordKey {
  readonly high: number;
  readonly low: number;
}

/** Whether two ids of a kind never share a key. A decision's key is only the first half of its UUID. */
export const isExactKey: Record<RecordKind, boolean> = { permits: true, contractors: true, decisions: false };

/** The key of an id, or null when the id is malformed. */
export function recordKey(kind: RecordKind, id: string): RecordKey | null {
  if (kind === 'permits') {
    return permitIdPattern.test(id)
      ? { high: Number.parseInt(id.slice(0, 8), 16), low: Number.parseInt(id.slice(8), 16) }
      : null;
  }
  if (kind === 'contractors') {
    // Five base62 digits are below 2^30: two bits to the left they use the range of a word evenly enough.
    return contractorIdPattern.test(id) ? { high: base62(id, 0) * 4, low: base62(id, 5) * 4 } : null;
  }
  return decisionIdPattern.test(id)
    ? {
        high: Number.parseInt(id.slice(0, 8), 16),
        low: Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
      }
    : null;
}

/** The value of five base62 digits. */
function base62(text: string, from: number): number {
  let value = 0;
  for (let i = from; i < from + 5; i++) {
    const code = text.charCodeAt(i);
    value = value * 62 + (code < 58 ? code - 48 : code < 91 ? code - 55 : code - 61);
  }
  return value;
}
