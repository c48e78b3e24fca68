/**
 * Links a row to its state, city, county, ZIP code, jurisdiction and point, and checks them against each
 * other.
 *
 * The jurisdiction is known from the source, so it wins over a row that contradicts it, and the contradiction
 * is noted. A misspelt city is linked if its ZIP code, county or size confirms it, an unknown one by its ZIP
 * code. Any other city keeps its name and has no id.
 */
import { geoId } from '@lintel/contract/plain';
import type { City, County, Geography } from '../../geography/geography.js';
import { type DefectList, note } from '../record/defects.js';
import { maxCachedSources } from '../record/limits.js';
import { perSource } from '../record/refine-context.js';
import type { HomePlace, RowContext } from '../record/source-context.js';
import { asciiLetters, decodeEntities, oneLine, withoutEnd } from '../record/text.js';
import { type AddressFields, parseAddress } from './address.js';
import { lineParser } from './address-line.js';
import { cacheLines } from './address-line-cache.js';
import type { LinePlaces } from './line-places.js';
import { emptyParsedAddress, type ParsedAddress, type ParseLine } from './parsed-address.js';
import { type LatLng, readPoint } from './point.js';
import { streetWords } from './street.js';
import { readZip } from './zip.js';

/** The columns of a row that say where it is. */
export interface PlaceFields extends AddressFields {
  readonly city?: string | undefined;
  readonly county?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly lat?: string | undefined;
  readonly lng?: string | undefined;
  readonly point?: string | undefined;
}

/** The place of a row. Names are in upper case (C10), null if unknown. */
export interface Place {
  readonly parsed: ParsedAddress;
  readonly state: string | null;
  readonly city: string | null;
  readonly cityId: string | null;
  /** The area within which house number and street identify a house: part of the address id. */
  readonly area: string | null;
  readonly county: string | null;
  readonly countyId: string | null;
  /** Five-digit GEOID of the county. */
  readonly countyGeoid: string | null;
  readonly zip: string | null;
  readonly zipExt: string | null;
  readonly jurisdiction: string | null;
  readonly jurisdictionId: string | null;
  readonly latlng: LatLng | null;
}

/** The place of a row without one. */
export const emptyPlace: Place = {
  parsed: emptyParsedAddress,
  state: null,
  city: null,
  cityId: null,
  area: null,
  county: null,
  countyId: null,
  countyGeoid: null,
  zip: null,
  zipExt: null,
  jurisdiction: null,
  jurisdictionId: null,
  latlng: null,
};

/** What linking needs from a source, the same for all its rows. */
interface SourcePlaces {
  readonly geography: Geography;
  readonly parseLine: ParseLine;
  readonly jurisdiction: string | null;
  readonly jurisdictionId: string | null;
  /** The names of the city that issues the permits. */
  readonly ownCities: readonly string[];
  readonly county: County | null;
}

/** What a row says about its area. */
interface GivenArea {
  readonly state: string | null;
  readonly zip: string | undefined;
  readonly city: string | null;
  readonly county: string | undefined;
  /** The county that holds the row's point. */
  readonly pointCounty: County | null;
}

/** The part of a place that depends only on its area. */
type Area = Omit<Place, 'parsed' | 'latlng' | 'jurisdiction' | 'jurisdictionId'>;

/**
 * A place name in upper case: white space collapsed, entities decoded, a trailing comma or period dropped.
 */
export function placeName(text: string): string {
  return withoutEnd(oneLine(asciiLetters(decodeEntities(text))).toUpperCase(), /[\s,.]/);
}

const placesOf = perSource(maxCachedSources, ({ jurisdiction }, geography): SourcePlaces => {
  const { name, geoid, countyGeoid, defaultCity } = jurisdiction;
  return {
    geography,
    parseLine: cacheLines(lineParser(linePlaces(jurisdiction, geography))),
    jurisdiction: name === null ? null : placeName(name),
    ownCities: [name, defaultCity].flatMap((city) => (city === null ? [] : [placeName(city)])),
    jurisdictionId: geoid === null ? null : geoId('jurisdiction', geoid),
    county: countyGeoid === null ? null : geography.countyByGeoid(countyGeoid),
  };
});

/** What parsing an address line needs from the geography. */
export function linePlaces(jurisdiction: HomePlace, geography: Geography): LinePlaces {
  const cities = [jurisdiction.defaultCity, jurisdiction.name].filter((name) => name !== null);
  return {
    state: jurisdiction.state,
    cities: [...new Set(cities.map((city) => streetWords(city).join(' ')))],
    isState: (text) => (text.length >= 2 ? (geography.state(text)?.code ?? null) : null),
    isCity: (name, state) => geography.city(name, state) !== null,
    zipState: (zip) => geography.zip(zip)?.state ?? null,
    zipCity: (zip) => {
      const city = geography.cityOfZip(zip);
      return city === null ? null : streetWords(city.uspsName).join(' ');
    },
  };
}

/** The place of a permit or decision. */
export function linkPlace(
  fields: PlaceFields,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): Place {
  const places = placesOf(source, geography);
  const parsed = parseAddress(fields, places.parseLine);
  noteAddress(fields, parsed, defects);
  const state = linkState(fields.state ?? parsed.state ?? undefined, source, geography, defects);
  const { latlng, pointCounty } = linkPoint(fields, state, geography, defects);
  const area = linkArea(
    {
      state,
      zip: fields.zip ?? parsed.zip ?? undefined,
      city: fields.city ?? parsed.city ?? source.jurisdiction.defaultCity,
      county: fields.county,
      pointCounty,
    },
    places,
    defects,
  );
  return {
    parsed,
    state: area.state,
    city: area.city,
    cityId: area.cityId,
    area: area.area,
    county: area.county,
    countyId: area.countyId,
    countyGeoid: area.countyGeoid,
    zip: area.zip,
    zipExt: area.zipExt,
    jurisdiction: places.jurisdiction,
    jurisdictionId: places.jurisdictionId,
    latlng,
  };
}

