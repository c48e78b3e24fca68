/**
 * Builds the address index of a release: a section file of words, street names, places and house numbers.
 *
 * Addresses stream through: only distinct street names, places and words stay in memory, the addresses
 * themselves go to a scratch file of fixed-width records that `address-sort.ts` brings into street order at the
 * end. Numbers are given by first appearance, so that a smaller one is of a more important place, and the
 * bytes depend on the input only.
 */
import type { Address } from '@lintel/contract';
import { createAddressScratch, noNumber } from './address-sort.js';
import { DocumentWriter, numberIn } from './documents.js';
import { GrowingNumbers } from './growing-numbers.js';
import { parseHouseNumber } from './house-number.js';
import { maxListedNumbers, maxNameWords, maxNumberRows, maxPlaceRows } from './limits.js';
import { normalise } from './normalise.js';
import { createSectionFile, type SectionWriter } from './section-file.js';
import { tokenise } from './tokenise.js';
import { mainForm } from './usps-words.js';
import { stateSign, writeVocabulary } from './vocabulary.js';

export interface AddressIndexInfo {
  /** Addresses in the index. */
  readonly addresses: number;
  /** Distinct street names, streets (a name in a city and ZIP) and words. */
  readonly names: number;
  readonly streets: number;
  readonly words: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
}

export interface AddressIndexOptions {
  /** Addresses sorted in memory at once while finishing; bounds memory, does not change the result. */
  readonly sortRows?: number;
}

export interface AddressIndexWriter {
  /**
   * Adds the next address: the first call is row 0 of addresses.ndjson, the second row 1, and so on. Rows come most
   * important place first: of equally good results the one with the smaller row number comes first.
   */
  add(address: Address): void;
  /** Sorts, writes the file and removes the scratch file. The bytes depend only on what was added. */
  finish(): AddressIndexInfo;
  /** Removes everything written so far: for a build that was interrupted. */
  discard(): void;
}

/** What kind of section file an address index is. */
export const addressIndexKind = 'addresses';

const defaultSortRows = 1 << 19;
/** Raw spellings remembered between rows; forgotten together when there are more. */
const maxRemembered = 200_000;

/** Begins an address index at `path` (and scratch files beside it). */
export function createAddressIndex(path: string, options: AddressIndexOptions = {}): AddressIndexWriter {
  const scratch = createAddressScratch(path, options.sortRows ?? defaultSortRows);
  const names = new DocumentWriter();
  const places = new DocumentWriter();
  const placeCities = new GrowingNumbers();
  const cities = new Map<string, number>();
  const suffixes = new Map<string, number>([['', 0]]);
  const placeRows = new FirstRows(maxPlaceRows, Number.POSITIVE_INFINITY);
  const numberRows = new FirstRows(maxNumberRows, maxListedNumbers);
  let rows = 0;

  const nameOf = remembered((street) => names.number(wordsOf(street, maxNameWords)));
  const placeOf = remembered((key) => {
    const [city = '', state = '', zip = ''] = key.split('\n');
    const before = places.size;
    const cityWords = wordsOf(city, maxNameWords);
    const place = places.number([`${stateSign}${state}`, wordsOf(zip, 1)[0] ?? stateSign, ...cityWords]);
    if (places.size > before) placeCities.push(numberIn(cities, `${state} ${cityWords.join(' ')}`));
    return place;
  });

  return {
    add(address) {
      const name = nameOf(address.street ?? '');
      const place = placeOf(`${address.city ?? ''}\n${address.state ?? ''}\n${address.zip_code ?? ''}`);
      const house = address.street_no === null ? null : parseHouseNumber(normalise(address.street_no));
      const suffix = house === null || house.suffix === '' ? 0 : numberIn(suffixes, house.suffix);
      scratch.add(name, place, house?.value ?? noNumber, suffix, rows);
      placeRows.add(place, rows);
      if (house) numberRows.add(house.value, rows);
      rows += 1;
    },
    finish() {
      const file = createSectionFile(path, addressIndexKind);
      const words = writeVocabulary(file, [...new Set([...names.words.keys(), ...places.words.keys()])]);
      names.write(file, 'name', words);
      places.write(file, 'place', words);
      file.put('placeCities', placeCities.view());
      file.put('suffixes', Buffer.from([...suffixes.keys()].join('\n')));
      placeRows.write(file, 'placeRow', places.size);
      numberRows.writeKeyed(file, 'number');
      const streets = scratch.writeStreets(file, names.size);
      const info = { addresses: rows, names: names.size, streets, words: words.size };
      return { ...info, bytes: file.finish(info) };
    },
    discard() {
      scratch.discard();
    },
  };
}

function wordsOf(text: string, limit: number): string[] {
  return tokenise(normalise(text), limit).map(mainForm);
}

/** Remembers what `make` gave for a text, for a bounded number of texts. */
function remembered(make: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = make(text);
      if (known.size >= maxRemembered) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

/** The first few rows of each key, for a bounded number of keys. */
class FirstRows {
  readonly #rows = new Map<number, number[]>();
  readonly #perKey: number;
  readonly #maxKeys: number;

  constructor(perKey: number, maxKeys: number) {
    this.#perKey = perKey;
    this.#maxKeys = maxKeys;
  }

  add(key: number, row: number): void {
    const rows = this.#rows.get(key);
    if (rows) {
      if (rows.length < this.#perKey) rows.push(row);
    } else if (this.#rows.size < this.#maxKeys) this.#rows.set(key, [row]);
  }

  /** Writes `…Starts` and `…s` for the keys 0 … `keys` − 1. */
  write(file: SectionWriter, prefix: string, keys: number): void {
    this.#put(
      file,
      prefix,
      Array.from({ length: keys }, (_, key) => key),
    );
  }

  /** Writes `…Keys`, sorted, beside their rows. */
  writeKeyed(file: SectionWriter, prefix: string): void {
    const keys = [...this.#rows.keys()].sort((a, b) => a - b);
    file.put(`${prefix}Keys`, Uint32Array.from(keys));
    this.#put(file, `${prefix}Row`, keys);
  }

  #put(file: SectionWriter, prefix: string, keys: readonly number[]): void {
    const starts = new Uint32Array(keys.length + 1);
    keys.forEach((key, i) => {
      starts[i + 1] = (starts[i] ?? 0) + (this.#rows.get(key)?.length ?? 0);
    });
    const rows = new Uint32Array(starts.at(-1) ?? 0);
    for (const [i, key] of keys.entries()) rows.set(this.#rows.get(key) ?? [], starts[i] ?? 0);
    file.put(`${prefix}Starts`, starts);
    file.put(`${prefix}s`, rows);
  }
}
