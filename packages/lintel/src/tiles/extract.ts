/**
 * Cuts the tiles of a box out of a PMTiles archive that is elsewhere. First the directories that know of its tiles are
 * read, which gives the new archive down to the byte; then the tiles are copied in the order of the old one, so that an
 * interrupted copy goes on where it ended.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { writeWhole } from '../base/files/write-whole.js';
import type { Progress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import type { Entry, Header, Span } from './archive.js';
import * as archive from './archive.js';
import type { RemoteFile } from './remote-file.js';

/** West, south, east and north in degrees. */
export type Box = readonly [number, number, number, number];

/** An archive that is to be: all but its tiles, and where those are now. */
export interface Extract {
  /** Header, directories and metadata. */
  readonly head: Buffer;
  /** What is copied from the source, in this order. */
  readonly spans: readonly Span[];
  readonly bytes: number;
  readonly tiles: number;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Whose tiles these are, as their archive says; empty if it does not. */
  readonly attribution: string;
}

/** Tiles that one extract may have. */
const maxTiles = 4_000_000;
/** Bytes that are read at once, and that are read in vain rather than asked for apart. */
const chunkBytes = 4 * 1024 * 1024;
const gapBytes = 32 * 1024;
/** Entries of a directory below the root. */
const leafEntries = 4_096;

/** Reads what the source says of the tiles of a box, up to a zoom. */
export async function planExtract(source: RemoteFile, box: Box, maxZoom: number): Promise<Extract> {
  const first = await source.read({ offset: 0, length: archive.rootEnd }, true);
  const header = archive.readHeader(first, source.url);
  const zoom = Math.min(maxZoom, header.maxZoom);
  const wanted = tilesOf(box, header.minZoom, zoom);
  const entries = await readEntries(source, header, first, wanted);
  if (entries.length === 0)
    throw new UserError(`${source.url} has no tiles of ${box.join(', ')}.`, {
      hint: 'Another archive may: name it with --from.',
    });
  const metadata = await source.read(header.metadata);
  const { spans, moved } = pull(header, entries);
  const bytes = spans.reduce((sum, { length }) => sum + length, 0);
  const head = headOf(header, moved, metadata, bytes, box, zoom);
  return {
    head,
    spans,
    bytes: head.length + bytes,
    tiles: moved.reduce((sum, { run }) => sum + run, 0),
    minZoom: header.minZoom,
    maxZoom: zoom,
    attribution: attributionOf(unpacked(metadata, header, source)),
  };
}

/** The numbers of the tiles that a box touches, ascending. */
function tilesOf([west, south, east, north]: Box, minZoom: number, maxZoom: number): Float64Array {
  const ids: number[] = [];
  for (let z = minZoom; z <= maxZoom; z++) {
    const side = 2 ** z;
    const column = (lng: number) => Math.min(side - 1, Math.max(0, Math.floor((lng / 360 + 0.5) * side)));
    const row = (lat: number) => {
      const sine = Math.sin((lat * Math.PI) / 180);
      const share = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
      return Math.min(side - 1, Math.max(0, Math.floor(share * side)));
    };
    const [left, right, top, bottom] = [column(west), column(east), row(north), row(south)];
    if (ids.length + (right - left + 1) * (bottom - top + 1) > maxTiles)
      throw new UserError(`The box has more than ${maxTiles} tiles down to zoom ${z}.`, {
        hint: `Ask for a smaller box, or for --max-zoom ${z - 1}.`,
      });
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) ids.push(archive.tileId(z, x, y));
  }
  return Float64Array.from(ids).sort();
}

