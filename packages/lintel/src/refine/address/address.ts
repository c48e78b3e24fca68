/**
 * Parses the address of a row, from component columns or one line, into house number and street in USPS
 * notation, with unit, city, state and ZIP code if the line has them. Post-office boxes, intersections and
 * streets without a number are recognised and never become a house address.
 */
import { geoId } from '@lintel/contract/plain';
import { asciiLetters, decodeEntities, withoutEnd } from '../record/text.js';
import { beforeCrossing, crossingOf, poBox, poBoxName } from './address-line-kind.js';
import { isNoAddress, lineText } from './address-line-text.js';
import { directionalOf, isPlainSuffix, ordinal, streetWords, suffixOf, uspsStreet } from './street.js';
import { dropUnit, unitLength, unitText } from './unit.js';

/** The address columns of a row, as the source sent them. */
export interface AddressFields {
  readonly address?: string | undefined;
  readonly street_no?: string | undefined;
  readonly street_direction?: string | undefined;
  readonly street_name?: string | undefined;
  readonly street_suffix?: string | undefined;
  readonly unit?: string | undefined;
}

type AddressKind = 'house' | 'street' | 'po_box' | 'intersection' | 'none';

export interface ParsedAddress {
  readonly kind: AddressKind;
  readonly streetNo: string | null;
  readonly street: string | null;
  /** Apartment, suite or floor in USPS notation, for example `APT 4`. */
  readonly unit: string | null;
  /** From the end of a line, in upper case; null if it has none. */
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
}

/** The places that parsing a line needs: without them `DEAN ST BROOKLYN` cannot be split. */
export interface LinePlaces {
  /** State of a line that names none; null if unknown. */
  readonly state: string | null;
  /** Cities to expect at the end of a line, as `streetWords` joined by blanks. */
  readonly cities: readonly string[];
  isState(text: string): string | null;
  isCity(name: string, state: string): boolean;
  /** State of a ZIP code, or null. */
  zipState(zip: string): string | null;
}

/** Parses a one-line address. */
export type ParseLine = (line: string) => ParsedAddress;

/** The address of a row without one. */
export const emptyParsedAddress: ParsedAddress = {
  kind: 'none',
  streetNo: null,
  street: null,
  unit: null,
  city: null,
  state: null,
  zip: null,
};

/**
 * Makes an address. Always the same literal: field access is several times faster when all objects have one
 * shape.
 */
function addressOf(
  kind: AddressKind,
  streetNo: string | null,
  street: string | null,
  { unit, city, state, zip }: Tail,
): ParsedAddress {
  return { kind, streetNo, street, unit, city, state, zip };
}

/** The address of a row: from its components if it has them, else from its line. */
export function parseAddress(fields: AddressFields, parseLine: ParseLine): ParsedAddress {
  const parsed = parseColumns(fields, parseLine);
  if (fields.unit === undefined) return parsed;
  const unit = unitText(streetWords(decodeEntities(fields.unit))) ?? parsed.unit;
  return addressOf(parsed.kind, parsed.streetNo, parsed.street, { ...parsed, unit });
}

function parseColumns(fields: AddressFields, parseLine: ParseLine): ParsedAddress {
  if (fields.street_name !== undefined) {
    const parsed = parseComponents(fields, parseLine);
    if (parsed.kind !== 'none' || fields.address === undefined) return parsed;
  }
  return fields.address === undefined ? emptyParsedAddress : parseLine(fields.address);
}

function parseComponents(fields: AddressFields, parseLine: ParseLine): ParsedAddress {
  const { street_direction = '', street_name = '', street_suffix = '' } = fields;
  if (fields.street_no === undefined) {
    const name = decodeEntities(street_name);
    if (/^\s*\d+\s+\S/.test(name) && suffixOf(street_suffix) === null) {
      return parseLine(`${name} ${street_suffix}`);
    }
  }
  const parsed = parseStreet(street_direction, street_name, street_suffix);
  if (parsed.kind !== 'street') return parsed;
  const streetNo = houseNumber(fields.street_no ?? '');
  return streetNo === null ? parsed : addressOf('house', streetNo, parsed.street, parsed);
}

