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
  const rows = sorted.flatMap(rowsOf);
  const countyWords = memoize(wordsOf, { capacity: maxCounties });
  const countyOf = rows.map(({ place: { county, state }, name }, i) => {
    names.number(wordsOf(name), String(i));
    return counties.number([`${stateSign}${state}`, ...countyWords(county ?? '')]);
  });
  const file = createSectionFile(path, placeIndexKind);
  const words = writeVocabulary(file, [...new Set([...names.words.keys(), ...counties.words.keys()])]);
  names.write(file, 'name', words);
  counties.write(file, 'county', words);
  file.put(
    'nameOwnWords',
    Uint32Array.from(rows, ({ name, place }) => wordsOf(place.name === name ? name : '').length),
  );
  file.put('countyOf', Uint32Array.from(countyOf));
  file.put('geoIds', Buffer.from(rows.map(({ place }) => place.geoId).join('\n')));
  return { places: sorted.length, bytes: file.finish({ places: sorted.length }) };
}

/** A place by its name, then by each of its nicknames. */
function rowsOf(place: SearchedPlace): { readonly place: SearchedPlace; readonly name: string }[] {
  const nicknames = nicknamesOf(normalise(place.name).trim(), place.state);
  return [place.name, ...nicknames].map((name) => ({ place, name }));
}

function wordsOf(text: string): string[] {
  return tokenise(normalise(text), maxNameWords).map(mainForm);
}
