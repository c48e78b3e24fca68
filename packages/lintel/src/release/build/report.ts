/**
 * What became of every raw row, by source. The equation rows read = records + merged + quarantined holds for each
 * source and in total, or the build fails.
 */
import type { SourceKind } from '../../refine/canonical.js';
import type { Source } from '../../refine/source.js';
import { unstatedFields } from './unstated.js';

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
  /** Rows refused while reading or refining. */
  readonly quarantined: number;
}

export interface SourceReport extends RowCounts {
  readonly source: string;
  /** Of the authority whose records these are; rows of one namespace merge. Absent in releases built before it was kept. */
  readonly namespace?: string;
  readonly kind: SourceKind;
  /** Stored rows that were refined, and how many of these have a defect. */
  readonly refined: number;
  readonly defective: number;
  /** Stored rows that the source has no longer; they are refined all the same. */
  readonly vanished: number;
  readonly defects: readonly DefectCount[];
  /** Records that have each key field; only of permit sources. */
  readonly fill: Readonly<Record<string, number>>;
  /** Key fields that the source does not state, by its definition. What records have of them was told elsewhere. */
  readonly unstated: readonly string[];
}

export interface BuildReport extends RowCounts {
  readonly sources: readonly SourceReport[];
  /** Permits of the release that have each key field. */
  readonly fill: Readonly<Record<string, number>>;
  readonly defects: readonly DefectCount[];
  /** Refusals of the build by reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Reasons that the report tells apart; further ones count as `other`. */
const maxReasons = 200;

/** Counts one source's rows while the build runs. */
export class SourceTally {
  readonly source: string;
  readonly namespace: string;
  readonly kind: SourceKind;
  /** Rows as the raw store counts them, over all runs. */
  readonly ingested: { readonly read: number; readonly stored: number; readonly quarantined: number };
  refined = 0;
  refused = 0;
  records = 0;
  merged = 0;
  defective = 0;
  vanished = 0;
  readonly fill: Uint32Array;
  readonly #unstated: readonly string[];
  readonly #defects = new Map<string, number>();

  constructor(
    source: Pick<Source, 'id' | 'kind' | 'context' | 'mapped'>,
    ingested: SourceTally['ingested'],
    keyFields: number,
  ) {
    this.source = source.id;
    this.namespace = source.context.namespace;
    this.kind = source.kind;
    this.#unstated = unstatedFields(source);
    this.ingested = ingested;
    this.fill = new Uint32Array(keyFields);
  }

  addDefects(defects: Readonly<Record<string, number>>): void {
    for (const [key, count] of Object.entries(defects)) {
      this.#defects.set(key, (this.#defects.get(key) ?? 0) + count);
    }
  }

  addFill(bits: number): void {
    for (let i = 0; i < this.fill.length; i++) if ((bits >>> i) & 1) this.fill[i] = (this.fill[i] ?? 0) + 1;
  }

  /** The report of the source; fails when rows are unaccounted for. */
  report(keyFields: readonly string[]): SourceReport {
    const { read, stored, quarantined } = this.ingested;
    const repeated = read - stored - quarantined;
    if (
      this.refined !== this.records + this.merged ||
      stored !== this.refined + this.refused ||
      repeated < 0
    ) {
      throw new Error(
        `the rows of ${this.source} do not add up: read ${read}, stored ${stored}, refined ${this.refined}, ` +
          `refused ${this.refused}, records ${this.records}, merged ${this.merged}`,
      );
    }
    return {
      source: this.source,
      namespace: this.namespace,
      kind: this.kind,
      read,
      records: this.records,
      merged: this.merged + repeated,
      quarantined: quarantined + this.refused,
      refined: this.refined,
      defective: this.defective,
      vanished: this.vanished,
      defects: defectCounts(this.#defects),
      fill: this.kind === 'permits' ? fillOf(keyFields, this.fill) : {},
      unstated: this.#unstated,
    };
  }
}

/** The report of the whole build. */
export function buildReport(
  tallies: readonly SourceTally[],
  keyFields: readonly string[],
  reasons: ReadonlyMap<string, number>,
): BuildReport {
  const sources = tallies.map((tally) => tally.report(keyFields));
  const sum = (count: (source: SourceReport) => number) =>
    sources.reduce((total, source) => total + count(source), 0);
  const defects = new Map<string, number>();
  for (const { name, field, count } of sources.flatMap((source) => source.defects)) {
    const key = `${name} ${field}`;
    defects.set(key, (defects.get(key) ?? 0) + count);
  }
  return {
    read: sum((source) => source.read),
    records: sum((source) => source.records),
    merged: sum((source) => source.merged),
    quarantined: sum((source) => source.quarantined),
    sources,
    fill: Object.fromEntries(keyFields.map((field) => [field, sum((source) => source.fill[field] ?? 0)])),
    defects: defectCounts(defects),
    reasons: Object.fromEntries([...reasons].sort(([, a], [, b]) => b - a)),
  };
}

/** Counts a refusal under its reason. */
export function countReason(reasons: Map<string, number>, reason: string): void {
  const key = reasons.has(reason) || reasons.size < maxReasons ? reason : 'other';
  reasons.set(key, (reasons.get(key) ?? 0) + 1);
}

function fillOf(keyFields: readonly string[], counts: Uint32Array): Record<string, number> {
  return Object.fromEntries(keyFields.map((field, i) => [field, counts[i] ?? 0]));
}

function defectCounts(counts: ReadonlyMap<string, number>): DefectCount[] {
  return [...counts]
    .map(([key, count]) => {
      const space = key.indexOf(' ');
      return { name: key.slice(0, space), field: key.slice(space + 1), count };
    })
    .sort((a, b) => b.count - a.count || (`${a.name} ${a.field}` < `${b.name} ${b.field}` ? -1 : 1));
}
