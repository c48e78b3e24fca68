/**
 * Separates the street from what follows it: apartments, suites, floors, lots and legal descriptions. The
 * first word is never touched, so a street called `LOT ST` stays whole.
 */
import { directionalOf, highwayLength, suffixOf } from './street.js';

/** Designators that are followed by an identifier (Publication 28, appendix C2). */
const withIdentifier = new Set(
  (
    '# APT APARTMENT APTS UNIT UNITS STE SUITE SUITES FL FLR FLOOR RM ROOM BLDG BUILDING SPC SPACE SP TRLR DEPT ' +
    'FLRS FLOORS LOT SLIP HNGR HANGAR PH PENTHOUSE STOP BSMT BASEMENT BUNIT'
  ).split(' '),
);
/** Designators whose identifier may be any word: `BLDG CLUB`. */
const named = new Set('APT UNIT STE SUITE BLDG BUILDING'.split(' '));
/** Streets that are complete without a suffix. */
const complete = new Set(['BROADWAY', 'BOWERY']);
/** Designators that need no identifier at the end. */
const alone = new Set(
  (
    'APT UNIT STE SUITE BSMT BASEMENT BASMT FRNT FRONT REAR LOWR LOWER UPPR UPPER LBBY LOBBY OFC OFFICE PH ' +
    'PENTHOUSE SIDE GARAGE GAR COACH DUPLEX HOUSE ADU DADU'
  ).split(' '),
);
const legal = new Set('BLOCK BLK LOT LOTS TRACT TR FLG FILING SUBD SUBDIVISION PHASE PARCEL'.split(' '));
const identifier = /^(?:\d+[A-Z]?|[A-Z]|[A-Z]\d+|\d+[A-Z]\d*|[A-Z]?\d*-[A-Z0-9]+|\d+(?:ST|ND|RD|TH))$/;

