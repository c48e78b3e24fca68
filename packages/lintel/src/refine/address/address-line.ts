/**
 * Parses an address that is one line, with or without commas: what a line has after its street is taken from its
 * end, then the street is read.
 */

import { withoutEnd } from '../record/text.js';
import { withoutBuilding } from './address-line-building.js';
import { cityBehindUnit, takeExpectedCity, takeKnownCity, takeZipCity } from './address-line-city.js';
import { beforeCrossing, crossingOf, poBox, poBoxName } from './address-line-kind.js';
import { wordsLeftOut } from './address-line-rest.js';
import { type Tail, takeTail } from './address-line-tail.js';
import { isNoAddress, lineText } from './address-line-text.js';
import { houseNumber } from './house-number.js';
import type { LinePlaces } from './line-places.js';
import { addressOf, emptyParsedAddress, type ParsedAddress, type ParseLine } from './parsed-address.js';
import { directionalOf, highwayLength, isPlainSuffix, streetWords, suffixOf, uspsStreet } from './street.js';
import { dropUnit, unitText } from './unit.js';

const country = /^(?:USA|U\.?S\.?A?\.?|UNITED STATES(?: OF AMERICA)?)$/;
const countySegment = /^[A-Z][A-Z. ]* (?:COUNTY|PARISH)$/;

/** Parses one-line addresses, with or without commas, given the known places. */
export function lineParser(places: LinePlaces): ParseLine {
  return (line) => {
    const parsed = readLine(line, places);
    const rest = wordsLeftOut(line, parsed);
    return rest === null ? parsed : addressOf(parsed.kind, parsed.streetNo, parsed.street, parsed, rest);
  };
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

/** House number and street from the rest of the line, which may still end with a city. */
function readBody(body: string, tail: Tail, places: LinePlaces): ParsedAddress {
  const block = /^\d+ (?:BLK|BLOCK)(?: OF)? /.exec(body);
  if (block) return street(body.slice(block[0].length), null, tail, places);
  const number =
    /^(\d+(?:[A-Z]\d?)?(?: ?- ?\d+[A-Z]?|-[A-Z])?(?:[ -]\d\/\d{1,2}|\.5)?|[NSEW]\d+[NSEW]\d+|\d{1,2}[NSEW]\d{2,5}|[NSEW]\d{3,6}(?= \S+ \S))(?= )/.exec(
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
  // A city behind a comma shows that all before it is the street and what stands there.
  if (city !== null && number !== null) words = withoutBuilding(words);
  if (city === null) [words, city] = takeExpectedCity(words, places);
  if (city === null) [words, city] = takeZipCity(words, tail.zip, places);
  const dropped = words.slice(dropUnit(words).length);
  words = words.slice(0, words.length - dropped.length);
  const state =
    tail.state ?? places.state ?? (tail.zip === null ? null : places.zipState(tail.zip.slice(0, 5)));
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
  if (words.length === 3 && directionalOf(second) !== null && isPlainSuffix(words[2] ?? '')) return true;
  if (highwayLength(words) > 0) return false;
  const rest = words.slice(directionalOf(second) === null ? 1 : 2);
  const [name = ''] = rest;
  // `C AVENUE EXT` is a street.
  const isAvenue = suffixOf(name) === 'AVE' && suffixOf(rest[1] ?? '') !== null;
  if (rest.length < 2 || isAvenue || (suffixOf(name) !== null && words.length === 3)) return false;
  if (!/^[A-Z0-9]{2,}$/.test(name)) return false;
  return rest.slice(1).some((word) => suffixOf(word) !== null);
}
