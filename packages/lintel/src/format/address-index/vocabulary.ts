/**
 * The distinct words of an index, sorted, with the other spellings of words that have several. Finds a word,
 * the words with a prefix, and the words within one or two errors, also of truncated words.
 *
 * Words are numbered in byte order. `main` of a spelling is the number of the indexed word that it means
 * (`STREET` → `ST`); for most it is the word itself.
 */

import { byteEditDistance } from '@lintel/contract/plain';
import { u32At } from '../../base/memory/at.js';
import { lowerBound } from '../../base/memory/lower-bound.js';
import { shortDirectionals } from '../../geography/usps/words.js';
import type { SectionReader, SectionWriter } from '../sections/section-file.js';
import { contractedFrom, maxContracted, prefixErrorFrom } from './limits.js';
import { allowedErrors, lookupErrors, readDeletes, writeDeletes } from './symmetric-deletes.js';
import { ordinal, wordForms } from './usps-words.js';

/** Prefix of words for states (`@TX`); it sorts before letters and never comes from a query. */
export const stateSign = '@';

/** Numbers of the words from `from` up to but not including `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/** Writes the vocabulary of the index's words; returns the number of each. */
export function writeVocabulary(file: SectionWriter, indexed: Iterable<string>): Map<string, number> {
  const mains = new Map<string, string>();
  for (const word of indexed) mains.set(word, word);
  for (const [form, main] of wordForms) if (mains.has(main) && !mains.has(form)) mains.set(form, main);
  const words = [...mains.keys()].sort((a, b) => (a < b ? -1 : 1));
  const ids = new Map(words.map((word, id) => [word, id]));
  const encoded = words.map(encode);
  const starts = new Uint32Array(words.length + 1);
  encoded.forEach((bytes, id) => {
    starts[id + 1] = u32At(starts, id) + bytes.length;
  });
  file.put('words', Buffer.concat(encoded));
  file.put('wordStarts', starts);
  file.put(
    'wordMains',
    Uint32Array.from(words, (word) => ids.get(mains.get(word) ?? word) ?? 0),
  );
  writeDeletes(file, encoded);
  return ids;
}

export interface Vocabulary {
  readonly size: number;
  text(id: number): string;
  /** Number of the exact word, or -1. */
  find(word: string): number;
  main(id: number): number;
  /** Words that begin with the letters. */
  prefix(letters: string): WordRange;
  /** Other spellings among the words of the range. */
  forms(range: WordRange): Uint32Array;
  /** Calls `found` with each other word within `limit` errors (and within what its length allows). */
  near(word: string, limit: number, found: (id: number, errors: number) => void): void;
  /**
   * Calls `found` with up to `maxContracted` words that equal the letters when their vowels after the first
   * letter are left out (`SHD` for `SHADE`); with `open` also with words that only begin so. Letters with
   * other vowels find nothing.
   */
  contracted(letters: string, open: boolean, found: (id: number) => void): void;
  /** Ranges of words that begin with the letters after one error; the same word may be in several. */
  nearPrefix(letters: string, found: (range: WordRange) => void): void;
}

