/**
 * Reads an offsets file: where the record of each row begins, and behind them where the last one ends. Stretches of rows
 * that were asked for stay in memory, four bytes a row, so that a record costs one read: its own. In a release too large
 * for that several stretches share a place there, and the one asked for last has it.
 */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readWhole } from './read-whole.js';

const offsetBytes = 8;
/** Rows of a stretch: one page of the file. */
const stretchBits = 9;
const stretchRows = 1 << stretchBits;
/** Memory for stretches at most: of 16 million rows. What no stretch was read into is not taken from the system. */
const maxHeldBytes = 1 << 26;

export class OffsetsReader {
  readonly rows: number;
  readonly #file: number;
  readonly #slots: number;
  /** Which stretch each slot holds, plus one; 0 for none. */
  readonly #held: Uint32Array;
  /** The first offset of each slot's stretch, and those of its rows from there. */
  readonly #firsts: Float64Array;
  readonly #further: Uint32Array;
  /** Low and high words of the offsets that are being read. */
  readonly #words = new Uint32Array(stretchRows * 2);
  readonly #bytes = new Uint8Array(this.#words.buffer);

  /** `heldBytes` bounds the stretches that are held in memory; one is always. */
  constructor(path: string, heldBytes = maxHeldBytes) {
    this.#file = openSync(path, 'r');
    this.rows = fstatSync(this.#file).size / offsetBytes - 1;
    const stretches = Math.ceil((this.rows + 1) / stretchRows);
    this.#slots = Math.max(1, Math.min(stretches, Math.floor(heldBytes / (stretchRows * 4))));
    this.#held = new Uint32Array(this.#slots);
    this.#firsts = new Float64Array(this.#slots);
    this.#further = new Uint32Array(this.#slots * stretchRows);
  }

  /** Where the record of a row begins; for the number of rows where the last record ends. */
  at(row: number): number {
    if (!(row >= 0 && row <= this.rows)) throw new Error(`no row ${row} of ${this.rows}`);
    const stretch = row >>> stretchBits;
    const slot = stretch % this.#slots;
    if (this.#held[slot] !== stretch + 1) this.#load(stretch, slot);
    const further = this.#further[slot * stretchRows + (row & (stretchRows - 1))] ?? 0;
    return (this.#firsts[slot] ?? 0) + further;
  }

  close(): void {
    closeSync(this.#file);
  }

  #load(stretch: number, slot: number): void {
    const from = stretch * stretchRows;
    const count = Math.min(stretchRows, this.rows + 1 - from);
    this.#held[slot] = 0;
    readWhole(this.#file, this.#bytes, from * offsetBytes, count * offsetBytes);
    const first = this.#offset(0);
    for (let i = 0, last = 0; i < count; i++) {
      const further = this.#offset(i) - first;
      if (further < last || further >= 2 ** 32) throw new Error(`the offset of row ${from + i} is damaged`);
      this.#further[slot * stretchRows + i] = further;
      last = further;
    }
    this.#firsts[slot] = first;
    this.#held[slot] = stretch + 1;
  }

  #offset(i: number): number {
    return (this.#words[i * 2] ?? 0) + (this.#words[i * 2 + 1] ?? 0) * 2 ** 32;
  }
}
