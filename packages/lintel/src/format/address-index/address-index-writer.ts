/**
 * Builds the address index of a release: a section file of words, street names, places and house numbers.
 *
 * Addresses stream through: only distinct street names, places and words stay in memory; the addresses
 * themselves go to a sort that puts them in street order at the end (address-sort.ts). Numbers are assigned
 * by first appearance, so that a smaller one belongs to a more important place, and the bytes depend on the
 * input only.
 */
import type { Address } from '@lintel/contract';
import { u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { memoize } from '../../base/memory/lru-cache.js';
import { createSectionFile, type SectionWriter } from '../sections/section-file.js';
import { StreetSort } from './address-sort.js';
import { aliasesOf } from './aliases.js';
import { parseHouseNumber } from './house-number.js';
import { InvertedIndexWriter, numberIn } from './inverted-index.js';
import { type AddressIndexInfo, addressIndexKind, noNumber } from './layout.js';
import { maxNameWords, maxPlaceRows } from './limits.js';
import { normalise } from './normalise.js';
import { tokenise } from './tokenise.js';
import { mainForm } from './usps-words.js';
import { stateSign, writeVocabulary } from './vocabulary.js';

interface AddressIndexOptions {
  /** Bytes of addresses that are sorted in memory at once; does not change the result. */
  readonly memoryBytes?: number;
  /**
   * Preferred place name of each ZIP code in upper-case USPS notation: a name that people may use for the
   * city.
   */
  readonly postOffices?: ReadonlyMap<string, string>;
}

/** The parts of an address by which it is found. */
type IndexedAddress = Pick<Address, 'street_no' | 'street' | 'city' | 'county' | 'zip_code' | 'state'>;

interface AddressIndexWriter {
  /**
   * Adds the next address: the first call is row 0 of addresses.ndjson, the second row 1, and so on. Rows
   * come most important place first: among equally good results the smaller row number comes first.
   */
  add(address: IndexedAddress): void;
  /** Sorts, writes the file and removes the scratch files. The bytes depend only on what was added. */
  finish(): AddressIndexInfo;
  /** Removes everything written so far: for an interrupted build. */
  discard(): void;
}

const defaultMemoryBytes = 1 << 24;
/** Raw spellings of names, and of places, whose numbers are cached between rows. */
const cached = { capacity: 200_000 };

/** Begins an address index at `path` (with scratch files next to it). */
export function createAddressIndex(path: string, options: AddressIndexOptions = {}): AddressIndexWriter {
  const sort = new StreetSort(`${path}.streets`, options.memoryBytes ?? defaultMemoryBytes);
  const names = new InvertedIndexWriter();
  const places = new InvertedIndexWriter();
  const placeCities = new GrowableU32();
  // The words of each place's own name: other names in use follow them.
  const placeOwnWords = new GrowableU32();
  const cities = new Map<string, number>();
  const suffixes = new Map<string, number>([['', 0]]);
  // Few houses have a suffix: only theirs are written, by row.
  const suffixRows = new GrowableU32();
  const rowSuffixes = new GrowableU32();
  const placeRows = new FirstRows(maxPlaceRows);
  let rows = 0;

  const nameOf = memoize((street) => names.number(wordsOf(street, maxNameWords)), cached);
  const placeOf = memoize((key) => {
    const [city = '', state = '', zip = '', county = ''] = key.split('\n');
    const before = places.size;
    const cityWords = wordsOf(city, maxNameWords);
    const own = [`${stateSign}${state}`, wordsOf(zip, 1)[0] ?? stateSign, ...cityWords];
    const others = aliasesOf({ city, state, county, postOffice: options.postOffices?.get(zip) ?? '' });
    const otherWords = new Set(others.flatMap((name) => wordsOf(name, maxNameWords)));
    const place = places.number([...own, ...otherWords], own.join(' '));
    if (places.size > before) {
      placeCities.push(numberIn(cities, `${state} ${cityWords.join(' ')}`));
      placeOwnWords.push(own.length);
    }
    return place;
  }, cached);

  return {
    add(address) {
      const name = nameOf(address.street ?? '');
      const { city, state, zip_code, county } = address;
      const place = placeOf(`${city ?? ''}\n${state ?? ''}\n${zip_code ?? ''}\n${county ?? ''}`);
      const house = address.street_no === null ? null : parseHouseNumber(normalise(address.street_no));
      if (house !== null && house.suffix !== '') {
        suffixRows.push(rows);
        rowSuffixes.push(numberIn(suffixes, house.suffix));
      }
      sort.add(name, place, house?.value ?? noNumber);
      placeRows.add(place, rows);
      rows += 1;
    },
    finish() {
      const file = createSectionFile(path, addressIndexKind);
      const words = writeVocabulary(file, [...new Set([...names.words.keys(), ...places.words.keys()])]);
      names.write(file, 'name', words);
      places.write(file, 'place', words);
      file.put('placeCities', placeCities.view());
      file.put('placeOwnWords', placeOwnWords.view());
      file.put('suffixRows', suffixRows.view());
      file.put('rowSuffixes', rowSuffixes.view());
      file.put('suffixes', Buffer.from([...suffixes.keys()].join('\n')));
      placeRows.write(file, 'placeRow');
      const streets = sort.write(file, names.size);
      const info = { addresses: rows, names: names.size, streets, words: words.size };
      return { ...info, bytes: file.finish(info) };
    },
    discard() {
      sort.close();
    },
  };
}

function wordsOf(text: string, limit: number): string[] {
  return tokenise(normalise(text), limit).map(mainForm);
}

/** The first few rows of each of the keys 0, 1, 2 … */
class FirstRows {
  readonly #rows: number[][] = [];
  readonly #perKey: number;

  constructor(perKey: number) {
    this.#perKey = perKey;
  }

  add(key: number, row: number): void {
    const rows = this.#rows[key];
    if (rows === undefined) this.#rows[key] = [row];
    else if (rows.length < this.#perKey) rows.push(row);
  }

  /** Writes `…Starts` and `…s`. */
  write(file: SectionWriter, prefix: string): void {
    const starts = new Uint32Array(this.#rows.length + 1);
    this.#rows.forEach((rows, key) => {
      starts[key + 1] = u32At(starts, key) + rows.length;
    });
    file.put(`${prefix}Starts`, starts);
    file.put(`${prefix}s`, Uint32Array.from(this.#rows.flat()));
  }
}
