/**
 * Puts a sample into the raw store as ingest does with files: one run a source, rows by the catalog's row key, rows
 * without one quarantined.
 *
 * The work gives way to the event loop every few thousand rows, so it can be aborted; an aborted run is closed as
 * interrupted and keeps its rows. Writing the same sample again stores nothing twice.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { planSample, type SampleOptions, type SampleSource } from '@lintel/sample/generate.js';
import { defaultSeed } from '@lintel/sample/world.js';
import { type Progress, silentProgress } from '../../base/progress.js';
import { messageOf, UserError } from '../../base/user-error.js';
import type { RawStore, Run } from '../../raw/raw-store.js';

/** What writing needs of a catalog: the row keys of its sources. */
export interface RowKeys {
  get(id: string): { rowKey(row: Readonly<Record<string, unknown>>): string | null } | null;
}

interface WriteSampleOptions extends SampleOptions {
  readonly store: RawStore;
  readonly catalog: RowKeys;
  readonly progress?: Progress;
  /** Stops between two batches when aborted. */
  readonly signal?: AbortSignal;
}

/** Rows between two looks at the signal and two reports of progress. */
const batchRows = 2000;

/**
 * Writes all sources of the sample, in order. The runs it gives are finished; when `signal` was aborted, the last
 * one is interrupted and further sources are missing. Fails when the catalog lacks a sample source.
 */
export async function writeSample(options: WriteSampleOptions): Promise<Run[]> {
  const { catalog, progress = silentProgress } = options;
  const sources = planSample(options).map((source) => ({ source, rowKey: keysOf(catalog, source.id) }));
  const total = sources.reduce((sum, { source }) => sum + source.rows, 0);
  progress.step('Making the sample', total, 'rows');
  const runs: Run[] = [];
  try {
    for (const { source, rowKey } of sources) {
      const run = await writeSource(source, rowKey, { ...options, progress });
      runs.push(run);
      if (run.state !== 'finished') break;
    }
  } finally {
    progress.done();
  }
  return runs;
}

type RowKey = (row: Readonly<Record<string, unknown>>) => string | null;

function keysOf(catalog: RowKeys, id: string): RowKey {
  const source = catalog.get(id);
  if (source === null) throw new UserError(`The catalog has no source "${id}", which the sample needs.`);
  return (row) => source.rowKey(row);
}

async function writeSource(
  source: SampleSource,
  rowKey: RowKey,
  { store, signal, permits, seed, progress }: WriteSampleOptions & { readonly progress: Progress },
): Promise<Run> {
  const run = await store.startRun(source.id, `sample of ${permits} permits, seed ${seed ?? defaultSeed}`);
  let number = 0;
  try {
    for (const row of source.generate()) {
      number++;
      const body = JSON.stringify(row);
      const key = rowKey(row);
      if (key === null) await run.quarantine({ line: number, reason: 'The row has no row key.', body });
      else await run.put({ key, body });
      if (number % batchRows !== 0) continue;
      progress.advance(batchRows);
      await nextTurn();
      if (signal?.aborted) return await run.stop('interrupted', 'Stopped before the end of the sample.');
    }
  } catch (error) {
    await run.stop('failed', messageOf(error));
    throw error;
  }
  progress.advance(number % batchRows);
  return run.finish();
}
