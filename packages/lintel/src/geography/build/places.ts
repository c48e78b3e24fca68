/**
 * The populated places of GeoNames that count as cities, each with its county and inhabitants.
 *
 * GeoNames mixes cities with sections of cities. A section is dropped here if no ZIP code has its name, and
 * it is marked as one or missing from the population list and inside a larger city, or its county and one
 * city are the same.
 */
import type { CountyShapes } from '../county-shapes.js';
import { kilometres, nearest, type Point } from '../distance.js';
import { matchKey, toAscii } from '../name.js';
import { readPlaces, readPopulations, type SourcePlace, type SourcePopulation } from './packages.js';

export interface Place extends Point {
  readonly name: string;
  readonly state: string;
  readonly county: string;
  readonly population: number;
  /** It may be a section of a city rather than a city. */
  readonly doubtful: boolean;
}

/** Counties that are one city: New York's boroughs, and consolidated ones. Virginia's cities are 51510 and up. */
const cityCounties: ReadonlySet<string> = new Set(
  '06075 08014 08031 11001 22071 24510 29510 32510 36005 36047 36061 36081 36085 42101'.split(' '),
);

/** GeoNames' feature codes of sections, abandoned, destroyed and religious places, and stations. */
const sectionFeatures: ReadonlySet<string> = new Set([
  'PPLX',
  'PPLQ',
  'PPLH',
  'PPLW',
  'PPLR',
  'PPLS',
  'PPLL',
]);

/** Names that GeoNames writes otherwise than people do, by state. */
const betterNames: Readonly<Record<string, string>> = {
  'NY|New York City': 'New York',
  'NY|The Bronx': 'Bronx',
};

/** All places, named and counted. */
export function buildPlaces(
  fipsOf: ReadonlyMap<string, string>,
  counties: ReadonlyMap<string, string>,
  zips: readonly ({ county: string } & Point)[],
  shapes: CountyShapes,
): Place[] {
  const populations = groupBy(readPopulations(), (row) => `${stateOf(row)}|${populationKey(row.name)}`);
  return readPlaces().flatMap((source) => {
    if (/\/|\(historical\)/.test(source.name)) return [];
    const state = stateOf(source);
    const county = countyOf(source, state, fipsOf, counties, zips, shapes);
    if (county === null) return [];
    const found = nearest(source, populations.get(`${state}|${populationKey(source.name)}`) ?? []);
    const row = found && found.km < 12 ? found.item : null;
    return [
      {
        name: displayName(source.name, state),
        state,
        county,
        population: row?.population ?? 0,
        doubtful: row === null || sectionFeatures.has(row.feature),
        lat: source.lat,
        lng: source.lng,
      },
    ];
  });
}

/**
 * Tells which of the places are only a section of a city. In a county that is one city everything is, but
 * the place that the county is named after. `counties`: GEOID to name.
 */
export function sectionTest(
  places: readonly Place[],
  counties: ReadonlyMap<string, string>,
): (place: Place) => boolean {
  const great = groupBy(
    places.filter((place) => place.population >= 50_000 && !place.doubtful),
    (place) => place.state,
  );
  return (place) => {
    if (isCityCounty(place.county)) {
      return !matchKey(counties.get(place.county) ?? '').startsWith(matchKey(place.name));
    }
    if (!place.doubtful) return false;
    const around = great.get(place.state) ?? [];
    return around.some((city) => city !== place && kilometres(city, place) < radiusKm(city.population));
  };
}

/** Radius of a city of this population at 1,500 people per square kilometre. */
function radiusKm(population: number): number {
  return Math.sqrt(population / 1500 / Math.PI);
}

function isCityCounty(county: string): boolean {
  return cityCounties.has(county) || (county >= '51510' && county < '52');
}

function stateOf(row: SourcePlace | SourcePopulation): string {
  return row.country === 'US' ? row.admin1 : row.country;
}

function countyOf(
  place: SourcePlace,
  state: string,
  fipsOf: ReadonlyMap<string, string>,
  counties: ReadonlyMap<string, string>,
  zips: readonly ({ county: string } & Point)[],
  shapes: CountyShapes,
): string | null {
  const fips = fipsOf.get(state);
  if (fips === undefined) return null;
  const given = fips + (place.country === 'US' ? place.admin2 : place.admin1);
  if (counties.has(given)) return given;
  const held = shapes.holding(place.lat, place.lng) ?? shapes.nearest(place.lat, place.lng, 25);
  if (held !== null && counties.has(held)) return held;
  const local = zips.filter((zip) => zip.county.startsWith(fips));
  return nearest(place, local)?.item.county ?? null;
}

function populationKey(name: string): string {
  return matchKey(name.replace(/, D\.C\.$/, ''));
}

function displayName(name: string, state: string): string {
  const better = betterNames[`${state}|${name}`];
  if (better !== undefined) return better;
  return toAscii(name)
    .replace(/ \(.*\)$|, CDP$/, '')
    .replace(/^(City|Village|Town) of (?!Campton|the )/, '')
    .replace(/ Village$/, state === 'GU' || state === 'MP' ? '' : ' Village')
    .replace(/^'/, '')
    .trim();
}

/** Items by key, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
