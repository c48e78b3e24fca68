/** Arrays of numbers and bytes that grow by doubling: a number a row costs four bytes, not a JavaScript object. */
import { outside, u32At } from './at.js';
import { copyBytes } from './bytes.js';

export class GrowableU32 {
  length = 0;
  #values = new Uint32Array(1024);

  push(value: number): void {
    this.#reserve(this.length + 1);
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    if (index >= this.length) throw outside(index, this.length);
    return u32At(this.#values, index);
  }

  set(index: number, value: number): void {
    if (!(index >= 0 && index < this.length)) throw outside(index, this.length);
    this.#values[index] = value;
  }

  /** Forgets all numbers. */
  clear(): void {
    this.length = 0;
  }

  /** The numbers so far, as a view of them. */
  view(): Uint32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.length);
  }

  #reserve(length: number): void {
    if (length <= this.#values.length) return;
    const larger = new Uint32Array(Math.max(length, this.#values.length * 2));
    larger.set(this.#values);
    this.#values = larger;
  }
}

/** Bytes that are gathered and forgotten again and again, in the same memory. */
export class GrowableBytes {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(4096);

  /** Appends `source[from, to)`. */
  push(source: Buffer, from: number, to: number): void {
    const length = this.length + to - from;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(length * 2);
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    copyBytes(source, from, to, this.#bytes, this.length);
    this.length = length;
  }

  clear(): void {
    this.length = 0;
  }

  /** Whether the bytes are `source[from, to)`. */
  equals(source: Buffer, from: number, to: number): boolean {
    return this.length === to - from && this.#bytes.compare(source, from, to, 0, this.length) === 0;
  }

  /** The bytes from and up to a place, as a view that is valid until more are added. */
  view(from = 0, to = this.length): Buffer {
    return this.#bytes.subarray(from, to);
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.length);
  }
}

/** A set of small numbers, one bit each. */
export class BitSet {
  #bits = new Uint8Array(1024);

  add(index: number): void {
    const at = index >>> 3;
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[at] = this.#byte(at) | (1 << (index & 7));
  }

  has(index: number): boolean {
    return (this.#byte(index >>> 3) & (1 << (index & 7))) !== 0;
  }

  /** Beyond the bytes that were needed so far nothing is in the set. */
  #byte(at: number): number {
    return this.#bits[at] ?? 0;
  }
}
