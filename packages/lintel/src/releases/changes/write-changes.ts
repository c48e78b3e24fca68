/**
 * Writes the changes between two releases, so that a page of them takes no longer than a page of permits.
 *
 * They are made once, when a release is published, in a directory that gets its name when it is complete. See
 * `layout.ts` for the files.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeType } from '@lintel/contract';
import { syncDirectory } from '../../base/directory.js';
import { FileWriter, writeFailure } from '../../base/files/file-writer.js';
import type { Progress } from '../../base/progress.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { RecordKind } from '../../format/record.js';
import { SegmentWriter } from '../../format/segment/segment-writer.js';
import { type ComparedRecord, compareReleases } from './compare-releases.js';
import {
  type ChangeSection,
  type ChangesSummary,
  changesDirectory,
  changesFormat,
  noRow,
  pairDirectory,
  placeKey,
  placesFile,
  readSummary,
  rowsFile,
  summaryFile,
} from './layout.js';
import { withEvents } from './permit-events.js';
import { placesOfRecords } from './places-of-record.js';

const allKinds: readonly RecordKind[] = ['permits', 'contractors', 'decisions', 'properties'];

export interface WriteChangesOptions {
  readonly progress: Progress;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the changes from one release to another into the directory of releases, unless they are there.
 * Returns what they are.
 */
export async function writeChanges(
  releases: string,
  from: string,
  to: string,
  options: WriteChangesOptions,
): Promise<ChangesSummary> {
  const directory = pairDirectory(releases, from, to);
  if (existsSync(directory)) return readSummary(directory);
  const temporary = `${directory}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  try {
    const writer = new ChangesWriter(temporary);
    try {
      const scratch = join(temporary, 'scratch');
      const directories = [join(releases, from), join(releases, to)] as const;
      for await (const change of compareReleases(...directories, { kinds: allKinds, scratch, ...options })) {
        writer.add(change);
      }
      const sections = await writer.finish();
      const summary: ChangesSummary = { format: changesFormat, from, to, sections };
      writeFileSync(join(temporary, summaryFile), `${JSON.stringify(summary)}\n`, { flush: true });
      syncDirectory(temporary);
      takeName(temporary, directory);
      syncDirectory(changesDirectory(releases));
      return summary;
    } finally {
      writer.close();
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

class ChangesWriter {
  readonly #lines: SegmentWriter;
  readonly #rows: FileWriter;
  readonly #places: FileWriter;
  readonly #sort: ExternalSort;
  readonly #row = Buffer.alloc(4);
  readonly #number = Buffer.alloc(4);
  readonly #sections: { kind: RecordKind; change: ChangeType; start: number; end: number }[] = [];

  constructor(directory: string) {
    this.#lines = new SegmentWriter(directory, 'changes');
    this.#rows = new FileWriter(join(directory, rowsFile));
    this.#places = new FileWriter(join(directory, placesFile));
    this.#sort = new ExternalSort({ path: join(directory, 'scratch-places') });
  }

  add(compared: ComparedRecord): void {
    const { kind, change, id, previousId, fields, old, now } = compared;
    const number = this.#lines.rows;
    const line = { id, kind, change, previous_id: previousId, changes: fields, ...withEvents(kind, fields) };
    this.#lines.write(Buffer.from(JSON.stringify(line)));
    this.#lines.endRow();
    this.#row.writeUInt32LE(now?.row ?? noRow);
    this.#rows.write(this.#row);
    this.#number.writeUInt32BE(number);
    for (const place of placesOfRecords(kind, [old?.record ?? null, now?.record ?? null])) {
      // The whole entry is the key: the numbers of a place must ascend.
      this.#sort.push(Buffer.concat([placeKey(place), this.#number]), nothing);
    }
    const section = this.#sections.at(-1);
    if (section?.kind === kind && section.change === change) section.end = number + 1;
    else this.#sections.push({ kind, change, start: number, end: number + 1 });
  }

  /** Completes the files; returns which numbers belong to which kind and type. */
  async finish(): Promise<readonly ChangeSection[]> {
    for (const { bytes, key, payload } of this.#sort.sorted()) this.#places.write(bytes, key, payload);
    this.#rows.finish();
    this.#places.finish();
    await this.#lines.finish();
    return this.#sections;
  }

  close(): void {
    this.#sort.close();
    this.#lines.close();
    this.#rows.close();
    this.#places.close();
  }
}

const nothing = Buffer.alloc(0);

/** Renames the directory, unless another process has made the same meanwhile. */
function takeName(temporary: string, directory: string): void {
  try {
    renameSync(temporary, directory);
  } catch (error) {
    if (!existsSync(directory)) throw writeFailure(directory, error);
  }
}
