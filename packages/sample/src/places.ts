/** What the sample requires of real places; Lintel's geography provides it. */

export interface SampleZip {
  readonly code: string;
  /** Preferred place name. */
  readonly placeName: string;
  readonly state: string;
  readonly countyGeoid: string;
  /** Degrees, WGS 84. */
  readonly lat: number;
  readonly lng: number;
}

export interface SamplePlaces {
  /** Sorted by code. */
  readonly zipCodes: readonly SampleZip[];
  zip(code: string): SampleZip | null;
  city(
    name: string,
    state: string,
  ): { readonly zipCodes: readonly string[]; readonly countyGeoid: string } | null;
  countyByGeoid(geoid: string): { readonly name: string } | null;
  /** The county at a point in degrees. */
  countyAt(lat: number, lng: number): { readonly geoid: string } | null;
}
