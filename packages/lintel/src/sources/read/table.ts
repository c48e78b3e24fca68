/**
 * Makes items from the rows of a table (delimited text or a sheet) with a header.
 *
 * A source whose format names the columns has no header. Where it does not say how many rows lie above the header, that
 * is the first row with all required columns. Header names are trimmed and matched to the source's; empty cells are left
 * out of a row. A row with more or fewer cells than the header is a fault of that row; a header that is not the source's
 * fails the file.
 */
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { fitColumns } from './columns.js';
import { endsWithHeader, searchedRows, widestRow } from './header-row.js';
import { likelySeparator } from './looks-like.js';
import { type FileListener, maxColumns, type ReadItem } from './read-item.js';

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
  /** First rows, while the header is looked for. */
  #held: { readonly cells: readonly string[]; readonly line: number }[] = [];
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
    if (this.#header !== null) this.#push(this.#header, cells, line);
    else this.#seek(cells, line);
  }

  finish(): void {
    if (this.#header === null && this.#held.length > 0) this.#begin(widestRow(this.#firstRows()));
    if (this.#header === null) throw new UserError(`${this.#file} has no header line, only white space.`);
  }

  /** Takes a row before the header is known. */
  #seek(cells: readonly string[], line: number): void {
    const { columns, skip_rows: skipped } = this.#source.format;
    const { required } = this.#source;
    if (columns !== undefined) {
      this.#header = this.#readHeader(columns);
      this.#push(this.#header, cells, line);
      return;
    }
    this.#held.push({ cells, line });
    const isHeader = () => required.length > 0 && endsWithHeader(this.#firstRows(), required);
    if (skipped !== undefined || isHeader()) this.#begin(this.#held.length - 1);
    else if (this.#held.length === searchedRows) this.#begin(widestRow(this.#firstRows()));
  }

  #firstRows(): (readonly string[])[] {
    return this.#held.map(({ cells }) => cells);
  }

  /** Makes a row that was held the header, and items of those below it. */
  #begin(at: number): void {
    const header = this.#readHeader(this.#held[at]?.cells ?? []);
    this.#header = header;
    for (const { cells, line } of this.#held.slice(at + 1)) this.#push(header, cells, line);
    this.#held = [];
  }

  /** Cells that a sheet omits at the end of a row are empty. */
  #push(header: readonly string[], cells: readonly string[], line: number): void {
    const missing = this.#delimiter === null ? header.length - cells.length : 0;
    const whole = missing > 0 ? [...cells, ...Array<string>(missing).fill('')] : cells;
    this.items.push(toItem(header, whole, line));
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
    if (separator.mark === this.#delimiter) {
      throw new UserError(`${this.#file}: each line is one quoted cell.`, {
        hint: 'Remove the quotes around whole lines, or ask for the file without them.',
      });
    }
    const given = JSON.stringify(this.#delimiter);
    throw new UserError(
      `${this.#file}: the header is one column when separated by ${given}; it looks separated by ${separator.name}.`,
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
  if (cells.some((cell) => cell.includes('\0'))) {
    return { fault: 'The row has a NUL character: it is damaged.', line, body: JSON.stringify(cells) };
  }
  const row: Record<string, unknown> = {};
  for (let index = 0; index < width; index += 1) {
    const cell = index === width - 1 ? cells[index]?.replace(strayReturn, '') : cells[index];
    if (cell !== '' && cell !== undefined) row[header[index] ?? ''] = cell;
  }
  return { row, line };
}
