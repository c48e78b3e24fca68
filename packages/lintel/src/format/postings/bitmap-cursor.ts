/**
 * Long lists of rows as bitmaps in memory: a test costs one read, an intersection one operation per 32 rows.
 * The lists of big places, which many searches use, are cached in this form once a search intersects them.
 */
import { type BitmapSource, endOfRows, type PostingsList } from './rows-cursor.js';
import { firstBit } from './union-cursor.js';

/**
 * A list is kept as a bitmap if it has at least 1/16 of the rows: then the bitmap takes at most half of the
 * list's bytes.
 */
const denseShare = 16;
/** Bytes of all cached bitmaps: thirteen lists of ten million rows. */
const maxCachedBytes = 1 << 24;

export class BitmapCursor implements BitmapSource {
  readonly count: number;
  readonly #bits: Uint32Array;
  readonly #rows: number;
  /** The list with the same rows. */
  readonly list: PostingsList;

  constructor(bits: Uint32Array, rows: number, list: PostingsList) {
    this.#bits = bits;
    this.#rows = rows;
    this.list = list;
    this.count = list.count;
  }

  seek(row: number): number {
    const found = row < this.#rows ? firstBit(this.#bits, row, this.#rows) : -1;
    return found < 0 ? endOfRows : found;
  }

  mark(bits: Uint32Array, start: number, end: number): number {
    const first = start >>> 5;
    const last = Math.min(this.#bits.length, Math.ceil(end / 32));
    for (let word = first; word < last; word++) {
      bits[word - first] = (bits[word - first] ?? 0) | (this.#bits[word] ?? 0);
    }
    return this.seek(end);
  }

  /** Clears the bits of rows that are not on the list; the first bit is row `start`, a multiple of 32. */
  keep(bits: Uint32Array, start: number): void {
    const first = start >>> 5;
    for (let word = 0; word < bits.length; word++) {
      bits[word] = (bits[word] ?? 0) & (this.#bits[first + word] ?? 0);
    }
  }
}

interface CachedBitmap {
  /** The mapped file of the list. */
  readonly file: ArrayBufferLike;
  readonly bits: Uint32Array;
}

/** The bitmaps of recently used lists. */
export class BitmapCache {
  readonly #rows: number;
  readonly #cachedBytes: number;
  /** By the byte offset of the list in its file, least recently used first. */
  readonly #cached = new Map<number, CachedBitmap>();

  /** `rows` is the number of rows that a list may have. */
  constructor(rows: number, cachedBytes = maxCachedBytes) {
    this.#rows = rows;
    this.#cachedBytes = cachedBytes;
  }

  /** The list as a bitmap, or unchanged if it is too short for one. */
  of(list: PostingsList): PostingsList | BitmapCursor {
    if (list.count * denseShare < this.#rows) return list;
    const { buffer: file, byteOffset: start } = list.rows;
    const known = this.#cached.get(start);
    const cached = known?.file === file ? known : { file, bits: this.#mark(list) };
    this.#cached.delete(start);
    this.#cached.set(start, cached);
    return new BitmapCursor(cached.bits, this.#rows, list);
  }

  #mark(list: PostingsList): Uint32Array {
    const bits = new Uint32Array(Math.ceil(this.#rows / 32));
    const most = Math.max(1, Math.floor(this.#cachedBytes / bits.byteLength));
    for (const first of this.#cached.keys()) {
      if (this.#cached.size < most) break;
      this.#cached.delete(first);
    }
    list.mark(bits, 0, this.#rows);
    return bits;
  }
}