/** The street from direction, name and suffix columns. */
function parseStreet(directionColumn: string, nameColumn: string, suffixColumn: string): ParsedAddress {
  const name = decodeEntities(nameColumn);
  if (isNoAddress(name.trim().toUpperCase())) return emptyParsedAddress;
  if (poBox.test(name)) return addressOf('po_box', null, poBoxName(name), emptyParsedAddress);
  const direction = streetWords(directionColumn);
  const named = streetWords(name);
  const words = dropUnit(named);
  const suffix = streetWords(suffixColumn);
  const bare =
    direction.length === 0 && suffix.length > 0 && /^(?:NORTH|SOUTH|EAST|WEST)$/.test(words[0] ?? '');
  const street = uspsStreet([...direction, ...words, ...suffix]);
  if (street === '') return emptyParsedAddress;
  const kept = bare && words.length > 1 ? street.replace(/^[NSEW](?= )/, words[0] ?? '') : street;
  return addressOf('street', null, kept, {
    ...emptyParsedAddress,
    unit: unitText(named.slice(words.length)),
  });
}

/**
 * A house number in standard form: no leading zeros, fraction after a blank, range by a hyphen. Null for
 * none.
 */
export function houseNumber(text: string): string | null {
  return plainNumber.test(text) ? text : readHouseNumber(text);
}

/** The form of most house numbers. */
const plainNumber = /^[1-9]\d{0,5}$/;

function readHouseNumber(text: string): string | null {
  let number = asciiLetters(text.replace(/½/g, ' 1/2').replace(/¼/g, ' 1/4'))
    .toUpperCase()
    .trim()
    .replace(/\s*-\s*/g, '-')
    .replace(/^(\d+)\.5$/, '$1 1/2')
    .replace(/[-\s]+(\d\/\d)$/, ' $1');
  number = number
    .replace(/^(\d[\dA-Z-]*?)\s*(?:GAR|GARAGE|AIR|REAR|FRONT|FRT|BLDG)$/, '$1')
    .replace(/^(\d+)\s+([A-Z]\d?)$/, '$1$2')
    .replace(/^(\d+)-([A-Z])$/, '$1$2')
    .replace(/^0+(?=\d)/, '')
    .replace(/\.0*$/, '');
  return numberForm.test(number) && !/^0+[A-Z]?$/.test(number) ? number : null;
}

const numberForm =
  /^(?:\d{1,7}(?:[A-Z]{0,2}|[A-Z]\d)(?:-\d{1,7}[A-Z]?|-[A-Z])?(?: \d\/\d{1,2})?|[NSEW]\d{1,6}[NSEW]\d{1,6}|\d{1,2}[NSEW]\d{2,5}|[NSEW]\d{3,6})$/;
