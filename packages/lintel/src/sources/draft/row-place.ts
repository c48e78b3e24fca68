/** Where a row is from, by its point, its ZIP code or the names of its places. */
import type { Geography } from '../../geography/geography.js';

/** The canonical fields of a row's place, as far as it has them. */
export type PlaceFields = {
  readonly [field in 'city' | 'state' | 'zip' | 'lat' | 'lng']?: string | undefined;
};

export interface RowPlace {
  /** Two-letter code; null if the row does not say it. */
  readonly state: string | null;
  readonly countyGeoid: string | null;
}

/** The county of a row's point, or of its ZIP code. */
export function countyOf(fields: PlaceFields, geography: Geography): string | undefined {
  const lat = Number(fields.lat);
  const lng = Number(fields.lng);
  const county = Number.isFinite(lat) && Number.isFinite(lng) ? geography.countyAt(lat, lng) : null;
  if (county !== null) return county.geoid;
  return fields.zip === undefined ? undefined : geography.zip(fields.zip)?.countyGeoid;
}

/** The place of a row; a city without a state is taken to be in `state`. */
export function placeOfRow(fields: PlaceFields, state: string | null, geography: Geography): RowPlace {
  const said = geography.state(fields.state ?? '')?.code ?? null;
  const ofPoint = countyOf(fields, geography);
  const inState = said ?? state;
  const city = ofPoint === undefined && inState !== null ? geography.city(fields.city ?? '', inState) : null;
  const countyGeoid = ofPoint ?? city?.countyGeoid ?? null;
  const ofCounty = countyGeoid === null ? null : (geography.countyByGeoid(countyGeoid)?.state ?? null);
  return { state: said ?? ofCounty, countyGeoid };
}
