/**
 * Names that people use for a city besides the one in its addresses: the post office of the ZIP code, the
 * county, the boroughs of New York, and common nicknames. A search finds them too, at a small cost.
 */

/** Boroughs by county; all of them are New York. */
const boroughs: Readonly<Record<string, string>> = {
  'NEW YORK': 'MANHATTAN',
  KINGS: 'BROOKLYN',
  QUEENS: 'QUEENS',
  BRONX: 'BRONX',
  RICHMOND: 'STATEN ISLAND',
};

const nicknames: Readonly<Record<string, readonly string[]>> = {
  'SAN FRANCISCO CA': ['SF'],
  'LOS ANGELES CA': ['LA'],
  'NEW YORK NY': ['NYC', 'MANHATTAN'],
  'PHILADELPHIA PA': ['PHILLY', 'PHILA'],
  'NEW ORLEANS LA': ['NOLA'],
  'SALT LAKE CITY UT': ['SLC'],
  'KANSAS CITY MO': ['KC', 'KCMO'],
  'KANSAS CITY KS': ['KC', 'KCK'],
  'OKLAHOMA CITY OK': ['OKC'],
  'INDIANAPOLIS IN': ['INDY'],
  'JACKSONVILLE FL': ['JAX'],
  'PORTLAND OR': ['PDX'],
  'SAINT LOUIS MO': ['STL'],
  'CINCINNATI OH': ['CINCY'],
  'ALBUQUERQUE NM': ['ABQ'],
  'LAS VEGAS NV': ['VEGAS'],
};

/** One-word nicknames of a city in upper case; none for most. `SAINT` may be `ST`. */
export function nicknamesOf(city: string, state: string): readonly string[] {
  return nicknames[`${city.replace(/^ST /, 'SAINT ')} ${state}`] ?? [];
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
export function aliasesOf({ city, state, county, postOffice }: NamedPlace): string[] {
  const countyName = county.replace(/ (?:COUNTY|PARISH|BOROUGH|CENSUS AREA|MUNICIPALITY)$/, '');
  const borough = state === 'NY' ? boroughs[countyName] : undefined;
  const names = [countyName, postOffice, ...nicknamesOf(city, state)];
  if (borough !== undefined) names.push(borough, 'NEW YORK', 'NYC');
  return [...new Set(names)].filter((name) => name !== '' && name !== city);
}
