/**
 * Writes a street name in USPS notation (Publication 28): upper case, directionals and suffix abbreviated,
 * ordinals without leading zeros, highways spelled out, no punctuation. Works on words that are already
 * split; a street that fits no rule keeps its words.
 */
import { directionals, shortDirectionals, stateCodes, streetSuffixes } from '../../geography/usps/words.js';
import { asciiLetters } from '../record/text.js';

/** Abbreviation of each directional, by each of its spellings. */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ...[...directionals.values()].map((word): [string, string] => [word, word]),
  ...shortDirectionals,
  ...directionals,
]);

/** Primary names of the suffixes by their standard abbreviations. */
const suffixNames = new Map(streetSuffixes.map(({ abbreviation, name }) => [abbreviation, name]));
const suffixes: ReadonlyMap<string, string> = new Map(
  streetSuffixes.flatMap(({ abbreviation, name, spellings, suffixOnly }) =>
    [abbreviation, name, ...spellings, ...suffixOnly].map((form): [string, string] => [form, abbreviation]),
  ),
);

/** The standard abbreviation of a suffix word (`AVENUE` → `AVE`), or null. */
export function suffixOf(word: string): string | null {
  return suffixes.get(word) ?? null;
}

/** Suffixes that are no names of their own: `E ST` is a street called E, but `N WELLS` one called Wells. */
const plainSuffixes = new Set(
  'ST AVE RD DR BLVD LN CT PL WAY CIR TER PKWY HWY ALY SQ TRL LOOP ROW'.split(' '),
);

/** Whether the word is a suffix that cannot be the name of a street (`STREET`, not `WELLS`). */
export function isPlainSuffix(word: string): boolean {
  return plainSuffixes.has(suffixOf(word) ?? '');
}

/** The abbreviation of a directional word (`NORTH` → `N`), or null. */
export function directionalOf(word: string): string | null {
  return abbreviations.get(word) ?? null;
}

/** Numbered roads written as one word: `US98`, `CR-210`. */
const gluedRoad = /\b(US|SR|CR|SH|FM|HWY|IH|RM)-?(\d+)/g;

