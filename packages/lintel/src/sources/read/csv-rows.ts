/**
 * Rows of a table with a header line, comma or otherwise separated, from text chunks.
 *
 * Header and cells are checked in table.ts; a quote that is never closed fails the file. Parsing is a quarter
 * of an ingest. papaparse would save four fifths of that, but reads a cell such as `"A" frame` on to the next
 * quote, and so loses all rows between.
 */
import { type CsvError, type Parser, parse } from 'csv-parse';
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../source/catalog-source.js';
import { type FileListener, maxRecordChars, type ReadItems } from './read-item.js';
import { Table } from './table.js';

/** Reads rows. `file` names the file in messages. */
export async function* csvRows(
  chunks: AsyncIterable<string>,
  source: CatalogSource,
  delimiter: string,
  file: string,
  listener: FileListener = {},
): ReadItems {
  const table = new Table(source, delimiter, file, listener);
  let parser: Parser | null = null;
  /** Characters since a row ended. */
  let open = 0;
  let ended = 0;
  try {
    for await (const chunk of chunks) {
      parser ??= openParser(table, delimiter, lineEnds(chunk));
      await write(parser, chunk);
      const nowEnded = table.rows + parser.info.empty_lines;
      open = nowEnded > ended ? 0 : open + chunk.length;
      ended = nowEnded;
      // The parser only counts characters of cells; separators alone would fill memory unnoticed.
      if (open > maxRecordChars) throw tooLong(table, file);
      if (table.items.length > 0) yield table.take();
    }
    if (parser !== null) await end(parser);
  } catch (error) {
    throw error instanceof UserError ? error : parserFailure(error as CsvError, table, file);
  }
  table.finish();
  if (table.items.length > 0) yield table.take();
}

/** The possible line ends of a file with this beginning. Each additional one costs a fifth of the speed. */
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
      // Nothing is passed on: taking rows here is twice as fast as reading them from the stream.
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

function tooLong(table: Table, file: string): UserError {
  return new UserError(
    `${file}: line ${table.nextLine}: this row is longer than ${maxRecordChars} characters.`,
    {
      hint: 'Probably a quote in it is not closed.',
    },
  );
}

/** The message for a parser's error. */
function parserFailure(error: CsvError, table: Table, file: string): unknown {
  const index = typeof error.column === 'number' ? error.column : Number.NaN;
  const name = table.header?.[index];
  const column = name === undefined ? '' : `, column "${name}"`;
  const where = `${file}: line ${table.nextLine}${column}`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new UserError(`${where}: the file ends inside a quoted cell that begins in this row.`, {
      hint: 'The file may be incomplete: fetch it again. If it is complete, a quote in this row is not closed.',
    });
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(table, file);
  return error.code === undefined ? error : new UserError(`${where}: ${error.message}`, { cause: error });
}
