/**
 * Rows of a table with a header line, comma or otherwise separated, from text chunks.
 *
 * Header names are trimmed; empty cells are left out of a row. A row with more or fewer cells than the header is a
 * fault of that row; a quote that is never closed, or a header that is not the source's, fails the file.
 */
import { type CsvError, type Parser, parse } from 'csv-parse';
import { Failure } from '../../base/failure.js';
import type { CatalogSource } from '../catalog-source.js';
import { fitColumns } from './columns.js';
import { likelySeparator } from './looks-like.js';
import { maxRecordChars, type ReadItem, type ReadItems } from './read-item.js';

/** Reads rows. `file` names the file in messages. */
export async function* csvRows(
  chunks: AsyncIterable<string>,
  source: CatalogSource,
  delimiter: string,
  file: string,
): ReadItems {
  const table = new Table(source, delimiter, file);
  let parser: Parser | null = null;
  try {
    for await (const chunk of chunks) {
      parser ??= openParser(table, delimiter, lineEnds(chunk));
      await write(parser, chunk);
      if (table.items.length > 0) yield table.take();
    }
    if (parser !== null) await end(parser);
  } catch (error) {
    throw error instanceof Failure ? error : table.failure(error as CsvError);
  }
  table.finish();
  if (table.items.length > 0) yield table.take();
}

/** The line ends that a file which begins so may have. Each more to look for costs a fifth of the speed. */
function lineEnds(beginning: string): string[] {
  if (!beginning.includes('\r')) return ['\n'];
  const afterHeader = /^(?:[^"\r\n]|"[^"]*")*(\r\n|\r|\n)/.exec(beginning)?.[1];
  return afterHeader === '\r' ? ['\r'] : ['\r\n', '\n'];
}

function openParser(table: Table, delimiter: string, recordDelimiter: string[]): Parser {
  const parser = parse({
    delimiter,
    // Quotes inside an unquoted cell are common (5" pipe) and harmless.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: recordDelimiter,
    max_record_size: maxRecordChars,
    on_record: (cells: string[], context) => {
      table.add(cells, context.lines);
      // Nothing is passed on: taking rows from here is twice as fast as reading them off the stream.
      return null;
    },
  });
  parser.resume();
  // Errors arrive where the text is written; without a listener they would end the process as well.
  parser.on('error', () => {});
  return parser;
}

function write(parser: Parser, chunk: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

function end(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.on('error', reject);
    parser.on('end', resolve);
    parser.end();
  });
}

/** Makes items of the cells of a table's rows, the first of which is the header. */
class Table {
  items: ReadItem[] = [];
  readonly #source: CatalogSource;
  readonly #delimiter: string;
  readonly #file: string;
  #header: readonly string[] | null = null;
  /** Line on which the last record ended. */
  #line = 0;

  constructor(source: CatalogSource, delimiter: string, file: string) {
    this.#source = source;
    this.#delimiter = delimiter;
    this.#file = file;
  }

  take(): ReadItem[] {
    const items = this.items;
    this.items = [];
    return items;
  }

  add(cells: readonly string[], endLine: number): void {
    const line = this.#line + 1;
    this.#line = endLine;
    if (this.#header === null) this.#header = this.#readHeader(cells);
    else this.items.push(toItem(this.#header, cells, line));
  }

  finish(): void {
    if (this.#header === null) throw new Failure(`${this.#file} has no header line, only blanks.`);
  }

  /** What a parser's error means for the file. */
  failure(error: CsvError): unknown {
    const line = this.#line + 1;
    const index = typeof error.column === 'number' ? error.column : Number.NaN;
    const name = this.#header?.[index];
    const column = name === undefined ? '' : `, column "${name}"`;
    const where = `${this.#file}: line ${line}${column}`;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return new Failure(`${where}: the file ends inside a quoted cell that begins in this row.`, {
        hint: 'It was perhaps cut off in transfer: fetch it again. If not, a quote in this row is not closed.',
      });
    }
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return new Failure(`${where}: this row is longer than ${maxRecordChars} characters.`, {
        hint: 'Most likely a quote in it is not closed.',
      });
    }
    return error.code === undefined ? error : new Failure(`${where}: ${error.message}`, { cause: error });
  }

  #readHeader(cells: readonly string[]): readonly string[] {
    const names = cells.map((cell) => cell.trim());
    if (names.length === 1 && this.#source.columns.length > 1) this.#refuseOneColumn(names[0] ?? '');
    const used = new Set(this.#source.columns.map((column) => column.toLowerCase()));
    const header: string[] = [];
    names.forEach((name, index) => {
      const earlier = header.indexOf(name);
      if (earlier >= 0 && used.has(name.toLowerCase())) {
        throw new Failure(
          `${this.#file}: the header names "${name}" twice, as columns ${earlier + 1} and ${index + 1}.`,
        );
      }
      header.push(name === '' || earlier >= 0 ? `${name}#${index + 1}` : name);
    });
    const spelling = fitColumns(this.#source, header, this.#file);
    return header.map((name) => spelling.get(name) ?? name);
  }

  #refuseOneColumn(line: string): void {
    const separator = likelySeparator(line);
    if (separator === null) return;
    const given = JSON.stringify(this.#delimiter);
    throw new Failure(
      `${this.#file}: the header is one column when separated by ${given}; it looks separated by ${separator}.`,
      { hint: 'Set "delimiter" in the format of the source.' },
    );
  }
}

/** What is left of a CRLF in a file whose beginning had only LF. */
const strayReturn = /\r$/;

function toItem(header: readonly string[], cells: readonly string[], line: number): ReadItem {
  const width = header.length;
  if (cells.length !== width && (cells.length < width || cells.slice(width).some((cell) => cell !== ''))) {
    const fault = `The row has ${cells.length} cells, the header ${width}.`;
    return { fault, line, body: JSON.stringify(cells) };
  }
  const row: Record<string, unknown> = {};
  for (let index = 0; index < width; index += 1) {
    const cell = index === width - 1 ? cells[index]?.replace(strayReturn, '') : cells[index];
    if (cell !== '' && cell !== undefined) row[header[index] ?? ''] = cell;
  }
  return { row, line };
}
