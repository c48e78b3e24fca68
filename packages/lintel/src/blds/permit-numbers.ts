/**
 * The permit numbers of a file, to notice those that repeat: 64 bits of a hash per number, about thirty bytes
 * of memory, so that files of millions of rows are checked and written. Two different numbers of ten million
 * share a hash with a chance of 1 in 370,000.
 */
import { hash } from 'node:crypto';
import { KeyTable } from '../base/memory/key-table.js';

export class PermitNumbers {
  readonly #keys = new KeyTable();

  /** The number of the row (0 for the first added one) that has the permit number first, and whether it is this one. */
  add(jurisdiction: string, number: string): { readonly index: number; readonly isNew: boolean } {
    const bytes = hash('sha1', `${jurisdiction}\n${number}`, 'buffer');
    const before = this.#keys.length;
    const index = this.#keys.number(bytes.readUInt32LE(0), bytes.readUInt32LE(4));
    return { index, isNew: index === before };
  }
}
