/** The city at the end of a street without a comma: one that is expected, known, or behind a unit. */
import type { LinePlaces } from './line-places.js';
import { directionalOf, isPlainSuffix, suffixOf } from './street.js';
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
  const at = words.findLastIndex((word) => isPlainSuffix(word));
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
