/** What the catalog covers: its sources by state, place and kind, and which were tried on real rows. No I/O. */
import type { SourceKind } from '../../base/source-kind.js';
import type { CatalogSource } from '../source/catalog-source.js';

export interface CoveredSource {
  readonly id: string;
  readonly kind: SourceKind;
  /** Two-letter code. */
  readonly state: string;
  /** The place that issues; of a list of a whole state the state's code. */
  readonly place: string;
  /** Null for a list of a whole state. */
  readonly countyGeoid: string | null;
  readonly updates: string | null;
  readonly license: string | null;
  /** Whether it is the portal of a permit software, not a data set. */
  readonly isPortal: boolean;
  /** Date of the last trial on real rows; null if there was none. */
  readonly verifiedOn: string | null;
}

/** The published sources of the catalog, by state and id. */
export function coverageOf(sources: readonly CatalogSource[]): CoveredSource[] {
  return sources
    .filter(({ id }) => !id.startsWith('sample-'))
    .map(({ id, kind, license, definition: { jurisdiction, platform, updates, verified } }) => ({
      id,
      kind,
      state: jurisdiction.state,
      place: jurisdiction.county_geoid === null ? jurisdiction.state : jurisdiction.name,
      countyGeoid: jurisdiction.county_geoid,
      updates: updates ?? null,
      license,
      isPortal: platform !== undefined,
      verifiedOn: verified?.on ?? null,
    }))
    .sort((a, b) => (`${a.state} ${a.id}` < `${b.state} ${b.id}` ? -1 : 1));
}
