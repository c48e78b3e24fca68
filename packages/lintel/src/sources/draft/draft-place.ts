/**
 * Where the rows of a sample are from: the state, city and county of most of them, by their columns or
 * points, for drafting the jurisdiction of a source. The operator's options win over the rows.
 */
import { UserError } from '../../base/user-error.js';
import { type CensusPlace, censusPlacesNamed } from '../../geography/census-geoids.js';
import type { Geography } from '../../geography/geography.js';
import type { Jurisdiction } from '../definition/catalog-schema.js';
import { timeZoneOf } from '../definition/time-zone-of.js';
import { capitals } from './capitals.js';
import { countyOf, type PlaceFields } from './row-place.js';

export interface PlaceOptions {
  readonly state?: string;
  readonly city?: string;
  readonly county?: string;
  readonly geoid?: string;
  /** A source of all of `state`. */
  readonly isStatewide?: boolean;
}

export interface DraftedPlace {
  readonly jurisdiction: Jurisdiction;
  readonly timeZone: string;
  readonly questions: readonly string[];
}

/** The place that the options name, else that of most rows by their mapped fields. */
export function draftPlace(
  options: PlaceOptions,
  given: readonly PlaceFields[],
  geography: Geography,
): DraftedPlace {
  if (options.isStatewide === true && options.state !== undefined)
    return wholeState(options.state, geography);
  const pointCounty = mostCommon(given.map((fields) => countyOf(fields, geography)));
  const state =
    options.state === undefined
      ? stateOfRows(given, pointCounty, geography)
      : stateOf(options.state, geography);
  const cityName =
    options.city ?? (options.county === undefined ? mostCommon(given.map(({ city }) => city)) : undefined);
  const city =
    cityName === undefined ? null : geography.city(cityName, state, { countyGeoid: pointCounty ?? null });
  const countyGeoid =
    options.county === undefined
      ? (city?.countyGeoid ?? pointCounty ?? null)
      : (geography.county(options.county, state)?.geoid ?? null);
  if (options.county !== undefined && countyGeoid === null) {
    throw new UserError(`${state} has no county "${options.county}".`);
  }
  const county = countyGeoid === null ? null : geography.countyByGeoid(countyGeoid);
  const isCity = options.county === undefined && (city !== null || cityName !== undefined);
  const fips = geography.state(state)?.fips ?? '';
  const census = isCity
    ? censusPlacesNamed(options.city ?? city?.name ?? cityName ?? '', fips, countyGeoid)
    : [];
  const geoid = options.geoid ?? census[0]?.geoid ?? countyGeoid;
  if (geoid === null) {
    throw new UserError('The rows do not say where they are from.', {
      hint: 'Name the place with --city or --county.',
    });
  }
  const name = options.county === undefined ? (city?.name ?? cityName ?? county?.name) : county?.name;
  return {
    jurisdiction: {
      geoid,
      name: name ?? 'Unknown',
      state,
      county_geoid: countyGeoid,
      default_city: options.county === undefined ? (city?.name ?? null) : null,
    },
    timeZone: timeZoneOf(state, countyGeoid),
    questions: placeQuestions(options, name ?? '', isCity ? census : null),
  };
}

function wholeState(text: string, geography: Geography): DraftedPlace {
  const state = stateOf(text, geography);
  const capital = geography.city(capitals[state] ?? '', state);
  if (capital === null) throw new UserError(`${state} has no sources of a whole state.`);
  return {
    jurisdiction: {
      geoid: capital.countyGeoid,
      name: geography.state(state)?.name ?? state,
      state,
      county_geoid: null,
      default_city: null,
    },
    timeZone: timeZoneOf(state, null),
    questions: [
      '"jurisdiction": the whole state publishes it, as it seems; it is filed under the county of the capital.',
    ],
  };
}

/** `census`: what the Census calls so, the likeliest first; null where a county or a whole state issues. */
function placeQuestions(
  options: PlaceOptions,
  name: string,
  census: readonly CensusPlace[] | null,
): string[] {
  const questions: string[] = [];
  if (options.city === undefined && options.county === undefined) {
    questions.push(`"jurisdiction": ${name} is the place that most rows name. Does it issue these permits?`);
  }
  if (options.geoid !== undefined || census === null) return questions;
  const [first, ...others] = census;
  if (first === undefined) {
    questions.push(
      `"jurisdiction.geoid" is that of the county: the Census lists no government called ${name}. Say its GEOID with --geoid.`,
    );
  } else if (others.length > 0) {
    const listed = others.map((one) => `${one.name} (${one.geoid})`).join(', ');
    questions.push(`"jurisdiction.geoid" is that of ${first.name}. Or is it ${listed}?`);
  }
  return questions;
}

function stateOf(text: string, geography: Geography): string {
  const state = geography.state(text);
  if (state === null) throw new UserError(`"${text}" is not a state; --state takes a code such as KS.`);
  return state.code;
}

function stateOfRows(
  given: readonly PlaceFields[],
  pointCounty: string | undefined,
  geography: Geography,
): string {
  const state =
    mostCommon(given.map((fields) => geography.state(fields.state ?? '')?.code)) ??
    (pointCounty === undefined ? undefined : geography.countyByGeoid(pointCounty)?.state) ??
    mostCommon(given.map(({ zip }) => (zip === undefined ? undefined : geography.zip(zip)?.state)));
  if (state === undefined) {
    throw new UserError('The rows do not name their state.', {
      hint: 'Name it with --state, such as --state KS.',
    });
  }
  return state;
}

function mostCommon(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
