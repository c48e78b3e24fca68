/**
 * The details of every place that a release knows (2.7, C30, names as C10): all states, counties, cities and
 * ZIP codes of the geography, the jurisdictions of the catalog's sources, and ZIP codes that only permits
 * name.
 */
import type { GeoIdKind } from '@lintel/contract';
import { geoId } from '@lintel/contract/plain';
import type { City, County, Geography, State } from '../../geography/geography.js';
import type { Source } from '../../refine/record/source.js';
import type { JurisdictionContext } from '../../refine/record/source-context.js';

type PlaceKind = Exclude<GeoIdKind, 'address'>;
interface PlaceRecord {
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

/** What a release knows of places besides the geography. */
interface ReleasePlaces {
  /** By geo_id. */
  readonly places: readonly ReleasePlace[];
  readonly jurisdictions: readonly NamedJurisdiction[];
  /** How many of the places are ZIP codes that the geography lacks. */
  readonly unknownZips: number;
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

/** All places of a geography by geo_id, as they are without jurisdictions. */
export function geographyPlaces(geography: Geography): ReleasePlace[] {
  const { cities, counties, states, zipCodes } = geography;
  const all = { cities, counties, states, zipCodes: zipCodes.map(({ code }) => code) };
  return describe(all, geography, { jurisdictions: [], inCounties: inCounties(geography) });
}

/**
 * What a release knows of places beside `geographyPlaces`: jurisdictions, the places in which they issue permits, and
 * those ZIP codes of permits that the geography does not know.
 */
export function releasePlaces(
  geography: Geography,
  sources: readonly Source[],
  permitZips: readonly string[] = [],
): ReleasePlaces {
  const areas = areasOf(geography, sources);
  // Of 80,000 places most have nothing to do with the sources.
  const within = inCounties(
    geography,
    new Set(areas.flatMap(({ counties }) => counties.map((c) => c.geoid))),
  );
  const jurisdictions = areas.map((area) => jurisdictionOf(area, within));
  const states = new Set(jurisdictions.map(({ state }) => state));
  const unknownZips = permitZips.filter((code) => geography.zip(code)?.code !== code);
  const issuedIn = {
    cities: distinct(jurisdictions.flatMap(({ cities }) => cities)),
    counties: distinct(jurisdictions.flatMap(({ counties }) => counties)),
    states: geography.states.filter(({ code }) => states.has(code)),
    zipCodes: distinct([...jurisdictions.flatMap(({ zipCodes }) => zipCodes), ...unknownZips]),
  };
  const places = describe(issuedIn, geography, { jurisdictions, inCounties: within });
  return { places, jurisdictions, unknownZips: unknownZips.length };
}

/** Places to describe. */
interface Chosen {
  readonly cities: readonly City[];
  readonly counties: readonly County[];
  readonly states: readonly State[];
  readonly zipCodes: readonly string[];
}

/** What places are in, or is in them. */
interface Surroundings {
  readonly jurisdictions: readonly Jurisdiction[];
  readonly inCounties: InCounties;
}

/** The cities and ZIP codes by the GEOID of their counties. */
interface InCounties {
  readonly cities: ReadonlyMap<string, readonly City[]>;
  readonly zips: ReadonlyMap<string, readonly string[]>;
}

/** Of all counties, or of those that are named. */
function inCounties(geography: Geography, named?: ReadonlySet<string>): InCounties {
  const zips = groupBy(geography.zipCodes, (zip) => [zip.countyGeoid], named);
  return {
    cities: groupBy(geography.cities, (city) => city.countyGeoids, named),
    zips: new Map([...zips].map(([geoid, all]) => [geoid, all.map(({ code }) => code).sort()])),
  };
}

/** The chosen places and all jurisdictions, by geo_id. */
function describe(chosen: Chosen, geography: Geography, around: Surroundings): ReleasePlace[] {
  const places = [
    ...cityPlaces(chosen.cities, geography, around),
    ...countyPlaces(chosen.counties, around),
    ...around.jurisdictions.map((jurisdiction): ReleasePlace => {
      const { geoId } = jurisdiction;
      return { kind: 'jurisdiction', geoId, record: () => jurisdictionRecord(jurisdiction) };
    }),
    ...statePlaces(chosen.states, geography, around),
    ...zipPlaces(chosen.zipCodes, geography, around),
  ];
  return places.sort((a, b) => (a.geoId < b.geoId ? -1 : 1));
}

function cityPlaces(
  cities: readonly City[],
  geography: Geography,
  { jurisdictions }: Surroundings,
): ReleasePlace[] {
  const byCity = groupBy(jurisdictions, (jurisdiction) => jurisdiction.cities.map((city) => city.geoId));
  return cities.map((city) => {
    const { geoId } = city;
    return { kind: 'city', geoId, record: () => cityRecord(city, geography, byCity.get(geoId) ?? none) };
  });
}

function countyPlaces(
  counties: readonly County[],
  { jurisdictions, inCounties: { cities, zips } }: Surroundings,
): ReleasePlace[] {
  const byCounty = groupBy(jurisdictions, (jurisdiction) => jurisdiction.counties.map((c) => c.geoid));
  return counties.map((county) => {
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

function statePlaces(
  states: readonly State[],
  geography: Geography,
  { jurisdictions }: Surroundings,
): ReleasePlace[] {
  const counties = groupBy(geography.counties, (county) => [county.state]);
  const byState = groupBy(jurisdictions, (jurisdiction) => [jurisdiction.state]);
  return states.map(({ code, name }) => {
    const record = () =>
      placeRecord(
        { geoId: code, name, state: code },
        { counties: counties.get(code) ?? none, jurisdictions: byState.get(code) ?? none },
      );
    return { kind: 'state', geoId: code, record };
  });
}

function zipPlaces(
  codes: readonly string[],
  geography: Geography,
  { jurisdictions }: Surroundings,
): ReleasePlace[] {
  const cities = groupBy(geography.cities, (city) => city.zipCodes, new Set(codes));
  const byZip = groupBy(jurisdictions, (jurisdiction) => jurisdiction.zipCodes);
  const record = (code: string) => {
    const zip = geography.zip(code);
    const county = zip === null ? null : geography.countyByGeoid(zip.countyGeoid);
    const name = zip === null ? code : `${zip.placeName}, ${zip.state} ${code}`;
    return placeRecord(
      { geoId: code, name, state: zip?.state ?? null, zipCode: code },
      {
        cities: cities.get(code) ?? none,
        counties: county === null ? none : [county],
        jurisdictions: byZip.get(code) ?? none,
      },
    );
  };
  return codes.map((code) => ({ kind: 'zip', geoId: code, record: () => record(code) }));
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

/** Where a jurisdiction issues permits: in a county, or in a city and its counties. */
interface JurisdictionArea {
  readonly context: JurisdictionContext;
  readonly isCounty: boolean;
  readonly city: City | null;
  readonly counties: readonly County[];
}

/** Those of the jurisdictions of all sources, each once, by GEOID. */
function areasOf(geography: Geography, sources: readonly Source[]): JurisdictionArea[] {
  const all = sources.flatMap(({ context, otherContexts = [] }) => [context, ...otherContexts]);
  const contexts = new Map(all.map(({ jurisdiction }) => [jurisdiction.geoid, jurisdiction]));
  return [...contexts.values()]
    .sort((a, b) => (a.geoid < b.geoid ? -1 : 1))
    .map((context) => {
      const county = geography.countyByGeoid(context.countyGeoid ?? context.geoid);
      if (context.geoid.length === 5 && county !== null)
        return { context, isCounty: true, city: null, counties: [county] };
      const city = cityOf(context, geography);
      const geoids = city?.countyGeoids ?? (context.countyGeoid === null ? [] : [context.countyGeoid]);
      const counties = geoids.map((geoid) => geography.countyByGeoid(geoid)).filter((c) => c !== null);
      return { context, isCounty: false, city, counties };
    });
}

function jurisdictionOf(area: JurisdictionArea, { cities, zips }: InCounties): Jurisdiction {
  const { context, isCounty, city, counties } = area;
  const base = { geoId: geoId('jurisdiction', context.geoid), name: context.name, state: context.state };
  if (!isCounty)
    return { ...base, cities: city === null ? [] : [city], counties, zipCodes: city?.zipCodes ?? [] };
  const geoid = counties[0]?.geoid ?? '';
  return { ...base, cities: cities.get(geoid) ?? [], counties, zipCodes: zips.get(geoid) ?? [] };
}

function cityOf(context: JurisdictionContext, geography: Geography): City | null {
  const near = { countyGeoid: context.countyGeoid };
  return geography.city(context.defaultCity ?? context.name, context.state, near);
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];

/** The items by each of their keys, or by those keys that are wanted. */
function groupBy<T>(
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
  wanted?: ReadonlySet<string>,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      if (wanted?.has(key) === false) continue;
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
