/** A list of 32-bit numbers that grows by doubling: a quarter of the memory of an array, and no boxed values. */
export class GrowingNumbers {
  #values = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The numbers so far, as a view. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}
