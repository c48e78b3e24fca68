/**
 * Folds texts in the JSON of records byte by byte, without making strings of them. This works for plain
 * texts, that is ASCII without escapes, which nearly all are.
 */

const backslash = 92;
const firstLetter = 97;
const lastLetter = 122;
const caseBit = 32;
const del = 127;
const firstDigit = 48;
const lastDigit = 57;

/** Maps each plain byte to its folded byte, others to 0. */
export type Folding = Uint8Array;

/** Folds as `foldText` does. */
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

/**
 * Folds `bytes[from, to)` into another array, which must have room for it. False if not all of it is plain.
 */
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
 * Copies the letters, in upper case, and the digits of `bytes[from, to)` into another array, which must have
 * room for them, as `foldNumber` does. Returns how many there are, or -1 if not all of it is plain.
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