const country = /^(?:USA|U\.?S\.?A?\.?|UNITED STATES(?: OF AMERICA)?)$/;
const countySegment = /^[A-Z][A-Z. ]* (?:COUNTY|PARISH)$/;
const zipAtEnd = /(?:^|\s)(\d{5})(?:-?\s?(\d{4}))?-?$/;
const floorSegment = /^(?:\d+(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH|FIFTH|GROUND) FL(?:OO)?R?$/;
const bareNumber = /^\d{1,4}[A-Z]?$/;
const unitSegment =
  /^(?:#|(?:APT|APARTMENT|UNIT|STE|SUITE|FL|FLOOR|RM|ROOM|BLDG|BUILDING|SPC|SPACE|LOT|PH)\b)/;

/** Parses one-line addresses, with or without commas, given the known places. */
export function lineParser(places: LinePlaces): ParseLine {
  return (line) => readLine(line, places);
}

function readLine(line: string, places: LinePlaces): ParsedAddress {
  const text = lineText(line, places.state);
  const segments = text.split(',').map((part) => withoutEnd(part.trim(), /[.\s]/));
  const parts = segments.filter(
    (part, at) => part !== '' && !country.test(part) && (at === 0 || !countySegment.test(part)),
  );
  if (isNoAddress(parts[0] ?? '')) return emptyParsedAddress;
  const tail = takeTail(parts, places);
  const body = parts[0] ?? '';
  const box = poBox.exec(body);
  if (box !== null) {
    const behind = body.slice(box[0].length).trim();
    const state = tail.state ?? places.state;
    if (tail.city === null && state !== null && places.isCity(behind, state)) tail.city = behind;
    return addressOf('po_box', null, poBoxName(body), tail);
  }
  return readBody(body, tail, places);
}

/** What comes after the street in a line. */
interface Tail {
  unit: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** Takes ZIP, state and city off the end of the parts; the rest of the first part is the street. */
function takeTail(parts: string[], places: LinePlaces): Tail {
  const tail: Tail = { unit: null, city: null, state: null, zip: null };
  takeZip(parts, tail, places);
  joinDirection(parts, tail, places);
  takeState(parts, tail, places);
  const bare = parts.filter((part) => bareNumber.test(part)).length;
  while (parts.length > 1) {
    const last = parts.pop() ?? '';
    if (unitSegment.test(last) || floorSegment.test(last)) tail.unit = unitText(streetWords(last));
    else if (bareNumber.test(last)) tail.unit = bare === 1 ? unitText([last]) : tail.unit;
    else if (last !== '' && tail.city === null && !/^\d/.test(last)) tail.city = last;
  }
  return tail;
}

function takeZip(parts: string[], tail: Tail, places: LinePlaces): void {
  const last = parts.length - 1;
  const part = parts[last] ?? '';
  const match = zipAtEnd.exec(part);
  if (!match) {
    takeOddZip(parts, tail, places);
    return;
  }
  const before = part.slice(0, match.index).trim();
  const afterState = places.isState(before.split(' ').at(-1) ?? '') !== null;
  const zipState = places.zipState(match[1] ?? '');
  const inState =
    zipState !== null && zipState === (places.state ?? zipState) && before.split(' ').length > 2;
  if (last === 0 && !afterState && !inState) return;
  tail.zip = match[2] === undefined ? (match[1] ?? null) : `${match[1]}-${match[2]}`;
  parts[last] = before;
  if (before === '' && last > 0) parts.pop();
}

/**
 * Takes digits after the state that are no ZIP code, so that they are judged as one: `MA 2110` lost its zero.
 */
function takeOddZip(parts: string[], tail: Tail, places: LinePlaces): void {
  const last = parts.length - 1;
  const match = / ?\b([A-Z]{2}) (\d{3,9})$/.exec(parts[last] ?? '');
  if (!match) return;
  const [, state = '', digits = ''] = match;
  if (places.isState(state) === null) return;
  if (last === 0 && places.zipState(digits.padStart(5, '0')) !== state) return;
  tail.zip = digits;
  parts[last] = (parts[last] ?? '').slice(0, -digits.length).trim();
}

/**
 * Joins a direction after the comma to its street (`PEACHTREE ST, NE`), unless it is the state: the last part,
 * and the state of the source or of the ZIP code.
 */
function joinDirection(parts: string[], tail: Tail, places: LinePlaces): void {
  const [body = '', direction = ''] = parts;
  if (!/^\d/.test(body) || directionalOf(direction) === null) return;
  const zipState = tail.zip === null ? null : places.zipState(tail.zip.slice(0, 5));
  if (parts.length === 2 && places.isState(direction) === (zipState ?? places.state ?? '')) return;
  if (suffixOf(body.split(' ').at(-1) ?? '') !== null) parts.splice(0, 2, `${body} ${direction}`);
}

function takeState(parts: string[], tail: Tail, places: LinePlaces): void {
  const last = parts.length - 1;
  if (floorSegment.test(parts[last] ?? '')) return;
  const words = (parts[last] ?? '').split(' ');
  if (last === 0 && tail.zip === null && words.at(-1) !== (places.state ?? words.at(-1))) return;
  for (const length of [1, 2]) {
    if (words.length < length || (last === 0 && words.length <= length + 1)) continue;
    const name = words.slice(-length).join(' ').replaceAll('.', '');
    const state = places.isState(name);
    if (state === null) continue;
    if (
      state !== (places.state ?? state) &&
      words.length === length &&
      places.isCity(name, places.state ?? '')
    )
      return;
    const ambiguous = directionalOf(name) !== null || suffixOf(name) !== null;
    if (
      last === 0 &&
      tail.zip === null &&
      (state !== (places.state ?? state) || ambiguous || name.length > 2)
    )
      continue;
    tail.state = state;
    parts[last] = words.slice(0, -length).join(' ');
    if (parts[last] === '' && last > 0) parts.pop();
    return;
  }
}

/** House number and street from the rest of the line, which may still end with a city. */
function readBody(body: string, tail: Tail, places: LinePlaces): ParsedAddress {
  const block = /^\d+ (?:BLK|BLOCK)(?: OF)? /.exec(body);
  if (block) return street(body.slice(block[0].length), null, tail, places);
  const number =
    /^(\d+[A-Z]?(?: ?- ?\d+[A-Z]?|-[A-Z])?(?:[ -]\d\/\d{1,2}|\.5)?|[NSEW]\d+[NSEW]\d+|\d{1,2}[NSEW]\d{2,5}|[NSEW]\d{3,6}(?= \S+ \S))(?= )/.exec(
      body,
    );
  const crossing = crossingOf(body);
  if (crossing !== null) return addressOf('intersection', null, crossing, tail);
  if (number && !/^\d+(?:ST|ND|RD|TH)$/.test(number[1] ?? '')) {
    return street(beforeCrossing(body.slice(number[0].length)), number[1] ?? '', tail, places);
  }
  return street(body, null, tail, places);
}

function street(text: string, number: string | null, tail: Tail, places: LinePlaces): ParsedAddress {
  let words = streetWords(text);
  let streetNo = number === null ? null : houseNumber(number);
  const fraction = words.findIndex((word, index) => index < 2 && /^\d\/\d{1,2}$/.test(word));
  if (fraction >= 0) {
    if (streetNo !== null && !streetNo.includes(' ')) streetNo = `${streetNo} ${words[fraction]}`;
    words = words.filter((_, index) => index !== fraction);
  }
  let city = tail.city;
  if (/^[A-Z]$/.test(words[0] ?? '') && words[1] === '&') words[1] = 'AND';
  words = words.filter((word) => word !== '/' && word !== '&');
  if (streetNo !== null && isUnitLetter(words)) streetNo = houseNumber(`${streetNo}${words.shift()}`);
  if (city === null) [words, city] = takeExpectedCity(words, places);
  const dropped = words.slice(dropUnit(words).length);
  words = words.slice(0, words.length - dropped.length);
  const state = tail.state ?? places.state;
  if (city === null)
    [words, city] = takeKnownCity(
      words,
      state,
      dropped.length === 0 && (tail.state ?? tail.zip) !== null,
      places,
    );
  city ??= cityBehindUnit(dropped, state, places);
  if (number === null) words = words.filter((word, index) => index === 0 || !/^0\d{4}$/.test(word));
  const kept = dropUnit(words);
  const unit = tail.unit ?? unitText(dropped) ?? unitText(words.slice(kept.length));
  const name = uspsStreet(kept);
  if (number !== null && words.length === 1 && isPlainSuffix(words[0] ?? '')) {
    return addressOf('street', null, uspsStreet([number, ...words]), { ...tail, city });
  }
  if (name === '') return addressOf('none', null, null, { ...tail, city });
  return addressOf(streetNo === null ? 'street' : 'house', streetNo, name, { ...tail, unit, city });
}

/**
 * Whether the words begin with the letter of a house number (`1301 A KATIE AVE`, `116 C S 11TH ST`), not a
 * street.
 */
function isUnitLetter(words: readonly string[]): boolean {
  const [letter = '', second = ''] = words;
  if (!/^[A-Z]\d?$/.test(letter) || directionalOf(letter) !== null || second === 'AND') return false;
  const rest = words.slice(directionalOf(second) === null ? 1 : 2);
  const [name = ''] = rest;
  if (rest.length < 2 || (suffixOf(name) !== null && words.length === 3) || !/^[A-Z0-9]{2,}$/.test(name))
    return false;
  return rest.slice(1).some((word) => suffixOf(word) !== null);
}

/** An expected city at the end of the words. */
function takeExpectedCity(words: string[], places: LinePlaces): [string[], string | null] {
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
function takeKnownCity(
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
function cityBehindUnit(dropped: readonly string[], state: string | null, places: LinePlaces): string | null {
  const rest = dropped.slice(unitLength(dropped));
  if (state === null || rest.length === 0 || rest.length === dropped.length || rest.length > 3) return null;
  const name = rest.join(' ');
  return places.isCity(name, state) ? name : null;
}

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
