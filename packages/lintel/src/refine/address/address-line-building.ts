/**
 * The name of a building between the street and the city of a line: `150 I ST SE THE GARRETT, WASHINGTON, DC`. It is no
 * part of the street; it is reported as words left out.
 */
import { directionalOf, isPlainSuffix } from './street.js';

/** Words that end the names of homes, and those that end the names of other buildings, which streets are called too. */
const homes = new Set(
  'APARTMENT APARTMENTS APTS FLATS LOFTS CONDOS CONDOMINIUM CONDOMINIUMS TOWERS TOWNHOMES'.split(' '),
);
const others = new Set('SQUARE TOWER PLAZA BUILDING BLDG MALL'.split(' '));

/** The words of the street, where those behind its suffix and direction are the name of a building. */
export function withoutBuilding(words: readonly string[]): string[] {
  const suffixAt = words.findIndex(
    (word, at) => at > (directionalOf(words[0] ?? '') === null ? 0 : 1) && isPlainSuffix(word),
  );
  if (suffixAt < 0) return [...words];
  const isDirected = directionalOf(words[suffixAt + 1] ?? '') !== null;
  const end = suffixAt + (isDirected ? 2 : 1);
  const rest = words.slice(end);
  const last = rest.at(-1) ?? '';
  const isNamed =
    rest[0] === 'THE' || homes.has(last) || (others.has(last) && isPlain(words, suffixAt, isDirected));
  return rest.length >= 2 && isNamed ? words.slice(0, end) : [...words];
}

/** Whether the suffix ends the street: a direction follows, its name is repeated, or it is no `ST` of a saint. */
function isPlain(words: readonly string[], suffixAt: number, isDirected: boolean): boolean {
  const name = words.slice(0, suffixAt);
  const rest = words.slice(suffixAt + 1);
  return isDirected || words[suffixAt] !== 'ST' || rest.some((word) => name.includes(word));
}
