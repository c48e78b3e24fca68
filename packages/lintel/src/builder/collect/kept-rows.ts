/**
 * Refined rows that a build keeps for the next one, in one file of the home that may be deleted at any time.
 *
 * Blocks of entries (builder/entry/kept-entries.ts) in the order of the rows, then an index as JSON, then its length and
 * checksum. A build reads the file of the last one and writes its own beside it, which takes its place when all rows are
 * refined. An entry is found by the content of its row, and holds only under the rules that made it: a source whose rules
 * have changed, another year, and a day before that of the file find nothing. Rules cannot be known to be complete, so
 * some rows of each batch are refined all the same: one that differs ends the build with StaleRows, and the file is gone.
 */
import { randomInt } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { freeBytes } from '../../base/disk-space.js';
import { messageOf, UserError } from '../../base/user-error.js';
import type { RowSpan } from '../../raw/raw-store.js';
import type { Keeping, KeptBlock } from '../entry/kept-entries.js';
import type { PreparedBatch } from '../entry/prepare.js';

/** What a build may keep, and where. */
export interface KeepOptions {
  readonly path: string;
  /** The file takes no more. */
  readonly maxBytes: number;
  /** A hash of all that refining rows of a source depends on besides them and the day. */
  rules(source: string): string;
  /** Gets a sentence when rows could not be kept. */
  readonly warn: (text: string) => void;
}

/** A kept row is not what refinement makes of it: nothing that was kept can be believed, and the build must begin again. */
export class StaleRows extends UserError {
  /** `origin`: JSON of the source of the row and its key there. */
  constructor(origin: string) {
    super(
      `The kept row ${origin} is not what it is refined to now: all kept rows were thrown away. The rules of refinement changed unnoticed; please report it.`,
      { hint: 'Build again: all rows are refined then.' },
    );
  }
}

/** The block of a span: its first and last row as `RowSpan` has them, then the members of the block. */
type BlockRecord = readonly [
  after: number,
  last: number,
  offset: number,
  length: number,
  entries: number,
  checksum: number,
];

interface KeptIndexFile {
  readonly today: string;
  readonly sources: Record<string, { readonly rules: string; readonly blocks: BlockRecord[] }>;
}

/** Of the free space of its disk: the release and the scratch files of the build need three times as much. */
const shareOfFree = 0.25;
const magic = 0x4b454550;
/** Magic, length of the index (8 bytes), its checksum. */
const footerBytes = 16;

export class KeptRows {
  readonly #options: KeepOptions;
  readonly #probe = randomInt(256);
  /** The file of the last build; -1 without one. */
  readonly #old: number;
  readonly #known: KeptIndexFile['sources'];
  /** The file of this build; -1 when nothing is written. */
  #new = -1;
  #bytes = 0;
  #maxBytes = 0;
  readonly #index: KeptIndexFile;

  /** `today`: the date of the release, YYYY-MM-DD. */
  constructor(options: KeepOptions, today: string) {
    this.#options = options;
    this.#index = { today, sources: {} };
    this.#old = openOld(options.path);
    const index = readIndex(this.#old);
    // A date that is too far ahead on one day is not on a later one; years of two digits are read by the year.
    const holds = index !== null && index.today <= today && index.today.slice(0, 4) === today.slice(0, 4);
    this.#known = holds ? index.sources : {};
    this.#try(() => {
      this.#maxBytes = Math.min(options.maxBytes, freeBytes(dirname(options.path)) * shareOfFree);
      this.#new = openSync(this.#newPath, 'w', 0o600);
    });
  }

  /** What was kept of the rows of a span. */
  of({ source, after, last }: RowSpan): Keeping {
    const known = this.#known[source];
    const holds = known !== undefined && known.rules === this.#options.rules(source);
    const blocks = holds ? overlapping(known.blocks, after, last) : [];
    return { file: this.#old, blocks, probe: this.#probe };
  }

  /** Keeps what was made of a span; its bytes must be as refinement left them. */
  add({ source, after, last }: RowSpan, { bytes, entries }: PreparedBatch): void {
    if (this.#new < 0 || this.#bytes + bytes.length > this.#maxBytes) return;
    this.#try(() => {
      writeWhole(this.#new, bytes);
      this.#index.sources[source] ??= { rules: this.#options.rules(source), blocks: [] };
      this.#index.sources[source].blocks.push([
        after,
        last,
        this.#bytes,
        bytes.length,
        entries,
        crc32(bytes),
      ]);
      this.#bytes += bytes.length;
    });
  }

  /** Ends the build that found a kept row which is not what refinement makes of it. */
  refuse(origin: string): never {
    rmSync(this.#options.path, { force: true });
    throw new StaleRows(origin);
  }

  /** Puts the file of this build in the place of the last one's. */
  finish(): void {
    if (this.#new < 0) return;
    this.#try(() => {
      const index = Buffer.from(JSON.stringify(this.#index));
      const footer = Buffer.alloc(footerBytes);
      footer.writeUInt32LE(magic);
      footer.writeDoubleLE(index.length, 4);
      footer.writeUInt32LE(crc32(index), 12);
      writeWhole(this.#new, Buffer.concat([index, footer]));
      closeSync(this.#new);
      this.#new = -1;
      renameSync(this.#newPath, this.#options.path);
    });
  }

  /** Ends reading, and drops what was not finished. */
  close(): void {
    if (this.#old >= 0) closeSync(this.#old);
    this.#drop();
  }

  get #newPath(): string {
    return `${this.#options.path}.new`;
  }

  /** A build does not fail because it cannot keep its rows for the next one. */
  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#drop();
      this.#options.warn(
        `Refined rows could not be kept for the next build in ${this.#newPath}: ${messageOf(error)}`,
      );
    }
  }

  #drop(): void {
    if (this.#new >= 0) closeSync(this.#new);
    this.#new = -1;
    rmSync(this.#newPath, { force: true });
  }
}

/** The blocks that have rows of `(after, last]`: those of a source lie in the order of its rows. */
function overlapping(blocks: readonly BlockRecord[], after: number, last: number): KeptBlock[] {
  let from = 0;
  for (let to = blocks.length; from < to; ) {
    const middle = (from + to) >>> 1;
    if ((blocks[middle]?.[1] ?? 0) <= after) from = middle + 1;
    else to = middle;
  }
  const found: KeptBlock[] = [];
  for (const [begin, , offset, length, entries, checksum] of blocks.slice(from, from + 3)) {
    if (begin < last) found.push({ offset, length, entries, checksum });
  }
  return found;
}

/** Opens the file of the last build; -1 without one that can be read. */
function openOld(path: string): number {
  try {
    return openSync(path, 'r');
  } catch {
    return -1;
  }
}

/** The index of a file; null if it is not whole, or cannot be read. */
function readIndex(file: number): KeptIndexFile | null {
  try {
    const { size } = fstatSync(file);
    const footer = Buffer.alloc(footerBytes);
    readSync(file, footer, 0, footerBytes, size - footerBytes);
    const length = footer.readDoubleLE(4);
    if (footer.readUInt32LE() !== magic || !(length > 0 && length < size)) return null;
    const index = Buffer.alloc(length);
    readSync(file, index, 0, length, size - footerBytes - length);
    if (crc32(index) !== footer.readUInt32LE(12)) return null;
    return JSON.parse(index.toString()) as KeptIndexFile;
  } catch {
    return null;
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
