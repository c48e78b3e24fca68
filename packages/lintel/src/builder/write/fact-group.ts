/**
 * Permits that are summed together, such as those of one month: copied, then processed contractor by
 * contractor.
 */
import { u32At } from '../../base/memory/at.js';
import type { CellSums } from '../../format/roll-ups/cells.js';
import { fact, factWords } from '../../format/roll-ups/permit-facts.js';

/** Contractor and row share one number that a double holds exactly: 27 bits and 26 bits. */
const maxRows = 2 ** 26;
const maxContractors = 2 ** 27;

export class FactGroup {
  rows = 0;
  #facts = new Uint32Array(64 * factWords);
  #keys = new Float64Array(64);

  /** Copies the facts at word `from`. */
  add(facts: Uint32Array, from: number): void {
    const contractor = u32At(facts, from + fact.contractor);
    if (this.rows >= maxRows) throw new Error('too many permits in one month of a place');
    if (contractor >= maxContractors) throw new Error('too many contractors');
    if (this.rows === this.#keys.length) this.#grow();
    this.#facts.set(facts.subarray(from, from + factWords), this.rows * factWords);
    this.#keys[this.rows] = contractor * maxRows + this.rows;
    this.rows += 1;
  }

  /** Adds all permits to the sums, each contractor's together, and empties the group. */
  sum(sums: CellSums): void {
    for (const key of this.#keys.subarray(0, this.rows).sort()) {
      sums.add(this.#facts, (key % maxRows) * factWords);
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
