/**
 * Points of records and, for the cells of a few zooms, the rows with a point in them, in result order: a cell
 * is one more list for an intersection. Written in row order, read from mapped files.
 */
import { join } from 'node:path';
import { FileWriter, type WrittenFile } from '../../base/files/file-writer.js';
import { MappedFile } from '../../base/mapped-file.js';
import { at, u32At } from '../../base/memory/at.js';
import { findKey, KeyTable } from '../../base/memory/key-table.js';
import { ColumnWriter } from '../column/column-file.js';
import { PostingsReader } from '../postings/postings-reader.js';
import { PostingsWriter } from '../postings/postings-writer.js';
import type { PostingsList } from '../postings/rows-cursor.js';
import { cellOf } from './mercator.js';

/** Zooms whose cells have lists: from 600 km to 1 km a side. A cell has 64 of the next zoom. */
export const cellZooms = [6, 9, 12, 15] as const;
export const zoomsPerCell = 3;

/** Kinds of records that have points. */
type PointKind = 'permits' | 'properties';

const columnName = (kind: PointKind) => `${kind}.point.column`;
const postingsName = (kind: PointKind) => `${kind}.by-cell`;
const keysName = (kind: PointKind) => `${kind}.cells.keys`;

const runPairs = 1 << 19;

export class PointIndexWriter {
  readonly #kind: PointKind;
  readonly #directory: string;
  readonly #column: ColumnWriter;
  readonly #postings: PostingsWriter;
  readonly #cells = new KeyTable();
  #row = 0;

  constructor(directory: string, kind: PointKind, scratch: string) {
    this.#kind = kind;
    this.#directory = directory;
    this.#column = new ColumnWriter(directory, columnName(kind), 'u32');
    this.#postings = new PostingsWriter(directory, postingsName(kind), `${scratch}${kind}-by-cell`, {
      runPairs,
    });
  }

  /** Adds the next row, at a point or, with (0, 0), at none. */
  add(x: number, y: number): void {
    const row = this.#row++;
    this.#column.push(x);
    this.#column.push(y);
    if (y === 0) return;
    for (let i = 0; i < cellZooms.length; i++) {
      const zoom = at(cellZooms, i);
      this.#postings.add(this.#cells.number(zoom, cellNumber(x, y, zoom)), row);
    }
  }

  finish(): WrittenFile[] {
    const keys = new FileWriter(join(this.#directory, keysName(this.#kind)));
    keys.write(new Uint8Array(this.#cells.sorted().buffer));
    return [this.#column.finish(), ...this.#postings.finish(), keys.finish()];
  }

  close(): void {
    this.#column.close();
    this.#postings.close();
  }
}

/** The number of the cell of a zoom, up to 16, in which a point lies. */
export const cellNumber = (x: number, y: number, zoom: number) =>
  numberOf(cellOf(x, zoom), cellOf(y, zoom), zoom);

const numberOf = (column: number, row: number, zoom: number) => row * 2 ** zoom + column;

/** A cell with its rows. */
export interface Cell {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
  readonly rows: PostingsList;
}

export class PointIndexReader {
  readonly #column: MappedFile;
  /** x and y of each row. Read without the checks of a column: a map looks at a hundred thousand points. */
  readonly #points: Uint32Array;
  readonly #postings: PostingsReader;
  readonly #file: MappedFile;
  readonly #keys: Uint32Array;

  constructor(directory: string, kind: PointKind, rows: number) {
    this.#column = new MappedFile(join(directory, columnName(kind)));
    this.#points = this.#column.numbers(Uint32Array);
    if (this.#points.length !== rows * 2)
      throw new Error(
        `${columnName(kind)} is damaged: it has ${this.#points.length / 2} points, ${rows} expected`,
      );
    this.#postings = new PostingsReader(directory, postingsName(kind));
    this.#file = new MappedFile(join(directory, keysName(kind)));
    this.#keys = this.#file.numbers(Uint32Array);
  }

  /** The point of a row in steps; y is 0 without one. */
  x(row: number): number {
    return u32At(this.#points, row * 2);
  }

  y(row: number): number {
    return u32At(this.#points, row * 2 + 1);
  }

  /** A cell with its rows; null if no record is in it. */
  cell(zoom: number, column: number, row: number): Cell | null {
    const number = findKey(this.#keys, zoom, numberOf(column, row, zoom));
    const rows = number < 0 ? null : this.#postings.list(number);
    return rows === null ? null : { zoom, column, row, rows };
  }

  /** All cells of the smallest zoom that have records. */
  *largestCells(): Generator<Cell> {
    const [zoom] = cellZooms;
    // Keys are sorted by zoom first.
    for (let at = 0; at < this.#keys.length && u32At(this.#keys, at) === zoom; at += 3) {
      const number = u32At(this.#keys, at + 1);
      const cell = this.cell(zoom, number % 2 ** zoom, Math.floor(number / 2 ** zoom));
      if (cell !== null) yield cell;
    }
  }

  close(): void {
    this.#column.close();
    this.#postings.close();
    this.#file.close();
  }
}