/** Standard abbreviations of designators (Publication 28, appendix C2). */
const abbreviations: ReadonlyMap<string, string> = new Map(
  (
    'APARTMENT APT,APTS APT,UNITS UNIT,SUITE STE,SUITES STE,FLR FL,FLOOR FL,FLRS FL,FLOORS FL,ROOM RM,BUILDING BLDG,SPACE SPC,SP SPC,' +
    'HANGAR HNGR,PENTHOUSE PH,BASEMENT BSMT,BASMT BSMT,FRONT FRNT,LOWER LOWR,UPPER UPPR,LOBBY LBBY,OFFICE OFC'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** How many of the words after a street name are its unit. */
export function unitLength(words: readonly string[]): number {
  const [first = '', second = ''] = words;
  if (isOrdinalFloor(first, second)) return 2;
  if (identifier.test(first)) return 1;
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const next = words[at + (word !== '#' && words[at + 1] === '#' ? 2 : 1)] ?? '';
    if (withIdentifier.has(word) && identifier.test(next)) at = words.indexOf(next, at + 1) + 1;
    else if (alone.has(word)) at += 1;
    else break;
  }
  return at;
}

/**
 * The unit at the beginning of the words after a street name, in USPS notation (`APT 4`, `# 4B`); null for
 * none.
 */
export function unitText(words: readonly string[]): string | null {
  const unit = words.slice(0, unitLength(words));
  const [first = '', second = ''] = unit;
  if (isOrdinalFloor(first, second)) return `FL ${ordinalFloors.get(first) ?? Number.parseInt(first, 10)}`;
  if (unit.length === 1 && identifier.test(first)) return `# ${first}`;
  const plain = unit.filter(
    (word, at) => word !== '#' || at === 0 || !withIdentifier.has(unit[at - 1] ?? ''),
  );
  const text = plain.map((word) => abbreviations.get(word) ?? word).join(' ');
  return text === '' || unnamed.has(text) ? null : text;
}

/** Designators that mean nothing without an identifier. */
const unnamed = new Set(['#', 'APT', 'UNIT', 'STE']);

const ordinalFloors: ReadonlyMap<string, number> = new Map(
  'GROUND FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH'
    .split(' ')
    .map((word, index) => [word, Math.max(index, 1)]),
);

function isOrdinalFloor(first: string, second: string): boolean {
  return /^FL(?:OO)?R?$/.test(second) && (/^\d+(?:ST|ND|RD|TH)$/.test(first) || ordinalFloors.has(first));
}

/** The street words without unit and legal description. */
export function dropUnit(words: string[]): string[] {
  let kept = cutLegal(words);
  for (let index = 1; index < kept.length; index++) {
    const word = kept[index] ?? '';
    const isNumbered =
      word === 'NO' && /^\d/.test(kept[index + 1] ?? '') && suffixOf(kept[index - 1] ?? '') !== null;
    if (word === '#' || isNumbered || (withIdentifier.has(word) && isUnitAt(kept, index))) {
      kept = kept.slice(0, index);
      break;
    }
  }
  return dropTrailing(kept);
}

/** Whether the designator at `index` comes after a whole street and before an identifier. */
function isUnitAt(words: readonly string[], index: number): boolean {
  const next = words[index + 1];
  if (next === undefined) return alone.has(words[index] ?? '') && endsStreet(words, index);
  if (next === '#') return true;
  if (
    named.has(words[index] ?? '') &&
    words.length === index + 2 &&
    suffixOf(words[index - 1] ?? '') !== null
  )
    return true;
  if (!identifier.test(next) && !endsStreet(words, index)) return false;
  if (suffixOf(next) !== null && !identifier.test(next)) return false;
  return identifier.test(next) || words.length - index <= 3;
}

/** Whether a street may end before `index`: after a suffix or directional, or after two words. */
function endsStreet(words: readonly string[], index: number): boolean {
  const before = words[index - 1] ?? '';
  return suffixOf(before) !== null || directionalOf(before) !== null || index >= 2;
}

/** Identifiers without a designator after the suffix (`MAIN ST 4B`), ordinal floors and lone designators. */
function dropTrailing(words: string[]): string[] {
  let end = words.length;
  while (end >= 2) {
    const last = words[end - 1] ?? '';
    const before = words[end - 2] ?? '';
    if (end >= 3 && isOrdinalFloor(before, last)) end -= 2;
    else if (end >= 3 && alone.has(last) && endsWithSuffix(words, end - 1)) end -= 1;
    else if (end === 2 && isLooseIdentifier(last) && complete.has(before)) end -= 1;
    else if (end >= 3 && isLooseIdentifier(last) && endsWithSuffix(words, end - 1)) end -= 1;
    else if (isLooseIdentifier(last) && isLooseIdentifier(before) && endsWithSuffix(words, end - 2)) end -= 2;
    else break;
  }
  return words.slice(0, end);
}

function isLooseIdentifier(word: string): boolean {
  return identifier.test(word) && directionalOf(word) === null && suffixOf(word) === null;
}

/** Whether the words before `end` are a name with a suffix, optionally followed by a directional. */
function endsWithSuffix(words: readonly string[], end: number): boolean {
  const start = directionalOf(words[0] ?? '') === null ? 0 : 1;
  const road = highwayLength(words.slice(start));
  if (road > 0) return end > start + road;
  const last = words[end - 1] ?? '';
  const suffixAt = directionalOf(last) === null ? end - 1 : end - 2;
  return suffixAt > start && suffixOf(words[suffixAt] ?? '') !== null;
}

/** Cuts `… ST LAFAYETTE BLOCK 11 LOT 2` after the street's suffix: the rest describes the parcel. */
function cutLegal(words: string[]): string[] {
  const at = words.findIndex(
    (word, index) =>
      index >= 2 && legal.has(word) && /^[A-Z]?\d+[A-Z]?$|^[A-Z]$/.test(words[index + 1] ?? ''),
  );
  if (at < 0) return words;
  const suffixAt = words.findIndex((word, index) => index >= 1 && index < at && suffixOf(word) !== null);
  if (suffixAt < 0) return words.slice(0, at);
  const after = directionalOf(words[suffixAt + 1] ?? '') === null ? suffixAt + 1 : suffixAt + 2;
  return words.slice(0, Math.min(after, at));
}