/** The entries of the wanted tiles, each for wanted tiles alone, ascending. */
async function readEntries(
  source: RemoteFile,
  header: Header,
  first: Buffer,
  wanted: Float64Array,
): Promise<Entry[]> {
  const { root, leaves } = header;
  const found: Entry[] = [];
  const read = async (packed: Buffer, from: number, depth: number): Promise<void> => {
    const entries = directoryOf(packed, header, source);
    for (const [i, entry] of entries.entries()) {
      const end = entry.run > 0 ? entry.id + entry.run : (entries[i + 1]?.id ?? Number.POSITIVE_INFINITY);
      for (let at = lowest(wanted, Math.max(entry.id, from)); at < wanted.length; ) {
        const id = wanted[at] ?? 0;
        if (id >= end) break;
        if (entry.run === 0) {
          if (depth > 3) throw brokenArchive(source);
          await read(
            await source.read({ offset: leaves.offset + entry.offset, length: entry.length }),
            id,
            depth + 1,
          );
          break;
        }
        let run = 1;
        while (wanted[at + run] === id + run && id + run < end) run++;
        found.push({ id, run, offset: entry.offset, length: entry.length });
        at += run;
      }
    }
  };
  await read(first.subarray(root.offset, root.offset + root.length), 0, 0);
  return found;
}

/** The index of the first number that is at least `least`. */
function lowest(sorted: Float64Array, least: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

function unpacked(bytes: Buffer, { packing }: Header, source: RemoteFile): Buffer {
  try {
    return archive.unpack(bytes, packing);
  } catch (error) {
    throw brokenArchive(source, error);
  }
}

function directoryOf(bytes: Buffer, header: Header, source: RemoteFile): Entry[] {
  try {
    return archive.readDirectory(unpacked(bytes, header, source));
  } catch (error) {
    throw error instanceof UserError ? error : brokenArchive(source, error);
  }
}

const brokenArchive = (source: RemoteFile, cause?: unknown) =>
  new UserError(`${source.url} has a directory that cannot be read: the archive is damaged.`, { cause });

/** Where the tiles of the entries are in the source, and where they will be; tiles of one content stay one. */
function pull({ tiles }: Header, entries: readonly Entry[]): { spans: Span[]; moved: Entry[] } {
  const contents = [...new Map(entries.map(({ offset, length }) => [offset, length]))].sort(
    ([a], [b]) => a - b,
  );
  const places = new Map<number, number>();
  const spans: { offset: number; length: number }[] = [];
  let at = 0;
  for (const [offset, length] of contents) {
    places.set(offset, at);
    at += length;
    const last = spans.at(-1);
    if (last && last.offset + last.length === tiles.offset + offset) last.length += length;
    else spans.push({ offset: tiles.offset + offset, length });
  }
  const moved = entries.map((entry) => ({ ...entry, offset: places.get(entry.offset) ?? 0 }));
  return { spans, moved };
}

/** Header, root directory, metadata and directories below the root. */
function headOf(
  header: Header,
  entries: readonly Entry[],
  metadata: Buffer,
  tileBytes: number,
  box: Box,
  maxZoom: number,
): Buffer {
  const { root, leaves } = directories(entries);
  const own = archive.pack(archive.unpack(metadata, header.packing));
  const head = Buffer.from(header.bytes.subarray(0, archive.headerBytes));
  const rootAt = archive.headerBytes;
  const metadataAt = rootAt + root.length;
  const leavesAt = metadataAt + own.length;
  const tilesAt = leavesAt + leaves.length;
  const contents = new Set(entries.map(({ offset }) => offset)).size;
  const tiles = entries.reduce((sum, { run }) => sum + run, 0);
  const numbers = [rootAt, root.length, metadataAt, own.length, leavesAt, leaves.length, tilesAt, tileBytes];
  for (const [i, number] of [...numbers, tiles, entries.length, contents].entries())
    head.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  head[97] = archive.packed;
  head[101] = maxZoom;
  for (const [i, degrees] of box.entries()) head.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i);
  head[118] = Math.min(maxZoom, head[118] ?? 0);
  head.writeInt32LE(Math.round(((box[0] + box[2]) / 2) * 1e7), 119);
  head.writeInt32LE(Math.round(((box[1] + box[3]) / 2) * 1e7), 123);
  return Buffer.concat([head, root, own, leaves]);
}

