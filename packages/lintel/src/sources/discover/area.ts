/** The area that a search is for: the country, a state, a county or a city. */
import { UserError } from '../../base/user-error.js';
import type { City, County, Geography } from '../../geography/geography.js';
import type { Jurisdiction } from '../definition/catalog-schema.js';

export interface Area {
  /** Two-letter code; null for the whole country. */
  readonly state: string | null;
  readonly county: County | null;
  readonly city: City | null;
  /** For people: `Austin, TX`, `Texas`, `the United States`. */
  readonly name: string;
}

/** Degrees around the middle of a county's ZIP codes, and around the middles of a state's counties. */
const margin = 0.5;

/** Throws a UserError if the state or place is not known, or if the place is in several states. */
export function areaOf(
  { state: stateText, place }: { readonly state?: string; readonly place?: string },
  geography: Geography,
): Area {
  const [, placeName = place, placeState] = /^(.*),\s*([A-Za-z. ]+)$/.exec(place ?? '') ?? [];
  const given = stateText ?? placeState;
  const state = given === undefined ? null : geography.state(given);
  if (given !== undefined && state === null) {
    throw new UserError(`"${given}" is not a state.`, { hint: 'Name it by its code, such as TX.' });
  }
  if (placeName === undefined) {
    return { state: state?.code ?? null, county: null, city: null, name: state?.name ?? 'the United States' };
  }
  const states = state === null ? geography.states : [state];
  const isCounty = /\b(?:county|parish|borough)$/i.test(placeName);
  const places = states.flatMap(({ code }) => {
    const county = isCounty ? geography.county(placeName, code) : null;
    const city = county === null ? geography.city(placeName, code) : null;
    return county === null && city === null ? [] : [{ code, county, city }];
  });
  const [first, ...others] = places;
  if (first === undefined) {
    throw new UserError(
      `No county or city "${placeName}" is known${state === null ? '' : ` in ${state.name}`}.`,
      {
        hint: 'Write a county as "Travis County".',
      },
    );
  }
  if (others.length > 0) {
    throw new UserError(
      `"${placeName}" is in several states: ${places.map(({ code }) => code).join(', ')}.`,
      {
        hint: 'Say which with --state.',
      },
    );
  }
  const { code, county, city } = first;
  return { state: code, county, city, name: `${county?.name ?? city?.name ?? placeName}, ${code}` };
}

/** West, south, east, north in degrees around the area; null for the whole country. */
export function boxOf(
  { state, county, city }: Area,
  geography: Geography,
): readonly [number, number, number, number] | null {
  if (state === null) return null;
  const middle = county ?? city;
  const points = middle === null ? geography.counties.filter((one) => one.state === state) : [middle];
  const lngs = points.map(({ lng }) => lng);
  const lats = points.map(({ lat }) => lat);
  const round = (degrees: number) => Math.round(degrees * 100) / 100;
  return [
    round(Math.min(...lngs) - margin),
    round(Math.min(...lats) - margin),
    round(Math.max(...lngs) + margin),
    round(Math.max(...lats) + margin),
  ];
}

/** Whether a source of this place is of use for the area: of the place itself, or of all of its state. */
export function isOfArea(
  { state, county_geoid: countyGeoid }: Pick<Jurisdiction, 'state' | 'county_geoid'>,
  area: Area,
): boolean {
  if (area.state === null) return true;
  if (state !== area.state) return false;
  if (countyGeoid === null) return true;
  if (area.county !== null) return countyGeoid === area.county.geoid;
  return area.city === null || area.city.countyGeoids.includes(countyGeoid);
}
