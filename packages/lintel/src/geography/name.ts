/**
 * Folding of place names, so that every usual way of writing a place gives the same key.
 *
 * `foldName` gives upper-case USPS words (`St. Paul` → `SAINT PAUL`); `matchKey` joins them, because sources
 * disagree about spaces (`LA GRANGE`, `LAGRANGE`; `O FALLON`, `OFALLON`). `cityVariants` lists what else a
 * name may mean, best first. Nothing here fails: text without letters gives an empty key.
 */

/** Abbreviations of USPS Publication 28 that occur in place names, when another word follows or precedes. */
const leadingWords: ReadonlyMap<string, string> = new Map([
  ['N', 'NORTH'],
  ['S', 'SOUTH'],
  ['E', 'EAST'],
  ['W', 'WEST'],
  ['NO', 'NORTH'],
  ['SO', 'SOUTH'],
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['MT', 'MOUNT'],
  ['MTN', 'MOUNTAIN'],
  ['FT', 'FORT'],
  ['LK', 'LAKE'],
]);

/** As `leadingWords`, for the words after the first. */
const laterWords: ReadonlyMap<string, string> = new Map([
  ['ST', 'SAINT'],
  ['STE', 'SAINTE'],
  ['MT', 'MOUNT'],
  ['MTN', 'MOUNTAIN'],
  ['FT', 'FORT'],
  ['BCH', 'BEACH'],
  ['CTR', 'CENTER'],
  ['CTY', 'CITY'],
  ['CY', 'CITY'],
  ['CRK', 'CREEK'],
  ['EST', 'ESTATES'],
  ['ESTS', 'ESTATES'],
  ['FLS', 'FALLS'],
  ['GDNS', 'GARDENS'],
  ['GRV', 'GROVE'],
  ['HBR', 'HARBOR'],
  ['HGTS', 'HEIGHTS'],
  ['HLS', 'HILLS'],
  ['HTS', 'HEIGHTS'],
  ['IS', 'ISLAND'],
  ['JCT', 'JUNCTION'],
  ['LK', 'LAKE'],
  ['LNDG', 'LANDING'],
  ['PK', 'PARK'],
  ['RDG', 'RIDGE'],
  ['SPG', 'SPRING'],
  ['SPGS', 'SPRINGS'],
  ['SPRGS', 'SPRINGS'],
  ['STA', 'STATION'],
  ['TWP', 'TOWNSHIP'],
  ['TWNSHP', 'TOWNSHIP'],
  ['VLG', 'VILLAGE'],
  ['VLY', 'VALLEY'],
]);

/** What most names are: words of letters with single spaces, no abbreviation among them. */
const plainName = /^[A-Z]+(?: [A-Z]+)*$/;
const abbreviation = new RegExp(
  `(?:^| )(?:${[...leadingWords.keys(), ...laterWords.keys()].join('|')})(?: |$)`,
);

/** The words of a name in upper-case ASCII, abbreviations spelt out. */
export function foldName(text: string): string {
  const plain = toAscii(text).toUpperCase();
  if (plainName.test(plain) && !abbreviation.test(plain)) return plain;
  const words = plain
    .replaceAll("'", '')
    .replaceAll('&', ' AND ')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word, at) => spellOut(word, at, words)).join(' ');
}

/** The folded name without spaces: what names are compared by. */
export function matchKey(text: string): string {
  return foldName(text).replaceAll(' ', '');
}

/** ASCII letters for accented ones; the Hawaiian ʻokina and curly quotes as apostrophes. */
export function toAscii(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/[‘’ʻʼ´]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/[^\0-\x7f]/g, '');
}

function spellOut(word: string, at: number, words: readonly string[]): string {
  if (at > 0) return laterWords.get(word) ?? word;
  // A letter before a letter is an abbreviation of something else: `N Y C`.
  return (words[1]?.length ?? 0) >= 2 ? (leadingWords.get(word) ?? word) : word;
}

