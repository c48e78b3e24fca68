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

/** By the name of a city, or of a county, in upper case without `SAINT`, and its state. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'ALBUQUERQUE NM': ['ABQ'],
  'ANCHORAGE AK': ['MUNICIPALITY OF ANCHORAGE'],
  'ATLANTA GA': ['ATL'],
  'AUSTIN TX': ['ATX'],
  'BALTIMORE MD': ['BMORE'],
  'BIRMINGHAM AL': ['BHAM'],
  'BRONX NY': ['THE BRONX'],
  'BROOKLYN NY': ['BKLYN'],
  'CHARLOTTE NC': ['CLT'],
  'CHICAGO IL': ['CHI', 'CHITOWN', 'CHI TOWN'],
  'CINCINNATI OH': ['CINCY', 'CINCI'],
  'CLEVELAND OH': ['CLE'],
  'COLORADO SPRINGS CO': ['CO SPRINGS', 'COLO SPRINGS'],
  'COLUMBUS OH': ['CBUS'],
  'DES MOINES IA': ['DSM'],
  'DISTRICT OF COLUMBIA DC': ['DC'],
  'HONOLULU HI': ['HNL', 'URBAN HONOLULU'],
  'HOUSTON TX': ['HTX', 'HTOWN', 'H TOWN'],
  'INDIANAPOLIS IN': ['INDY'],
  'JACKSONVILLE FL': ['JAX'],
  'KANSAS CITY KS': ['KC', 'KCK'],
  'KANSAS CITY MO': ['KC', 'KCMO'],
  'KINGS COUNTY NY': ['BROOKLYN', 'BKLYN'],
  'LAS VEGAS NV': ['VEGAS'],
  'LOS ANGELES CA': ['LA'],
  'LOS ANGELES COUNTY CA': ['LA', 'LA COUNTY'],
  'MIAMI DADE COUNTY FL': ['DADE', 'DADE COUNTY'],
  'MILWAUKEE WI': ['MKE'],
  'MINNEAPOLIS MN': ['MPLS'],
  'NEW ORLEANS LA': ['NOLA'],
  'NEW YORK COUNTY NY': ['MANHATTAN'],
  'NEW YORK NY': ['NY', 'NYC', 'MANHATTAN'],
  'OKLAHOMA CITY OK': ['OKC'],
  'ORANGE COUNTY CA': ['OC'],
  'PHILADELPHIA PA': ['PHILLY', 'PHILA'],
  'PHOENIX AZ': ['PHX'],
  'PITTSBURGH PA': ['PGH'],
  'PORTLAND OR': ['PDX'],
  'PRINCE GEORGES COUNTY MD': ['PG', 'PG COUNTY'],
  'RICHMOND COUNTY NY': ['STATEN ISLAND'],
  'RICHMOND VA': ['RVA'],
  'SACRAMENTO CA': ['SAC', 'SACTO'],
  'SALT LAKE CITY UT': ['SLC'],
  'SAN ANTONIO TX': ['SATX'],
  'SAN DIEGO CA': ['SD'],
  'SAN FRANCISCO CA': ['SF'],
  'SAN JOSE CA': ['SJ'],
  'ST LOUIS MO': ['STL'],
  'ST PETERSBURG FL': ['ST PETE'],
  'VENTURA CA': ['SAN BUENAVENTURA'],
  'VIRGINIA BEACH VA': ['VB'],
  'WASHINGTON DC': ['DC', 'DISTRICT OF COLUMBIA'],
};

/** Nicknames of a city, or of a county with that word, in upper case; none for most. */
export function nicknamesOf(name: string, state: string): readonly string[] {
  return nicknames[`${name.replace(/^SAINT /, 'ST ').replaceAll('-', ' ')} ${state}`] ?? [];
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
