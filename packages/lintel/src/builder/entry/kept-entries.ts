/**
 * Entries that an earlier build made of rows, found by the content of the row: a row that has not changed since is not
 * refined again.
 *
 * Kept entries are those of one batch with an index behind them: for each row the hash of its content, where its entry
 * is, and its defects. What the store says of a row besides its content (when it was seen, whether it is gone) is set
 * anew in each build. A block whose checksum is wrong counts as missing.
 */
import { hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { ByteSink } from '../../base/memory/byte-sink.js';
import type { StoredRow } from '../../raw/raw-store.js';
import type { Refined } from '../../refine/record/refined.js';

/** Where the entries of one batch are kept. */
export interface KeptBlock {
  readonly offset: number;
  /** Bytes of entries and index. */
  readonly length: number;
  /** Bytes of the entries; the index follows them. */
  readonly entries: number;
  /** CRC-32 of all. */
  readonly checksum: number;
}

/** What was kept of the rows of a batch. */
export interface Keeping {
  /** The open file of the blocks, which all threads of the process may read; -1 without any. */
  readonly file: number;
  readonly blocks: readonly KeptBlock[];
  /** Rows whose hash begins with this byte are refined afresh and compared. */
  readonly probe: number;
}

/** An entry as an earlier build made it. */
export interface KeptEntry {
  readonly bytes: Uint8Array;
  /** Its defects, as `defectsText` writes them. */
  readonly defects: string;
}

export const hashBytes = 16;

/** 128 bits of a hash of all that a row is refined from, one character per byte. */
export function rowHash({ key, body, earlier, past }: StoredRow): string {
  const values = earlier.length === 0 ? '' : JSON.stringify(earlier.map((each) => each.values));
  const states = past === undefined ? '' : JSON.stringify(past);
  const content = `${key.length} ${body.length} ${values.length} ${key}${body}${values}${states}`;
  return hash('sha256', content, 'binary').slice(0, hashBytes);
}

/** The defects of a row in one text, `name field` a line; empty without any. */
export function defectsText(refined: Refined): string {
  if (refined.kind === 'refused' || refined.defects.length === 0) return '';
  return refined.defects.map(({ name, field }) => `${name} ${field}`).join('\n');
}

/**
 * Whether the same row gives the same record on every later day of the year. What was refused, or lost a date because
 * that was too far ahead, may be good tomorrow.
 */
export function isLasting(refined: Refined): boolean {
  return refined.kind !== 'refused' && !refined.defects.some(({ name }) => name === 'date_implausible');
}

/** Memory for blocks, used again: fresh memory costs more than filling it. */
let spare: Buffer | null = null;

export class KeptEntries {
  /** Where the record of each row begins in the index, by its hash. */
  readonly #records = new Map<string, number>();
  #bytes: Buffer;

  constructor({ file, blocks }: Pick<Keeping, 'file' | 'blocks'>) {
    const length = blocks.reduce((sum, block) => sum + block.length, 0);
    this.#bytes = spare !== null && spare.length >= length ? spare : Buffer.allocUnsafeSlow(length);
    spare = null;
    let at = 0;
    for (const block of blocks) at += this.#read(file, block, at);
  }

  find(hash: string): KeptEntry | null {
    const at = this.#records.get(hash);
    if (at === undefined) return null;
    const bytes = this.#bytes;
    const from = bytes.readUInt32LE(at + recordAt.from);
    const defectsFrom = at + recordAt.end;
    return {
      bytes: bytes.subarray(from, from + bytes.readUInt32LE(at + recordAt.length)),
      defects: bytes.toString('latin1', defectsFrom, defectsFrom + bytes.readUInt16LE(at + recordAt.defects)),
    };
  }

  /** Gives the memory back. */
  close(): void {
    spare = this.#bytes;
    this.#records.clear();
  }

  /** Reads a block to `start`; returns its bytes, 0 if it is not as it was written. */
  #read(file: number, block: KeptBlock, start: number): number {
    const bytes = this.#bytes;
    const { length, entries, checksum } = block;
    if (!isRead(file, bytes, start, block)) return 0;
    if (crc32(bytes.subarray(start, start + length)) !== checksum) return 0;
    for (let at = start + entries; at < start + length; ) {
      this.#records.set(bytes.toString('latin1', at, at + hashBytes), at);
      bytes.writeUInt32LE(bytes.readUInt32LE(at + recordAt.from) + start, at + recordAt.from);
      at += recordAt.end + bytes.readUInt16LE(at + recordAt.defects);
    }
    return length;
  }
}

/** Whether all could be read. */
function isRead(file: number, into: Buffer, start: number, { offset, length }: KeptBlock): boolean {
  try {
    return readSync(file, into, start, length, offset) === length;
  } catch {
    return false;
  }
}

/** Offsets of what the index says of a row; the text of its defects follows. */
const recordAt = { from: hashBytes, length: hashBytes + 4, defects: hashBytes + 8, end: hashBytes + 10 };

/** The index of the entries of a batch, while they are made. */
export class KeptIndex {
  readonly #records: { readonly hash: string; from: number; length: number; defects: string }[] = [];

  /** Notes an entry of a row that lies at `[from, to)`. */
  add(hash: string, from: number, to: number, defects: string): void {
    if (defects.length < 1 << 16) this.#records.push({ hash, from, length: to - from, defects });
  }

  /** Appends the index to the entries. */
  write(sink: ByteSink): void {
    for (const { hash, from, length, defects } of this.#records) {
      sink.copied(hash);
      const at = sink.skip(recordAt.end - hashBytes);
      sink.setUint32(at, from);
      sink.setUint32(at + 4, length);
      sink.setUint16(at + 8, defects.length);
      sink.copied(defects);
    }
  }
}
