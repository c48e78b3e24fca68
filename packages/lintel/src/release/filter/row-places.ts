/**
 * The places of permits as small numbers, given in the order in which places are first met: whoever reads all permits of a
 * release in result order gives the same ones.
 */
import { isZero, permitAt } from '../build/prepared-row.js';
import { KeyTable } from './key-table.js';
import { placeColumns, zipHigh } from './terms.js';

const geoIdAt = {
  county: permitAt.county,
  city: permitAt.city,
  jurisdiction: permitAt.jurisdiction,
} as const;

export class RowPlaces {
  readonly keys = new KeyTable();
  /** Of the permit read last, plus one, 0 when unknown; in the order of `placeColumns`. */
  readonly numbers = new Uint32Array(placeColumns.length);

  /** Reads the places of the prepared permit at `at`. */
  read(bytes: Buffer, at: number): void {
    const state = bytes.readUInt16LE(at + permitAt.state);
    const zip = bytes.readUInt32LE(at + permitAt.zip);
    for (const [i, name] of placeColumns.entries()) {
      let number = 0;
      if (name === 'state') number = state === 0 ? 0 : this.keys.number(0, state) + 1;
      else if (name === 'zip') number = zip === 0 ? 0 : this.keys.number(zipHigh, zip) + 1;
      else {
        const offset = at + geoIdAt[name];
        if (!isZero(bytes, offset)) {
          number = this.keys.number(bytes.readUInt32BE(offset), bytes.readUInt32BE(offset + 4)) + 1;
        }
      }
      this.numbers[i] = number;
    }
  }
}
