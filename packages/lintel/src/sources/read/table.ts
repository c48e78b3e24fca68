/**
 * Makes items from the rows of a table (delimited text or a sheet), the first of which is the header.
 *
 * A source whose format names the columns has no header. Header names are trimmed and matched to the source's; empty cells are left out of a row. A row with more or
 * fewer cells than the header is a fault of that row; a header that is not the source's fails the file.
 */
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { fitColumns } from './columns.js';
import { likelySeparator } from './looks-like.js';
import type { FileListener, ReadItem } from './read-item.js';

/** Maximum columns of a table: many times what any city publishes. */
const maxColumns = 10_000;
/** Cells kept to show a row that has too many. */
const shownCells = 1_000;

export class Table {
  items: ReadItem[] = [];
  /** Rows that were added so far, with the header and those before it. */
  rows = 0;
  readonly #source: CatalogSource;
  /** Null for tables that are not text. */
  readonly #delimiter: string | null;
  readonly #file: string;
  readonly #listener: FileListener;
  #header: readonly string[] | null = null;
  /** Rows before the header that are still to be skipped. */
  #toSkip: number;
  /** Line on which the last record ended. */
  #line = 0;

  constructor(source: CatalogSource, delimiter: string | null, file: string, listener: FileListener = {}) {
    this.#source = source;
    this.#delimiter = delimiter;
    this.#file = file;
    this.#listener = listener;
    this.#toSkip = source.format.skip_rows ?? 0;
  }

  /** Header names in the source's spelling; null before the header is read. */
  get header(): readonly string[] | null {
    return this.#header;
  }

  /** Line on which the row after the last one begins. */
  get nextLine(): number {
    return this.#line + 1;
  }

  take(): ReadItem[] {
    const items = this.items;
    this.items = [];
    return items;
  }

  /** Adds a row that ends on a line and begins on another, by default the one after the row before. */
  add(cells: readonly string[], endLine: number, line = this.#line + 1): void {
    this.#line = endLine;
    this.rows += 1;
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    const { columns } = this.#source.format;
    if (this.#header === null && columns === undefined) this.#header = this.#readHeader(cells);
    else {
      this.#header ??= this.#readHeader(columns ?? []);
      this.items.push(toItem(this.#header, cells, line));
    }
  }

  finish(): void {
    if (this.#header === null) throw new UserError(`${this.#file} has no header line, only white space.`);
  }

  #readHeader(cells: readonly string[]): readonly string[] {
    if (cells.length > maxColumns) {
      throw new UserError(
        `${this.#file}: the header has ${cells.length} columns; at most ${maxColumns} are read.`,
      );
    }
    const given = cells.map((cell) => cell.trim());
    if (given.length === 1 && this.#source.columns.length > 1) this.#refuseOneColumn(given[0] ?? '');
    const used = new Set(this.#source.columns.map((column) => column.toLowerCase()));
    const header: string[] = [];
    given.forEach((name, index) => {
      const earlier = header.indexOf(name);
      if (earlier >= 0 && used.has(name.toLowerCase())) {
        throw new UserError(
          `${this.#file}: the header names "${name}" twice, as columns ${earlier + 1} and ${index + 1}.`,
        );
      }
      header.push(name === '' || earlier >= 0 ? `${name}#${index + 1}` : name);
    });
    const spelling = fitColumns(this.#source, header, this.#file);
    const names = header.map((name) => spelling.get(name) ?? name);
    this.#listener.onColumns?.(names);
    return names;
  }

  #refuseOneColumn(line: string): void {
    const separator = likelySeparator(line);
    if (separator === null || this.#delimiter === null) return;
    const given = JSON.stringify(this.#delimiter);
    throw new UserError(
      `${this.#file}: the header is one column when separated by ${given}; it looks separated by ${separator}.`,
      { hint: 'Set "delimiter" in the format of the source.' },
    );
  }
}

/** Whether a row has more columns than the header, with values in them. */
function hasCellBeyond(cells: readonly string[], width: number): boolean {
  if (cells.length > maxColumns) return true;
  for (let index = width; index < cells.length; index += 1) if (cells[index] !== '') return true;
  return false;
}

/** The CR of a CRLF in a file that began with LF only. */
const strayReturn = /\r$/;

function toItem(header: readonly string[], cells: readonly string[], line: number): ReadItem {
  const width = header.length;
  if (cells.length !== width && (cells.length < width || hasCellBeyond(cells, width))) {
    const fault = `The row has ${cells.length} cells, the header ${width}.`;
    return { fault, line, body: JSON.stringify(cells.slice(0, shownCells)) };
  }
  const row: Record<string, unknown> = {};
  for (let index = 0; index < width; index += 1) {
    const cell = index === width - 1 ? cells[index]?.replace(strayReturn, '') : cells[index];
    if (cell !== '' && cell !== undefined) row[header[index] ?? ''] = cell;
  }
  return { row, line };
}
