/**
 * The jurisdictions of the sample world: real places (Census GEOIDs), each with a share of the permits and
 * its own habits. What they publish here is made up; every source says so in its name and its id.
 */
import { readData } from './read-data.js';
import type { StreetFlavour } from './words/streets.js';

/** How a jurisdiction publishes its permits: each has a file in `shapes/`. */
export type ShapeId = 'socrata-city' | 'arcgis-county' | 'blds-city' | 'compact-json' | 'county-export';

/**
 * Where street names have their direction: `prefix` on every street (Chicago), `some` on a quarter,
 * `quadrant` before every street (Miami: NW 7th St), `split` before streets and after avenues (Seattle: 15th
 * Ave NE), `none`.
 */
type DirectionStyle = 'prefix' | 'some' | 'quadrant' | 'split' | 'none';

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
   * The format of permit numbers: `YYYY` or `YY` the year, `NNNNNN` the number in it, `IIII` the number over
   * all years, `CC` the letters of the kind. Read in this order they rise with the filing date.
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
  /** GEOIDs of the counties of a city that is in several; by default the one with most of it. */
  readonly counties?: readonly string[];
  /** ZIP place names that other jurisdictions of the table serve. */
  readonly without?: readonly string[];
}

/** All of them, in the order in which their rows are made. */
export const jurisdictions = readData<readonly Jurisdiction[]>('jurisdictions');

/**
 * `total` permits divided by share, in whole numbers that add up to it (largest remainders first, then table
 * order).
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
