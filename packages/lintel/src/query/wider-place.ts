/**
 * The permit authority of a city, where the city has most but not all of its permits or has its name (C59, C106): who
 * asks for the city alone misses the others, because their addresses name a borough, a suburb or no city. Counts are
 * those of the whole release.
 */
import type { JurisdictionCoverage } from '../format/filters/coverage.js';

export interface WiderPlace {
  /** geo_id of the jurisdiction. */
  readonly jurisdiction: string;
  /** Permits of the jurisdiction in the city, by their first address. */
  readonly inCity: number;
  /** All permits of the jurisdiction. */
  readonly inAll: number;
}

/** Null for what is no such city. Of several jurisdictions the one with the most permits in the city. */
export function widerPlace(coverage: readonly JurisdictionCoverage[], geoId: string): WiderPlace | null {
  let widest: WiderPlace | null = null;
  for (const { jurisdiction, permits, city } of coverage) {
    if (city?.geo_id !== geoId || city.permits <= (widest?.inCity ?? 0)) continue;
    widest = { jurisdiction, inCity: city.permits, inAll: permits };
  }
  return widest;
}
