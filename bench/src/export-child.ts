/** Makes one export, or one of the limits that exports are held against, in a process of its own. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { silentProgress } from 'lintel/dist/base/progress.js';
import { exportRecords, exportTarget } from 'lintel/dist/export/export-records.js';
import { selectRecords } from 'lintel/dist/export/selection.js';
import { scanRecords } from 'lintel/dist/format/segment/scan-records.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { answerParent, cpuMs } from './child.js';

export interface ExportQuestion {
  /** Directory of a release. */
  readonly release: string;
  /** `copy` the records file, `parse` each of its lines, or export into `target`. */
  readonly work: 'copy' | 'parse' | 'export';
  readonly target: string;
  /** Exports a search of this place, else everything. */
  readonly place?: string;
}

export interface ExportAnswer {
  readonly rows: number;
  readonly wallMs: number;
  /** User and system time of all threads. */
  readonly cpuMs: number;
  /** Most memory that was resident at any time, mapped files included. */
  readonly peakBytes: number;
}

answerParent<ExportQuestion>(async (question): Promise<ExportAnswer> => {
  const begun = performance.now();
  const cpuBefore = cpuMs();
  const rows = await { copy, parse, export: exported }[question.work](question);
  return {
    rows,
    wallMs: performance.now() - begun,
    cpuMs: cpuMs() - cpuBefore,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  };
});

async function copy({ release, target }: ExportQuestion): Promise<number> {
  const block = { highWaterMark: 1 << 20 };
  await pipeline(createReadStream(recordsOf(release), block), createWriteStream(target, block));
  return 0;
}

async function parse({ release }: ExportQuestion): Promise<number> {
  let rows = 0;
  for (const record of scanRecords(release, 'permits')) {
    JSON.parse(record.toString());
    rows += 1;
  }
  return rows;
}

async function exported({ release: directory, target, place }: ExportQuestion): Promise<number> {
  const release = openRelease(directory);
  const filters = place === undefined ? {} : { geo_id: place };
  const { rows } = await exportRecords({
    kind: 'permits',
    selection: selectRecords({ directory, release, states: [] }, 'permits', filters),
    target: exportTarget(target, undefined),
    force: true,
    contractors: release,
    release: release.id,
    filled: new Map(),
    progress: silentProgress,
    signal: new AbortController().signal,
  });
  release.close();
  return rows;
}

const recordsOf = (release: string) => join(release, 'permits.ndjson');
