/**
 * Which places there are within another place or a cell of the map, as ascending pairs of their numbers: the
 * jurisdictions of the properties in each place, so that a search for an absence skips properties whose
 * jurisdiction cannot show it, and the states of the permits in each cell.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { firstWhere } from '../../base/memory/lower-bound.js';

export class PlacePairsWriter {
  readonly #pairs = new KeyTable();

  /** Adds a record that is in both. */
  add(place: number, inner: number): void {
    this.#pairs.number(place, inner);
  }

  finish(directory: string, name: string): WrittenFile {
    const file = new FileWriter(join(directory, name));
    const sorted = this.#pairs.sorted();
    for (let at = 0; at < sorted.length; at += 3) {
      file.write(new Uint8Array(sorted.buffer, at * 4, 8));
    }
    return file.finish();
  }
}

export class PlacePairs {
  readonly #name: string;
  readonly #file: MappedFile;
  readonly #pairs: Uint32Array;

  constructor(directory: string, name: string) {
    this.#name = name;
    this.#file = new MappedFile(join(directory, name));
    this.#pairs = this.#file.numbers(Uint32Array);
  }

  /** The numbers of the inner places of a place. */
  of(place: number): number[] {
    return this.between(place, place);
  }

  /** The same of all places from one number to another; a number may come several times. */
  between(first: number, last: number): number[] {
    const placeOf = (pair: number) => at(this.#pairs, pair * 2, this.#name);
    const start = firstWhere(0, this.#pairs.length / 2, (pair) => placeOf(pair) >= first);
    const found: number[] = [];
    for (let i = start * 2; i < this.#pairs.length && at(this.#pairs, i, this.#name) <= last; i += 2)
      found.push(at(this.#pairs, i + 1, this.#name));
    return found;
  }

  close(): void {
    this.#file.close();
  }
}
