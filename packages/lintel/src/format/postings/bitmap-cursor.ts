/**
 * A long list of rows as bits in memory: whether a row is on it costs one look, and laying it upon others one word for 32
 * rows. The lists of big places, which many searches go through, are held so once they were asked for beside others.
 */
import { endOfRows, type MarkedSource, type RowList } from './rows-cursor.js';
import { firstBit } from './union-cursor.js';

/** Lists with every so manyth row at least are held: a row of the list then costs half of its four bytes in the file at most. */
const denseShare = 16;
/** Bits of all lists that are held, at most: of ten million rows thirteen lists. */
const maxHeldBytes = 1 << 24;

export class BitsSource implements MarkedSource {
  readonly count: number;
  readonly #bits: Uint32Array;
  readonly #rows: number;

  constructor(bits: Uint32Array, rows: number, count: number) {
    this.#bits = bits;
    this.#rows = rows;
    this.count = count;
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

  /** Leaves of the bits from row `start` on those whose rows are on the list; `start` is a multiple of 32. */
  keep(bits: Uint32Array, start: number): void {
    const first = start >>> 5;
    for (let word = 0; word < bits.length; word++) {
      bits[word] = (bits[word] ?? 0) & (this.#bits[first + word] ?? 0);
    }
  }
}

interface Held {
  /** The mapped file of the list. */
  readonly file: ArrayBufferLike;
  readonly bits: Uint32Array;
}

/** The lists that are held as bits, those asked for last. */
export class HeldBits {
  readonly #rows: number;
  readonly #heldBytes: number;
  /** By where the list begins in its file. */
  readonly #held = new Map<number, Held>();

  /** `rows` is behind the last row of any list. */
  constructor(rows: number, heldBytes = maxHeldBytes) {
    this.#rows = rows;
    this.#heldBytes = heldBytes;
  }

  /** The list as bits; as it is when it is not so long. */
  of(list: RowList): RowList | BitsSource {
    if (list.count * denseShare < this.#rows) return list;
    const { buffer: file, byteOffset: start } = list.rows;
    const known = this.#held.get(start);
    const held = known?.file === file ? known : { file, bits: this.#noted(list) };
    this.#held.delete(start);
    this.#held.set(start, held);
    return new BitsSource(held.bits, this.#rows, list.count);
  }

  #noted(list: RowList): Uint32Array {
    const bits = new Uint32Array(Math.ceil(this.#rows / 32));
    const most = Math.max(1, Math.floor(this.#heldBytes / bits.byteLength));
    for (const first of this.#held.keys()) {
      if (this.#held.size < most) break;
      this.#held.delete(first);
    }
    list.mark(bits, 0, this.#rows);
    return bits;
  }
}
