/**
 * The details of every place that a release knows (2.7, C30, names as C10): all states, counties, cities and
 * ZIP codes of the geography, the jurisdictions of the catalog's sources, and ZIP codes that only permits
 * name.
 */
import type { GeoIdKind } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import type { City, County, Geography } from '../../geography/geography.js';
import type { Source } from '../../refine/record/source.js';
import type { JurisdictionContext } from '../../refine/record/source-context.js';

type PlaceKind = Exclude<GeoIdKind, 'address'>;
export interface PlaceRecord {
  /** What searches and lists show of it, as JSON. */
  readonly item: string;
  /** All details, as JSON. */
  readonly details: string;
}

/** A place of the release. Its texts are made when they are written: kept for all places, they cost more to collect. */
export interface ReleasePlace {
  readonly kind: PlaceKind;
  readonly geoId: string;
  record(): PlaceRecord;
}

/** A place that issues permits, as searches for it find it. */
export interface NamedJurisdiction {
  readonly geoId: string;
  readonly name: string;
  readonly state: string;
}

/** What a release knows of places. */
export interface ReleasePlaces {
  /** By geo_id. */
  readonly places: readonly ReleasePlace[];
  readonly jurisdictions: readonly NamedJurisdiction[];
}

/** What searches and lists show of a place. */
interface Item {
  readonly geoId: string;
  readonly name: string;
  readonly state: string | null;
  readonly zipCode?: string;
}

/** What details have besides: the places that it is in or that are in it, as the keys of the JSON, in their order. */
interface Neighbours {
  readonly cities?: readonly Named[];
  readonly counties?: readonly Named[];
  readonly jurisdictions?: readonly Named[];
  readonly zipcodes?: readonly string[];
}

/** Of a name in a list of places. */
interface Named {
  readonly name: string;
  readonly geoId: string;
}

/** Put together of its parts: each release has some 80,000, and `JSON.stringify` of objects takes twice as long. */
function placeRecord(place: Item, inside: Neighbours): PlaceRecord {
  const { geoId, name, state, zipCode } = place;
  const { cities, counties, jurisdictions, zipcodes } = inside;
  let item = `{"geo_id":"${geoId}","name":${JSON.stringify(name)},"state":${state === null ? 'null' : `"${state}"`}`;
  if (zipCode !== undefined) item += `,"zip_code":"${zipCode}"`;
  let details = item;
  if (cities !== undefined) details += `,"cities":${nameMap(cities)}`;
  if (counties !== undefined) details += `,"counties":${nameMap(counties)}`;
  if (jurisdictions !== undefined) details += `,"jurisdictions":${nameMap(jurisdictions)}`;
  if (zipcodes !== undefined) details += `,"zipcodes":${codeList(zipcodes)}`;
  return { item: `${item}}`, details: `${details}}` };
}

const none = [] as const;

/** A jurisdiction with the cities and counties in which it issues permits. */
interface Jurisdiction extends NamedJurisdiction {
  readonly cities: readonly City[];
  readonly counties: readonly County[];
  readonly zipCodes: readonly string[];
}

/** All places. `permitZips` are the ZIP codes of permits, known or not. */
export function releasePlaces(
  geography: Geography,
  sources: readonly Source[],
  permitZips: readonly string[] = [],
): ReleasePlaces {
  const cities = citiesByCounty(geography);
  const zips = zipCodesByCounty(geography);
  const jurisdictions = jurisdictionsOf(geography, sources, cities, zips);
  const places = [
    ...cityPlaces(geography, jurisdictions),
    ...countyPlaces(geography, jurisdictions, { cities, zips }),
    ...jurisdictions.map((jurisdiction): ReleasePlace => {
      const { geoId } = jurisdiction;
      return { kind: 'jurisdiction', geoId, record: () => jurisdictionRecord(jurisdiction) };
    }),
    ...statePlaces(geography, jurisdictions),
    ...zipPlaces(geography, jurisdictions, permitZips),
  ];
  return { places: places.sort((a, b) => (a.geoId < b.geoId ? -1 : 1)), jurisdictions };
}

function cityPlaces(geography: Geography, jurisdictions: readonly Jurisdiction[]): ReleasePlace[] {
  const byCity = groupBy(jurisdictions, (jurisdiction) => jurisdiction.cities.map((city) => city.geoId));
  return geography.cities.map((city) => {
    const { geoId } = city;
    return { kind: 'city', geoId, record: () => cityRecord(city, geography, byCity.get(geoId) ?? none) };
  });
}

/** The cities and ZIP codes by the GEOID of their counties. */
interface InCounties {
  readonly cities: ReadonlyMap<string, readonly City[]>;
  readonly zips: ReadonlyMap<string, readonly string[]>;
}

function countyPlaces(
  geography: Geography,
  jurisdictions: readonly Jurisdiction[],
  { cities, zips }: InCounties,
): ReleasePlace[] {
  const byCounty = groupBy(jurisdictions, (jurisdiction) => jurisdiction.counties.map((c) => c.geoid));
  return geography.counties.map((county) => {
    const { geoid, geoId, state } = county;
    const record = () =>
      placeRecord(
        { geoId, name: countyTitle(county), state },
        {
          cities: cities.get(geoid) ?? none,
          jurisdictions: byCounty.get(geoid) ?? none,
          zipcodes: zips.get(geoid) ?? none,
        },
      );
    return { kind: 'county', geoId, record };
  });
}