/** Loads a vocabulary. */
export function readVocabulary(file: SectionReader): Vocabulary {
  const bytes = file.bytes('words');
  const starts = file.numbers('wordStarts');
  const mains = file.numbers('wordMains');
  const deletes = readDeletes(file);
  const size = mains.length;
  const otherForms = Uint32Array.from([...mains.keys()].filter((id) => mains[id] !== id));
  const all: WordRange = { from: 0, to: size };
  /**
   * First word in the range whose letter at `depth` is at least `letter`; a word that ends before comes
   * first.
   */
  const firstWithLetter = (range: WordRange, depth: number, letter: number): number => {
    let low = range.from;
    let high = range.to;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = u32At(starts, middle) + depth;
      const byte = at < u32At(starts, middle + 1) ? (bytes[at] ?? 0) : -1;
      if (byte < letter) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const narrow = (range: WordRange, depth: number, letter: number): WordRange => ({
    from: firstWithLetter(range, depth, letter),
    to: firstWithLetter(range, depth, letter + 1),
  });
  const follow = (start: WordRange, depth: number, letters: Uint8Array): WordRange => {
    let range = start;
    for (let i = 0; i < letters.length && range.from < range.to; i++)
      range = narrow(range, depth + i, letters[i] ?? 0);
    return range;
  };
  const lengthOf = (id: number) => u32At(starts, id + 1) - u32At(starts, id);
  return {
    size,
    text: (id) => Buffer.from(bytes.subarray(starts[id], starts[id + 1])).toString('latin1'),
    find(word) {
      const range = follow(all, 0, encode(word));
      return range.from < range.to && lengthOf(range.from) === word.length ? range.from : -1;
    },
    main: (id) => mains[id] ?? id,
    prefix: (letters) => follow(all, 0, encode(letters)),
    forms: ({ from, to }) => otherForms.subarray(lowerBound(otherForms, from), lowerBound(otherForms, to)),
    near(word, limit, found) {
      const query = encode(word);
      const errors = Math.min(limit, lookupErrors(query.length));
      if (errors === 0) return;
      const seen = new Set<number>();
      deletes.candidates(query, errors, (id) => {
        if (seen.has(id)) return;
        seen.add(id);
        const distance = byteEditDistance(
          query,
          0,
          query.length,
          bytes,
          u32At(starts, id),
          u32At(starts, id + 1),
          errors,
        );
        if (distance > errors) return;
        if (distance > 0 && distance <= allowedErrors(lengthOf(id))) found(id, distance);
      });
    },
    contracted(letters, open, found) {
      if (letters.length < contractedFrom || !/^[A-Z][^AEIOU\d]+$/.test(letters)) return;
      let count = 0;
      const report = ({ from, to }: WordRange) => {
        for (let id = from; id < to && count < maxContracted; id++, count++) found(id);
      };
      walkContracted(encode(letters), all, { narrow, follow, bytes, starts }, open, report);
    },
    nearPrefix(letters, found) {
      if (letters.length < prefixErrorFrom) return;
      walkNearPrefixes(encode(letters), all, { narrow, follow, bytes, starts }, found);
    },
  };
}

/** The bytes of a word, which is ASCII; faster than a Buffer for a few letters. */
function encode(word: string): Uint8Array {
  const bytes = new Uint8Array(word.length);
  for (let i = 0; i < word.length; i++) bytes[i] = word.charCodeAt(i);
  return bytes;
}

interface Walk {
  narrow(range: WordRange, depth: number, letter: number): WordRange;
  follow(range: WordRange, depth: number, letters: Uint8Array): WordRange;
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Follows the letters, and at each of them tries one error before following the rest exactly. */
function walkNearPrefixes(
  letters: Uint8Array,
  all: WordRange,
  walk: Walk,
  found: (range: WordRange) => void,
): void {
  const report = (range: WordRange) => {
    if (range.from < range.to) found(range);
  };
  let range = all;
  for (let i = 0; i < letters.length && range.from < range.to; i++) {
    const rest = letters.subarray(i);
    report(walk.follow(range, i, rest.subarray(1)));
    if (rest.length > 1) {
      const swapped = Uint8Array.of(rest[1] ?? 0, rest[0] ?? 0, ...rest.subarray(2));
      report(walk.follow(range, i, swapped));
    }
    for (const [letter, next] of nextLetters(range, i, walk)) {
      if (letter !== rest[0]) report(walk.follow(next, i + 1, rest.subarray(1)));
      report(walk.follow(next, i + 1, rest));
    }
    range = walk.narrow(range, i, letters[i] ?? 0);
  }
}

const vowels = [...'AEIOU'].map((vowel) => vowel.charCodeAt(0));

/** Follows the letters through the words, skipping vowels after the first letter. */
function walkContracted(
  letters: Uint8Array,
  all: WordRange,
  walk: Walk,
  open: boolean,
  found: (range: WordRange) => void,
): void {
  const step = (range: WordRange, depth: number, at: number): void => {
    if (range.from >= range.to) return;
    if (at === letters.length) {
      if (open) {
        found(range);
        return;
      }
      // Words that end here come first in their range.
      found({ from: range.from, to: walk.narrow(range, depth, 0).from });
    } else step(walk.narrow(range, depth, letters[at] ?? 0), depth + 1, at + 1);
    if (at > 0) for (const vowel of vowels) step(walk.narrow(range, depth, vowel), depth + 1, at);
  };
  step(all, 0, 0);
}

/** The letters that follow at `depth` in the words of the range, with the words of each. */
function* nextLetters(range: WordRange, depth: number, walk: Walk): Iterable<[number, WordRange]> {
  let from = range.from;
  while (from < range.to) {
    const at = u32At(walk.starts, from) + depth;
    if (at >= u32At(walk.starts, from + 1)) {
      from += 1;
      continue;
    }
    const letter = walk.bytes[at] ?? 0;
    const next = walk.narrow({ from, to: range.to }, depth, letter);
    yield [letter, next];
    // Words that are out of order, in a damaged file, must not stop it from advancing.
    from = Math.max(next.to, from + 1);
  }
}

/**
 * Another word that a word may mean: `5` for `5TH` and `5TH` for `5`, `LN` for `LA`, `S` for `SO`; null for
 * most.
 */
export function otherForm(word: string): string | null {
  if (word === 'LA') return 'LN';
  const direction = shortDirectionals.get(word);
  if (direction !== undefined) return direction;
  if (/^\d{1,4}$/.test(word)) return ordinal(Number(word));
  const match = /^(\d{1,4})(?:ST|ND|RD|TH)$/.exec(word);
  return match ? (match[1] ?? null) : null;
}
