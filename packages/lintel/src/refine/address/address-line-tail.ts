/** What a one-line address has after its street, taken from its end: ZIP code, state, city and unit. */
import { withoutEnd } from '../record/text.js';
import { cityBehindUnit } from './address-line-city.js';
import type { LinePlaces } from './line-places.js';
import { directionalOf, isPlainSuffix, streetWords, suffixOf } from './street.js';
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
    if (unitSegment.test(last) || floorSegment.test(last)) {
      tail.unit = unitText(streetWords(last));
      tail.city ??= cityBehindUnit(streetWords(last), tail.state ?? places.state, places);
    } else if (bareNumber.test(last)) tail.unit = bare === 1 ? unitText([last]) : tail.unit;
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
 * Joins a direction after the comma to its street (`PEACHTREE ST, NE`, `2ND ST, S. W. STE 4`), unless it is the
 * state (the last part, and the state of the source or of the ZIP code) or begins the name of a city.
 */
function joinDirection(parts: string[], tail: Tail, places: LinePlaces): void {
  const [body = '', next = ''] = parts;
  if (!/^\d/.test(body) || suffixOf(withoutEnd(body.slice(body.lastIndexOf(' ') + 1), /\./)) === null) return;
  const [written = '', first = '', second = '', rest = ''] = leadingDirection.exec(next) ?? [];
  const direction = directionalOf(`${first}${second}`);
  if (written === '' || direction === null) return;
  const zipState = tail.zip === null ? null : places.zipState(tail.zip.slice(0, 5));
  const state = zipState ?? places.state ?? '';
  if (rest === '' && parts.length === 2 && places.isState(next) === state) return;
  // A single letter rather begins the name of a city that no table knows: `N. ORANGE`.
  const isSure = second !== '' || /^[NS][EW]$/.test(first) || unitSegment.test(rest);
  if (rest !== '' && (!isSure || places.isState(next) !== null || isCityPart(next, state, places))) return;
  parts.splice(0, 2, `${body} ${direction}`, ...(rest === '' ? [] : [rest]));
}

const leadingDirection =
  /^(?:(NORTH|SOUTH|EAST|WEST|[NS](?=[. ]|$|[EW](?:[. ]|$))|[EW](?=[. ]|$))[. ]*((?:EAST|WEST|E|W)(?=[. ]|$))?)[. ]*(.*)$/;

/** Whether the part, or the part without the state at its end, is a city: `EAST ORANGE`, `N LITTLE ROCK AR`. */
function isCityPart(part: string, state: string, places: LinePlaces): boolean {
  const words = part.split(' ');
  const ending = places.isState(words.at(-1) ?? '');
  const name = ending === null || words.length === 1 ? part : words.slice(0, -1).join(' ');
  return places.isCity(name, ending ?? state);
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
    const ambiguous =
      (directionalOf(name) !== null || suffixOf(name) !== null) &&
      !endsWithCity(words.slice(0, -length), state, places);
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

/** Whether the words end with a known city after a street's suffix: `SILAS DEANE HIGHWAY WETHERSFIELD`. */
function endsWithCity(words: readonly string[], state: string, places: LinePlaces): boolean {
  const suffixAt = words.findIndex((word, at) => at >= 2 && isPlainSuffix(word));
  if (suffixAt < 0) return false;
  return [1, 2, 3].some(
    (length) => words.length - length > suffixAt && places.isCity(words.slice(-length).join(' '), state),
  );
}
