/** What a search for properties without certain permits can show: where such permits are recorded (C32). */
import type { Absence } from '@lintel/contract';
import {
  coverageGap,
  type JurisdictionCoverage,
  type Period,
  periodHint,
} from '../format/filters/coverage.js';

export interface ShownAbsence {
  /** What the response says about it. */
  readonly absence: Absence;
  /** The jurisdictions whose records can show it. */
  readonly shown: readonly JurisdictionCoverage[];
}

/**
 * What the searched jurisdictions can show of permits with the tags that are absent in the period (null is open), which
 * ends with the release at the latest. `releasedAt` is YYYY-MM-DD.
 */
export function showAbsence(
  searched: readonly JurisdictionCoverage[],
  tags: readonly string[],
  { from, to }: { readonly from: string | null; readonly to: string | null },
  releasedAt: string,
): ShownAbsence {
  const period: Period = { from, to: to === null || to > releasedAt ? releasedAt : to };
  const shown: JurisdictionCoverage[] = [];
  const leftOut: { jurisdiction_id: string; reason: string }[] = [];
  for (const coverage of searched) {
    const reason = coverageGap(coverage, tags, period);
    if (reason === null) shown.push(coverage);
    else leftOut.push({ jurisdiction_id: coverage.jurisdiction, reason });
  }
  const hint = periodHint(searched, tags, period);
  return { absence: { tags: [...tags], ...period, jurisdictions_left_out: leftOut, hint }, shown };
}
