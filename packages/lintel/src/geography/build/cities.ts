/**
 * The cities: post offices (the place names of ZIP codes) united with the populated places of GeoNames.
 *
 * The Postal Service uses a name once per state, so the ZIP codes of one name are one city, unless a county
 * is far away. A populated place joins the post office of its name in its county, or a near one on the other
 * side of a county line; else it is a separate city. Two cities of one name in one county are
 * indistinguishable and merged.
 */
import { geoId } from '@lintel/contract/plain';
import { kilometres, middle, nearest, type Point } from '../distance.js';
import { foldName, matchKey } from '../name.js';
import { groupBy, type Place, sectionTest } from './places.js';
import type { BuiltZip } from './zips.js';

export interface BuiltCity extends Point {
  readonly geoId: string;
  readonly state: string;
  readonly name: string;
  readonly uspsName: string;
  /** The first is the primary one. */
  readonly counties: readonly string[];
  readonly population: number;
  /** ZIP codes besides those of its name. */
  readonly moreZips: readonly string[];
}

/** A city in the making. */
interface Draft {
  readonly state: string;
  readonly key: string;
  readonly zips: readonly BuiltZip[];
  readonly counties: Set<string>;
  place: Place | null;
}

/** Counties whose ZIP codes of one name are nearer than this form one city. */
const samePlaceKm = 30;
/** A place joins a post office of its name across a county line up to this distance. */
const acrossLineKm = 10;
/** A city without a post office gets the nearest ZIP code of its county up to this distance … */
const borrowedZipKm = 25;
/** … or of its state up to this one. */
const farthestZipKm = 60;

/** Cities that are whole counties, by state and key: their counties, primary first. */
const wholeCounties: Readonly<Record<string, readonly string[]>> = {
  'NY|NEWYORK': ['36061', '36005', '36047', '36081', '36085'],
  'NY|QUEENS': ['36081'],
};

/** All cities, sorted by state, name and county. `counties`: GEOID to name; `stateOf`: FIPS to abbreviation. */
export function buildCities(
  zips: readonly BuiltZip[],
  places: readonly Place[],
  counties: ReadonlyMap<string, string>,
  stateOf: ReadonlyMap<string, string>,
): BuiltCity[] {
  const drafts = postOffices(zips, stateOf);
  const left = joinPlaces(drafts, places);
  const isSection = sectionTest(places, counties);
  drafts.push(...ownCities(left.filter((place) => !isSection(place) && place.name !== 'Manhattan')));
  const zipsByCounty = groupBy(zips, (zip) => zip.county);
  const cities = drafts.map((draft) => finish(draft, zipsByCounty));
  return assertUnique(cities.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)));
}

/** One draft per post office: the ZIP codes of one name in a state, split if counties are far apart. */
function postOffices(zips: readonly BuiltZip[], stateOf: ReadonlyMap<string, string>): Draft[] {
  const named = groupBy(zips, (zip) => `${stateOf.get(zip.county.slice(0, 2))}|${matchKey(zip.place)}`);
  return [...named].flatMap(([name, group]) => {
    const [state = '', key = ''] = name.split('|');
    return clusters(group).map((members) => ({
      state,
      key,
      zips: members,
      counties: new Set(members.map((zip) => zip.county)),
      place: null,
    }));
  });
}

/** Parts the ZIP codes of one name: counties stay together when they come near each other. */
function clusters(zips: readonly BuiltZip[]): BuiltZip[][] {
  const parts: BuiltZip[][] = [];
  for (const group of groupBy(zips, (zip) => zip.county).values()) {
    const touching = parts.filter((part) =>
      part.some((a) => group.some((b) => kilometres(a, b) < samePlaceKm)),
    );
    for (const part of touching) parts.splice(parts.indexOf(part), 1);
    parts.push([...touching.flat(), ...group]);
  }
  return parts;
}