function statePlaces(geography: Geography, jurisdictions: readonly Jurisdiction[]): ReleasePlace[] {
  const counties = groupBy(geography.counties, (county) => [county.state]);
  const byState = groupBy(jurisdictions, (jurisdiction) => [jurisdiction.state]);
  return geography.states.map(({ code, name }) => {
    const record = () =>
      placeRecord(
        { geoId: code, name, state: code },
        { counties: counties.get(code) ?? none, jurisdictions: byState.get(code) ?? none },
      );
    return { kind: 'state', geoId: code, record };
  });
}

function zipPlaces(
  geography: Geography,
  jurisdictions: readonly Jurisdiction[],
  permitZips: readonly string[],
): ReleasePlace[] {
  const cities = groupBy(geography.cities, (city) => city.zipCodes);
  const byZip = groupBy(jurisdictions, (jurisdiction) => jurisdiction.zipCodes);
  const known = new Map(geography.zipCodes.map((zip) => [zip.code, zip]));
  const record = (code: string) => {
    const zip = known.get(code);
    const county = zip === undefined ? null : geography.countyByGeoid(zip.countyGeoid);
    const name = zip === undefined ? code : `${zip.placeName}, ${zip.state} ${code}`;
    return placeRecord(
      { geoId: code, name, state: zip?.state ?? null, zipCode: code },
      {
        cities: cities.get(code) ?? none,
        counties: county === null ? none : [county],
        jurisdictions: byZip.get(code) ?? none,
      },
    );
  };
  return [...new Set([...known.keys(), ...permitZips])].map((code) => {
    return { kind: 'zip', geoId: code, record: () => record(code) };
  });
}

/** `City, County, ST` (C10). */
function cityTitle(city: City, geography: Geography): string {
  const county = geography.countyByGeoid(city.countyGeoid);
  return [city.name, county?.name, city.state].filter((part) => part !== undefined).join(', ');
}

/** `County name, ST` (C10). */
function countyTitle(county: County): string {
  return `${county.name}, ${county.state}`;
}

function cityRecord(city: City, geography: Geography, jurisdictions: readonly Jurisdiction[]): PlaceRecord {
  const { geoId, state } = city;
  const counties = city.countyGeoids.map((geoid) => geography.countyByGeoid(geoid)).filter((c) => c !== null);
  const item = { geoId, name: cityTitle(city, geography), state };
  return placeRecord(item, { counties, jurisdictions, zipcodes: city.zipCodes });
}

function jurisdictionRecord(jurisdiction: Jurisdiction): PlaceRecord {
  const { geoId, name, state, cities, counties, zipCodes } = jurisdiction;
  const item = { geoId, name: `${name}, ${state}`, state };
  return placeRecord(item, { cities, counties, zipcodes: zipCodes });
}

/** The jurisdictions of all sources, each once, by GEOID. */
function jurisdictionsOf(
  geography: Geography,
  sources: readonly Source[],
  cities: ReadonlyMap<string, City[]>,
  zips: ReadonlyMap<string, string[]>,
): Jurisdiction[] {
  const all = sources.flatMap(({ context, otherContexts = [] }) => [context, ...otherContexts]);
  const contexts = new Map(all.map(({ jurisdiction }) => [jurisdiction.geoid, jurisdiction]));
  return [...contexts.values()]
    .sort((a, b) => (a.geoid < b.geoid ? -1 : 1))
    .map((context) => {
      const base = { geoId: geoId('jurisdiction', context.geoid), name: context.name, state: context.state };
      const county = geography.countyByGeoid(context.countyGeoid ?? context.geoid);
      if (context.geoid.length === 5 && county !== null) {
        const { geoid } = county;
        return {
          ...base,
          cities: cities.get(geoid) ?? [],
          counties: [county],
          zipCodes: zips.get(geoid) ?? [],
        };
      }
      const city = cityOf(context, geography);
      const geoids = city?.countyGeoids ?? (context.countyGeoid === null ? [] : [context.countyGeoid]);
      return {
        ...base,
        cities: city === null ? [] : [city],
        counties: geoids.map((geoid) => geography.countyByGeoid(geoid)).filter((c) => c !== null),
        zipCodes: city?.zipCodes ?? [],
      };
    });
}

function cityOf(context: JurisdictionContext, geography: Geography): City | null {
  const near = { countyGeoid: context.countyGeoid };
  return geography.city(context.defaultCity ?? context.name, context.state, near);
}

/** Cities by the GEOID of each county they touch. */
function citiesByCounty(geography: Geography): Map<string, City[]> {
  return groupBy(geography.cities, (city) => city.countyGeoids);
}

function zipCodesByCounty(geography: Geography): Map<string, string[]> {
  const groups = groupBy(geography.zipCodes, (zip) => [zip.countyGeoid]);
  return new Map([...groups].map(([geoid, zips]) => [geoid, zips.map((zip) => zip.code).sort()]));
}

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

/** Names to geo_ids by name, as JSON. Of places with one name the first keeps it; the others get their geo_id added. */
function nameMap(places: readonly Named[]): string {
  const [only] = places;
  if (only === undefined) return '{}';
  // Most lists have one place: a city in one county, a ZIP code in one city.
  if (places.length === 1) return `{${JSON.stringify(only.name)}:"${only.geoId}"}`;
  const names = new Map<string, string>();
  for (const { name, geoId } of places) {
    names.set(names.has(name) && names.get(name) !== geoId ? `${name} (${geoId})` : name, geoId);
  }
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, geoId]) => `${JSON.stringify(name)}:"${geoId}"`).join(',')}}`;
}

const codeList = (codes: readonly string[]) => (codes.length === 0 ? '[]' : `["${codes.join('","')}"]`);
