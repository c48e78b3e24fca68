/**
 * Seams: what is noted of the space between two words, so that words that are frequent but never stand beside each other
 * cost nothing. Of each space some bytes before and behind it, the word on one side with the byte on the other, and both
 * words. A seam is 32 bits of hash: one in thousands shares its number with another, whose rows are then looked at in vain.
 */

const space = 32;

/** A seam of so many bytes before and behind the space. */
export interface ByteSeam {
  readonly before: number;
  readonly behind: number;
}

/** The short ones are for texts that begin or end with a letter or two beside a space: `4 bath`. */
const byteSeams: readonly ByteSeam[] = [
  { before: 3, behind: 3 },
  { before: 2, behind: 2 },
  { before: 1, behind: 3 },
  { before: 1, behind: 2 },
  { before: 2, behind: 1 },
  { before: 1, behind: 1 },
];

/** Bytes on either side of a space that a seam holds, at most. */
export const longestByteSeam = 3;

/** Where hashes of each kind begin. */
const byteSeed = 1;
const wordByteSeed = 0x3c6ef372;
const byteWordSeed = 0x5851f42d;
const wordsSeed = 0x7f4a7c15;

function mixed(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function hashBytes(bytes: Uint8Array, at: number, { before, behind }: ByteSeam): number {
  let hash = byteSeed + before * 4 + behind;
  for (let i = at - before; i <= at + behind; i++) {
    if (i !== at) hash = Math.imul(hash, 0x01000193) + 1 + (bytes[i] ?? 0);
  }
  return mixed(hash) >>> 0;
}

const hashTwo = (seed: number, one: number, other: number) =>
  mixed(mixed(one ^ seed) + Math.imul(other + 1, 0x9e3779b1)) >>> 0;

/** The seam of a word, by its number, and the byte behind the space behind it. */
export const wordByteSeam = (word: number, byte: number) => hashTwo(wordByteSeed, word, byte);
/** The seam of a word and the byte before the space before it. */
export const byteWordSeam = (byte: number, word: number) => hashTwo(byteWordSeed, word, byte);
/** The seam of two words, by their numbers. */
export const wordsSeam = (one: number, other: number) => hashTwo(wordsSeed, one, other);

function fits({ before, behind }: ByteSeam, at: number, length: number): boolean {
  return at >= before && at + behind < length;
}

/** Hands over each seam of bytes at the space at `at` that lies in the text of `length` bytes whole. */
export function eachByteSeam(
  bytes: Uint8Array,
  at: number,
  length: number,
  take: (seam: number) => void,
): void {
  for (const kind of byteSeams) if (fits(kind, at, length)) take(hashBytes(bytes, at, kind));
}

/** The seams of bytes that tell most of the space at `at` of a text that is looked for. */
interface Telling {
  readonly seams: readonly number[];
  /** How many bytes of the words before and behind the space they hold. */
  readonly before: number;
  readonly behind: number;
}

/** All that lie in the text whole, but for those that others hold. */
export function tellingSeams(text: Uint8Array, at: number): Telling {
  const fitting = byteSeams.filter((kind) => fits(kind, at, text.length));
  return {
    seams: fitting
      .filter((kind) => !fitting.some((other) => holds(other, kind)))
      .map((kind) => hashBytes(text, at, kind)),
    before: Math.max(0, ...fitting.map(({ before }) => before)),
    behind: Math.max(0, ...fitting.map(({ behind }) => behind)),
  };
}

/** Whether the first kind of seam is another that holds all that the second does. */
function holds(one: ByteSeam, other: ByteSeam): boolean {
  return one !== other && one.before >= other.before && one.behind >= other.behind;
}

/** A word of a text that is looked for, or what there is of it: `text[from, to)`. */
export interface WordPlace {
  readonly from: number;
  readonly to: number;
}

/** The words of a text, between its spaces. */
export function wordPlaces(text: Uint8Array): WordPlace[] {
  const places: WordPlace[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from;
    while (to < text.length && text[to] !== space) to += 1;
    if (to > from) places.push({ from, to });
    from = to + 1;
  }
  return places;
}
