/**
 * The jurisdictions of the sample world: real places (Census GEOIDs), each with a share of the permits and with
 * habits of its own. What they publish here is made up; every source says so in its name and its id.
 */
import type { StreetFlavour } from './words/streets.js';

/** How a jurisdiction publishes its permits: one file in `shapes/` each. */
export type ShapeId = 'socrata-city' | 'arcgis-county' | 'blds-city' | 'compact-json' | 'county-export';

/**
 * Where directions stand in street names: `prefix` on every street (Chicago), `some` on a quarter, `quadrant` before
 * every street (Miami: NW 7th St), `split` before streets and behind avenues (Seattle: 15th Ave NE), `none`.
 */
export type DirectionStyle = 'prefix' | 'some' | 'quadrant' | 'split' | 'none';

export type Climate = 'hot' | 'mild' | 'cold';

export interface Jurisdiction {
  /** Source id of its permits, `sample-…`. */
  readonly id: string;
  /** Census GEOID: seven digits of a place, five of a county. */
  readonly geoid: string;
  readonly name: string;
  readonly state: string;
  readonly shape: ShapeId;
  /**
   * How permit numbers are written: `YYYY` or `YY` the year, `NNNNNN` the number in it, `IIII` the number over all
   * years, `CC` the letters of the kind. Read in this order they rise with the filing date.
   */
  readonly number: string;
  /** Relative number of permits. */
  readonly share: number;
  readonly flavour: StreetFlavour;
  /** Highest numbered street, 0 where streets have names only. */
  readonly ordinals: number;
  readonly direction: DirectionStyle;
  readonly climate: Climate;
  /** Share of apartments and businesses, from 0 (suburb) to 1 (downtown). */
  readonly urban: number;
  /** Median days of plan review relative to the usual. */
  readonly slowness: number;
  /** Share of descriptions in capitals. */
  readonly shouting: number;
  /** GEOIDs of the counties of a city that lies in several; by default the one that holds most of it. */
  readonly counties?: readonly string[];
  /** ZIP place names that other jurisdictions of the table serve. */
  readonly without?: readonly string[];
}

