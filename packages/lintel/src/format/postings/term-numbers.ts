/** Numbers terms of up to 32 bits in the order in which they are first met: an open-addressing table that is emptied again and again. */
import { GrowableU32 } from '../../base/memory/growable.js';

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
    for (let found = slots[slot * 2 + 1] ?? 0; found !== 0; found = slots[slot * 2 + 1] ?? 0) {
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

  /** Terms and their numbers alternately, the terms ascending. */
  ordered(): Uint32Array {
    const length = this.length * 2;
    const pairs = new Uint32Array(length);
    const other = new Uint32Array(length);
    let bits = 0;
    for (let i = 0; i < this.length; i++) {
      const term = this.#terms.at(i);
      bits |= term;
      pairs[i * 2] = term;
      pairs[i * 2 + 1] = i;
    }
    return sortByTerm(pairs, other, 32 - Math.clz32(bits));
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

/** Bits of a term that are sorted by at once: writing to a few thousand places at a time is fast. */
const digitBits = 11;

/** The pairs in the order of their terms, which have so many bits: in one of the two arrays. */
function sortByTerm(pairs: Uint32Array, other: Uint32Array, bits: number): Uint32Array {
  let [from, to] = [pairs, other];
  for (let shift = 0; shift < bits; shift += digitBits) {
    scatter(from, to, shift);
    [from, to] = [to, from];
  }
  return from;
}

/** Copies pairs into another array, in the order of some bits of their terms. */
function scatter(from: Uint32Array, to: Uint32Array, shift: number): void {
  const mask = (1 << digitBits) - 1;
  const starts = new Uint32Array(mask + 2);
  for (let i = 0; i < from.length; i += 2) {
    const slot = (((from[i] ?? 0) >>> shift) & mask) + 1;
    starts[slot] = (starts[slot] ?? 0) + 2;
  }
  for (let slot = 1; slot <= mask; slot++) starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0);
  for (let i = 0; i < from.length; i += 2) {
    const term = from[i] ?? 0;
    const slot = (term >>> shift) & mask;
    const at = starts[slot] ?? 0;
    to[at] = term;
    to[at + 1] = from[i + 1] ?? 0;
    starts[slot] = at + 2;
  }
}
