/**
 * A column: one fixed-width number a row, in result order, and behind them the greatest of every block of rows where a
 * filter asks for a least value.
 *
 * Readers fetch chunks of rows into one reused array and double them while rows are asked for in order, so that single
 * rows cost one short read and scans few long ones.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../build/file-writer.js';
import { readWhole } from '../store/read-whole.js';
import { OpenFile } from './file.js';

/** Rows of a block that has a greatest value. */
export const zoneRows = 256;

export type ColumnType = 'u8' | 'u32' | 'i32' | 'f64';
const widths: Record<ColumnType, number> = { u8: 1, u32: 4, i32: 4, f64: 8 };
const writtenRows = 16_384;

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

function numbers(type: ColumnType, length: number): Numbers {
  if (type === 'u8') return new Uint8Array(length);
  if (type === 'u32') return new Uint32Array(length);
  return type === 'i32' ? new Int32Array(length) : new Float64Array(length);
}

const bytesOf = (array: Numbers, length: number) =>
  new Uint8Array(array.buffer, array.byteOffset, length * array.BYTES_PER_ELEMENT);

export class ColumnWriter {
  readonly #file: FileWriter;
  readonly #buffer: Numbers;
  readonly #zones: number[] | null;
  #filled = 0;
  #rows = 0;

  constructor(directory: string, name: string, type: ColumnType, hasZones = false) {
    this.#file = new FileWriter(join(directory, name), { bufferBytes: 1 << 16 });
    this.#buffer = numbers(type, writtenRows);
    this.#zones = hasZones ? [] : null;
  }

  push(value: number): void {
    this.#buffer[this.#filled++] = value;
    if (this.#zones !== null) {
      const zone = Math.floor(this.#rows / zoneRows);
      const greatest = this.#zones[zone];
      if (greatest === undefined) this.#zones.push(Number.isNaN(value) ? -1 : value);
      else if (value > greatest) this.#zones[zone] = value;
    }
    this.#rows += 1;
    if (this.#filled === this.#buffer.length) this.#flush();
  }

  finish(): WrittenFile {
    this.#flush();
    if (this.#zones !== null) this.#file.write(bytesOf(Float64Array.from(this.#zones), this.#zones.length));
    return this.#file.finish();
  }

  close(): void {
    this.#file.close();
  }

  #flush(): void {
    this.#file.write(bytesOf(this.#buffer, this.#filled));
    this.#filled = 0;
  }
}

const firstChunk = 256;
const largestChunk = 16_384;

export class ColumnReader {
  readonly #file: OpenFile;
  readonly #width: number;
  readonly #rows: number;
  /** Numbers a row. */
  readonly #stride: number;
  readonly #values: Numbers;
  readonly #bytes: Uint8Array;
  #from = 0;
  #to = 0;
  #chunk = firstChunk;
  #zones: Float64Array | null = null;

  constructor(directory: string, name: string, type: ColumnType, rows: number, stride = 1) {
    this.#file = new OpenFile(join(directory, name));
    this.#stride = stride;
    this.#width = widths[type] * stride;
    this.#rows = rows;
    this.#values = numbers(type, largestChunk * stride);
    this.#bytes = new Uint8Array(this.#values.buffer);
  }

  /** The value of a row; of a column of several numbers a row, the one at `part`. */
  at(row: number, part = 0): number {
    if (row < this.#from || row >= this.#to) this.#load(row);
    return this.#values[(row - this.#from) * this.#stride + part] ?? 0;
  }

  /** The greatest values of the blocks of `zoneRows` rows. */
  zones(): Float64Array {
    if (this.#zones === null) {
      const zones = new Float64Array(Math.ceil(this.#rows / zoneRows));
      readWhole(this.#file.fd, new Uint8Array(zones.buffer), this.#rows * this.#width);
      this.#zones = zones;
    }
    return this.#zones;
  }

  close(): void {
    this.#file.close();
  }

  #load(row: number): void {
    const goesOn = row >= this.#to && row < this.#to + this.#chunk;
    this.#chunk = goesOn ? Math.min(largestChunk, this.#chunk * 2) : firstChunk;
    // A few rows before are read along: filters look back as well as forth.
    const from = goesOn ? row : Math.max(0, row - (row % 64));
    const count = Math.min(this.#chunk, this.#rows - from);
    if (row >= this.#rows) throw new Error(`no row ${row} in a column of ${this.#rows}`);
    readWhole(this.#file.fd, this.#bytes, from * this.#width, count * this.#width);
    this.#from = from;
    this.#to = from + count;
  }
}