/** Gives each post office the populated place of its name; returns the places that found none. */
function joinPlaces(drafts: readonly Draft[], places: readonly Place[]): Place[] {
  const offices = groupBy(drafts, (draft) => `${draft.state}|${draft.key}`);
  const officesOf = (place: Place, key: string) => offices.get(`${place.state}|${key}`) ?? [];
  const ranked = [...places].sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));

  const elsewhere = ranked.filter((place) => {
    const office = officesOf(place, matchKey(place.name)).find((draft) => draft.counties.has(place.county));
    if (office && office.place === null) office.place = place;
    return office === undefined;
  });
  const withoutNamesake = elsewhere.filter((place) => {
    if (place.doubtful) return true;
    const open = officesOf(place, matchKey(place.name)).filter((draft) => draft.place === null);
    const office = open.find((draft) => (nearest(place, draft.zips)?.km ?? acrossLineKm) < acrossLineKm);
    if (office) {
      office.place = place;
      office.counties.add(place.county);
    }
    return office === undefined;
  });
  return withoutNamesake.filter((place) => {
    const key = matchKey(place.name.replace(/ (Charter )?Township$/, ''));
    const office = officesOf(place, key).find((draft) => draft.counties.has(place.county));
    if (office === undefined || key === matchKey(place.name)) return true;
    if ((nearest(place, office.zips)?.km ?? acrossLineKm) >= acrossLineKm) return true;
    office.place ??= place;
    return false;
  });
}

/** Drafts for places without a post office, one per name and county: the most populous. */
function ownCities(places: readonly Place[]): Draft[] {
  const groups = groupBy(places, (place) => `${place.state}|${matchKey(place.name)}|${place.county}`);
  return [...groups.values()].flatMap(([place]) =>
    place === undefined
      ? []
      : [
          {
            state: place.state,
            key: matchKey(place.name),
            zips: [],
            counties: new Set([place.county]),
            place,
          },
        ],
  );
}

function finish(draft: Draft, zipsByCounty: ReadonlyMap<string, readonly BuiltZip[]>): BuiltCity {
  const { state, place, zips } = draft;
  const counties = wholeCounties[`${state}|${draft.key}`] ?? rankCounties(draft);
  const [primary = ''] = counties;
  const zipName = mostFrequent(zips.map((zip) => zip.place));
  const name = place && matchKey(place.name) === draft.key ? place.name : (zipName ?? place?.name ?? '');
  const uspsName = foldName(zipName ?? name);
  const at = place ?? middle(zips.filter((zip) => zip.county === primary));
  return {
    geoId: geoId('city', `${state}|${uspsName}|${primary}`),
    state,
    name,
    uspsName,
    counties,
    population: place?.population ?? 0,
    moreZips: moreZips(draft, counties, at, zipsByCounty),
    lat: round(at.lat),
    lng: round(at.lng),
  };
}

/** The place's own county first, then by number of ZIP codes. */
function rankCounties({ counties, place, zips }: Draft): string[] {
  const weight = (county: string) =>
    (place?.county === county ? 1_000_000 : 0) + zips.filter((zip) => zip.county === county).length;
  return [...counties].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
}

function moreZips(
  draft: Draft,
  counties: readonly string[],
  at: Point,
  zipsByCounty: ReadonlyMap<string, readonly BuiltZip[]>,
): string[] {
  const local = counties.flatMap((county) => zipsByCounty.get(county) ?? []);
  if (wholeCounties[`${draft.state}|${draft.key}`]) {
    const own = new Set(draft.zips);
    return local
      .filter((zip) => !own.has(zip))
      .map((zip) => zip.code)
      .sort();
  }
  if (draft.zips.length > 0) return [];
  const near = nearest(at, local);
  if (near && near.km < borrowedZipKm) return [near.item.code];
  const fips = counties[0]?.slice(0, 2);
  const statewide = [...zipsByCounty].flatMap(([county, zips]) => (county.slice(0, 2) === fips ? zips : []));
  const far = nearest(at, statewide);
  return far && far.km < farthestZipKm ? [far.item.code] : [];
}

function mostFrequent(names: readonly string[]): string | null {
  const groups = [...groupBy(names, (name) => name)];
  groups.sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return groups[0]?.[0] ?? null;
}

function sortKey(city: BuiltCity): string {
  return `${city.state}|${city.uspsName}|${city.counties[0]}`;
}

function assertUnique(cities: BuiltCity[]): BuiltCity[] {
  const seen = new Map<string, BuiltCity>();
  for (const city of cities) {
    for (const key of [city.geoId, `${city.state}|${matchKey(city.uspsName)}|${city.counties[0]}`]) {
      const other = seen.get(key);
      if (other) throw new Error(`Two cities share ${key}: ${sortKey(other)} and ${sortKey(city)}`);
      seen.set(key, city);
    }
  }
  return cities;
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
