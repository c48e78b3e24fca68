/**
 * The jurisdictions of the properties in each place, so that a search for an absence skips properties whose
 * jurisdiction cannot show it: pairs of the numbers of a place and of a jurisdiction in it, ascending.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { placeJurisdictionsFile } from './layout.js';

export class PlaceJurisdictionsWriter {
  readonly #pairs = new KeyTable();

  /** Adds a property that is in both. */
  add(place: number, jurisdiction: number): void {
    this.#pairs.number(place, jurisdiction);
  }

  finish(directory: string): WrittenFile {
    const file = new FileWriter(join(directory, placeJurisdictionsFile));
    const sorted = this.#pairs.sorted();
    for (let at = 0; at < sorted.length; at += 3) {
      file.write(new Uint8Array(sorted.buffer, at * 4, 8));
    }
    return file.finish();
  }
}

export class PlaceJurisdictions {
  readonly #file: MappedFile;
  readonly #pairs: Uint32Array;

  constructor(directory: string) {
    this.#file = new MappedFile(join(directory, placeJurisdictionsFile));
    this.#pairs = this.#file.numbers(Uint32Array);
  }

  /** The numbers of the jurisdictions in a place. */
  of(place: number): number[] {
    let low = 0;
    let high = this.#pairs.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(this.#pairs, middle * 2, placeJurisdictionsFile) < place) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let i = low * 2; this.#pairs[i] === place; i += 2)
      found.push(at(this.#pairs, i + 1, placeJurisdictionsFile));
    return found;
  }

  close(): void {
    this.#file.close();
  }
}
