/** The city at the end of a street without a comma: one that is expected, known, or behind a unit. */
import type { LinePlaces } from './line-places.js';
import { directionalOf, highwayLength, isPlainSuffix, roadStart, suffixOf } from './street.js';
import { unitLength } from './unit.js';

/** An expected city at the end of the words. */
export function takeExpectedCity(words: string[], places: LinePlaces): [string[], string | null] {
  const text = words.join(' ');
  for (const city of places.cities) {
    if (city === '' || !text.endsWith(` ${city}`)) continue;
    const rest = words.slice(0, words.length - city.split(' ').length);
    if (rest.length >= 2 || suffixOf(city) === null) return [rest, city];
  }
  return [words, null];
}

/**
 * The city of the line's ZIP code at the end of the words, where its last word may be shortened: `FLOWERY BR`. Not
 * where nothing but a directional would be left.
 */
export function takeZipCity(
  words: string[],
  zip: string | null,
  places: LinePlaces,
): [string[], string | null] {
  const city = zip === null ? null : places.zipCity(zip.slice(0, 5));
  if (city === null) return [words, null];
  const name = city.split(' ');
  const rest = words.slice(0, -name.length);
  const agrees = name.every((word, at) => isSameWord(word, words[rest.length + at] ?? ''));
  if (!agrees || rest.every((word) => directionalOf(word) !== null)) return [words, null];
  // A direction belongs to the city if there is such a city: `175TH ST EAST HAZEL CREST`.
  const [before = '', last = ''] = rest.slice(-2);
  const isPart = directionalOf(last) !== null && (last.length > 2 || directionalOf(before) !== null);
  const wider = `${last} ${city}`;
  return isPart && places.isCity(wider, places.zipState(zip?.slice(0, 5) ?? '') ?? '')
    ? [rest.slice(0, -1), wider]
    : [rest, city];
}

function isSameWord(a: string, b: string): boolean {
  const main = (word: string) => directionalOf(word) ?? suffixOf(word) ?? word;
  return a === b || main(a) === main(b);
}

/**
 * A known city after the street's suffix, or before the state or ZIP code that the line gives (`isEnded`).
 */
export function takeKnownCity(
  words: string[],
  state: string | null,
  isEnded: boolean,
  places: LinePlaces,
): [string[], string | null] {
  if (state === null) return [words, null];
  const streetLike = takeStreetLikeCity(words, state, places);
  if (streetLike !== null) return streetLike;
  for (let index = words.length - 2; index >= 1; index--) {
    if (suffixOf(words[index] ?? '') === null && directionalOf(words[index] ?? '') === null) continue;
    const rest = words.slice(index + 1);
    if (
      rest.length <= 3 &&
      rest.every((word) => /^[A-Z-]{2,}$/.test(word)) &&
      suffixOf(rest.at(-1) ?? '') === null
    ) {
      const wider = [words[index], ...rest].join(' ');
      if (index >= 2 && directionalOf(words[index] ?? '') !== null && places.isCity(wider, state))
        return [words.slice(0, index), wider];
      const name = rest.join(' ');
      if (directionalOf(name) !== null || !places.isCity(name, state)) continue;
      // A direction spelled out belongs to the city if there is such a city: `CALL STREET NORTH BILLERICA`.
      const whole = `${words[index]} ${name}`;
      const isPart =
        /^(?:NORTH|SOUTH|EAST|WEST)$/.test(words[index] ?? '') && suffixOf(words[index - 1] ?? '') !== null;
      return isPart && places.isCity(whole, state)
        ? [words.slice(0, index), whole]
        : [words.slice(0, index + 1), name];
    }
  }
  if (!isEnded) return [words, null];
  const [rest, city] = takeLongestCity(words, state, places);
  return city === null ? takeUnknownCity(words) : [rest, city];
}

/** Plain words between a street and the state that ends the line: a city that no table knows. */
function takeUnknownCity(words: string[]): [string[], string | null] {
  const start = roadStart(words);
  const road = highwayLength(words.slice(start));
  const at = road > 0 ? start + road - 1 : words.findLastIndex((word) => isPlainSuffix(word));
  const rest = words.slice(at + 1);
  const isPlain = rest.every((word) => /^[A-Z]{2,}$/.test(word) && suffixOf(word) === null);
  const isName = rest.length > 0 && rest.length <= 3 && rest.every((word) => directionalOf(word) === null);
  return at >= 1 && isPlain && isName ? [words.slice(0, at + 1), rest.join(' ')] : [words, null];
}

/**
 * A known city of several words whose last is a street suffix, after a whole street: `SAMOA DR HUNTINGTON
 * BEACH`. Null where there is none.
 */
function takeStreetLikeCity(words: string[], state: string, places: LinePlaces): [string[], string] | null {
  if (suffixOf(words.at(-1) ?? '') === null) return null;
  const first = directionalOf(words[0] ?? '') === null ? 1 : 2;
  for (let from = Math.max(first + 1, words.length - 4); from <= words.length - 2; from++) {
    if (suffixOf(words[from - 1] ?? '') === null && !isEndDirection(words, from - 1, first)) continue;
    const name = words.slice(from).join(' ');
    if (/^[A-Z -]+$/.test(name) && places.isCity(name, state)) return [words.slice(0, from), name];
  }
  return null;
}

/** Whether the word is a direction after a suffix: `MAIN ST N`. */
function isEndDirection(words: readonly string[], at: number, first: number): boolean {
  return at > first && directionalOf(words[at] ?? '') !== null && suffixOf(words[at - 1] ?? '') !== null;
}

/**
 * The longest known city at the end of a street that is complete without a suffix, as in `BROADWAY NEW YORK`.
 */
function takeLongestCity(words: string[], state: string, places: LinePlaces): [string[], string | null] {
  if (suffixOf(words.at(-1) ?? '') !== null) return [words, null];
  for (let length = Math.min(3, words.length - 1); length >= 1; length--) {
    const name = words.slice(-length).join(' ');
    if (words.slice(0, -length).every((word) => directionalOf(word) !== null)) continue;
    if (/^[A-Z ]{3,}$/.test(name) && directionalOf(name) === null && places.isCity(name, state))
      return [words.slice(0, -length), name];
  }
  return [words, null];
}

/** A known city after the unit, as in `STE 200 CHICAGO`. */
export function cityBehindUnit(
  dropped: readonly string[],
  state: string | null,
  places: LinePlaces,
): string | null {
  const rest = dropped.slice(unitLength(dropped));
  if (state === null || rest.length === 0 || rest.length === dropped.length || rest.length > 3) return null;
  const name = rest.join(' ');
  return places.isCity(name, state) ? name : null;
}
