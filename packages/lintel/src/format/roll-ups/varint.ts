/**
 * Integers from 0 to 2^53 - 1 as bytes, seven bits each, the lowest first, the top bit set on all but the
 * last (LEB128): most numbers of a roll-up are small.
 */

/** Bytes that a number takes at most. */
const maxVarintBytes = 8;

/** Writes a number at an offset with `maxVarintBytes` free; returns where the next one begins. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let next = at;
  let rest = value;
  for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) bytes[next++] = (rest % 128) | 128;
  for (; rest > 127; rest >>>= 7) bytes[next++] = (rest & 127) | 128;
  bytes[next++] = rest;
  return next;
}

/** A growing list of bytes. */
export class VarintWriter {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(64);

  push(value: number): void {
    this.length = writeVarint(this.room(1), this.length, value);
  }

  /**
   * Room for this many more numbers from `length` on; the caller writes them and sets `length`. Valid until
   * the next push.
   */
  room(numbers: number): Uint8Array {
    const needed = this.length + numbers * maxVarintBytes;
    if (needed > this.#bytes.length) this.#grow(needed);
    return this.#bytes;
  }

  /** What was pushed. Valid until the next push. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Reads numbers one after another. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error('a roll-up of the release ends within a number');
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  }
}
