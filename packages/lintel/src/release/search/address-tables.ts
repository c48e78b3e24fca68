/**
 * The address index as the search reads it: words, names, places and streets in memory (some tens of megabytes
 * for ten million addresses), house numbers by position from the file.
 */
import type { AddressIndexInfo } from './address-index-writer.js';
import { streetFields } from './address-sort.js';
import { type Documents, readDocuments } from './documents.js';
import { openSectionFile, type SectionReader } from './section-file.js';
import { readStateWords } from './state-words.js';
import { commonSuffixes, directions } from './usps-words.js';
import { readVocabulary, type Vocabulary } from './vocabulary.js';

export interface AddressTables {
  readonly info: AddressIndexInfo;
  readonly vocabulary: Vocabulary;
  readonly names: Documents;
  /** Places are a city in a state with one ZIP code. Their words: state, ZIP, then those of the city. */
  readonly places: Documents;
  /** City (without the ZIP) of each place. */
  readonly placeCities: Uint32Array;
  /** The word that stands for a state, by code. */
  readonly stateWords: ReadonlyMap<string, number>;
  /** The words that are suffixes or directions. */
  readonly softWords: ReadonlySet<number>;
  readonly suffixNumbers: ReadonlyMap<string, number>;
  /** Records of the streets of a name, `streetFields` numbers each. */
  streetsOf(name: number): Uint32Array;
  houseNumbers(from: number, count: number): Uint32Array;
  houseSuffixes(from: number, count: number): Uint32Array;
  houseRows(from: number, count: number): Uint32Array;
  /** First rows of a place. */
  rowsOfPlace(place: number): Uint32Array;
  /** House numbers that exist anywhere, sorted, and the first rows of the one at a position. */
  readonly numbers: Uint32Array;
  rowsOfNumber(position: number): Uint32Array;
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
  const numberRowStarts = file.numbers('numberRowStarts');
  const suffixes = Buffer.from(file.bytes('suffixes')).toString('latin1').split('\n');
  const { addresses = 0, names = 0, streets = 0, words = 0 } = file.info;
  const streetRecords = file.numbers('streets');
  const between = (section: string, starts: Uint32Array, i: number) => {
    const from = starts[i] ?? 0;
    return file.slice(section, from, (starts[i + 1] ?? from) - from);
  };
  const vocabulary = readVocabulary(file);
  return {
    info: { addresses, names, streets, words, bytes: file.fileBytes },
    vocabulary,
    names: readDocuments(file, 'name'),
    places: readDocuments(file, 'place'),
    placeCities: file.numbers('placeCities'),
    stateWords: readStateWords(vocabulary),
    softWords: new Set([...commonSuffixes, ...directions].map((word) => vocabulary.find(word))),
    suffixNumbers: new Map(suffixes.map((suffix, i) => [suffix, i])),
    streetsOf: (name) =>
      streetRecords.subarray(
        (nameStreets[name] ?? 0) * streetFields,
        (nameStreets[name + 1] ?? 0) * streetFields,
      ),
    houseNumbers: (from, count) => file.slice('houseNumbers', from, count),
    houseSuffixes: (from, count) => file.slice('houseSuffixes', from, count),
    houseRows: (from, count) => file.slice('houseRows', from, count),
    rowsOfPlace: (place) => between('placeRows', placeRowStarts, place),
    numbers: file.numbers('numberKeys'),
    rowsOfNumber: (position) => between('numberRows', numberRowStarts, position),
    close: () => file.close(),
  };
}
