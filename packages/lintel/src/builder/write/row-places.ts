/**
 * The places of permits as small numbers, assigned in the order of first appearance: reading all permits of a
 * release in result order always gives the same numbers.
 */

import { at as elementAt } from '../../base/memory/at.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { placeColumns, zipHigh } from '../../format/filters/terms.js';
import { isZero, permitAt } from '../entry/permit-entry.js';

/** For each kind of place, where the permit holds its geo_id; the other columns are not geo_ids. */
const geoIdAt = {
  state: -1,
  county: permitAt.county_id,
  city: permitAt.city_id,
  jurisdiction: permitAt.jurisdiction_id,
  zip: -1,
};
const placesAt = placeColumns.map((name) => geoIdAt[name]);
const stateColumn = placeColumns.indexOf('state');
const zipColumn = placeColumns.indexOf('zip');

/**
 * Fails unless two writers, which saw the same permits in two threads, numbered their places alike: files of
 * both refer to places by number, and only one of them writes the keys. `one` and `other`: the keys as
 * `KeyTable.sorted` returns them.
 */
export function requireSamePlaces(one: Uint32Array, other: Uint32Array): void {
  const differs = one.length !== other.length || one.some((word, i) => word !== other[i]);
  if (differs) {
    throw new Error('permits and properties number places differently: one of their writers missed a permit');
  }
}

export class RowPlaces {
  readonly keys = new KeyTable();
  /** Of the last permit read, plus one, 0 when unknown; in the order of `placeColumns`. */
  readonly numbers = new Uint32Array(placeColumns.length);

  /** Reads the places of the prepared permit at `at`. */
  read(bytes: Buffer, at: number): void {
    const state = bytes.readUInt16LE(at + permitAt.state);
    const zip = bytes.readUInt32LE(at + permitAt.zip_code);
    this.numbers[stateColumn] = state === 0 ? 0 : this.keys.number(0, state) + 1;
    for (let i = 0; i < placesAt.length; i++) {
      const place = elementAt(placesAt, i);
      if (place >= 0) this.numbers[i] = this.#geoId(bytes, at + place);
    }
    this.numbers[zipColumn] = zip === 0 ? 0 : this.keys.number(zipHigh, zip) + 1;
  }

  #geoId(bytes: Buffer, at: number): number {
    return isZero(bytes, at) ? 0 : this.keys.number(bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)) + 1;
  }
}
