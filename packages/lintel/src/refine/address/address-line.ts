/**
 * Parses an address that is one line, with or without commas: what a line has after its street is taken from its
 * end, then the street is read.
 */

import { withoutEnd } from '../record/text.js';
import { beforeCrossing, crossingOf, poBox, poBoxName } from './address-line-kind.js';
import { isNoAddress, lineText } from './address-line-text.js';
import { houseNumber } from './house-number.js';
import { addressOf, emptyParsedAddress, type ParsedAddress, type ParseLine } from './parsed-address.js';
import { directionalOf, isPlainSuffix, streetWords, suffixOf, uspsStreet } from './street.js';
import { dropUnit, unitLength, unitText } from './unit.js';

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
