/**
 * The address index as the search reads it: words, names, places and streets in memory (some tens of
 * megabytes for ten million addresses), house numbers by position from the file.
 */

import { u32At } from '../../base/memory/at.js';
import { lowerBound } from '../../base/memory/lower-bound.js';
import { openSectionFile, type SectionReader } from '../sections/section-file.js';
import { type InvertedIndex, readInvertedIndex } from './inverted-index.js';
import type { AddressIndexInfo } from './layout.js';
import { streetFields } from './layout.js';
import { readStateWords } from './state-words.js';
import { commonSuffixes, directions } from './usps-words.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

/** Words of a place that precede those of its city: state and ZIP. */
const firstCityWord = 2;

/** Addresses and their streets, in parallel arrays. */
interface NumberedAddresses {
  readonly rows: Uint32Array;
  readonly streets: Uint32Array;
}

export interface AddressTables {
  readonly info: AddressIndexInfo;
  readonly vocabulary: Vocabulary;
  readonly names: InvertedIndex;
  /**
   * A place is a city in a state with one ZIP code. Its words: state, ZIP, those of the city, then those of
   * other names in use.
   */
  readonly places: InvertedIndex;
  /** How many words of a place precede those of its other names. */
  readonly placeOwnWords: Uint32Array;
  /** Words of the city of a place. */
  cityWords(place: number): Uint32Array;
  /** City (without the ZIP) of each place. */
  readonly placeCities: Uint32Array;
  /** The word for a state, by code. */
  readonly stateWords: ReadonlyMap<string, number>;
  /** The words that are suffixes or directions. */
  readonly softWords: ReadonlySet<number>;
  readonly suffixNumbers: ReadonlyMap<string, number>;
  /** Records of the streets of a name, `streetFields` numbers each. */
  streetsOf(name: number): Uint32Array;
  houseNumbers(from: number, count: number): Uint32Array;
  houseRows(from: number, count: number): Uint32Array;
  /** First rows of a place. */
  rowsOfPlace(place: number): Uint32Array;
  /** Number in `suffixNumbers` of the suffix of a row's house number, 0 for none. */
  suffixOf(row: number): number;
  /** Name of each street. */
  readonly nameOfStreet: Uint32Array;
  placeOfStreet(street: number): number;
  /** The number of addresses with a house number from `low` to `high`. */
  countNumbered(low: number, high: number): number;
  /** Up to `most` addresses with such a number, by number and then row. */
  numbered(low: number, high: number, most: number): NumberedAddresses;
  close(): void;
}

/** Loads the tables of an address index file. */
export function readAddressTables(path: string, kind: string): AddressTables {
  const file = openSectionFile(path, kind);
  try {
    return tablesOf(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

function tablesOf(file: SectionReader): AddressTables {
  const nameStreets = file.numbers('nameStreetStarts');
  const placeRowStarts = file.numbers('placeRowStarts');
  const numbers = file.numbers('numbers');
  const numberStarts = file.numbers('numberStarts');
  const suffixRows = file.numbers('suffixRows');
  const rowSuffixes = file.numbers('rowSuffixes');
  const suffixes = Buffer.from(file.bytes('suffixes')).toString('latin1').split('\n');
  const { addresses = 0, names = 0, streets = 0, words = 0 } = file.info;
  const streetRecords = file.numbers('streets');
  const between = (section: string, starts: Uint32Array, i: number) => {
    const from = u32At(starts, i);
    return file.slice(section, from, (starts[i + 1] ?? from) - from);
  };
  const numberedBetween = (low: number, high: number): [number, number] => [
    u32At(numberStarts, lowerBound(numbers, low)),
    u32At(numberStarts, lowerBound(numbers, high + 1)),
  ];
  const vocabulary = readVocabulary(file);
  const places = readInvertedIndex(file, 'place');
  const placeOwnWords = file.numbers('placeOwnWords');
  return {
    info: { addresses, names, streets, words, bytes: file.fileBytes },
    vocabulary,
    names: readInvertedIndex(file, 'name'),
    places,
    placeOwnWords,
    cityWords(place) {
      const start = u32At(places.starts, place);
      return places.words.subarray(start + firstCityWord, start + u32At(placeOwnWords, place));
    },
    placeCities: file.numbers('placeCities'),
    stateWords: readStateWords(vocabulary),
    softWords: new Set([...commonSuffixes, ...directions].map((word) => vocabulary.find(word))),
    suffixNumbers: new Map(suffixes.map((suffix, i) => [suffix, i])),
    streetsOf: (name) =>
      streetRecords.subarray(
        u32At(nameStreets, name) * streetFields,
        u32At(nameStreets, name + 1) * streetFields,
      ),
    houseNumbers: (from, count) => file.slice('houseNumbers', from, count),
    houseRows: (from, count) => file.slice('houseRows', from, count),
    rowsOfPlace: (place) => between('placeRows', placeRowStarts, place),
    suffixOf(row) {
      const at = lowerBound(suffixRows, row);
      return suffixRows[at] === row ? u32At(rowSuffixes, at) : 0;
    },
    nameOfStreet: nameOfEachStreet(nameStreets, streets),
    placeOfStreet: (street) => u32At(streetRecords, street * streetFields),
    countNumbered(low, high) {
      const [from, to] = numberedBetween(low, high);
      return to - from;
    },
    numbered(low, high, most) {
      const [from, to] = numberedBetween(low, high);
      const count = Math.min(most, to - from);
      return {
        rows: file.slice('numberRows', from, count),
        streets: file.slice('numberStreets', from, count),
      };
    },
    close: () => file.close(),
  };
}

function nameOfEachStreet(starts: Uint32Array, streets: number): Uint32Array {
  const names = new Uint32Array(streets);
  for (let name = 0; name + 1 < starts.length; name++) names.fill(name, starts[name], starts[name + 1]);
  return names;
}
