/**
 * Gives places small numbers in the order in which they are first met: a hash table over 64-bit keys in typed arrays,
 * asked several times for every permit of a build.
 */
const emptySlot = 0xffffffff;

export class PlaceNumbers {
  /** Places so far. */
  count = 0;
  #high = new Uint32Array(512);
  #low = new Uint32Array(512);
  #slots = new Uint32Array(1024).fill(emptySlot);

  /** The number of the place with this key. */
  number(high: number, low: number): number {
    for (let slot = this.#slotOf(high, low); ; slot = (slot + 1) % this.#slots.length) {
      const number = this.#slots[slot] ?? emptySlot;
      if (number === emptySlot) return this.#add(slot, high, low);
      if (this.#high[number] === high && this.#low[number] === low) return number;
    }
  }

  /** The key of a place. */
  key(number: number): { high: number; low: number } {
    return { high: this.#high[number] ?? 0, low: this.#low[number] ?? 0 };
  }

  #slotOf(high: number, low: number): number {
    return (
      ((Math.imul(high ^ (low >>> 7), 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b)) >>> 0) &
      (this.#slots.length - 1)
    );
  }

  #add(slot: number, high: number, low: number): number {
    const number = this.count;
    if (number === this.#high.length) {
      this.#grow();
      return this.number(high, low);
    }
    this.#slots[slot] = number;
    this.#high[number] = high;
    this.#low[number] = low;
    this.count += 1;
    return number;
  }

  #grow(): void {
    const doubled = (values: Uint32Array<ArrayBuffer>) => {
      const larger = new Uint32Array(values.length * 2);
      larger.set(values);
      return larger;
    };
    this.#high = doubled(this.#high);
    this.#low = doubled(this.#low);
    this.#slots = new Uint32Array(this.#slots.length * 2).fill(emptySlot);
    for (let number = 0; number < this.count; number++) {
      let slot = this.#slotOf(this.#high[number] ?? 0, this.#low[number] ?? 0);
      while (this.#slots[slot] !== emptySlot) slot = (slot + 1) % this.#slots.length;
      this.#slots[slot] = number;
    }
  }
}
