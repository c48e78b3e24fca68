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

/** What each plain byte becomes; 0 for those that are not plain. */
export type Folding = Uint8Array;

/** As `foldText` folds. */
export const toLower: Folding = folding((byte) => {
  if (byte === del) return caseBit;
  return isLetter(byte | caseBit) ? byte | caseBit : byte;
});
/** As `toUpperCase` does. */
export const toUpper: Folding = folding((byte) => (isLetter(byte) ? byte ^ caseBit : byte));

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
