/**
 * Orders entries of an arena by key: a stable radix sort over the first six bytes, then comparison within groups of
 * equal prefixes. No I/O; entries stay where they are, only their offsets are ordered.
 */
import { entryHeaderBytes } from './sort-entry.js';

/** Below this many entries three passes over 65,536 counters cost more than comparing. */
const radixMinimum = 4096;
const digits = 3;
const radix = 1 << 16;

/** The offsets in key order; entries with equal keys keep their order. The input is not changed. */
export function sortByPrefix(arena: Buffer, offsets: Uint32Array): Uint32Array {
  if (offsets.length < radixMinimum) return offsets.slice().sort((a, b) => compareKeys(arena, a, b) || a - b);
  const prefixes = keyPrefixes(arena, offsets);
  const order = radixOrder(prefixes, offsets.length);
  const sorted = new Uint32Array(offsets.length);
  for (let i = 0; i < order.length; i++) sorted[i] = offsets[order[i] ?? 0] ?? 0;
  sortTies(arena, sorted, (i, j) => {
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

/** Compares the keys of the entries at two offsets as unsigned bytes. */
function compareKeys(arena: Buffer, a: number, b: number): number {
  const keyA = a + entryHeaderBytes;
  const keyB = b + entryHeaderBytes;
  return arena.compare(arena, keyB, keyB + arena.readUInt32LE(b), keyA, keyA + arena.readUInt32LE(a));
}

/** Three 16-bit digits an entry, most significant first; a shorter key is padded with zeros. */
function keyPrefixes(arena: Buffer, offsets: Uint32Array): Uint16Array {
  const prefixes = new Uint16Array(offsets.length * digits);
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0;
    const length = arena.readUInt32LE(offset);
    const at = offset + entryHeaderBytes;
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

/** Sorts every stretch of positions with equal prefixes by the whole key. */
function sortTies(arena: Buffer, sorted: Uint32Array, isTie: (i: number, j: number) => boolean): void {
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && isTie(start, end)) end += 1;
    if (end - start > 1) sorted.subarray(start, end).sort((a, b) => compareKeys(arena, a, b) || a - b);
    start = end;
  }
}
