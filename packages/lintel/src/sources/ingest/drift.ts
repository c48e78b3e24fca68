/**
 * What changed in the columns of a dataset since it was last read, and which changes break the source: a
 * column that a mapping reads is gone or has another type.
 */
import { nearest } from '@lintel/contract/plain';
import { UserError } from '../../base/user-error.js';

/** Column names to their types as the portal calls them; a type is null if unknown. */
export type Columns = ReadonlyMap<string, string | null>;

export interface Drift {
  readonly added: readonly string[];
  readonly lost: readonly string[];
  /** `name: old type → new type`. */
  readonly retyped: readonly string[];
}

export const noDrift: Drift = { added: [], lost: [], retyped: [] };

/** The differences; none if nothing earlier is known. */
export function driftBetween(before: Columns | null, now: Columns): Drift {
  if (before === null) return noDrift;
  const retyped: string[] = [];
  for (const [name, type] of now) {
    const old = before.get(name);
    if (old !== undefined && old !== null && type !== null && old !== type)
      retyped.push(`${name}: ${old} → ${type}`);
  }
  return {
    added: [...now.keys()].filter((name) => !before.has(name)),
    lost: [...before.keys()].filter((name) => !now.has(name)),
    retyped,
  };
}

/** Columns of which only the names are known. */
export function namedColumns(names: Iterable<string>): Columns {
  return new Map([...names].map((name) => [name, null]));
}

export function isDrift(drift: Drift): boolean {
  return drift.added.length + drift.lost.length + drift.retyped.length > 0;
}

/**
 * Throws if a column that the source's row key or mapping reads is lost or has another type. `where` names
 * the dataset.
 */
export function refuseDrift(drift: Drift, read: readonly string[], now: Columns, where: string): void {
  const isRead = new Set(read.map((column) => column.toLowerCase()));
  const lost = drift.lost.filter((name) => isRead.has(name.toLowerCase()));
  const retyped = drift.retyped.filter((change) =>
    isRead.has(change.slice(0, change.lastIndexOf(': ')).toLowerCase()),
  );
  const faults = [
    ...lost.map((name) => `has lost the column "${name}"${likely(name, drift.added, now)}`),
    ...retyped.map((change) => `has changed the type of ${change}`),
  ];
  if (faults.length === 0) return;
  throw new UserError(`${where} ${faults.join(', and ')}, which the mapping of the source reads.`, {
    hint: 'Correct the mapping, or fetch with --accept-columns to go on without these columns.',
  });
}

/** Its likely name now: one that came when it went, rather than a like one that was there before. */
function likely(name: string, added: readonly string[], now: Columns): string {
  const near = nearest(name, added) ?? nearest(name, [...now.keys()]);
  return near === null ? '' : ` (nearest now: "${near}")`;
}

/** A name without blanks around it. */
const shown = (name: string) => (/\s/.test(name) ? JSON.stringify(name) : name);

/** One line for a table: `+new_column −lost_column ~retyped`. */
export function driftText({ added, lost, retyped }: Drift): string {
  return [
    ...added.map((name) => `+${shown(name)}`),
    ...lost.map((name) => `-${shown(name)}`),
    ...retyped.map((change) => `~${change}`),
  ].join(' ');
}
