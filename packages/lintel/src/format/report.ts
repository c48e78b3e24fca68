/**
 * What became of every raw row, by source. The equation rows read = records + merged + quarantined holds for
 * each source and in total, or the build fails.
 */
import type { SourceKind } from '../base/source-kind.js';

export interface DefectCount {
  readonly name: string;
  readonly field: string;
  readonly count: number;
}

/** Rows by what became of them. */
export interface RowCounts {
  /** Rows read over all ingest runs. */
  readonly read: number;
  /** Permits, decisions, or (of a licence list) contractors. */
  readonly records: number;
  /** Rows that repeat or update another row, or were superseded by one. */
  readonly merged: number;
  /** Of the merged, those that repeat or update a row that was read before; not in releases of earlier versions. */
  readonly repeated?: number | undefined;
  /** Rows refused while reading or refining. */
  readonly quarantined: number;
}

export interface SourceReport extends RowCounts {
  readonly source: string;
  /**
   * The authority that keeps these records; rows of one namespace merge. Absent in releases built before it
   * was kept.
   */
  readonly namespace?: string;
  readonly kind: SourceKind;
  /** Stored rows that were refined, and how many of these have a defect. */
  readonly refined: number;
  readonly defective: number;
  /** Stored rows that the source no longer has; they are refined all the same. */
  readonly vanished: number;
  /** Permits dated after the day of the release; absent in releases built before it was counted. */
  readonly ahead?: number | undefined;
  readonly defects: readonly DefectCount[];
  /** Records that have each key field; only of permit sources. */
  readonly fill: Readonly<Record<string, number>>;
  /**
   * Key fields that the source does not state, by its definition. Values in its records come from elsewhere.
   */
  readonly unstated: readonly string[];
  /** Rows that the build refused, by reason. Absent in releases built before it was kept. */
  readonly reasons?: Readonly<Record<string, number>>;
}

/** Two sources that share an authority, and numbers of it that both have. */
export interface Overlap {
  readonly source: string;
  readonly other: string;
  /** Numbers that are the same permit: one record was made of both. */
  readonly same: number;
  /** Numbers that one of them has more than once: nothing was merged. */
  readonly repeated: number;
  /** Numbers whose permits differ in street or dates, or have nothing else in common: both were kept. */
  readonly different: number;
}

export interface BuildReport extends RowCounts {
  readonly sources: readonly SourceReport[];
  /** Permits of the release that have each key field. */
  readonly fill: Readonly<Record<string, number>>;
  readonly defects: readonly DefectCount[];
  /** Rows of all sources that the build refused, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Pairs of sources that have numbers of one authority in common; absent without any. */
  readonly overlaps?: readonly Overlap[];
}
