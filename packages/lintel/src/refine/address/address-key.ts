/** The key by which addresses are one, whatever spelling of the street a source uses (C9). */
import { geoId } from '@lintel/contract/plain';
import { asciiLetters } from '../record/text.js';
import { directionalOf, ordinal } from './street.js';

/**
 * The natural key of a house address (C9): state, area (`Geography.addressArea`), house number and street,
 * folded so that spelling variants of a street agree. The unit is never part of it.
 */
export function addressKey(state: string, area: string, streetNo: string, streetName: string): string {
  return `${state}|${folded(area)}|${streetNo.replace(' ', '-')}|${folded(streetName)}`;
}

/** The geo_id of a house address; null if state, area, number or street is missing. */
export function addressGeoId(
  state: string | null,
  area: string | null,
  streetNo: string | null,
  streetName: string | null,
): string | null {
  if (state === null || area === null || streetNo === null || streetName === null) return null;
  return geoId('address', addressKey(state, area, streetNo, streetName));
}

const foldedWords: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['SAINTE', 'STE'],
  ['MOUNT', 'MT'],
  ['FORT', 'FT'],
  ['AND', ''],
  ...(
    'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH ' +
    'SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
  )
    .split(' ')
    .map((word, index) => [word, ordinal(index + 1)] as const),
]);
/** Street names with spelling variants. */
const foldedNames: readonly (readonly [RegExp, string])[] = [
  [/\b(?:DR )?(?:MARTIN (?:LUTHER|L)|M L|ML) KING(?: JR)?\b|\b(?:DR )?MLK(?: JR)?\b/, 'MARTIN LUTHER KING'],
  [/\bSTATE (?:ROAD|HIGHWAY) (?=\d)/, 'STATE ROUTE '],
  [/\b(MC|DE|LA|LE|VAN|EL) (?=[A-Z]{3,})/, '$1'],
  [/(?<=\b(?:FM|RANCH ROAD) \d{1,4}) RD\b/, ''],
];
const needsFolding =
  /[^A-Z0-9 ]|SAINT|MOUNT|FORT|NORTH|SOUTH|EAST|WEST|KING|MLK|STATE|FM|RANCH|\bAND\b|(?:FIRST|SECOND|THIRD|[FHNRX]TH|TIETH)\b|\b(?:MC|DE|LA|LE|VAN|EL) /;

/** A street name folded for comparison. */
function folded(text: string): string {
  return needsFolding.test(text) ? foldName(text) : text;
}

function foldName(text: string): string {
  const words = asciiLetters(text)
    .toUpperCase()
    .replace(/['.]/g, '')
    .split(/[^A-Z0-9]+/)
    .map((word) => foldedWords.get(word) ?? directionalOf(word) ?? word);
  return foldedNames.reduce(
    (name, [pattern, standard]) => name.replace(pattern, standard),
    words.filter(Boolean).join(' '),
  );
}
