/**
 * Puts the rows of a local file into the raw store, as one run.
 *
 * Rows with a key are stored as JSON; rows that cannot be read or have no key are quarantined with their
 * reason. A file that turns out to be unreadable ends the run as failed and throws, keeping the rows before;
 * reading it again stores nothing twice. An abort ends the run as interrupted.
 */
import { basename } from 'node:path';
import type { Awaitable } from '../../base/awaitable.js';
import { type Progress, silentProgress } from '../../base/progress.js';
import { errorOf } from '../../base/user-error.js';
import type { RawStore, Run, RunWriter } from '../../raw/raw-store.js';
import { fileSize } from '../read/file-text.js';
import { readInstant } from '../read/instant.js';
import { readFile } from '../read/read-file.js';
import { type FileListener, maxRecordChars, type ReadItem } from '../read/read-item.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { type Drift, driftBetween, isDrift, namedColumns, noDrift } from './drift.js';
import { RunColumns } from './run-columns.js';

export interface IngestOptions {
  readonly store: RawStore;
  readonly source: CatalogSource;
  readonly path: string;
  /** The date of the data in the file; by default now. */
  readonly asOfMs?: number;
  readonly progress?: Progress;
  /** Gets what of an archive was left out, a sentence each. */
  readonly onLeftOut?: (reason: string) => void;
  /** Stops between two batches when aborted. */
  readonly signal?: AbortSignal;
}

/** Reads a file into the store. The returned run is finished, or interrupted if `signal` was aborted. */
export async function ingestFile(options: IngestOptions): Promise<Run> {
  const { store, source, path, signal, progress = silentProgress } = options;
  const size = await fileSize(path);
  const before = await store.columns(source.id);
  const dated = options.asOfMs === undefined ? {} : { asOfMs: options.asOfMs };
  const run = await store.startRun(source.id, path, { ...dated, stateOf: source.stateOf });
  const columns = new RunColumns(run);
  /** Columns of inputs that begin with the next items. */
  const begun: (readonly string[] | null)[] = [];
  const beginInputs = async () => {
    for (const names of begun.splice(0)) await columns.begin(names);
  };
  const listener: FileListener = {
    onBytes: (count) => progress.advance(count),
    onColumns: (names) => begun.push(names),
    onLeftOut: (reason) => options.onLeftOut?.(reason),
  };
  progress.step(`Reading ${basename(path)}`, size, 'bytes');
  try {
    for await (const items of readFile(path, source, listener)) {
      await beginInputs();
      for (const item of items) {
        columns.see(item);
        await storeItem(run, source, item);
      }
      progress.advance(0, items.length);
      if (signal?.aborted) return await run.stop('interrupted', 'Stopped before the end of the file.');
    }
    await beginInputs();
    await columns.end();
  } catch (error) {
    await stopFailed(run, errorOf(error));
    throw error;
  } finally {
    progress.done();
  }
  const drift = driftSince(before, columns.names);
  if (isDrift(drift)) run.note({ drift });
  return run.finish();
}

/** What has changed in the columns since the last run with known columns. */
function driftSince(before: readonly string[] | null, now: readonly string[]): Drift {
  if (before === null || now.length === 0) return noDrift;
  return driftBetween(namedColumns(before), namedColumns(now));
}

/** Closes a run as failed, keeping what it read; for callers that report the error themselves. */
export async function stopFailed(run: RunWriter, error: Error): Promise<void> {
  try {
    await run.stop('failed', error.message);
  } catch {
    // The disk is full, most likely: the first error says so. The next process that opens the store ends the
    // run.
  }
}

/** The row as JSON; null if the engine cannot write it. Readers refuse deep nesting earlier. */
function bodyOf(row: Record<string, unknown>): string | null {
  try {
    return JSON.stringify(row);
  } catch {
    return null;
  }
}

const noKey = 'The row has no row key.';

/** Puts one record into the run: as a row, or into quarantine with the reason. */
export function storeItem(run: RunWriter, source: CatalogSource, item: ReadItem): Awaitable<void> {
  if ('fault' in item) {
    return run.quarantine({ line: item.line, reason: item.fault, body: item.body });
  }
  const body = bodyOf(item.row);
  if (body === null) {
    return run.quarantine({ line: item.line, reason: 'The row cannot be written as JSON.', body: '' });
  }
  const key = source.rowKey(item.row);
  if (key === null) return run.quarantine({ line: item.line, reason: noKey, body });
  if (body.length > maxRecordChars)
    return run.quarantine({ line: item.line, reason: 'The row is too long.', body });
  if (source.rowAsOf === null) return run.put({ key, body });
  return run.put({ key, body, sourceUpdatedMs: readInstant(source.rowAsOf(item.row)) });
}
