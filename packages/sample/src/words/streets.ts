/** Street names of the sample world: words common in hundreds of US towns, and regional ones. */
import { readData } from '../read-data.js';

/** Regions with similar street names. */
export type StreetFlavour = 'spanish' | 'coast' | 'plains' | 'west' | 'east';

const { everywhere, regions } = readData<{
  readonly everywhere: readonly string[];
  readonly regions: Readonly<Record<StreetFlavour, readonly string[]>>;
}>('streets');

/** `1st`, `2nd`, `11th` … */
export function ordinal(n: number): string {
  const tens = n % 100;
  const ones = tens > 10 && tens < 14 ? 0 : n % 10;
  return `${n}${ones === 1 ? 'st' : ones === 2 ? 'nd' : ones === 3 ? 'rd' : 'th'}`;
}

/** All names of a city: the shared ones, those of its region and, in a grid city, ordinals up to a limit. */
export function streetNames(flavour: StreetFlavour, ordinals: number): readonly string[] {
  const numbered = Array.from({ length: ordinals }, (_, n) => ordinal(n + 1));
  return [...new Set([...everywhere, ...regions[flavour], ...numbered])];
}

/** Street suffixes: as people write them, and the USPS abbreviation. */
export const suffixes = [
  { long: 'Street', short: 'St' },
  { long: 'Avenue', short: 'Ave' },
  { long: 'Drive', short: 'Dr' },
  { long: 'Road', short: 'Rd' },
  { long: 'Lane', short: 'Ln' },
  { long: 'Court', short: 'Ct' },
  { long: 'Place', short: 'Pl' },
  { long: 'Boulevard', short: 'Blvd' },
  { long: 'Circle', short: 'Cir' },
  { long: 'Way', short: 'Way' },
  { long: 'Terrace', short: 'Ter' },
  { long: 'Trail', short: 'Trl' },
  { long: 'Parkway', short: 'Pkwy' },
] as const;

/** Abbreviations that some offices use instead of the USPS one. */
export const oldAbbreviations: Readonly<Record<string, string>> = {
  Ave: 'Av',
  Blvd: 'Bl',
  Ter: 'Terr',
  Cir: 'Cr',
  Pkwy: 'Pky',
  Trl: 'Tr',
};
