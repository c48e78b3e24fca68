/** Reads the facts of the permits of a contractor or an address. */
import { join } from 'node:path';
import { MappedFile } from '../../base/mapped-file.js';
import { at } from '../../base/memory/at.js';
import {
  addressFactsFile,
  addressFactsIdsFile,
  contractorFactsFile,
  contractorFactsPlacesFile,
} from '../layout.js';
import { addressKey } from '../record-key.js';
import { IdsReader } from '../segment/ids-reader.js';
import { factWords } from './permit-facts.js';

const factBytes = factWords * 4;
const placeBytes = 8;

export class FactsReader {
  readonly #contractors: MappedFile;
  readonly #contractorPlaces: MappedFile;
  readonly #addresses: MappedFile;
  readonly #addressIds: IdsReader;

  constructor(directory: string) {
    this.#addressIds = new IdsReader(join(directory, addressFactsIdsFile));
    this.#addresses = new MappedFile(join(directory, addressFactsFile));
    this.#contractors = new MappedFile(join(directory, contractorFactsFile));
    this.#contractorPlaces = new MappedFile(join(directory, contractorFactsPlacesFile));
  }

  /** The permits of the contractor in this row, the newest first. */
  ofContractor(row: number): Uint32Array {
    const place = this.#contractorPlaces.numbers(Uint32Array, row * placeBytes, 2);
    const [first, rows] = [at(place, 0), at(place, 1)];
    return facts(this.#contractors, first, rows);
  }

  /** The permits of an address; null when no record of the release has it. */
  ofAddress(geoId: string): Uint32Array | null {
    const [place] = this.#addressIds.find(addressKey(Buffer.from(geoId, 'base64url')));
    return place === undefined ? null : facts(this.#addresses, place.offset, place.length);
  }

  close(): void {
    for (const part of [this.#addressIds, this.#addresses, this.#contractors, this.#contractorPlaces])
      part.close();
  }
}

/** `rows` rows of facts from row `first` on. */
const facts = (file: MappedFile, first: number, rows: number): Uint32Array =>
  file.numbers(Uint32Array, first * factBytes, rows * factWords);
