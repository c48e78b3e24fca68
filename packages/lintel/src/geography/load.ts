/**
 * Loads the bundled tables into one read-only `Geography`, about a quarter of a second, once a process.
 *
 * A table that is missing or damaged is a UserError that names file and line; nothing fails after loading.
 */
import { geoId } from '@lintel/contract/plain';
import { UserError } from '../base/user-error.js';
import { AddressAreas } from './address-area.js';
import { CityIndex, type HintTables } from './city-index.js';
import { countyFinder } from './county-at.js';
import { CountyIndex, retiredGeoids } from './county-index.js';
import type { City, County, Geography, State, ZipCode } from './geography.js';
import { foldName, matchKey } from './name.js';
import { dataDirectory, readTable } from './table.js';

let loaded: Geography | null = null;

/** The places of the United States. The tables are read at the first call; later calls give the same object. */
export function loadGeography(): Geography {
  loaded ??= readGeography(dataDirectory);
  return loaded;
}

/** Whether it is the geography of the bundled tables. */
export function isBundled(geography: Geography): boolean {
  return geography === loaded;
}

/** Reads the tables of a directory. */
export function readGeography(directory: string): Geography {
  const states = readTable(
    'states',
    ([code = '', fips = '', name = '']) => ({ code, fips, name }),
    directory,
  );
  const stateOf = new Map(states.map((state) => [state.fips, state.code]));
  const counties = readCounties(directory, stateOf);
  const zipCodes = readZipCodes(directory, stateOf);
  const cities = readCities(directory, stateOf);
  const cityOfZip = giveZipCodes(cities, zipCodes, directory);

  const byGeoid = new Map(counties.map((county) => [county.geoid, county]));
  const countyByGeoId = new Map(counties.map((county) => [county.geoId, county]));
  let cityByGeoId: Map<string, City> | null = null;
  const countyIndexes = indexCounties(states, counties);
  const cityIndexes = indexCities(states, cities);

  const zipByCode = new Map(zipCodes.map((zip) => [zip.code, zip]));
  const zip = (code: string) => zipByCode.get(code) ?? zipByCode.get(fiveDigits(code)) ?? null;
  const countyByGeoid = (geoid: string) =>
    byGeoid.get(geoid) ?? byGeoid.get(retiredGeoids[geoid] ?? '') ?? null;
  const areas = new AddressAreas(zipByCode, cityOfZip);
  const hints: HintTables = { zip, county: countyByGeoid };
  return {
    states,
    counties,
    cities,
    zipCodes,
    state: stateFinder(states),
    countyByGeoid,
    countyByGeoId: (id) => countyByGeoId.get(id) ?? null,
    county: (name, state) => countyIndexes.get(state)?.find(name) ?? null,
    cityByGeoId(id) {
      cityByGeoId ??= new Map(cities.map((city) => [city.geoId, city]));
      return cityByGeoId.get(id) ?? null;
    },
    city: (name, state, near) => cityIndexes.get(state)?.find(name, near, hints) ?? null,
    cityRespelled: (name, state, near) => cityIndexes.get(state)?.respell(name, near, hints) ?? null,
    addressArea: (city, name, code) => areas.find(city, name, code),
    zip,
    cityOfZip(code) {
      const found = zip(code);
      return found && cityOfZip(found);
    },
    countyAt: countyFinder(byGeoid, [...zipCodes, ...cities]),
  };
}

function readCounties(directory: string, stateOf: ReadonlyMap<string, string>): County[] {
  return readTable(
    'counties',
    ([geoid = '', name = '', population, lat, lng]) => ({
      geoid,
      geoId: geoId('county', geoid),
      name,
      uspsName: foldName(name),
      state: stateOf.get(geoid.slice(0, 2)) ?? '',
      population: Number(population),
      lat: Number(lat),
      lng: Number(lng),
    }),
    directory,
  );
}

