/**
 * The words of US addresses as address search reads them: the table of USPS words with spellings that only
 * search knows, ordinals in words, unit designators, route kinds and state names.
 */
import { directionals, stateCodes, streetSuffixes } from '../../geography/usps/words.js';

/** Further words with several spellings, and suffixes' spellings that refinement reads as other words. */
const otherLines =
  'HTS HEIGHT|RTE RT|ST SAINT|STE SAINTE|MC MAC|DR DOCTOR|GEN GENERAL|CO COUNTY CNTY|I INTERSTATE IH';

const ordinalUnits =
  'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH'.split(
    ' ',
  );
const ordinalTens = 'TWENTIETH THIRTIETH FORTIETH FIFTIETH SIXTIETH SEVENTIETH EIGHTIETH NINETIETH'.split(
  ' ',
);
const tens = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function groups(lines: string): string[][] {
  return lines.split('|').map((line) => line.split(' '));
}

/** `21ST` for 21. */
export function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  return `${value}${teen ? 'TH' : (['TH', 'ST', 'ND', 'RD'][value % 10] ?? 'TH')}`;
}

/** Standard form of each other spelling of a word (`STREET` → `ST`, `FIRST` → `1ST`). */
export const wordForms: ReadonlyMap<string, string> = new Map([
  ...streetSuffixes.flatMap(({ abbreviation, name, spellings }) =>
    [name, ...spellings]
      .filter((form) => form !== abbreviation)
      .map((form): [string, string] => [form, abbreviation]),
  ),
  ...directionals,
  ...groups(otherLines).flatMap(([main, ...forms]) =>
    forms.map((form): [string, string] => [form, main ?? form]),
  ),
  ...ordinalUnits.map((word, i): [string, string] => [word, ordinal(i + 1)]),
  ...ordinalTens.map((word, i): [string, string] => [word, ordinal((i + 2) * 10)]),
]);

/** `TWENTY FIRST` → `21ST`. */
export const compoundOrdinals: ReadonlyMap<string, string> = new Map(
  tens.flatMap((ten, i) =>
    ordinalUnits
      .slice(0, 9)
      .map((unit, j): [string, string] => [`${ten} ${unit}`, ordinal((i + 2) * 10 + j + 1)]),
  ),
);

/**
 * Suffixes that a wrong query may omit or confuse, in their short form; words that also name things are
 * excluded.
 */
export const commonSuffixes = words(
  'ALY AVE BLVD BND BYP CIR CT CV CRES DR EXPY FWY HWY LN LOOP PASS PATH PIKE PKWY PL PLZ RD ROW RUN SQ ST TER TRCE TRL TPKE WAY XING',
);
export const directions: ReadonlySet<string> = new Set(directionals.values());

/** A prefix with at least this many letters means a suffix or direction. */
const begunFrom = 3;

/** Suffixes and directions, in their short form, by prefixes of their spellings: `BOULE` → `BLVD`. */
const begunWords = beginnings();

function beginnings(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [form, main] of wordForms) {
    if (!commonSuffixes.has(main) && !directions.has(main)) continue;
    for (let end = begunFrom; end < form.length; end++) {
      const begun = form.slice(0, end);
      const mains = found.get(begun);
      if (mains) mains.add(main);
      else found.set(begun, new Set([main]));
    }
  }
  return found;
}

/** The suffixes and directions that have a spelling beginning with the word: `STRE` → `ST`; mostly none. */
export function completionsOf(word: string): Iterable<string> {
  return begunWords.get(word) ?? [];
}

/** Words before a number that belongs to the street's name. */
export const routeWords = words('HWY HIGHWAY RTE ROUTE RT SR CR FM RM US I IH SH RR');

/** Road classes that people confuse, in their short form. */
const routeKinds = ['HWY RTE SR SH US', 'FM RM RR'].map((kinds) => kinds.split(' '));

/** The road classes for which people write this one: `HWY` for `SR`. */
export function otherRoutes(word: string): readonly string[] {
  const main = mainForm(word);
  return (routeKinds.find((kinds) => kinds.includes(main)) ?? []).filter((kind) => kind !== main);
}

/** Secondary unit designators, short and long (USPS Publication 28, appendix C2). */
export const unitWords = words(
  'APT APARTMENT BLDG BUILDING BSMT DEPT DEPARTMENT FL FLOOR FLR HNGR LOT LOWR OFC OFFICE PH PENTHOUSE RM ROOM SLIP SPC SPACE STE SUITE STOP TRLR TRAILER UNIT UPPR',
);
/** Unit designators that may be alone at the end of an address. */
export const bareUnitWords = words('APT APARTMENT BSMT PH PENTHOUSE STE SUITE UNIT');

/** Short names of states that are no beginning of their name, or of a city's too (`Kansas City, Kan.`). */
const shortStates: readonly (readonly [string, string])[] = [
  ['FLA', 'FL'],
  ['KAN', 'KS'],
  ['KANS', 'KS'],
  ['PENNA', 'PA'],
  ['W VA', 'WV'],
];

/** State code by code, name, name with an abbreviated direction and further short names. */
export const stateNames: ReadonlyMap<string, string> = new Map([
  ...[...stateCodes].flatMap(([name, code]) => {
    const short = name.split(' ').map((word) => directionals.get(word) ?? word);
    return [code, name, short.join(' ')].map((text): [string, string] => [text, code]);
  }),
  ...shortStates,
]);

/** The words without the country at their end. */
export function withoutCountry(words: readonly string[]): string[] {
  const text = ` ${words.join(' ')}`;
  const short = text.replace(/(?<=.) (?:USA|US|UNITED STATES|UNITED STATES OF AMERICA)$/, '');
  return short.length < text.length ? short.slice(1).split(' ').filter(Boolean) : [...words];
}

/** The form under which a word is indexed. */
export function mainForm(word: string): string {
  return wordForms.get(word) ?? word;
}
