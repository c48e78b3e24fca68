/**
 * Separates the street from what follows it: apartments, suites, floors, lots and legal descriptions. The
 * first word is never touched, so a street called `LOT ST` stays whole.
 */
import { directionalOf, highwayLength, isPlainSuffix, roadStart, suffixOf } from './street.js';

/** Designators that are followed by an identifier (Publication 28, appendix C2). */
const withIdentifier = new Set(
  (
    '# APT APARTMENT APTS UNIT UNITS STE SUITE SUITES FL FLR FLOOR RM ROOM BLDG BUILDING BLD BLG LEVEL LVL SPC SPACE SP TRLR DEPT ' +
    'FLRS FLOORS LOT SLIP HNGR HANGAR PH PENTHOUSE STOP BSMT BASEMENT BUNIT'
  ).split(' '),
);
/** Designators whose identifier may be any word: `BLDG CLUB`. */
const named = new Set('APT UNIT STE SUITE BLDG BUILDING BLD BLG'.split(' '));
/** Streets that are complete without a suffix. */
const complete = new Set(['BROADWAY', 'BOWERY']);
/** Designators that need no identifier at the end. */
const alone = new Set(
  (
    'APT UNIT STE SUITE BSMT BASEMENT BASMT FRNT FRONT REAR LOWR LOWER UPPR UPPER LBBY LOBBY OFC OFFICE PH ' +
    'PENTHOUSE SIDE GARAGE GAR COACH DUPLEX HOUSE ADU DADU BLDG BUILDING BLD BLG LEVEL LVL MEZZANINE MEZZ'
  ).split(' '),
);
const legal = new Set('BLOCK BLK LOT LOTS TRACT TR FLG FILING SUBD SUBDIVISION PHASE PARCEL'.split(' '));
const identifier = /^(?:\d+[A-Z]?|[A-Z]|[A-Z]\d+[A-Z]?|\d+[A-Z]\d*|[A-Z]?\d*-[A-Z0-9]+|\d+(?:ST|ND|RD|TH))$/;

/** Standard abbreviations of designators (Publication 28, appendix C2). */
const abbreviations: ReadonlyMap<string, string> = new Map(
  (
    'NO #,APARTMENT APT,APTS APT,UNITS UNIT,SUITE STE,SUITES STE,FLR FL,FLOOR FL,FLRS FL,FLOORS FL,ROOM RM,BUILDING BLDG,BLD BLDG,BLG BLDG,LVL LEVEL,MEZZ MEZZANINE,SPACE SPC,SP SPC,' +
    'HANGAR HNGR,PENTHOUSE PH,BASEMENT BSMT,BASMT BSMT,FRONT FRNT,LOWER LOWR,UPPER UPPR,LOBBY LBBY,OFFICE OFC'
  )
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** The standard abbreviation of a unit designator (`APARTMENT` → `APT`), or null. */
export function designatorOf(word: string): string | null {
  return abbreviations.get(word) ?? null;
}

/** How many of the words after a street name are its unit. */
export function unitLength(words: readonly string[]): number {
  const [first = '', second = ''] = words;
  if (isOrdinalFloor(first, second) || isReversed(words)) return 2;
  let at = identifier.test(first) ? 1 : 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const next = words[at + (word !== '#' && words[at + 1] === '#' ? 2 : 1)] ?? '';
    if ((withIdentifier.has(word) || word === 'NO') && identifier.test(next))
      at = words.indexOf(next, at + 1) + 1;
    else if (alone.has(word)) at += 1;
    else break;
  }
  // A letter of its own ends the unit: `LEVEL 6 E`.
  return at > 0 && at === words.length - 1 && /^[A-Z]$/.test(words[at] ?? '') ? words.length : at;
}

/** Whether an identifier comes before its designator: `20 BLDG`, but not `20 BLDG 4`. */
function isReversed(words: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = words;
  return /^\d+[A-Z]?$/.test(first) && second !== '#' && withIdentifier.has(second) && !identifier.test(third);
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
  if (isReversed(unit)) return `${abbreviations.get(second) ?? second} ${first}`;
  const plain = unit.filter(
    (word, at) => word !== '#' || at === 0 || !withIdentifier.has(unit[at - 1] ?? ''),
  );
  const written = plain.map((word) => abbreviations.get(word) ?? word).join(' ');
  const text = identifier.test(first) ? `# ${written}` : written;
  return text === '' || unnamed.has(text) ? null : text;
}

