/**
 * The ZIP codes: GeoNames for the states, the Census gazetteer for Puerto Rico and the islands, whose codes
 * get the county that holds them and that county's chief town as place name.
 */
import type { CountyShapes } from '../county-shapes.js';
import { nearest, type Point } from '../distance.js';
import { matchKey } from '../name.js';
import { readGazetteerZips, readGeoNamesZips } from './packages.js';

export interface BuiltZip extends Point {
  readonly code: string;
  readonly place: string;
  readonly county: string;
}

interface Town extends Point {
  readonly name: string;
  readonly county: string;
}

/** ZIP codes of the 50 states and DC. `counties`: GEOID to name; `fipsOf`: state to FIPS. */
export function buildStateZips(
  counties: ReadonlyMap<string, string>,
  fipsOf: ReadonlyMap<string, string>,
  shapes: CountyShapes,
): BuiltZip[] {
  const given = readGeoNamesZips().map((zip) => ({
    ...zip,
    county: (fipsOf.get(zip.state) ?? '') + zip.county,
  }));
  const sound = given.filter((zip) => counties.has(zip.county));
  return given.map(({ code, place, county: named, lat, lng }) => {
    if (counties.has(named)) return { code, place, county: named, lat, lng };
    // A retired county: the one that contains the point today, or in redrawn states the nearest ZIP code's.
    const held = shapes.holding(lat, lng);
    const local = sound.filter((zip) => zip.county.slice(0, 2) === named.slice(0, 2));
    const county = held !== null && counties.has(held) ? held : nearest({ lat, lng }, local)?.item.county;
    if (county === undefined) throw new Error(`ZIP ${code} lies in no known county`);
    return { code, place, county, lat, lng };
  });
}

/** ZIP codes of the territories, in addition to the known ones. */
export function buildIslandZips(
  known: ReadonlySet<string>,
  counties: ReadonlyMap<string, string>,
  towns: readonly Town[],
  shapes: CountyShapes,
): BuiltZip[] {
  const zips: BuiltZip[] = [];
  for (const { code, lat, lng } of readGazetteerZips()) {
    if (known.has(code)) continue;
    const county = shapes.holding(lat, lng) ?? shapes.nearest(lat, lng, 25);
    if (county === null || county < '57') continue;
    const place = chiefTown({ lat, lng }, counties.get(county) ?? '', county, towns);
    if (place !== null) zips.push({ code, place, county, lat: round(lat), lng: round(lng) });
  }
  return zips;
}

/** The town that the county is named after (`Ponce Municipio`), else the county's town nearest to the point. */
function chiefTown(at: Point, countyName: string, county: string, towns: readonly Town[]): string | null {
  const local = towns.filter((town) => town.county === county);
  const seat = local.find((town) => matchKey(countyName) === `${matchKey(town.name)}MUNICIPIO`);
  if (seat) return seat.name;
  return nearest(at, local)?.item.name ?? null;
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
