/**
 * Copies and compares short byte strings within larger ones: several times for each row of a build, where the methods
 * of a buffer take longer to check their arguments and make views than to copy a few bytes. A range is checked once,
 * before its loop, so no byte in it is missing.
 */

/** A part of a buffer: `bytes[from, to)`. */
export interface ByteSpan {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** Up to this many bytes are copied by a loop; `set` needs a view of the source. */
const fewBytes = 48;

/** Copies `source[from, to)` to offset `at` of the target. */
export function copyBytes(
  source: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  at: number,
): void {
  const count = to - from;
  if (from < 0 || to > source.length || at < 0 || at + count > target.length) {
    throw new RangeError(`no ${count} bytes from ${from} to ${at}`);
  }
  if (count <= fewBytes) for (let i = 0; i < count; i++) target[at + i] = source[from + i] ?? 0;
  else target.set(count === source.length ? source : source.subarray(from, to), at);
}

/** Compares `count` bytes at an offset of each as unsigned numbers: negative, 0 or positive. */
export function compareBytes(a: Uint8Array, atA: number, b: Uint8Array, atB: number, count: number): number {
  if (atA < 0 || atA + count > a.length || atB < 0 || atB + count > b.length) {
    throw new RangeError(`no ${count} bytes at ${atA} and ${atB}`);
  }
  for (let i = 0; i < count; i++) {
    const order = (a[atA + i] ?? 0) - (b[atB + i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