/** Designators that mean nothing without an identifier. */
const unnamed = new Set(['#', 'APT', 'UNIT', 'STE', 'BLDG', 'LEVEL']);

const ordinalFloors: ReadonlyMap<string, number> = new Map(
  'GROUND FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH'
    .split(' ')
    .map((word, index) => [word, Math.max(index, 1)]),
);

/** The number of a floor in words (`THIRD` → `3`), or null. */
export function floorOf(word: string): string | null {
  const floor = ordinalFloors.get(word);
  return floor === undefined ? null : String(floor);
}

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
    else if (end >= 4 && isReversed([before, last]) && endsWithSuffix(words, end - 2)) end -= 2;
    else if (end >= 3 && alone.has(last) && endsWithSuffix(words, end - 1)) end -= 1;
    else if (end >= 4 && alone.has(last) && alone.has(before) && endsWithSuffix(words, end - 2)) end -= 2;
    else if (isLooseIdentifier(last) && isWhole(words.slice(0, end - 1), last)) end -= 1;
    else if (end >= 3 && isLooseIdentifier(last) && endsWithSuffix(words, end - 1)) end -= 1;
    else if (isLooseIdentifier(last) && isLooseIdentifier(before) && endsWithSuffix(words, end - 2)) end -= 2;
    else break;
  }
  return words.slice(0, end);
}

/**
 * Whether the words are a street without a suffix, and `last` a unit after it: `N BROADWAY 1415`, `W BRYN MAWR
 * 211`. Without a directional only streets that have no suffix anywhere count.
 */
function isWhole(words: readonly string[], last: string): boolean {
  const hasDirection = directionalOf(words[0] ?? '') !== null;
  const name = hasDirection ? words.slice(1) : words;
  if (name.length === 1 && complete.has(name[0] ?? '')) return true;
  return hasDirection && name.length > 0 && /^\d/.test(last) && name.every(isNameWord);
}

/** Whether a word of a street is neither a suffix nor before the number of a road. */
function isNameWord(word: string): boolean {
  return (
    /^[A-Z]{3,}$/.test(word) &&
    suffixOf(word) === null &&
    directionalOf(word) === null &&
    !numbered.test(word)
  );
}

const numbered =
  /^(?:INTERSTATE|FARM|RANCH|COUNTY|COUNTRY|PRIVATE|PVT|CNTY|CTY|CTH|STATE|STH|TOWNSHIP|TWP|HIGHWAY|HWY|ROAD|RD|ROUTE|RTE|MILE|BELT|BELTWAY|BUSINESS|BUS|ALTERNATE|ALT|LOT|BLOCK|BLK|TRACT)$/;

function isLooseIdentifier(word: string): boolean {
  return identifier.test(word) && directionalOf(word) === null && suffixOf(word) === null;
}

/** Whether the words before `end` are a name with a suffix, optionally followed by a directional. */
function endsWithSuffix(words: readonly string[], end: number): boolean {
  const start = roadStart(words);
  const road = highwayLength(words.slice(start));
  if (road > 0) return end > start + road;
  const last = words[end - 1] ?? '';
  const suffixAt = directionalOf(last) === null ? end - 1 : end - 2;
  // `OLD WEST STATE ROUTE 21`, `DELAWARE COUNTY ROAD 5`: the number is the road's.
  if (/^(?:STATE|COUNTY)$/.test(words[suffixAt - 1] ?? '') && numbered.test(last)) return false;
  return suffixAt > start && suffixOf(words[suffixAt] ?? '') !== null;
}

/** Cuts `… ST LAFAYETTE BLOCK 11 LOT 2` after the street's suffix: the rest describes the parcel. */
function cutLegal(words: string[]): string[] {
  const at = words.findIndex(
    (word, index) =>
      index >= 2 && legal.has(word) && /^[A-Z]?\d+[A-Z]?$|^[A-Z]$/.test(words[index + 1] ?? ''),
  );
  if (at < 0) return words;
  let suffixAt = words.findIndex((word, index) => index >= 1 && index < at && suffixOf(word) !== null);
  if (suffixAt < 0) return words.slice(0, at);
  // `GRAND LAKE DR` ends with the second suffix.
  if (isPlainSuffix(words[suffixAt + 1] ?? '')) suffixAt += 1;
  const after = directionalOf(words[suffixAt + 1] ?? '') === null ? suffixAt + 1 : suffixAt + 2;
  return words.slice(0, Math.min(after, at));
}
