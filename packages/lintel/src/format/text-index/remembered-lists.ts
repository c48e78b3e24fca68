/** Lists of words that are made once for a key of two words and remembered, one behind the other, until all are forgotten. */
import { GrowableU32 } from '../../base/memory/growable.js';
import { KeyTable } from '../../base/memory/key-table.js';

export class RememberedLists {
  /** The words of all lists. */
  readonly words = new GrowableU32();
  readonly #keys = new KeyTable();
  readonly #ends = new GrowableU32();

  /** How many lists are whole. */
  get length(): number {
    return this.#ends.length;
  }

  /** Which list belongs to a key; `length` when it is to be made now. */
  number(high: number, low: number): number {
    return this.#keys.number(high, low);
  }

  /** Where a list begins in `words`; that of the next one is its end. */
  start(which: number): number {
    return which === 0 ? 0 : this.#ends.at(which - 1);
  }

  /** Ends the list whose words were pushed. */
  end(): void {
    this.#ends.push(this.words.length);
  }

  clear(): void {
    this.words.clear();
    this.#keys.clear();
    this.#ends.clear();
  }
}
