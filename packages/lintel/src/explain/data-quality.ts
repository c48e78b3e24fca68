/**
 * The quality of a release's data as its build counted it: for each source what became of its rows, how many
 * of its records have each key field, and every defect with its meaning.
 */

import { didYouMean, listed } from '../base/unknown-name.js';
import { UserError } from '../base/user-error.js';
import type { Manifest } from '../format/manifest.js';
import type { DefectCount, Overlap, RowCounts, SourceReport } from '../format/report.js';
import { type DefectName, defectTable } from '../refine/record/defects.js';

/** A defect of a source, with what it means. */
interface NamedDefect extends DefectCount {
  readonly meaning: string;
}

interface FieldFill {
  readonly records: number;
  /** From 0 to 1. */
  readonly share: number;
  /** Whether the source's definition maps the field; otherwise values in its records come from elsewhere. */
  readonly stated: boolean;
}

interface SourceQuality extends RowCounts {
  readonly source: string;
  readonly kind: SourceReport['kind'];
  /** Rows that were refined, and how many of these have a defect. */
  readonly refined: number;
  readonly defective: number;
  /** Rows that the source no longer has, and that are published all the same. */
  readonly vanished: number;
  /** Key fields by how many records have them; only for permits. */
  readonly fill: Readonly<Record<string, FieldFill>>;
  readonly defects: readonly NamedDefect[];
  /** Rows that the build refused, by reason. */
  readonly refusals: Readonly<Record<string, number>>;
}

export interface DataQuality {
  readonly release: string;
  readonly released_at: string;
  readonly all: RowCounts;
  readonly sources: readonly SourceQuality[];
  /** Rows of these sources that the build refused, by reason. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Pairs of these sources and others that have numbers of one authority in common. */
  readonly overlaps: readonly Overlap[];
}

/** The quality of the release, or of one source if it is named. */
export function dataQuality({ id, info, report }: Manifest, only?: string): DataQuality {
  const sources = report.sources.filter(({ source }) => only === undefined || source === only);
  if (only !== undefined && sources.length === 0) {
    const known = report.sources.map(({ source }) => source);
    throw new UserError(`The release ${id} has no source "${only}".${didYouMean(only, known)}`, {
      hint: `It has: ${listed(known)}.`,
    });
  }
  const { read, records, merged, repeated, quarantined } = report;
  return {
    release: id,
    released_at: info.released_at,
    all: { read, records, merged, repeated, quarantined },
    sources: sources.map(sourceQuality),
    refusals: only === undefined ? report.reasons : (sources[0]?.reasons ?? {}),
    overlaps: (report.overlaps ?? []).filter(
      ({ source, other }) => only === undefined || [source, other].includes(only),
    ),
  };
}

/** The quality of a source; a defect has its meaning. */
export function sourceQuality(report: SourceReport): SourceQuality {
  const { source, kind, read, records, merged, repeated, quarantined, refined, defective } = report;
  // Releases built before these were counted do not have them.
  const { vanished = 0, unstated = [], reasons = {} }: Partial<SourceReport> = report;
  const fill = Object.entries(report.fill).map(([field, count]) => [
    field,
    {
      records: count,
      share: records === 0 ? 0 : Math.round((10_000 * count) / records) / 10_000,
      stated: !unstated.includes(field),
    },
  ]);
  return {
    source,
    kind,
    read,
    records,
    merged,
    repeated,
    quarantined,
    refined,
    defective,
    vanished,
    fill: Object.fromEntries(fill) as SourceQuality['fill'],
    defects: report.defects.map((defect) => ({
      ...defect,
      meaning: defectTable[defect.name as DefectName] ?? '',
    })),
    refusals: reasons,
  };
}
