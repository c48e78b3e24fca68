/**
 * The places of the United States as bundled tables: states, counties, cities, ZIP codes; name matching and
 * point-in-county. Loaded once, read-only, no I/O after loading.
 */

export interface State {
  /** Two-letter abbreviation. */
  readonly code: string;
  /** Two-digit FIPS code. */
  readonly fips: string;
  readonly name: string;
}

export interface County {
  /** Five-digit Census GEOID. */
  readonly geoid: string;
  /** geo_id on the wire. */
  readonly geoId: string;
  /** Full name, for example `Travis County`, `Orleans Parish`. */
  readonly name: string;
  readonly state: string;
}

export interface City {
  readonly geoId: string;
  /** Name as people write it, for example `San Francisco`. */
  readonly name: string;
  readonly state: string;
  /** The county that holds most of it (GEOID). */
  readonly countyGeoid: string;
  /** All counties that it touches (GEOIDs), `countyGeoid` first. */
  readonly countyGeoids: readonly string[];
  /** ZIP codes, sorted. */
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

export interface Geography {
  readonly states: readonly State[];
  readonly counties: readonly County[];
  readonly cities: readonly City[];
  readonly zipCodes: readonly ZipCode[];
  /** By abbreviation or name, any case. */
  state(text: string): State | null;
  countyByGeoid(geoid: string): County | null;
  countyByGeoId(geoId: string): County | null;
  /** By name with or without `County`, `Parish` …, any case, in a state. */
  county(name: string, state: string): County | null;
  cityByGeoId(geoId: string): City | null;
  /**
   * By name in a state, any case, `ST`/`SAINT` and the like folded. `near` (county GEOID or ZIP code)
   * decides between cities of one name.
   */
  city(name: string, state: string, near?: { countyGeoid?: string | null; zip?: string | null }): City | null;
  zip(code: string): ZipCode | null;
  /** The county that holds the point, or the nearest within about 25 km of its shore; null elsewhere. */
  countyAt(lat: number, lng: number): County | null;
}
