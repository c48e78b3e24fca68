/**
 * Names that people write for a city beside the one in its addresses: the post office of the ZIP code, the county, the
 * boroughs of New York, and nicknames in common use. A search finds them too, at a small cost.
 */

/** Boroughs by the county that each of them is; all of them are New York. */
const boroughs: Readonly<Record<string, string>> = {
  'NEW YORK': 'MANHATTAN',
  KINGS: 'BROOKLYN',
  QUEENS: 'QUEENS',
  BRONX: 'BRONX',
  RICHMOND: 'STATEN ISLAND',
};

const nicknameLines =
  'SF:SAN FRANCISCO CA|LA:LOS ANGELES CA|NYC MANHATTAN:NEW YORK NY|PHILLY PHILA:PHILADELPHIA PA|NOLA:NEW ORLEANS LA|SLC:SALT LAKE CITY UT|KC KCMO:KANSAS CITY MO|KC KCK:KANSAS CITY KS|OKC:OKLAHOMA CITY OK|INDY:INDIANAPOLIS IN|JAX:JACKSONVILLE FL|PDX:PORTLAND OR|STL:SAINT LOUIS MO|CINCY:CINCINNATI OH|ABQ:ALBUQUERQUE NM|VEGAS:LAS VEGAS NV';

const nicknames: ReadonlyMap<string, readonly string[]> = nicknameLines.split('|').reduce((known, line) => {
  const [names = '', city = ''] = line.split(':');
  return known.set(city, [...(known.get(city) ?? []), ...names.split(' ')]);
}, new Map<string, string[]>());

/** One-word nicknames of a city in upper case; none for most. `SAINT` may be `ST`. */
export function nicknamesOf(city: string, state: string): readonly string[] {
  return nicknames.get(`${city.replace(/^ST /, 'SAINT ')} ${state}`) ?? [];
}

export interface NamedPlace {
  /** All in upper-case USPS notation; empty when unknown. */
  readonly city: string;
  readonly state: string;
  /** With `COUNTY` or `PARISH`. */
  readonly county: string;
  /** Preferred place name of the ZIP code. */
  readonly postOffice: string;
}

/** The other names of the place. */
export function otherNames({ city, state, county, postOffice }: NamedPlace): string[] {
  const countyName = county.replace(/ (?:COUNTY|PARISH|BOROUGH|CENSUS AREA|MUNICIPALITY)$/, '');
  const borough = state === 'NY' ? boroughs[countyName] : undefined;
  const names = [countyName, postOffice, ...nicknamesOf(city, state)];
  if (borough !== undefined) names.push(borough, 'NEW YORK', 'NYC');
  return [...new Set(names)].filter((name) => name !== '' && name !== city);
}
