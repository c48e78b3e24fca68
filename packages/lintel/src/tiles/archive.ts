/**
 * The format of a PMTiles archive, version 3: its header, its directories, and the numbers of tiles along a Hilbert curve.
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { UserError } from '../base/user-error.js';

export const headerBytes = 127;
/** Header and root directory are within this many bytes. */
export const rootEnd = 16_384;
/** The longest directory that is unpacked; a guard against archives that are none. */
const maxDirectoryBytes = 64 * 1024 * 1024;

/** A part of an archive, in bytes. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

export interface Header {
  readonly root: Span;
  readonly metadata: Span;
  readonly leaves: Span;
  readonly tiles: Span;
  /** How directories and metadata are packed: 1 not at all, 2 gzip, 3 brotli. */
  readonly packing: number;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** All of it as read, of which an extract keeps what it does not change. */
  readonly bytes: Buffer;
}

/** Tiles of consecutive numbers with the same content, or, with a run of 0, a directory of those from `id` on. */
export interface Entry extends Span {
  readonly id: number;
  readonly run: number;
}

/** Reads the first bytes of an archive; throws a UserError that names `where` if they are of something else. */
export function readHeader(bytes: Buffer, where: string): Header {
  const broken = (what: string) =>
    new UserError(`${where} ${what}.`, { hint: 'Give the address of a PMTiles archive, version 3.' });
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles')
    throw broken('is no PMTiles archive');
  if (bytes[7] !== 3) throw broken(`is a PMTiles archive of version ${bytes[7]}`);
  const number = (at: number) => Number(bytes.readBigUInt64LE(at));
  const span = (at: number): Span => ({ offset: number(at), length: number(at + 8) });
  const [packing = 0, minZoom = 0, maxZoom = 0] = [bytes[97], bytes[100], bytes[101]];
  if (packing < 1 || packing > 3) throw broken('has directories in a compression that is not read here');
  const header = {
    root: span(8),
    metadata: span(24),
    leaves: span(40),
    tiles: span(56),
    packing,
    minZoom,
    maxZoom,
    bytes,
  };
  const isSound = [header.root, header.metadata, header.leaves, header.tiles].every(({ offset, length }) =>
    Number.isSafeInteger(offset + length),
  );
  if (!isSound || header.root.offset + header.root.length > rootEnd || minZoom > maxZoom || maxZoom > 24)
    throw broken('has a header that cannot be right');
  return header;
}

export function unpack(bytes: Buffer, packing: number): Buffer {
  const options = { maxOutputLength: maxDirectoryBytes };
  if (packing === 1) return bytes;
  return packing === 2 ? gunzipSync(bytes, options) : brotliDecompressSync(bytes, options);
}

/** Packs a directory as extracts have it. */
export const pack = (bytes: Buffer): Buffer => gzipSync(bytes);
export const packed = 2;

/** Reads an unpacked directory; throws a RangeError where it ends too early. */
export function readDirectory(bytes: Buffer): Entry[] {
  let at = 0;
  const varint = () => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('A directory ends too early.');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  };
  const size = varint();
  if (size > bytes.length) throw new RangeError('A directory is too short for its entries.');
  const column = () => Array.from({ length: size }, varint);
  const [deltas, runs, lengths, offsets] = [column(), column(), column(), column()];
  const entries: Entry[] = [];
  let id = 0;
  for (const [i, delta] of deltas.entries()) {
    id += delta;
    const before = entries[i - 1];
    const [run = 0, length = 0, offset = 0] = [runs[i], lengths[i], offsets[i]];
    const follows = offset === 0 && before !== undefined;
    entries.push({ id, run, length, offset: follows ? before.offset + before.length : offset - 1 });
  }
  return entries;
}

export function writeDirectory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = [];
  const varint = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  varint(entries.length);
  for (const [i, { id }] of entries.entries()) varint(id - (entries[i - 1]?.id ?? 0));
  for (const { run } of entries) varint(run);
  for (const { length } of entries) varint(length);
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1];
    varint(before && before.offset + before.length === offset ? 0 : offset + 1);
  }
  return Buffer.from(bytes);
}

/** The number of a tile: all of lower zooms come first, those of a zoom follow a Hilbert curve. */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, low] = [column & side ? 1 : 0, row & side ? 1 : 0];
    id += side * side * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [column, row] = [side - 1 - (column & (side - 1)), side - 1 - (row & (side - 1))];
      [column, row] = [row, column];
    }
    column &= side - 1;
    row &= side - 1;
  }
  return id;
}
