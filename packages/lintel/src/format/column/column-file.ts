/**
 * A column: one number of fixed width per row, in result order. A column with a minimum filter ends with a
 * zone map: the maximum of every block of rows.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';

/** Rows of a block of the zone map. */
export const zoneRows = 256;

export type ColumnType = 'u8' | 'u32' | 'i32' | 'f64';
const arrays = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array };
const writtenRows = 16_384;

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

const bytesOf = (array: Numbers, length: number) =>
  new Uint8Array(array.buffer, array.byteOffset, length * array.BYTES_PER_ELEMENT);

export class ColumnWriter {
  readonly #file: FileWriter;
  readonly #buffer: Numbers;
  readonly #zones: number[] | null;
  #filled = 0;
  /** Rows of the current zone so far, and their maximum. */
  #rows = 0;
  #greatest = 0;

  constructor(directory: string, name: string, type: ColumnType, hasZones = false) {
    this.#file = new FileWriter(join(directory, name), { bufferBytes: 1 << 16 });
    this.#buffer = new arrays[type](writtenRows);
    this.#zones = hasZones ? [] : null;
  }

  push(value: number): void {
    this.#buffer[this.#filled++] = value;
    if (this.#zones !== null) this.#addToZone(value, this.#zones);
    if (this.#filled === this.#buffer.length) this.#flush();
  }

  finish(): WrittenFile {
    this.#flush();
    if (this.#zones !== null) {
      if (this.#rows > 0) this.#endZone(this.#zones);
      this.#file.write(bytesOf(Float64Array.from(this.#zones), this.#zones.length));
    }
    return this.#file.finish();
  }

  close(): void {
    this.#file.close();
  }

  #addToZone(value: number, zones: number[]): void {
    if (this.#rows === 0) this.#greatest = Number.isNaN(value) ? -1 : value;
    else if (value > this.#greatest) this.#greatest = value;
    this.#rows += 1;
    if (this.#rows === zoneRows) this.#endZone(zones);
  }

  #endZone(zones: number[]): void {
    zones.push(this.#greatest);
    this.#rows = 0;
  }

  #flush(): void {
    this.#file.write(bytesOf(this.#buffer, this.#filled));
    this.#filled = 0;
  }
}

export class ColumnReader {
  readonly #file: MappedFile;
  readonly #rows: number;
  /** Numbers per row. */
  readonly #stride: number;
  readonly #values: Numbers;

  constructor(directory: string, name: string, type: ColumnType, rows: number, stride = 1) {
    this.#file = new MappedFile(join(directory, name));
    const bytes = rows * stride * arrays[type].BYTES_PER_ELEMENT;
    const zoneBytes = Math.ceil(rows / zoneRows) * Float64Array.BYTES_PER_ELEMENT;
    if (this.#file.bytes !== bytes && this.#file.bytes !== bytes + zoneBytes)
      throw new Error(
        `${name} is damaged: it has ${this.#file.bytes} bytes, ${bytes} of ${rows} rows expected`,
      );
    this.#values = this.#file.numbers<Numbers>(arrays[type], 0, rows * stride);
    this.#stride = stride;
    this.#rows = rows;
  }

  /** The value of a row; in a column of several numbers per row, the one at `part`. */
  at(row: number, part = 0): number {
    const value = this.#values[row * this.#stride + part];
    if (value === undefined) throw new Error(`no row ${row} in a column of ${this.#rows}`);
    return value;
  }

  /** Writes the values of ascending rows, one after the other. */
  read(rows: Uint32Array, into: Uint32Array | Float64Array, part = 0): void {
    const last = rows.at(-1) ?? 0;
    if (rows.length > 0 && last >= this.#rows) throw new Error(`no row ${last} in a column of ${this.#rows}`);
    const [values, stride] = [this.#values, this.#stride];
    for (let i = 0; i < rows.length; i++) into[i] = values[(rows[i] ?? 0) * stride + part] ?? 0;
  }

  /** The maxima of the blocks of `zoneRows` rows. */
  zones(): Float64Array {
    return this.#file.numbers(Float64Array, this.#values.byteLength, Math.ceil(this.#rows / zoneRows));
  }

  close(): void {
    this.#file.close();
  }
}
