/**
 * The details of every place that a release knows (2.7, C30, names as C10): all states, counties, cities and
 * ZIP codes of the geography, the jurisdictions of the catalog's sources, and ZIP codes that only permits
 * name.
 */
import type {
  CityDetails,
  CountyDetails,
  GeoIdKind,
  JurisdictionDetails,
  PlaceItem,
  StateDetails,
  ZipCodeDetails,
  ZipCodeItem,
} from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import type { City, County, Geography } from '../../geography/geography.js';
import type { Source } from '../../refine/record/source.js';
import type { JurisdictionContext } from '../../refine/record/source-context.js';

type PlaceKind = Exclude<GeoIdKind, 'address'>;
type Details = CityDetails | CountyDetails | JurisdictionDetails | StateDetails | ZipCodeDetails;
/** What details contain besides the place's own name: the places that it is in or that are in it. */
type Neighbours = Details extends infer D ? (D extends Details ? Omit<D, keyof ZipCodeItem> : never) : never;

export interface PlaceRecord {
  readonly kind: PlaceKind;
  readonly geoId: string;
  readonly name: string;
  readonly state: string | null;
  /** What searches and lists show of it, as JSON. */
  readonly item: string;
  /** All details, as JSON. */
  readonly details: string;
}

/**
 * The texts are made at once: objects for all places would fill the heap that the garbage collector has to
 * trace.
 */
function placeRecord(kind: PlaceKind, place: PlaceItem | ZipCodeItem, neighbours: Neighbours): PlaceRecord {
  const item = JSON.stringify(place);
  const details = `${item.slice(0, -1)},${JSON.stringify(neighbours).slice(1)}`;
  return { kind, geoId: place.geo_id, name: place.name, state: place.state, item, details };
}

/** A jurisdiction with the cities and counties in which it issues permits. */
interface Jurisdiction {
  readonly geoId: string;
  readonly name: string;
  readonly state: string;
  readonly cities: readonly City[];
  readonly counties: readonly County[];
  readonly zipCodes: readonly string[];
}

/** Names to geo_ids, sorted by name. */
type NameMap = Record<string, string>;

/** All places, kind by kind. `permitZips` are the ZIP codes of permits, known or not. */
export function* placeRecords(
  geography: Geography,
  sources: readonly Source[],
  permitZips: readonly string[] = [],
): Generator<PlaceRecord> {
  const cities = citiesByCounty(geography);
  const zips = zipCodesByCounty(geography);
  const jurisdictions = jurisdictionsOf(geography, sources, cities, zips);
  const byCity = groupBy(jurisdictions, (jurisdiction) => jurisdiction.cities.map((city) => city.geoId));
  const byCounty = groupBy(jurisdictions, (jurisdiction) => jurisdiction.counties.map((c) => c.geoid));
  for (const city of geography.cities) {
    yield cityRecord(city, geography, byCity.get(city.geoId) ?? []);
  }
  for (const county of geography.counties) {
    const { geoid, geoId, state } = county;
    const item = { geo_id: geoId, name: countyTitle(county), state };
    yield placeRecord('county', item, {
      cities: nameMap(cities.get(geoid) ?? []),
      jurisdictions: nameMap(byCounty.get(geoid) ?? []),
      zipcodes: zips.get(geoid) ?? [],
    });
  }
  for (const jurisdiction of jurisdictions) yield jurisdictionRecord(jurisdiction);
  yield* stateRecords(geography, jurisdictions);
  yield* zipRecords(geography, jurisdictions, permitZips);
}

function* stateRecords(geography: Geography, jurisdictions: readonly Jurisdiction[]): Generator<PlaceRecord> {
  const counties = groupBy(geography.counties, (county) => [county.state]);
  const byState = groupBy(jurisdictions, (jurisdiction) => [jurisdiction.state]);
  for (const { code, name } of geography.states) {
    const item = { geo_id: code, name, state: code };
    yield placeRecord('state', item, {
      counties: nameMap(counties.get(code) ?? []),
      jurisdictions: nameMap(byState.get(code) ?? []),
    });
  }
}

function* zipRecords(
  geography: Geography,
  jurisdictions: readonly Jurisdiction[],
  permitZips: readonly string[],
): Generator<PlaceRecord> {
  const cities = groupBy(geography.cities, (city) => city.zipCodes);
  const byZip = groupBy(jurisdictions, (jurisdiction) => jurisdiction.zipCodes);
  const known = new Map(geography.zipCodes.map((zip) => [zip.code, zip]));
  for (const code of new Set([...known.keys(), ...permitZips])) {
    const zip = known.get(code);
    const county = zip === undefined ? null : geography.countyByGeoid(zip.countyGeoid);
    const name = zip === undefined ? code : `${zip.placeName}, ${zip.state} ${code}`;
    const item: ZipCodeItem = { geo_id: code, name, state: zip?.state ?? null, zip_code: code };
    yield placeRecord('zip', item, {
      cities: nameMap(cities.get(code) ?? []),
      counties: nameMap(county === null ? [] : [county]),
      jurisdictions: nameMap(byZip.get(code) ?? []),
    });
  }
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
  const item = { geo_id: geoId, name: cityTitle(city, geography), state };
  return placeRecord('city', item, {
    counties: nameMap(counties),
    jurisdictions: nameMap(jurisdictions),
    zipcodes: [...city.zipCodes],
  });
}

function jurisdictionRecord(jurisdiction: Jurisdiction): PlaceRecord {
  const { geoId, name, state } = jurisdiction;
  const item = { geo_id: geoId, name: `${name}, ${state}`, state };
  return placeRecord('jurisdiction', item, {
    cities: nameMap(jurisdiction.cities),
    counties: nameMap(jurisdiction.counties),
    zipcodes: [...jurisdiction.zipCodes],
  });
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

/** Among places with the same name in one list, the first keeps it; the others get their geo_id added. */
function nameMap(places: readonly { readonly name: string; readonly geoId: string }[]): NameMap {
  const [only] = places;
  if (only === undefined) return {};
  // Most lists have one place: a city in one county, a ZIP code in one city.
  if (places.length === 1) return { [only.name]: only.geoId };
  const names = new Map<string, string>();
  for (const { name, geoId } of places) {
    names.set(names.has(name) && names.get(name) !== geoId ? `${name} (${geoId})` : name, geoId);
  }
  return Object.fromEntries([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
}
