/**
 * In which jurisdictions the properties of each place lie, so that an absence need not be looked for among properties
 * whose jurisdiction cannot show it: pairs of the numbers of a place and of a jurisdiction in it, ascending.
 */
import { join } from 'node:path';
import { MappedFile } from '../../base/mapped-file.js';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';
import { placeJurisdictionsFile } from './layout.js';

export class PlaceJurisdictionsWriter {
  readonly #jurisdictions = new Map<number, Set<number>>();

  /** Notes a property that lies in both. */
  add(place: number, jurisdiction: number): void {
    const known = this.#jurisdictions.get(place);
    if (known === undefined) this.#jurisdictions.set(place, new Set([jurisdiction]));
    else known.add(jurisdiction);
  }

  finish(directory: string): WrittenFile {
    const file = new FileWriter(join(directory, placeJurisdictionsFile));
    const ascending = (a: number, b: number) => a - b;
    for (const place of [...this.#jurisdictions.keys()].sort(ascending)) {
      for (const jurisdiction of [...(this.#jurisdictions.get(place) ?? [])].sort(ascending)) {
        file.write(new Uint8Array(Uint32Array.of(place, jurisdiction).buffer));
      }
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
      if ((this.#pairs[middle * 2] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low * 2; this.#pairs[at] === place; at += 2) found.push(this.#pairs[at + 1] ?? 0);
    return found;
  }

  close(): void {
    this.#file.close();
  }
}
