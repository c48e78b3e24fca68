/** Counts what became of every raw row while a build runs, and makes the build's report of it. */

import { at } from '../../base/memory/at.js';
import type { SourceKind } from '../../base/source-kind.js';
import type { BuildReport, DefectCount, Overlap, SourceReport } from '../../format/report.js';
import type { Source } from '../../refine/record/source.js';
import { unstatedFields } from '../entry/unstated.js';

/** Different reasons of a source, and of all, in the report; the rest count as `other`. */
const maxReasons = 200;

/** Counts one source's rows while the build runs. */
export class SourceTally {
  readonly source: string;
  readonly namespace: string;
  readonly kind: SourceKind;
  /** Rows as counted by the raw store, over all runs. */
  readonly ingested: { readonly read: number; readonly stored: number; readonly quarantined: number };
  refined = 0;
  records = 0;
  merged = 0;
  defective = 0;
  vanished = 0;
  readonly fill: Uint32Array;
  /** The newest start_date of its permits up to the day of the release; 0 without any. */
  newest = 0;
  /** Permits of a later start_date. */
  ahead = 0;
  readonly #unstated: readonly string[];
  readonly #defects = new Map<string, number>();
  readonly #reasons = new Map<string, number>();

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

  /** Counts a refused row under its reason. */
  refuse(reason: string): void {
    countReason(this.#reasons, reason, 1);
  }

  addFill(bits: number): void {
    for (let i = 0; i < this.fill.length; i++) if ((bits >>> i) & 1) this.fill[i] = at(this.fill, i) + 1;
  }

  /** The report of the source; fails when rows are unaccounted for. */
  report(keyFields: readonly string[]): SourceReport {
    const { read, stored, quarantined } = this.ingested;
    const repeated = read - stored - quarantined;
    const refused = [...this.#reasons.values()].reduce((sum, count) => sum + count, 0);
    if (this.refined !== this.records + this.merged || stored !== this.refined + refused || repeated < 0) {
      throw new Error(
        `the rows of ${this.source} do not add up: read ${read}, stored ${stored}, refined ${this.refined}, ` +
          `refused ${refused}, records ${this.records}, merged ${this.merged}`,
      );
    }
    return {
      source: this.source,
      namespace: this.namespace,
      kind: this.kind,
      read,
      records: this.records,
      merged: this.merged + repeated,
      repeated,
      quarantined: quarantined + refused,
      refined: this.refined,
      defective: this.defective,
      vanished: this.vanished,
      ahead: this.ahead,
      defects: defectCounts(this.#defects),
      fill: this.kind === 'permits' ? fillOf(keyFields, this.fill) : {},
      unstated: this.#unstated,
      reasons: mostFirst(this.#reasons),
    };
  }
}

/** The report of the whole build. */
export function buildReport(
  tallies: readonly SourceTally[],
  keyFields: readonly string[],
  overlaps: readonly Overlap[],
): BuildReport {
  const sources = tallies.map((tally) => tally.report(keyFields));
  const sum = (count: (source: SourceReport) => number) =>
    sources.reduce((total, source) => total + count(source), 0);
  const defects = new Map<string, number>();
  for (const { name, field, count } of sources.flatMap((source) => source.defects)) {
    const key = `${name} ${field}`;
    defects.set(key, (defects.get(key) ?? 0) + count);
  }
  const reasons = new Map<string, number>();
  for (const [reason, count] of sources.flatMap((source) => Object.entries(source.reasons ?? {}))) {
    countReason(reasons, reason, count);
  }
  return {
    read: sum((source) => source.read),
    records: sum((source) => source.records),
    merged: sum((source) => source.merged),
    repeated: sum((source) => source.repeated ?? 0),
    quarantined: sum((source) => source.quarantined),
    sources,
    fill: Object.fromEntries(keyFields.map((field) => [field, sum((source) => source.fill[field] ?? 0)])),
    defects: defectCounts(defects),
    reasons: mostFirst(reasons),
    ...(overlaps.length > 0 && { overlaps }),
  };
}

function countReason(reasons: Map<string, number>, reason: string, count: number): void {
  const key = reasons.has(reason) || reasons.size < maxReasons ? reason : 'other';
  reasons.set(key, (reasons.get(key) ?? 0) + count);
}

function mostFirst(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function fillOf(keyFields: readonly string[], counts: Uint32Array): Record<string, number> {
  return Object.fromEntries(keyFields.map((field, i) => [field, at(counts, i)]));
}

function defectCounts(counts: ReadonlyMap<string, number>): DefectCount[] {
  return [...counts]
    .map(([key, count]) => {
      const space = key.indexOf(' ');
      return { name: key.slice(0, space), field: key.slice(space + 1), count };
    })
    .sort((a, b) => b.count - a.count || (`${a.name} ${a.field}` < `${b.name} ${b.field}` ? -1 : 1));
}