/** Names in wide use that no rule derives, by state, as match keys. */
const cityAliases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: { LA: 'LOSANGELES', SF: 'SANFRANCISCO', SANBUENAVENTURA: 'VENTURA' },
  DC: { DC: 'WASHINGTON' },
  FL: { SAINTPETE: 'SAINTPETERSBURG' },
  GA: { ATHENSCLARKECOUNTY: 'ATHENS', AUGUSTARICHMONDCOUNTY: 'AUGUSTA' },
  IL: { CHGO: 'CHICAGO' },
  IN: { INDPLS: 'INDIANAPOLIS' },
  KY: { LEXINGTONFAYETTE: 'LEXINGTON', LOUISVILLEJEFFERSONCOUNTY: 'LOUISVILLE' },
  MD: { BALTO: 'BALTIMORE' },
  MN: { MPLS: 'MINNEAPOLIS' },
  NY: { NYC: 'NEWYORK', MANHATTAN: 'NEWYORK' },
  PA: { PHILA: 'PHILADELPHIA', PGH: 'PITTSBURGH' },
  TN: { NASHVILLEDAVIDSON: 'NASHVILLE' },
};

const prefixes =
  /^(?:CITY AND COUNTY|CITY|TOWN|CHARTER TOWNSHIP|TOWNSHIP|VILLAGE|BOROUGH|MUNICIPALITY) OF (?=.)|^THE (?=.)/;
const suffixes =
  /(?<=.) (?:CITY AND BOROUGH|CITY|CHARTER TOWNSHIP|TOWNSHIP|TOWN|VILLAGE|BOROUGH|BORO|MUNICIPALITY|CDP)$/;
const addable = ['CITY', 'TOWNSHIP', 'TOWN', 'VILLAGE', 'BOROUGH'];

/**
 * The alternative keys of a city's name, in steps: the first step with a match decides, unless its keys match
 * more than one city.
 */
export function cityVariants(name: string, state: string, stateName: string): string[][] {
  const folded = foldName(name);
  const alias = cityAliases[state]?.[folded.replaceAll(' ', '')];
  const steps: string[][] = alias === undefined ? [] : [[alias]];
  const local = dropState(folded, state, stateName);
  if (local !== folded) steps.push([local]);
  const unprefixed = local.replace(prefixes, '');
  if (unprefixed !== local) steps.push([unprefixed]);
  const shorter = unprefixed.replace(suffixes, '');
  if (shorter !== unprefixed) steps.push([shorter]);
  // The Census writes `Broad Top City borough` of a place known as Broad Top.
  const bare = shorter.replace(suffixes, '');
  if (bare !== shorter) steps.push([bare]);
  const bareAlias = cityAliases[state]?.[bare.replaceAll(' ', '')];
  if (bareAlias !== undefined) steps.push([bareAlias]);
  steps.push(addable.map((word) => bare + word));
  return steps.map((step) => step.map((key) => key.replaceAll(' ', '')));
}

/** The name without a state written after it: `AUSTIN TX`, `AUSTIN TEXAS`, `BROOKLYN N Y`. */
function dropState(folded: string, state: string, stateName: string): string {
  for (const tail of [` ${state}`, ` ${[...state].join(' ')}`, ` ${foldName(stateName)}`]) {
    if (folded.length > tail.length && folded.endsWith(tail)) return folded.slice(0, -tail.length);
  }
  return folded;
}

const countyPrefixes = /^(?:CITY AND COUNTY|COUNTY|CITY AND BOROUGH|CITY|TOWN|PARISH|MUNICIPALITY) OF (?=.)/;
const countySuffixes =
  /(?<=.) (?:COUNTY|CNTY|CO|PARISH|BOROUGH|BORO|CENSUS AREA|MUNICIPALITY|MUNICIPIO|CITY AND BOROUGH|CITY AND COUNTY|PLANNING REGION|DISTRICT|ISLAND)$/;

/**
 * A county's folded name without the word for its kind; `CITY` stays, because it distinguishes independent
 * cities.
 */
export function bareCountyName(folded: string): string {
  return folded.replace(countyPrefixes, '').replace(countySuffixes, '');
}
