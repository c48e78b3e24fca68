/** What a one-line address has after its street, taken from its end: ZIP code, state, city and unit. */
import type { LinePlaces } from './line-places.js';
import { directionalOf, streetWords, suffixOf } from './street.js';
import { unitText } from './unit.js';

const zipAtEnd = /(?:^|\s)(\d{5})(?:-?\s?(\d{4}))?-?$/;
const floorSegment = /^(?:\d+(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH|FIFTH|GROUND) FL(?:OO)?R?$/;
const bareNumber = /^\d{1,4}[A-Z]?$/;
const unitSegment =
  /^(?:#|(?:APT|APARTMENT|UNIT|STE|SUITE|FL|FLOOR|RM|ROOM|BLDG|BUILDING|SPC|SPACE|LOT|PH)\b)/;

/** What comes after the street in a line. */
export interface Tail {
  unit: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** Takes ZIP, state and city off the end of the parts; the rest of the first part is the street. */
export function takeTail(parts: string[], places: LinePlaces): Tail {
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
