/** Arrays of numbers that grow by doubling: a number a row costs four bytes, not a JavaScript object. */

export class GrowableU32 {
  length = 0;
  #values = new Uint32Array(1024);

  push(value: number): void {
    this.#reserve(this.length + 1);
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
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
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (index & 7));
  }

  has(index: number): boolean {
    return ((this.#bits[index >>> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }
}
