/** Reads the facts of the permits of a contractor or an address. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import {
  addressFactsFile,
  addressFactsIdsFile,
  contractorFactsFile,
  contractorFactsPlacesFile,
} from '../layout.js';
import { factWords } from '../metrics/permit-facts.js';
import { addressKey } from '../record-key.js';
import { IdsReader } from './ids-reader.js';
import { readWhole } from './read-whole.js';

const factBytes = factWords * 4;
const placeBytes = 8;

export class FactsReader {
  readonly #contractors: number;
  readonly #contractorPlaces: number;
  readonly #addresses: number;
  readonly #addressIds: IdsReader;

  constructor(directory: string) {
    this.#addressIds = new IdsReader(join(directory, addressFactsIdsFile));
    this.#addresses = openSync(join(directory, addressFactsFile), 'r');
    this.#contractors = openSync(join(directory, contractorFactsFile), 'r');
    this.#contractorPlaces = openSync(join(directory, contractorFactsPlacesFile), 'r');
  }

  /** The permits of the contractor in this row, the newest first. */
  ofContractor(row: number): Uint32Array {
    const place = Buffer.allocUnsafe(placeBytes);
    readWhole(this.#contractorPlaces, place, row * placeBytes);
    return facts(this.#contractors, place.readUInt32LE(), place.readUInt32LE(4));
  }

  /** The permits of an address; null when no record of the release has it. */
  ofAddress(geoId: string): Uint32Array | null {
    const [place] = this.#addressIds.find(addressKey(Buffer.from(geoId, 'base64url')));
    return place === undefined ? null : facts(this.#addresses, place.offset, place.length);
  }

  close(): void {
    this.#addressIds.close();
    for (const fd of [this.#addresses, this.#contractors, this.#contractorPlaces]) closeSync(fd);
  }
}

/** So many rows of facts from row `first` on. */
function facts(fd: number, first: number, rows: number): Uint32Array {
  const words = new Uint32Array(rows * factWords);
  readWhole(fd, Buffer.from(words.buffer), first * factBytes);
  return words;
}
