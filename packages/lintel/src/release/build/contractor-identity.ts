/**
 * Which sightings are the same contractor: union-find over their identity keys.
 *
 * Two sightings with a common key are one contractor, and so on along chains. The contractor's id comes from its
 * strongest kind of key and, of those, the smallest text: the same whatever the order of the rows (C9).
 */
import { contractorId } from '@lintel/contract';
import { GrowableU32 } from './growable.js';
import { TextTable } from './text-table.js';

/** Kinds of keys, strongest first. */
const strengths = ['license', 'phone', 'email', 'name'];
const idLength = 10;
const none = 0xffffffff;

export class ContractorIdentity {
  readonly #keys = new TextTable();
  readonly #parents = new GrowableU32();
  /** Of each root: the number of its deciding key. Filled by `settle`. */
  #deciding = new Uint32Array(0);
  #ids = Buffer.alloc(0);

  /** Says that all these keys (at least one) are of one contractor; gives a number for it, to be asked about later. */
  link(keys: readonly string[]): number {
    let first = -1;
    for (const key of keys) {
      const node = this.#keys.number(key);
      if (node === this.#parents.length) this.#parents.push(node);
      if (first < 0) first = node;
      else this.#union(first, node);
    }
    if (first < 0) throw new Error('a sighting without identity keys');
    return first;
  }

  /** Finds every contractor's deciding key, once all sightings are linked. */
  settle(): void {
    const count = this.#parents.length;
    this.#deciding = new Uint32Array(count).fill(none);
    this.#ids = Buffer.alloc(count * idLength);
    for (let node = 0; node < count; node++) {
      const root = this.contractor(node);
      const best = this.#deciding[root] ?? none;
      if (best === none || this.#isStronger(node, best)) this.#deciding[root] = node;
    }
  }

  /** The number of the contractor to which `link` gave this number or another one. */
  contractor(node: number): number {
    let at = node;
    for (let parent = this.#parents.at(at); parent !== at; parent = this.#parents.at(at)) {
      const grandparent = this.#parents.at(parent);
      this.#parents.set(at, grandparent);
      at = grandparent;
    }
    return at;
  }

  /** The contractor's id as ten bytes of text. To be asked after `settle`. Do not modify. */
  id(contractor: number): Buffer {
    const at = contractor * idLength;
    if (this.#ids[at] === 0) {
      this.#ids.write(contractorId(this.#keys.text(this.#deciding[contractor] ?? none)), at, 'latin1');
    }
    return this.#ids.subarray(at, at + idLength);
  }

  #union(a: number, b: number): void {
    const rootA = this.contractor(a);
    const rootB = this.contractor(b);
    if (rootA < rootB) this.#parents.set(rootB, rootA);
    else this.#parents.set(rootA, rootB);
  }

  #isStronger(a: number, b: number): boolean {
    const textA = this.#keys.text(a);
    const textB = this.#keys.text(b);
    const strengthA = strength(textA);
    const strengthB = strength(textB);
    return strengthA !== strengthB ? strengthA < strengthB : textA < textB;
  }
}

function strength(key: string): number {
  const rank = strengths.indexOf(key.slice(0, key.indexOf(':')));
  return rank < 0 ? strengths.length : rank;
}
