/**
 * Orders entries of an arena by key: a stable LSD radix sort over the first six bytes, then within each group
 * of equal prefixes over the next six if it is large, by comparison if it is small. No I/O; entries stay in
 * place, only their offsets are ordered.
 */
import { u32At } from '../memory/at.js';
import { compareBytes } from '../memory/bytes.js';
import { entryHeaderBytes } from './sort-entry.js';

/** Below this many entries three passes over 65,536 counters cost more than comparing. */
const radixMinimum = 4096;
const digits = 3;
const prefixBytes = digits * 2;
const radix = 1 << 16;

/**
 * The offsets in key order; entries with equal keys keep the order of their offsets. The input is not
 * changed. The keys are known to be equal in their first `from` bytes.
 */
export function sortByPrefix(arena: Buffer, offsets: Uint32Array, from = 0): Uint32Array {
  if (offsets.length < radixMinimum) return sortByComparison(arena, offsets.slice(), from);
  const prefixes = keyPrefixes(arena, offsets, from);
  const order = radixOrder(prefixes);
  const sorted = order.map((index) => u32At(offsets, index));
  const next = from + prefixBytes;
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && isTie(prefixes, u32At(order, start), u32At(order, end))) end += 1;
    if (end - start > 1) sortTies(arena, sorted.subarray(start, end), next);
    start = end;
  }
  return sorted;
}

/** Three 16-bit digits of each entry, in an array a digit, the most significant first. */
type Prefixes = readonly Uint16Array[];

/** The digits of the keys from a byte on; a shorter key is padded with zeros. */
function keyPrefixes(arena: Buffer, offsets: Uint32Array, from: number): Prefixes {
  const prefixes = Array.from({ length: digits }, () => new Uint16Array(offsets.length));
  for (const [digit, values] of prefixes.entries()) {
    for (let i = 0; i < values.length; i++) {
      const offset = u32At(offsets, i);
      const byte = from + digit * 2;
      const length = arena.readUInt32LE(offset) - byte;
      const at = offset + entryHeaderBytes + byte;
      values[i] = length > 1 ? arena.readUInt16BE(at) : length === 1 ? arena.readUInt8(at) << 8 : 0;
    }
  }
  return prefixes;
}

/** Indices in order of their prefixes, least significant digit first, stable. */
function radixOrder(prefixes: Prefixes): Uint32Array {
  const count = prefixes[0]?.length ?? 0;
  let from = new Uint32Array(count);
  let to = new Uint32Array(count);
  for (let i = 0; i < count; i++) from[i] = i;
  for (const values of prefixes.toReversed()) {
    const starts = new Uint32Array(radix + 1);
    for (const digit of values) starts[digit + 1] = u32At(starts, digit + 1) + 1;
    if (starts.includes(count)) continue;
    for (let i = 1; i <= radix; i++) starts[i] = u32At(starts, i) + u32At(starts, i - 1);
    for (const index of from) {
      const digit = digitAt(values, index);
      const place = u32At(starts, digit);
      to[place] = index;
      starts[digit] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

function isTie(prefixes: Prefixes, one: number, other: number): boolean {
  return prefixes.every((values) => values[one] === values[other]);
}

function digitAt(values: Uint16Array, index: number): number {
  const digit = values[index];
  if (digit === undefined) throw new RangeError(`no entry ${index}`);
  return digit;
}

/** Sorts entries whose keys are equal up to `from`: keys that end there are equal but for zeros. */
function sortTies(arena: Buffer, ties: Uint32Array, from: number): void {
  const isLong = ties.length >= radixMinimum && ties.some((offset) => arena.readUInt32LE(offset) > from);
  if (isLong) ties.set(sortByPrefix(arena, ties, from));
  else sortByComparison(arena, ties, from);
}

function sortByComparison(arena: Buffer, offsets: Uint32Array, from: number): Uint32Array {
  return offsets.sort((a, b) => compareKeys(arena, a, b, from) || a - b);
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
