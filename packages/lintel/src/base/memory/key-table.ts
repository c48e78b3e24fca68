/** Numbers 64-bit keys in order of first appearance: an open-addressing table of sixteen bytes per key. */
import { u32At } from './at.js';
import { GrowableU32 } from './growable.js';

export class KeyTable {
  /** High and low word of each key, by number. */
  readonly #keys = new GrowableU32();
  /** Number plus one by slot; 0 where a slot is free. */
  #slots = new Uint32Array(1 << 12);

  get length(): number {
    return this.#keys.length / 2;
  }

  /** The number of a key; a new one is given the next. */
  number(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = mix(high, low) & mask;
    for (let found = u32At(this.#slots, slot); found !== 0; found = u32At(this.#slots, slot)) {
      if (this.#keys.at(found * 2 - 1) === low && this.#keys.at(found * 2 - 2) === high) return found - 1;
      slot = (slot + 1) & mask;
    }
    const number = this.length;
    this.#keys.push(high);
    this.#keys.push(low);
    this.#slots[slot] = number + 1;
    if (this.length * 2 > this.#slots.length) this.#grow();
    return number;
  }

  /** The key of a number. */
  key(number: number): { high: number; low: number } {
    return { high: this.#keys.at(number * 2), low: this.#keys.at(number * 2 + 1) };
  }

  /** Forgets all keys. */
  clear(): void {
    this.#keys.clear();
    this.#slots.fill(0);
  }

  /** The keys in their order, each as high word, low word and number. */
  sorted(): Uint32Array {
    const keys = new BigUint64Array(this.length);
    for (let i = 0; i < keys.length; i++) {
      const { high, low } = this.key(i);
      keys[i] = (BigInt(high) << 32n) | BigInt(low);
    }
    keys.sort();
    const words = new Uint32Array(keys.length * 3);
    for (const [i, key] of keys.entries()) {
      const [high, low] = [Number(key >> 32n), Number(key & 0xffffffffn)];
      words.set([high, low, this.number(high, low)], i * 3);
    }
    return words;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let i = 0; i < this.length; i++) {
      let slot = mix(this.#keys.at(i * 2), this.#keys.at(i * 2 + 1)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = i + 1;
    }
  }
}

function mix(high: number, low: number): number {
  let mixed = Math.imul(high ^ (high >>> 15), 0x2c1b3c6d) ^ Math.imul(low ^ (low >>> 13), 0x297a2d39);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x165667b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The number of a key in the words that `sorted` gave; -1 when it is none. */
export function findKey(words: Uint32Array, high: number, low: number): number {
  let from = 0;
  let to = words.length / 3;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const h = u32At(words, middle * 3);
    const l = u32At(words, middle * 3 + 1);
    if (h === high && l === low) return u32At(words, middle * 3 + 2);
    if (h < high || (h === high && l < low)) from = middle + 1;
    else to = middle;
  }
  return -1;
}
