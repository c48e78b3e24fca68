/** Homes whose permits and decisions a test decides row by row, for what changes between two releases. */
import type { PermitRecord } from 'lintel/dist/refine/record/refined.js';
import { syntheticDecision, syntheticNumbers, syntheticPermit, syntheticRow } from './synthetic-records.js';
import { ingest, makeWorld, type World } from './synthetic-world.js';

export interface PermitRow {
  readonly key: string;
  /** The same number makes the same permit. */
  readonly number: number;
  /** What the row says otherwise than its number makes it. */
  readonly edit?: (record: PermitRecord) => PermitRecord;
}

/** The rows of the permits with these numbers. */
export function permitRows(from: number, to: number): PermitRow[] {
  return Array.from({ length: to - from }, (_, i) => ({ key: `k${from + i}`, number: from + i }));
}

/** A home under `root` with permits of these rows and decisions of these numbers, not built. */
export function changedWorld(
  root: string,
  permits: readonly PermitRow[],
  decisions: readonly number[],
): World {
  const world = makeWorld(root, () => {});
  const rows = permits.map(({ key, number, edit = (record) => record }) => {
    const refined = syntheticPermit(number, syntheticNumbers(number + 1));
    if (refined.kind !== 'permit') throw new Error('not a permit');
    return syntheticRow(key, { ...refined, record: edit(refined.record) });
  });
  ingest(world.store, 'permits-a', rows);
  const decided = decisions.map((number) =>
    syntheticRow(`d${number}`, syntheticDecision(number, syntheticNumbers(number + 1))),
  );
  ingest(world.store, 'decisions', decided);
  return world;
}