function readZipCodes(directory: string, stateOf: ReadonlyMap<string, string>): ZipCode[] {
  return readTable(
    'zips',
    ([code = '', placeName = '', countyGeoid = '', lat, lng]) => ({
      code,
      placeName,
      state: stateOf.get(countyGeoid.slice(0, 2)) ?? '',
      countyGeoid,
      lat: Number(lat),
      lng: Number(lng),
    }),
    directory,
  );
}

/** A city whose ZIP codes are still being collected. */
type OpenCity = City & { readonly zipCodes: string[] };

/** The cities, yet without the ZIP codes that bear their name. */
function readCities(directory: string, stateOf: ReadonlyMap<string, string>): OpenCity[] {
  return readTable(
    'cities',
    ([name = '', usps = '', counties = '', population, lat, lng, moreZips = '', id = '']) => {
      const countyGeoids = counties.length === 5 ? [counties] : counties.split(',');
      const [countyGeoid = ''] = countyGeoids;
      return {
        geoId: id,
        name,
        uspsName: usps === '' ? foldName(name) : usps,
        state: stateOf.get(countyGeoid.slice(0, 2)) ?? '',
        countyGeoid,
        countyGeoids,
        zipCodes: moreZips === '' ? [] : moreZips.split(','),
        population: Number(population),
        lat: Number(lat),
        lng: Number(lng),
      };
    },
    directory,
  );
}

/** Gives each ZIP code to the city of its place name in its county; answers how to find that city again. */
function giveZipCodes(
  cities: readonly OpenCity[],
  zipCodes: readonly ZipCode[],
  directory: string,
): (zip: ZipCode) => City | null {
  const byPlace = new Map<string, OpenCity>();
  for (const city of cities) {
    for (const geoid of city.countyGeoids) {
      const place = geoid + city.uspsName;
      // If two cities of one name touch a county, its ZIP codes belong to the one that is mostly there.
      if (geoid === city.countyGeoid || !byPlace.has(place)) byPlace.set(place, city);
    }
  }
  const cityOf = (zip: ZipCode) => byPlace.get(zip.countyGeoid + foldName(zip.placeName)) ?? null;
  for (const zip of zipCodes) {
    const city = cityOf(zip);
    if (city === null) {
      throw new UserError(
        `The tables in ${directory} disagree: no city ${zip.placeName} in ${zip.countyGeoid} for ZIP ${zip.code}`,
      );
    }
    city.zipCodes.push(zip.code);
  }
  for (const city of cities) if (city.zipCodes.length > 1) city.zipCodes.sort();
  return cityOf;
}

function indexCounties(states: readonly State[], counties: readonly County[]): Map<string, CountyIndex> {
  const indexes = new Map(states.map(({ code }) => [code, new CountyIndex(code)]));
  for (const county of counties) indexes.get(county.state)?.add(county);
  return indexes;
}

function indexCities(states: readonly State[], cities: readonly City[]): Map<string, CityIndex> {
  const byState = new Map<string, City[]>(states.map(({ code }) => [code, []]));
  for (const city of cities) byState.get(city.state)?.push(city);
  return new Map(states.map(({ code, name }) => [code, new CityIndex(code, name, byState.get(code) ?? [])]));
}

/** Finds states by abbreviation (also `D.C.`) or name. */
function stateFinder(states: readonly State[]): (text: string) => State | null {
  const byKey = new Map<string, State>();
  for (const state of states) {
    byKey.set(state.code, state);
    byKey.set(matchKey(state.name), state);
  }
  const district = byKey.get('DC');
  if (district) byKey.set('WASHINGTONDC', district);
  const virginIslands = byKey.get('VI');
  if (virginIslands) byKey.set('VIRGINISLANDS', virginIslands);
  return (text) => byKey.get(text) ?? byKey.get(matchKey(text)) ?? null;
}

/** The first five of `94103-1234` and `941031234`; anything else as it is. */
function fiveDigits(code: string): string {
  return /^\s*\d{5}(?:-?\d{4})?\s*$/.test(code) ? code.trim().slice(0, 5) : code;
}
