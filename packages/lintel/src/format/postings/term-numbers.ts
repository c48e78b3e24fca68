/** Numbers terms of up to 32 bits in the order in which they are first met: an open-addressing table that is emptied again and again. */
import { u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';

const maxNumbers = 2 ** 20;

export class TermNumbers {
  readonly #terms = new GrowableU32();
  /** Of each slot a term and its number plus one, 0 where it is free. */
  #slots = new Uint32Array(1 << 13);
  #mask = (1 << 12) - 1;

  get length(): number {
    return this.#terms.length;
  }

  /** The number of a term; a new one is given the next. */
  number(term: number): number {
    const slots = this.#slots;
    let slot = mix(term) & this.#mask;
    for (let found = u32At(slots, slot * 2 + 1); found !== 0; found = u32At(slots, slot * 2 + 1)) {
      if (slots[slot * 2] === term) return found - 1;
      slot = (slot + 1) & this.#mask;
    }
    const number = this.length;
    this.#terms.push(term);
    slots[slot * 2] = term;
    slots[slot * 2 + 1] = number + 1;
    if (this.length * 2 > this.#mask) this.#grow();
    return number;
  }

  /** Terms and their numbers alternately, the terms ascending. Up to 2^20 terms. */
  ordered(): Uint32Array {
    const { length } = this;
    if (length > maxNumbers) throw new Error(`${length} terms are more than can be sorted`);
    // Both in one number that is exact as a double: 32 bits of a term before 20 bits of its number.
    const keys = new Float64Array(length);
    for (let i = 0; i < length; i++) keys[i] = this.#terms.at(i) * maxNumbers + i;
    keys.sort();
    const pairs = new Uint32Array(length * 2);
    let at = 0;
    for (const key of keys) {
      pairs[at++] = key / maxNumbers;
      pairs[at++] = key % maxNumbers;
    }
    return pairs;
  }

  /** Forgets all terms. */
  clear(): void {
    this.#slots.fill(0);
    this.#terms.clear();
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    this.#mask = slots.length / 2 - 1;
    for (let i = 0; i < this.length; i++) {
      const term = this.#terms.at(i);
      let slot = mix(term) & this.#mask;
      while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & this.#mask;
      slots[slot * 2] = term;
      slots[slot * 2 + 1] = i + 1;
    }
    this.#slots = slots;
  }
}

function mix(term: number): number {
  const mixed = Math.imul(term ^ (term >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
