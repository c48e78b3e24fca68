/**
 * Symmetric deletes: every word is stored under the hashes of its spellings with letters left out, a misspelt
 * word is looked up by its own such spellings, and both meet. Words that may have two errors leave out up to
 * two letters of their beginning, shorter ones one. Finds every word within the allowed errors, and some more
 * that the edit distance then rejects.
 */

import { u32At } from '../../base/memory/at.js';
import type { SectionReader, SectionWriter } from '../sections/section-file.js';
import { deletePrefix, twoErrorsFrom } from './limits.js';

const buckets = 1 << 16;
/** Words are numbered below 2^21, so that hash and number fit one 53-bit integer. */
const wordRange = 2 ** 21;

/** Errors that a query word of this length may have: one, in long words two. */
export function allowedErrors(length: number): number {
  return length >= twoErrorsFrom ? 2 : 1;
}

/** Letters left out when a query word of this length is looked up: a long word may have lost two letters. */
export function lookupErrors(length: number): number {
  if (length < 3) return 0;
  return length >= twoErrorsFrom - 2 ? 2 : 1;
}

/** Calls `found` with the hash of the word's beginning with up to `errors` letters left out. */
function eachDelete(word: Uint8Array, errors: number, found: (hash: number) => void): void {
  const n = Math.min(word.length, deletePrefix);
  found(hashWithout(word, n, -1, -1));
  if (errors === 0) return;
  for (let i = 0; i < n; i++) {
    found(hashWithout(word, n, i, -1));
    if (errors > 1) for (let j = i + 1; j < n; j++) found(hashWithout(word, n, i, j));
  }
}

/** FNV-1a of the first `n` bytes without the two positions. */
function hashWithout(word: Uint8Array, n: number, i: number, j: number): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < n; k++) {
    if (k !== i && k !== j) hash = Math.imul(hash ^ (word[k] ?? 0), 0x01000193);
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/** Writes the index over the words, which are numbered in their order. */
export function writeDeletes(file: SectionWriter, words: readonly Uint8Array[]): void {
  if (words.length >= wordRange) throw new Error(`${words.length} distinct words, more than ${wordRange}`);
  let count = 0;
  const each = (word: Uint8Array, found: (hash: number) => void) => {
    if (isLetters(word)) eachDelete(word, allowedErrors(word.length), found);
  };
  for (const word of words) each(word, () => count++);
  const entries = new Float64Array(count);
  let at = 0;
  words.forEach((word, id) => {
    each(word, (hash) => {
      entries[at++] = hash * wordRange + id;
    });
  });
  entries.sort();
  const { hashes, ids, starts } = unpack(entries);
  file.put('deleteHashes', hashes);
  file.put('deleteWords', ids);
  file.put('deleteStarts', starts);
}

/** Numbers are never fuzzy: only words made of letters are included. */
function isLetters(word: Uint8Array): boolean {
  return word.every((byte) => byte > 64);
}

/** Splits sorted entries into hashes and words, without repetitions, and finds where each bucket begins. */
function unpack(entries: Float64Array): { hashes: Uint32Array; ids: Uint32Array; starts: Uint32Array } {
  const hashes = new Uint32Array(entries.length);
  const ids = new Uint32Array(entries.length);
  const starts = new Uint32Array(buckets + 1);
  let length = 0;
  let last = -1;
  for (const entry of entries) {
    if (entry === last) continue;
    last = entry;
    const hash = Math.floor(entry / wordRange);
    hashes[length] = hash;
    ids[length] = entry - hash * wordRange;
    length += 1;
    starts[(hash >>> 16) + 1] = length;
  }
  for (let i = 1; i <= buckets; i++) starts[i] = Math.max(u32At(starts, i), u32At(starts, i - 1));
  return { hashes: hashes.subarray(0, length), ids: ids.subarray(0, length), starts };
}

export interface Deletes {
  /** Calls `found` with numbers of words that may be within `errors` of the word; repeats are possible. */
  candidates(word: Uint8Array, errors: number, found: (id: number) => void): void;
}

/** Loads the index. */
export function readDeletes(file: SectionReader): Deletes {
  const hashes = file.numbers('deleteHashes');
  const ids = file.numbers('deleteWords');
  const starts = file.numbers('deleteStarts');
  return {
    candidates(word, errors, found) {
      eachDelete(word, errors, (hash) => {
        const end = Math.min(u32At(starts, (hash >>> 16) + 1), hashes.length);
        for (let i = u32At(starts, hash >>> 16); i < end; i++) {
          const stored = u32At(hashes, i);
          if (stored === hash) found(u32At(ids, i));
          else if (stored > hash) break;
        }
      });
    },
  };
}
