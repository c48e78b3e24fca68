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
  'ALBUQUERQUE NM': ['ABQ'],
  'ATLANTA GA': ['ATL'],
  'BALTIMORE MD': ['BMORE'],
  'CHARLOTTE NC': ['CLT'],
  'CINCINNATI OH': ['CINCY'],
  'CLEVELAND OH': ['CLE'],
  'INDIANAPOLIS IN': ['INDY'],
  'JACKSONVILLE FL': ['JAX'],
  'KANSAS CITY KS': ['KC', 'KCK'],
  'KANSAS CITY MO': ['KC', 'KCMO'],
  'LAS VEGAS NV': ['VEGAS'],
  'LOS ANGELES CA': ['LA'],
  'MILWAUKEE WI': ['MKE'],
  'MINNEAPOLIS MN': ['MPLS'],
  'NEW ORLEANS LA': ['NOLA'],
  'NEW YORK NY': ['NYC', 'MANHATTAN'],
  'OKLAHOMA CITY OK': ['OKC'],
  'PHILADELPHIA PA': ['PHILLY', 'PHILA'],
  'PHOENIX AZ': ['PHX'],
  'PITTSBURGH PA': ['PGH'],
  'PORTLAND OR': ['PDX'],
  'SAINT LOUIS MO': ['STL'],
  'SALT LAKE CITY UT': ['SLC'],
  'SAN ANTONIO TX': ['SATX'],
  'SAN FRANCISCO CA': ['SF'],
  'SAN JOSE CA': ['SJ'],
  'WASHINGTON DC': ['DC'],
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
