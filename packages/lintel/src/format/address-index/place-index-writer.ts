/**
 * Builds the search index over the cities of a release (or over other named places): a section file like that
 * of the addresses. Places are numbered by inhabitants, so that a smaller number is the better of two equal
 * matches.
 */
import { memoize } from '../../base/memory/lru-cache.js';
import { createSectionFile } from '../sections/section-file.js';
import { nicknamesOf } from './aliases.js';
import { InvertedIndexWriter } from './inverted-index.js';
import { placeIndexKind } from './layout.js';
import { maxNameWords } from './limits.js';
import { normalise } from './normalise.js';
import { tokenise } from './tokenise.js';
import { mainForm } from './usps-words.js';
import { stateSign, writeVocabulary } from './vocabulary.js';

/** Names of counties whose words are kept: more than there are in the United States. */
const maxCounties = 8192;

export interface SearchedPlace {
  /** What a search returns: a geo_id. */
  readonly geoId: string;
  /** Name as people write it, for example `San Francisco`. */
  readonly name: string;
  /** Name of its county, null when unknown. */
  readonly county: string | null;
  /** Two-letter state code. */
  readonly state: string;
  /** Inhabitants: ranks equally good matches. */
  readonly population: number;
}

/** Writes a search index over the places to `path`; the bytes do not depend on their order. */
export function writePlaceIndex(
  path: string,
  places: Iterable<SearchedPlace>,
): { places: number; bytes: number } {
  const sorted = [...places].sort((a, b) => b.population - a.population || (a.geoId < b.geoId ? -1 : 1));
  const names = new InvertedIndexWriter();
  const counties = new InvertedIndexWriter();
  const countyOf = new Uint32Array(sorted.length);
  const nameOwnWords = new Uint32Array(sorted.length);
  const countyWords = memoize(wordsOf, { capacity: maxCounties });
  for (const [i, { geoId, name, county, state }] of sorted.entries()) {
    const own = wordsOf(name);
    const nicknames = nicknamesOf(normalise(name).trim(), state).filter((word) => !own.includes(word));
    names.number([...own, ...nicknames], geoId);
    nameOwnWords[i] = own.length;
    countyOf[i] = counties.number([`${stateSign}${state}`, ...countyWords(county ?? '')]);
  }
  const file = createSectionFile(path, placeIndexKind);
  const words = writeVocabulary(file, [...new Set([...names.words.keys(), ...counties.words.keys()])]);
  names.write(file, 'name', words);
  counties.write(file, 'county', words);
  file.put('nameOwnWords', nameOwnWords);
  file.put('countyOf', countyOf);
  file.put('geoIds', Buffer.from(sorted.map((place) => place.geoId).join('\n')));
  return { places: sorted.length, bytes: file.finish({ places: sorted.length }) };
}

function wordsOf(text: string): string[] {
  return tokenise(normalise(text), maxNameWords).map(mainForm);
}
