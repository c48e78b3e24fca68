/**
 * Whole numbers from 0 to 2^53 - 1 as bytes, seven bits each, the lowest first, the top bit set on all but the last
 * (LEB128): most numbers of a roll-up are small.
 */

/** A growing list of bytes. */
export class VarintWriter {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(64);

  push(value: number): void {
    if (this.length + 8 > this.#bytes.length) this.#grow();
    const bytes = this.#bytes;
    let rest = value;
    while (rest > 0x7fffffff) {
      bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[this.length++] = rest;
  }

  /** What was pushed. Valid until the next push. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.#bytes.length * 2);
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Reads numbers one after the other. */
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