/** All of them; ids are in the order in which their rows are made. */
export const jurisdictions: readonly Jurisdiction[] = [
  {
    id: 'sample-austin-tx',
    geoid: '4805000',
    name: 'Austin',
    state: 'TX',
    shape: 'socrata-city',
    number: 'YYYY-NNNNNN CC',
    share: 6,
    flavour: 'spanish',
    ordinals: 56,
    direction: 'some',
    climate: 'hot',
    urban: 0.35,
    slowness: 1.2,
    shouting: 0.15,
    counties: ['48453', '48491'],
  },
  {
    id: 'sample-boston-ma',
    geoid: '2507000',
    name: 'Boston',
    state: 'MA',
    shape: 'blds-city',
    number: 'BPYYYYNNNNNN',
    share: 4,
    flavour: 'east',
    ordinals: 8,
    direction: 'none',
    climate: 'cold',
    urban: 0.75,
    slowness: 0.9,
    shouting: 0.1,
  },
  {
    id: 'sample-chicago-il',
    geoid: '1714000',
    name: 'Chicago',
    state: 'IL',
    shape: 'compact-json',
    number: '10IIIIIIII',
    share: 7,
    flavour: 'plains',
    ordinals: 138,
    direction: 'prefix',
    climate: 'cold',
    urban: 0.7,
    slowness: 1,
    shouting: 0.95,
  },
  {
    id: 'sample-columbus-oh',
    geoid: '3918000',
    name: 'Columbus',
    state: 'OH',
    shape: 'blds-city',
    number: 'YYYYNNNNNN-CC',
    share: 3,
    flavour: 'plains',
    ordinals: 24,
    direction: 'some',
    climate: 'cold',
    urban: 0.35,
    slowness: 0.8,
    shouting: 0.5,
  },
  {
    id: 'sample-denver-co',
    geoid: '0820000',
    name: 'Denver',
    state: 'CO',
    shape: 'blds-city',
    number: 'YYYY-LOG-NNNNNN',
    share: 4,
    flavour: 'west',
    ordinals: 56,
    direction: 'prefix',
    climate: 'mild',
    urban: 0.5,
    slowness: 1.3,
    shouting: 0.25,
  },
  {
    id: 'sample-fulton-county-ga',
    geoid: '13121',
    name: 'Fulton County',
    state: 'GA',
    shape: 'county-export',
    number: 'B-YYYY-NNNNNN',
    share: 4,
    flavour: 'east',
    ordinals: 20,
    direction: 'some',
    climate: 'hot',
    urban: 0.4,
    slowness: 1,
    shouting: 0.4,
  },
  {
    id: 'sample-harris-county-tx',
    geoid: '48201',
    name: 'Harris County',
    state: 'TX',
    shape: 'county-export',
    number: 'YYNNNNNNN',
    share: 8,
    flavour: 'spanish',
    ordinals: 40,
    direction: 'some',
    climate: 'hot',
    urban: 0.35,
    slowness: 0.7,
    shouting: 0.45,
  },
  {
    id: 'sample-hillsborough-county-fl',
    geoid: '12057',
    name: 'Hillsborough County',
    state: 'FL',
    shape: 'arcgis-county',
    number: 'HC-BLD-YY-NNNNNNN',
    share: 4,
    flavour: 'coast',
    ordinals: 130,
    direction: 'some',
    climate: 'hot',
    urban: 0.25,
    slowness: 0.8,
    shouting: 0.55,
  },
  {
    id: 'sample-king-county-wa',
    geoid: '53033',
    name: 'King County',
    state: 'WA',
    shape: 'arcgis-county',
    number: 'PYYYY-NNNNNN-CC',
    share: 5,
    flavour: 'west',
    ordinals: 320,
    direction: 'split',
    climate: 'mild',
    urban: 0.25,
    slowness: 1.5,
    shouting: 0.2,
    without: ['Seattle'],
  },
  {
    id: 'sample-los-angeles-county-ca',
    geoid: '06037',
    name: 'Los Angeles County',
    state: 'CA',
    shape: 'county-export',
    number: 'UNC-BLD-YY-NNNNNNN',
    share: 14,
    flavour: 'spanish',
    ordinals: 220,
    direction: 'some',
    climate: 'hot',
    urban: 0.5,
    slowness: 1.6,
    shouting: 0.6,
  },
  {
    id: 'sample-maricopa-county-az',
    geoid: '04013',
    name: 'Maricopa County',
    state: 'AZ',
    shape: 'county-export',
    number: 'BYYYY-NNNNNN',
    share: 8,
    flavour: 'spanish',
    ordinals: 115,
    direction: 'prefix',
    climate: 'hot',
    urban: 0.25,
    slowness: 0.8,
    shouting: 0.3,
  },
  {
    id: 'sample-mecklenburg-county-nc',
    geoid: '37119',
    name: 'Mecklenburg County',
    state: 'NC',
    shape: 'arcgis-county',
    number: 'BIIIIIIII',
    share: 5,
    flavour: 'east',
    ordinals: 36,
    direction: 'some',
    climate: 'mild',
    urban: 0.3,
    slowness: 0.7,
    shouting: 0.35,
  },
  {
    id: 'sample-miami-dade-county-fl',
    geoid: '12086',
    name: 'Miami-Dade County',
    state: 'FL',
    shape: 'arcgis-county',
    number: 'YYYYNNNNNN',
    share: 8,
    flavour: 'coast',
    ordinals: 290,
    direction: 'quadrant',
    climate: 'hot',
    urban: 0.5,
    slowness: 1.4,
    shouting: 0.85,
  },
  {
    id: 'sample-minneapolis-mn',
    geoid: '2743000',
    name: 'Minneapolis',
    state: 'MN',
    shape: 'compact-json',
    number: 'BLDG-YYYY-NNNNNN',
    share: 3,
    flavour: 'plains',
    ordinals: 62,
    direction: 'some',
    climate: 'cold',
    urban: 0.5,
    slowness: 0.8,
    shouting: 0.2,
  },
  {
    id: 'sample-nashville-tn',
    geoid: '4752006',
    name: 'Nashville',
    state: 'TN',
    shape: 'compact-json',
    number: 'YYYYNNNNNN',
    share: 4,
    flavour: 'east',
    ordinals: 60,
    direction: 'some',
    climate: 'mild',
    urban: 0.35,
    slowness: 0.9,
    shouting: 0.4,
  },
  {
    id: 'sample-new-york-ny',
    geoid: '3651000',
    name: 'New York',
    state: 'NY',
    shape: 'socrata-city',
    number: 'MIIIIIIII-CC',
    share: 9,
    flavour: 'east',
    ordinals: 220,
    direction: 'some',
    climate: 'cold',
    urban: 0.9,
    slowness: 1.3,
    shouting: 0.8,
    counties: ['36005', '36047', '36061', '36081', '36085'],
  },
  {
    id: 'sample-raleigh-nc',
    geoid: '3755000',
    name: 'Raleigh',
    state: 'NC',
    shape: 'blds-city',
    number: 'BLD-YYYY-NNNNNN',
    share: 3,
    flavour: 'east',
    ordinals: 0,
    direction: 'some',
    climate: 'mild',
    urban: 0.3,
    slowness: 0.8,
    shouting: 0.2,
  },
  {
    id: 'sample-san-diego-ca',
    geoid: '0666000',
    name: 'San Diego',
    state: 'CA',
    shape: 'socrata-city',
    number: 'PRJ-IIIIIIII',
    share: 5,
    flavour: 'spanish',
    ordinals: 60,
    direction: 'some',
    climate: 'hot',
    urban: 0.45,
    slowness: 1.5,
    shouting: 0.1,
  },
  {
    id: 'sample-seattle-wa',
    geoid: '5363000',
    name: 'Seattle',
    state: 'WA',
    shape: 'blds-city',
    number: '6IIIIIIII-CC',
    share: 5,
    flavour: 'west',
    ordinals: 145,
    direction: 'split',
    climate: 'mild',
    urban: 0.6,
    slowness: 1.4,
    shouting: 0.05,
  },
];

/**
 * `total` permits divided by share, in whole numbers that add up to it (largest remainders first, then table order).
 */
export function permitsEach(total: number): ReadonlyMap<string, number> {
  const sum = jurisdictions.reduce((shares, { share }) => shares + share, 0);
  const exact = jurisdictions.map(({ id, share }) => ({ id, quota: (total * share) / sum }));
  const counts = new Map(exact.map(({ id, quota }) => [id, Math.floor(quota)]));
  let left = total - [...counts.values()].reduce((a, b) => a + b, 0);
  const byRemainder = exact.toSorted((a, b) => (b.quota % 1) - (a.quota % 1));
  for (const { id } of byRemainder) {
    if (left === 0) break;
    counts.set(id, (counts.get(id) ?? 0) + 1);
    left--;
  }
  return counts;
}
