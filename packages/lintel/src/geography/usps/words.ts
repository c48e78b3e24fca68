/**
 * The words of US addresses that have several spellings: street suffixes and directionals (USPS Publication 28,
 * appendices B and C) and the names of states. Read once, by refinement and by address search.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/user-error.js';
import { dataDirectory, readTable } from '../table.js';

interface StreetSuffix {
  /** `AVE`. */
  readonly abbreviation: string;
  /** `AVENUE`. */
  readonly name: string;
  /** Other spellings: `AV AVEN`. */
  readonly spellings: readonly string[];
  /** Misspellings and short forms that mean the suffix only where a suffix is expected: `AVENEU`, `LA` for `LANE`. */
  readonly suffixOnly: readonly string[];
}

export const streetSuffixes: readonly StreetSuffix[] = readSuffixes(
  join(dataDirectory, 'street-suffixes.tsv'),
);

function readSuffixes(path: string): StreetSuffix[] {
  const lines = readFileSync(path, 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.slice(1).map((line) => {
    const [abbreviation, name, spellings, suffixOnly] = line.split('\t');
    if (
      abbreviation === undefined ||
      name === undefined ||
      spellings === undefined ||
      suffixOnly === undefined
    )
      throw new UserError(`${path} is damaged: ${JSON.stringify(line)} does not have four columns.`);
    return { abbreviation, name, spellings: listed(spellings), suffixOnly: listed(suffixOnly) };
  });
}

function listed(words: string): string[] {
  return words.split(' ').filter((word) => word !== '');
}

/** Abbreviation of each directional by its name. */
export const directionals: ReadonlyMap<string, string> = new Map([
  ['NORTH', 'N'],
  ['SOUTH', 'S'],
  ['EAST', 'E'],
  ['WEST', 'W'],
  ['NORTHEAST', 'NE'],
  ['NORTHWEST', 'NW'],
  ['SOUTHEAST', 'SE'],
  ['SOUTHWEST', 'SW'],
]);

/** Directionals as people also shorten them; in a search either may be the beginning of another word. */
export const shortDirectionals: ReadonlyMap<string, string> = new Map([
  ['NO', 'N'],
  ['SO', 'S'],
]);

/** Code of each state by its name in upper case without punctuation: `NEW YORK`, `VIRGIN ISLANDS`. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  readTable('states', ([code = '', , name = '']): [string, string] => [
    name
      .replace(/^(?:U\.S\.|Commonwealth of the) /, '')
      .replaceAll('.', '')
      .toUpperCase(),
    code,
  ]),
);
