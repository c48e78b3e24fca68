/**
 * The places of the United States as bundled tables: states, counties, cities, ZIP codes; name matching and
 * point-in-county. Loaded once, read-only, no I/O after loading (county shapes: after the first `countyAt`).
 * Every name is plain ASCII (`Canon City`, `Dona Ana County`), as USPS notation wants it.
 */

export interface State {
  /** Two-letter abbreviation. */
  readonly code: string;
  /** Two-digit FIPS code. */
  readonly fips: string;
  readonly name: string;
}

export interface County {
  /** Five-digit Census GEOID. In Connecticut the planning regions (09110 to 09190). */
  readonly geoid: string;
  /** geo_id on the wire. */
  readonly geoId: string;
  /** Full name, for example `Travis County`, `Orleans Parish`. */
  readonly name: string;
  /** The name in upper-case USPS notation (C10), for example `SAINT LOUIS COUNTY`. */
  readonly uspsName: string;
  readonly state: string;
  /** Inhabitants of its cities, a rough weight: people outside cities are missing, nested places count twice. */
  readonly population: number;
  /** Middle of its ZIP codes in degrees, WGS 84. */
  readonly lat: number;
  readonly lng: number;
}

export interface City {
  readonly geoId: string;
  /** Name as people write it, for example `St. Louis`. */
  readonly name: string;
  /** The name in upper-case USPS notation (C10), for example `SAINT LOUIS`. */
  readonly uspsName: string;
  readonly state: string;
  /** The county that holds most of it (GEOID). */
  readonly countyGeoid: string;
  /** All counties that it touches (GEOIDs), `countyGeoid` first. */
  readonly countyGeoids: readonly string[];
  /**
   * ZIP codes, sorted: those whose preferred place name it is; for a place without a post office, the nearest
   * one; for New York and Queens, all of their counties. Empty on remote islands.
   */
  readonly zipCodes: readonly string[];
  /** Inhabitants, 0 when unknown: ranks cities of one name. */
  readonly population: number;
  /** Degrees, WGS 84. */
  readonly lat: number;
  readonly lng: number;
}

export interface ZipCode {
  readonly code: string;
  /** Preferred place name. */
  readonly placeName: string;
  readonly state: string;
  readonly countyGeoid: string;
  readonly lat: number;
  readonly lng: number;
}

/** Evidence about a city besides its name; decides between cities of one name in a state. */
export interface CityHint {
  readonly countyGeoid?: string | null;
  /** Five digits or ZIP+4. */
  readonly zip?: string | null;
}

export interface Geography {
  readonly states: readonly State[];
  /** Sorted by GEOID. */
  readonly counties: readonly County[];
  /** Sorted by state, name, county. */
  readonly cities: readonly City[];
  /** Sorted by code. */
  readonly zipCodes: readonly ZipCode[];
  /** By abbreviation or name, any case. */
  state(text: string): State | null;
  /** Also by a GEOID that the Census retired, when one county took its place (`46113`, Shannon). */
  countyByGeoid(geoid: string): County | null;
  countyByGeoId(geoId: string): County | null;
  /** By name with or without `County`, `Parish` …, any case, in a state (two-letter abbreviation). */
  county(name: string, state: string): County | null;
  cityByGeoId(geoId: string): City | null;
  /**
   * By name in a state (two-letter abbreviation), any case, `ST`/`SAINT` and the like folded; `CITY OF X`,
   * `X CITY`, `X TWP` find X where that is unambiguous. `near` decides between cities of one name, without
   * it the most populous wins.
   */
  city(name: string, state: string, near?: CityHint): City | null;
  /** The city that a misspelt name means, if `near` or its size confirms it; null if it stays ambiguous. */
  cityRespelled(name: string, state: string, near?: CityHint): City | null;
  /**
   * The area within which a number and street identify one house, the same for all names of a place: usually
   * the preferred place name of the ZIP code. `name` is used for an unknown city. Null if nothing is known.
   */
  addressArea(city: City | null, name: string | null, zip: string | null): string | null;
  /** By five digits, ZIP+4 or nine digits. */
  zip(code: string): ZipCode | null;
  /** The city that the ZIP code's preferred place name means. */
  cityOfZip(code: string): City | null;
  /**
   * The county that contains the point, or the nearest within 25 km (a lake front, a pier; also a point just
   * across a land border); null elsewhere. Shapes are those of 2017, simplified to about 100 m; where
   * counties were redrawn since (Connecticut, Chugach and Copper River), the nearest known place decides.
   */
  countyAt(lat: number, lng: number): County | null;
}
