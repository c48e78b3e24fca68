/** Permits that are added up together, such as those of one month: copied, then taken contractor by contractor. */
import type { CellSums } from '../../format/roll-ups/cells.js';
import { fact, factWords } from '../../format/roll-ups/permit-facts.js';

/** Contractor and row share one number that is exact as a double: 27 bits and 26 bits. */
const rowBits = 2 ** 26;
/** Up to so many permits are sorted by insertion, which allocates nothing. */
const fewRows = 24;

export class FactGroup {
  rows = 0;
  #facts = new Uint32Array(64 * factWords);
  #keys = new Float64Array(64);

  /** Copies the facts at word `at`. */
  add(facts: Uint32Array, at: number): void {
    if (this.rows === this.#keys.length) this.#grow();
    const to = this.rows * factWords;
    for (let i = 0; i < factWords; i++) this.#facts[to + i] = facts[at + i] ?? 0;
    this.#keys[this.rows] = (facts[at + fact.contractor] ?? 0) * rowBits + this.rows;
    this.rows += 1;
  }

  /** Adds all permits to the sums, each contractor's together, and empties the group. */
  sum(sums: CellSums): void {
    if (this.rows >= rowBits) throw new Error('too many permits in one month of a place');
    const keys = this.#keys;
    if (this.rows > fewRows) keys.subarray(0, this.rows).sort();
    else insertionSort(keys, this.rows);
    for (let i = 0; i < this.rows; i++) {
      const key = keys[i] ?? 0;
      sums.add(this.#facts, (key - Math.floor(key / rowBits) * rowBits) * factWords);
    }
    sums.settle();
    this.rows = 0;
  }

  #grow(): void {
    const facts = new Uint32Array(this.#facts.length * 2);
    facts.set(this.#facts);
    this.#facts = facts;
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
  }
}

function insertionSort(values: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i] ?? 0;
    let at = i;
    for (; at > 0 && (values[at - 1] ?? 0) > value; at--) values[at] = values[at - 1] ?? 0;
    values[at] = value;
  }
}