/** The root directory, with all entries or else with directories of them. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const most = archive.rootEnd - archive.headerBytes;
  if (entries.length <= leafEntries) {
    const root = archive.pack(archive.writeDirectory(entries));
    if (root.length <= most) return { root, leaves: Buffer.alloc(0) };
  }
  for (let size = leafEntries; ; size *= 2) {
    const leaves: Buffer[] = [];
    const index: Entry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const part = entries.slice(from, from + size);
      const leaf = archive.pack(archive.writeDirectory(part));
      index.push({ id: part[0]?.id ?? 0, run: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = archive.pack(archive.writeDirectory(index));
    if (root.length <= most) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** What the metadata say as text: markup is for maps that trust it. */
function attributionOf(metadata: Buffer): string {
  try {
    const { attribution } = JSON.parse(metadata.toString()) as { attribution?: unknown };
    if (typeof attribution !== 'string') return '';
    const text = attribution
      .replace(/<[^>]*>/g, '')
      .replace(/&copy;/g, '©')
      .replace(/&amp;/g, '&');
    return text.replace(/\s+/g, ' ').trim().slice(0, 200);
  } catch {
    return '';
  }
}

/**
 * Copies the tiles into a file beside `path`, and gives it that name when it is whole; a file of that name stays until
 * then. A copy that was interrupted goes on, if it is of the same version of the source and the same extract.
 */
export async function copyExtract(
  source: RemoteFile,
  extract: Extract,
  path: string,
  progress: Progress,
): Promise<void> {
  const [part, version] = [`${path}.part`, `${path}.part.version`];
  const has = resumed(part, version, source, extract);
  if (has === 0) {
    rmSync(part, { force: true });
    writeWhole(version, source.version);
  }
  const file = openSync(part, has === 0 ? 'w+' : 'r+');
  try {
    if (has === 0) writeAll(file, extract.head, 0);
    let at = Math.max(has, extract.head.length);
    ftruncateSync(file, at);
    progress.step('map tiles', extract.bytes, 'bytes');
    progress.advance(at);
    for (const { span, pieces } of chunksFrom(extract, at - extract.head.length)) {
      const bytes = await source.read(span);
      for (const { offset, length } of pieces) {
        const from = offset - span.offset;
        writeAll(file, bytes.subarray(from, from + length), at);
        at += length;
        progress.advance(length);
      }
    }
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  rmSync(version, { force: true });
}

/** Bytes on the disk of an interrupted copy into `path`, which the next copy takes up or replaces. */
export function interruptedBytes(path: string): number {
  return statSync(`${path}.part`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Bytes of the interrupted copy that count; 0 if it is of something else. */
function resumed(part: string, version: string, source: RemoteFile, { head, bytes }: Extract): number {
  if (!existsSync(part) || !existsSync(version)) return 0;
  // A server that does not say which version it has may have changed it.
  if (source.version === '' || readFileSync(version, 'utf8') !== source.version) return 0;
  const { size } = statSync(part);
  if (size < head.length || size > bytes) return 0;
  const begin = Buffer.alloc(head.length);
  const file = openSync(part, 'r');
  try {
    readSync(file, begin, 0, begin.length, 0);
  } finally {
    closeSync(file);
  }
  return begin.equals(head) ? size : 0;
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** What is read at once, from a byte of the tiles on, and which pieces of it are wanted. */
function* chunksFrom({ spans }: Extract, from: number): Generator<{ span: Span; pieces: Span[] }> {
  let skip = from;
  let pieces: Span[] = [];
  let [begin, end] = [0, 0];
  const chunk = () => ({ span: { offset: begin, length: end - begin }, pieces });
  for (const span of spans) {
    const skipped = Math.min(skip, span.length);
    skip -= skipped;
    for (let at = span.offset + skipped; at < span.offset + span.length; ) {
      const isNear = pieces.length > 0 && at - end <= gapBytes && at - begin < chunkBytes;
      if (!isNear) {
        if (pieces.length > 0) yield chunk();
        [pieces, begin] = [[], at];
      }
      const length = Math.min(span.offset + span.length - at, chunkBytes - (at - begin));
      pieces.push({ offset: at, length });
      at += length;
      end = at;
    }
  }
  if (pieces.length > 0) yield chunk();
}
