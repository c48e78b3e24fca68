/**
 * The places of permits as small numbers, assigned in the order of first appearance: reading all permits of a
 * release in result order always gives the same numbers.
 */

import { KeyTable } from '../../base/memory/key-table.js';
import { placeColumns, zipHigh } from '../../format/filters/terms.js';
import type { RecordKey } from '../../format/record-key.js';
import type { PermitView } from '../entry/permit-view.js';

const columnOf = (name: (typeof placeColumns)[number]) => placeColumns.indexOf(name);
const stateColumn = columnOf('state');
const countyColumn = columnOf('county');
const cityColumn = columnOf('city');
const jurisdictionColumn = columnOf('jurisdiction');
const zipColumn = columnOf('zip');

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

  /** Reads the places of a permit. */
  read({ state, countyId, cityId, jurisdictionId, zipCode }: PermitView): void {
    const { numbers, keys } = this;
    numbers[stateColumn] = state === 0 ? 0 : keys.number(0, state) + 1;
    numbers[countyColumn] = this.#geoId(countyId);
    numbers[cityColumn] = this.#geoId(cityId);
    numbers[jurisdictionColumn] = this.#geoId(jurisdictionId);
    numbers[zipColumn] = zipCode === 0 ? 0 : keys.number(zipHigh, zipCode) + 1;
  }

  #geoId(key: RecordKey | null): number {
    return key === null ? 0 : this.keys.number(key.high, key.low) + 1;
  }
}
