/**
 * Reads texts out of the JSON of records without making strings of them: nearly all are plain, that is ASCII without
 * escapes, and are folded byte by byte.
 */

const quote = 34;
const backslash = 92;
const firstLetter = 97;
const lastLetter = 122;
const caseBit = 32;
const del = 127;
const firstDigit = 48;
const lastDigit = 57;

/** What each plain byte becomes; 0 for those that are not plain. */
export type Folding = Uint8Array;

/** As `foldText` folds. */
export const toLower: Folding = folding((byte) => {
  if (byte === del) return caseBit;
  return isLetter(byte | caseBit) ? byte | caseBit : byte;
});

function isLetter(byte: number): boolean {
  return byte >= firstLetter && byte <= lastLetter;
}

function folding(fold: (byte: number) => number): Folding {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    byte < caseBit || byte > del || byte === backslash ? 0 : fold(byte),
  );
}

/** Where the JSON of a text or of null ends that begins at `at`. */
export function jsonTextEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== quote) return at + 'null'.length;
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
  return end + 1;
}

/** Folds `bytes[from, to)` into another array, which has room for it; whether all of it is plain. */
export function foldPlain(
  bytes: Uint8Array,
  from: number,
  to: number,
  fold: Folding,
  into: Uint8Array,
): boolean {
  for (let i = from; i < to; i++) {
    const byte = fold[bytes[i] ?? 0] ?? 0;
    if (byte === 0) return false;
    into[i - from] = byte;
  }
  return true;
}

/**
 * Letters in upper case and digits of `bytes[from, to)` into another array, which has room for them, as `foldNumber`
 * folds; returns how many there are, -1 where not all is plain.
 */
export function foldLettersAndDigits(bytes: Uint8Array, from: number, to: number, into: Uint8Array): number {
  let length = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < caseBit || byte >= del || byte === backslash) return -1;
    if (isLetter(byte | caseBit)) into[length++] = byte & ~caseBit;
    else if (byte >= firstDigit && byte <= lastDigit) into[length++] = byte;
  }
  return length;
}