/** Upper-case ASCII words of a street; `#`, `/` and `&` are words of their own, `-` stays inside words. */
export function streetWords(text: string): string[] {
  const plain = asciiLetters(text)
    .toUpperCase()
    .replace(/['.`"]/g, '')
    .replace(/[^A-Z0-9#&/-]+/g, ' ')
    .replace(/#/g, ' # ')
    .replace(/&/g, ' & ')
    .replace(gluedRoad, '$1 $2');
  const words = plain.split(' ').filter((word) => word !== '' && word !== '-');
  return words.some((word) => roadNumberSigns.has(word)) ? withoutRoadSign(words) : words;
}

const roadNumberSigns = new Set(['NO', 'NUMBER', '#']);

/** The words without `NO` or `#` between a road and its number: `STATE HIGHWAY NO 70`. */
function withoutRoadSign(words: string[]): string[] {
  const at = words.findIndex((word, index) => index > 0 && roadNumberSigns.has(word));
  if (at < 0 || !/^(?:HIGHWAY|HWY|ROUTE|RTE|RT|ROAD|RD|US|SR|CR)$/.test(words[at - 1] ?? '')) return words;
  const plain = words.toSpliced(at, 1);
  const first = /^\d/.test(plain[0] ?? '') ? 1 : 0;
  const start = first + roadStart(plain.slice(first));
  return start + highwayLength(plain.slice(start)) > at ? plain : words;
}

const highwayNumber = '(\\d+[A-Z]?|(?![NSEW]\\b)[A-Z]{1,2})(?= |$)';
/** Numbered roads in the spelling of Publication 28, appendix F. */
const highways: readonly (readonly [RegExp, string])[] = (
  [
    ['(?:US|U S)(?: (?:HIGHWAY|HWY|ROUTE|RTE|RT))? (\\d+[A-Z]?(?:-\\d+)?)(?= |$)', 'US HIGHWAY $1'],
    ['(?:INTERSTATE(?: HIGHWAY| HWY)?|IH|I)[ -]?(\\d+)(?= |$)', 'INTERSTATE $1'],
    ['(?:FM|F M|FARM TO MARKET|HWY FM)(?: ROAD| RD)? (\\d+)(?= |$)', 'FM $1'],
    ['(?:RM|R M|RR|RANCH TO MARKET|RANCH)(?: ROAD| RD)? (\\d+)(?= |$)', 'RANCH ROAD $1'],
    [`(?:(?:COUNTY|COUNTRY|CNTY|CTY|CO) (?:ROAD|RD)|CR) ${highwayNumber}`, 'COUNTY ROAD $1'],
    [`(?:(?:COUNTY|CNTY|CTY|CO) (?:TRUNK )?(?:HIGHWAY|HWY)|CTH) ${highwayNumber}`, 'COUNTY HIGHWAY $1'],
    [`(?:(?:STATE|ST) (?:TRUNK )?(?:HIGHWAY|HWY)|SH|STH) ${highwayNumber}`, 'STATE HIGHWAY $1'],
    [`(?:STATE|ST) (?:ROAD|RD) ${highwayNumber}`, 'STATE ROAD $1'],
    [`(?:(?:STATE|ST) (?:ROUTE|RTE|RT)|SR) ${highwayNumber}`, 'STATE ROUTE $1'],
    [`(?:TOWNSHIP|TWP) (?:ROAD|RD) ${highwayNumber}`, 'TOWNSHIP ROAD $1'],
    [`(?:PRIVATE|PVT) (?:ROAD|RD) ${highwayNumber}`, 'PRIVATE ROAD $1'],
    [`(?:HIGHWAY|HWY) ${highwayNumber}`, 'HIGHWAY $1'],
    [`(?:ROUTE|RTE|RT) ${highwayNumber}`, 'ROUTE $1'],
    ['(?:LOOP|LP) (\\d+)(?= |$)', 'LOOP $1'],
  ] as const
).map(([pattern, name]) => [new RegExp(`^${pattern}`), name] as const);
const highwayWord =
  /^(?:US|U|INTERSTATE|IH|I|I-?\d+|FM?|FARM|RM?|RR|RANCH|COUNTY|COUNTRY|PRIVATE|PVT|CNTY|CTY|CO|CR|CTH|STATE|ST|SH|SR|STH|TOWNSHIP|TWP|HIGHWAY|HWY|ROUTE|RTE|RT|LOOP|LP)$/;
/** Words before a numbered road that belong to its name, with their spelling. */
const roadPrefixes: ReadonlyMap<string, string> = new Map([
  ['OLD', 'OLD'],
  ['NEW', 'NEW'],
  ['BUSINESS', 'BUSINESS'],
  ['BUS', 'BUSINESS'],
  ['ALTERNATE', 'ALTERNATE'],
  ['ALT', 'ALTERNATE'],
  ['SCENIC', 'SCENIC'],
  ['CITY', 'CITY'],
  // `AL HIGHWAY 157`; but CO is a county.
  ...[...stateCodes.values()].filter((code) => code !== 'CO').map((code) => [code, code] as const),
]);

/** Words before a numbered road that belong to its name: how many they are, and their spelling. */
interface RoadPrefix {
  readonly length: number;
  readonly spelling: string;
}

const noPrefix: RoadPrefix = { length: 0, spelling: '' };

/** What comes before a numbered road: `OLD US 98`, `NEW BUSINESS 220`, `WEST VIRGINIA ROUTE 3`. */
function prefixOf(words: readonly string[]): RoadPrefix {
  const state = stateLength(words);
  if (state > 0) return { length: state, spelling: stateSpelling(words.slice(0, state).join(' ')) };
  let length = 0;
  while (words.length - length > 2 && roadPrefixes.has(words[length] ?? '')) length += 1;
  if (length === 0) return noPrefix;
  const spelling = words.slice(0, length).map((word) => roadPrefixes.get(word));
  return { length, spelling: spelling.join(' ') };
}

/** How many words before a road name a state in full; 0 for none, or for a county of that name. */
function stateLength(words: readonly string[]): number {
  for (const length of [2, 1]) {
    if (words.length < length + 2 || !stateCodes.has(words.slice(0, length).join(' '))) continue;
    return /^(?:COUNTY|CNTY|CTY|CO|CR)$/.test(words[length] ?? '') ? 0 : length;
  }
  return 0;
}

/** The code of a state, as the Postal Service writes it before a road; but CO is a county. */
function stateSpelling(name: string): string {
  const code = stateCodes.get(name) ?? name;
  return code === 'CO' ? name : code;
}

/** Where the name of a road begins: after a directional that is no part of a state (`WEST VIRGINIA`). */
export function roadStart(words: readonly string[]): number {
  return directionalOf(words[0] ?? '') === null || stateLength(words) > 1 ? 0 : 1;
}

/** The words as a numbered road in standard spelling, or null if they are none. */
function highway(words: readonly string[]): string | null {
  const before = prefixOf(words);
  const road = unprefixedHighway(before.length === 0 ? words : words.slice(before.length));
  return road === null || before.length === 0 ? road : `${before.spelling} ${road}`;
}

function unprefixedHighway(words: readonly string[]): string | null {
  if (words.length > 7 || !highwayWord.test(words[0] ?? '')) return null;
  const text = words.join(' ');
  for (const [pattern, name] of highways) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const written = text.slice(match[0].length).trim();
    const rest = /HIGHWAY|INTERSTATE/.test(name)
      ? written.replace(/^(?:HWY|HIGHWAY)(?= |$)\s*/, '')
      : written;
    const after =
      rest === '' ? [] : rest.split(' ').map((word) => directionalOf(word) ?? suffixOf(word) ?? word);
    return [name.replace('$1', match[1] ?? ''), ...after].join(' ');
  }
  return null;
}

/** How many words a numbered road that begins with the first one has; 0 if there is none. */
export function highwayLength(words: readonly string[]): number {
  const before = prefixOf(words).length;
  if (!highwayWord.test(words[before] ?? '')) return 0;
  const text = words.slice(before, before + 5).join(' ');
  for (const [pattern] of highways) {
    const match = pattern.exec(text);
    if (match !== null) return before + match[0].split(' ').length;
  }
  return 0;
}

/** The words as a street in USPS notation, for example `N MARTIN LUTHER KING DR`; empty for no words. */
export function uspsStreet(words: readonly string[]): string {
  let start = 0;
  let end = words.length;
  const first = words[0] ?? '';
  if (end === 2 && suffixOf(first) === 'AVE' && /^[A-Z]$/.test(words[1] ?? '')) return `AVENUE ${words[1]}`;
  let pre = '';
  let post = '';
  let suffix = '';
  if (
    end >= 2 &&
    directionalOf(words[end - 1] ?? '') !== null &&
    !(end === 2 && directionalOf(first) !== null)
  ) {
    post = directionalOf(words[end - 1] ?? '') ?? '';
    end -= 1;
  }
  const roadAt = roadStart(words);
  const road = highway(words.slice(roadAt, end));
  if (road !== null) return [roadAt === 0 ? '' : directionalOf(first), road, post].filter(Boolean).join(' ');
  if (isGridStreet(words, end)) return `${directionalOf(first)} ${words[1]} ${directionalOf(words[2] ?? '')}`;
  const last = words[end - 1] ?? '';
  if (end >= 2 && !(last === 'VISTA' && spanish.test(first))) suffix = suffixOf(last) ?? '';
  if (end === 2 && first.length <= 2 && directionalOf(first) !== null && !isPlainSuffix(last)) suffix = '';
  if (suffix !== '') end -= 1;
  if (suffix !== '' && end >= 2 && suffixOf(words[end - 1] ?? '') === suffix) end -= 1;
  if (end >= 2 && directionalOf(first) !== null) {
    pre = directionalOf(first) ?? '';
    start = 1;
    const second = words[1] ?? '';
    if (/^[NS]$/.test(first) && /^[EW]$/.test(second) && end >= 3) {
      pre += second;
      start = 2;
    }
  }
  return [pre, streetName(words.slice(start, end), suffix), suffix, post].filter(Boolean).join(' ');
}

const spanish = /^(?:CALLE|CAMINO|CAMINITO|CORTE|PASEO|AVENIDA|VIA|CALLEJON|VEREDA|LA|EL|LAS|LOS|BUENA)$/;

/** Whether the words are like `W 1300 SOUTH ST`, whose `ST` is not a real suffix. */
function isGridStreet(words: readonly string[], end: number): boolean {
  return (
    end === 4 &&
    suffixOf(words[3] ?? '') === 'ST' &&
    /^\d{2,5}$/.test(words[1] ?? '') &&
    directionalOf(words[0] ?? '') !== null &&
    directionalOf(words[2] ?? '') !== null
  );
}

/**
 * The name between directional and suffix: ordinals corrected, a leading `AVE` and the first of two suffixes
 * (`MAIN AVENUE DR`) spelled out.
 */
function streetName(words: readonly string[], suffix: string): string {
  const [only = ''] = words;
  if (words.length === 1 && suffix !== '' && /^\d{1,3}$/.test(only)) return ordinal(Number(only));
  const name = words.map((word) => (/^0+\d/.test(word) ? word.replace(/^0+(?=\d)/, '') : word));
  if (suffix === '' && (name[0] === 'AVE' || name[0] === 'AV')) name[0] = 'AVENUE';
  if (suffix !== '' && name.length > 1) {
    const last = name.length - 1;
    name[last] = suffixNames.get(name[last] ?? '') ?? name[last] ?? '';
  }
  return name.join(' ');
}

/** `38` → `38TH`: numbered streets are ordinals in USPS notation. */
export function ordinal(number: number): string {
  const tens = Math.floor(number / 10) % 10;
  const ending = tens === 1 ? 'TH' : (['TH', 'ST', 'ND', 'RD'][number % 10] ?? 'TH');
  return `${number}${ending}`;
}