function linkArea(given: GivenArea, places: SourcePlaces, defects: DefectList): Area {
  const { geography, county: home } = places;
  const { pointCounty } = given;
  const zip = readZip(given.zip, given.state, geography, defects);
  const zipPlace = zip.code === null ? null : geography.zip(zip.code);
  const state = given.state ?? zipPlace?.state ?? pointCounty?.state ?? null;
  const zipCounty = zipPlace?.countyGeoid ?? null;
  const hint = home?.geoid ?? pointCounty?.geoid ?? zipCounty;
  const city = linkCity(given.city, state, { countyGeoid: hint, zip: zip.code }, places, defects);
  const rowCounty = linkCounty(given.county, state, geography, defects);
  if (home !== null && rowCounty !== null && rowCounty.geoid !== home.geoid) {
    note(defects, 'county_conflict', 'county');
  }
  const county =
    home ??
    rowCounty ??
    pointCounty ??
    (zipCounty === null ? null : geography.countyByGeoid(zipCounty)) ??
    (city.found === null ? null : geography.countyByGeoid(city.found.countyGeoid));
  return {
    state,
    city: city.name,
    cityId: city.found?.geoId ?? null,
    area: geography.addressArea(city.found, city.name, zip.code) ?? county?.uspsName ?? null,
    county: county?.uspsName ?? null,
    countyId: county?.geoId ?? null,
    countyGeoid: county?.geoid ?? null,
    zip: zip.code,
    zipExt: zip.ext,
  };
}

function noteAddress(fields: PlaceFields, parsed: ParsedAddress, defects: DefectList): void {
  if (parsed.kind === 'street') note(defects, 'address_no_number', 'address');
  else if (parsed.kind === 'po_box') note(defects, 'address_po_box', 'address');
  else if (parsed.kind === 'intersection') note(defects, 'address_intersection', 'address');
  else if (parsed.kind === 'none' && (fields.address !== undefined || fields.street_name !== undefined)) {
    note(defects, 'address_unreadable', 'address');
  }
  if (parsed.rest !== null) note(defects, 'address_words_left_out', 'address');
}

/** The jurisdiction's state, or the row's if the jurisdiction is unknown. */
function linkState(
  text: string | undefined,
  source: RowContext,
  geography: Geography,
  defects: DefectList,
): string | null {
  const { state } = source.jurisdiction;
  if (text === undefined || text === state) return state;
  const found = geography.state(oneLine(text).replaceAll('.', ''));
  if (found === null) note(defects, 'state_unknown', 'state');
  else if (state === null) return found.code;
  else if (found.code !== state) note(defects, 'state_conflict', 'state');
  return state;
}

function linkPoint(
  fields: PlaceFields,
  state: string | null,
  geography: Geography,
  defects: DefectList,
): { latlng: LatLng | null; pointCounty: County | null } {
  const nowhere = { latlng: null, pointCounty: null };
  if (fields.lat === undefined && fields.lng === undefined && fields.point === undefined) return nowhere;
  const latlng = readPoint(fields.lat, fields.lng, fields.point, defects);
  if (latlng === null) return nowhere;
  const pointCounty = geography.countyAt(latlng[0], latlng[1]);
  if (pointCounty === null || pointCounty.state === (state ?? pointCounty.state))
    return { latlng, pointCounty };
  note(defects, 'point_elsewhere', 'latlng');
  return nowhere;
}

function linkCity(
  text: string | null,
  state: string | null,
  near: { countyGeoid: string | null; zip: string | null },
  { geography, ownCities }: SourcePlaces,
  defects: DefectList,
): { name: string | null; found: City | null } {
  const name =
    text === null ? '' : placeName(text).replace(/,? [A-Z]{2}$/, (end) => (end.trim() === state ? '' : end));
  if (!/[A-Z]/.test(name)) {
    const found = postalCity(near.zip, state, geography);
    if (found !== null) note(defects, 'city_from_zip', 'city');
    return { name: found?.uspsName ?? null, found };
  }
  const found = state === null ? null : geography.city(name, state, near);
  if (found !== null) return { name: found.uspsName, found };
  // The city that issues the permits is right as it is: its ZIP code may be named after a neighbour.
  const isOwn = ownCities.includes(name);
  const meant = state === null || isOwn ? null : geography.cityRespelled(name, state, near);
  if (meant !== null) note(defects, 'city_respelled', 'city');
  const linked = meant ?? (isOwn ? null : postalCity(near.zip, state, geography));
  if (linked !== null && meant === null) note(defects, 'city_from_zip', 'city');
  if (linked !== null) return { name: linked.uspsName, found: linked };
  note(defects, 'city_unknown', 'city');
  return { name, found: null };
}

/** The city that the Postal Service prefers for a ZIP code of the state; null if unknown. */
function postalCity(zip: string | null, state: string | null, geography: Geography): City | null {
  const city = zip === null ? null : geography.cityOfZip(zip);
  return city !== null && city.state === state ? city : null;
}

function linkCounty(
  text: string | undefined,
  state: string | null,
  geography: Geography,
  defects: DefectList,
): County | null {
  if (text === undefined) return null;
  const county = state === null ? null : geography.county(oneLine(text), state);
  if (county === null) note(defects, 'county_unknown', 'county');
  return county;
}
