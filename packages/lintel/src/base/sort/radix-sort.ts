/**
 * Orders entries of an arena by key: a stable radix sort over the first six bytes, then within groups of equal ones over
 * the next six where they are many, over the next four where they are some, by comparison where they are few. No I/O;
 * entries stay where they are, only their offsets are ordered.
 */
import { compareBytes } from '../memory/bytes.js';
import { entryHeaderBytes } from './sort-entry.js';

/** Below this many entries three passes over 65,536 counters cost more than comparing. */
const radixMinimum = 4096;
const digits = 3;
const prefixBytes = digits * 2;
const radix = 1 << 16;

/**
 * The offsets in key order; entries with equal keys keep their order. The input is not changed. The keys are known to be
 * equal in their first `from` bytes.
 */
export function sortByPrefix(arena: Buffer, offsets: Uint32Array, from = 0): Uint32Array {
  if (offsets.length < radixMinimum) {
    const sorted = offsets.slice();
    sortTie(arena, sorted, from);
    return sorted;
  }
  const prefixes = keyPrefixes(arena, offsets, from);
  const order = radixOrder(prefixes, offsets.length);
  const sorted = new Uint32Array(offsets.length);
  for (let i = 0; i < order.length; i++) sorted[i] = offsets[order[i] ?? 0] ?? 0;
  sortTies(arena, sorted, from + prefixBytes, (i, j) => {
    const a = (order[i] ?? 0) * digits;
    const b = (order[j] ?? 0) * digits;
    return (
      prefixes[a] === prefixes[b] &&
      prefixes[a + 1] === prefixes[b + 1] &&
      prefixes[a + 2] === prefixes[b + 2]
    );
  });
  return sorted;
}

/** Bytes that are compared one by one; comparing natively pays beyond. */
const fewBytes = 24;

/** Compares the keys of the entries at two offsets as unsigned bytes. They are known to be equal in their first `from` bytes. */
function compareKeys(arena: Buffer, a: number, b: number, from: number): number {
  const lengthA = arena.readUInt32LE(a);
  const lengthB = arena.readUInt32LE(b);
  const known = Math.min(from, lengthA, lengthB);
  const keyA = a + entryHeaderBytes;
  const keyB = b + entryHeaderBytes;
  const few = Math.min(fewBytes, lengthA - known, lengthB - known);
  const order = compareBytes(arena, keyA + known, arena, keyB + known, few);
  if (order !== 0) return order;
  const next = known + few;
  if (next === lengthA || next === lengthB) return lengthA - lengthB;
  return arena.compare(arena, keyB + next, keyB + lengthB, keyA + next, keyA + lengthA);
}

/** Three 16-bit digits an entry, most significant first, from a byte of the key on; a shorter key is padded with zeros. */
function keyPrefixes(arena: Buffer, offsets: Uint32Array, from: number): Uint16Array {
  const prefixes = new Uint16Array(offsets.length * digits);
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0;
    const length = arena.readUInt32LE(offset) - from;
    const at = offset + entryHeaderBytes + from;
    for (let digit = 0; digit < digits; digit++) {
      const high = digit * 2 < length ? (arena[at + digit * 2] ?? 0) : 0;
      const low = digit * 2 + 1 < length ? (arena[at + digit * 2 + 1] ?? 0) : 0;
      prefixes[i * digits + digit] = (high << 8) | low;
    }
  }
  return prefixes;
}

/** Indices in order of their prefixes, least significant digit first, stable. */
function radixOrder(prefixes: Uint16Array, count: number): Uint32Array {
  let from = new Uint32Array(count);
  let to = new Uint32Array(count);
  for (let i = 0; i < count; i++) from[i] = i;
  for (let digit = digits - 1; digit >= 0; digit--) {
    const starts = new Uint32Array(radix + 1);
    for (let i = 0; i < count; i++) {
      const slot = (prefixes[i * digits + digit] ?? 0) + 1;
      starts[slot] = (starts[slot] ?? 0) + 1;
    }
    if (starts.includes(count)) continue;
    for (let i = 1; i <= radix; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    for (let i = 0; i < count; i++) {
      const index = from[i] ?? 0;
      const slot = prefixes[index * digits + digit] ?? 0;
      const place = starts[slot] ?? 0;
      to[place] = index;
      starts[slot] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Sorts every stretch of positions with equal prefixes by the rest of the key: by radix again where it is a long one. */
function sortTies(
  arena: Buffer,
  sorted: Uint32Array,
  from: number,
  isTie: (i: number, j: number) => boolean,
): void {
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && isTie(start, end)) end += 1;
    if (end - start > 1) sortTie(arena, sorted.subarray(start, end), from);
    start = end;
  }
}

/** Entries that are told apart by comparing them. */
const fewTies = 24;

function sortTie(arena: Buffer, ties: Uint32Array, from: number): void {
  if (ties.length <= fewTies) {
    sortFew(arena, ties, from);
    return;
  }
  // Keys that end here are equal but for zeros: nothing more is to be read of them.
  const isLong = ties.some((offset) => arena.readUInt32LE(offset) > from);
  if (!isLong) ties.sort((a, b) => compareKeys(arena, a, b, from) || a - b);
  else if (ties.length >= radixMinimum) ties.set(sortByPrefix(arena, ties, from));
  else sortByWord(arena, ties, from);
}

/** By insertion: entries that are in order already are compared once. */
function sortFew(arena: Buffer, ties: Uint32Array, from: number): void {
  for (let i = 1; i < ties.length; i++) {
    const offset = ties[i] ?? 0;
    let at = i;
    for (; at > 0 && compareKeys(arena, ties[at - 1] ?? 0, offset, from) > 0; at--)
      ties[at] = ties[at - 1] ?? 0;
    ties[at] = offset;
  }
}

const wordBytes = 4;

/**
 * Sorts fewer than `radixMinimum` entries by the next four bytes of their keys, which are put before their positions in one
 * number each: numbers are sorted natively. Then those that are still equal.
 */
function sortByWord(arena: Buffer, ties: Uint32Array, from: number): void {
  const words = new Float64Array(ties.length);
  for (let i = 0; i < ties.length; i++) {
    const offset = ties[i] ?? 0;
    const left = arena.readUInt32LE(offset) - from;
    let word = 0;
    for (let byte = 0; byte < wordBytes; byte++)
      word = word * 256 + (byte < left ? (arena[offset + entryHeaderBytes + from + byte] ?? 0) : 0);
    words[i] = word * radixMinimum + i;
  }
  words.sort();
  const before = ties.slice();
  for (let i = 0; i < ties.length; i++) ties[i] = before[(words[i] ?? 0) % radixMinimum] ?? 0;
  const wordAt = (i: number) => Math.floor((words[i] ?? 0) / radixMinimum);
  sortTies(arena, ties, from + wordBytes, (i, j) => wordAt(i) === wordAt(j));
}
