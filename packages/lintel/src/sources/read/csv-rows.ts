/**
 * Rows of a table with a header line, comma or otherwise separated, from text chunks.
 *
 * Header and cells are checked in table.ts; a quote that is never closed fails the file. Parsing is a quarter
 * of an ingest. papaparse would save four fifths of that, but reads a cell such as `"A" frame` on to the next
 * quote, and so loses all rows between.
 */
import { type CsvError, CsvParser } from '../../base/csv-parser.js';
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
  let parser: CsvParser | null = null;
  /** Characters since a row ended. */
  let open = 0;
  let ended = 0;
  try {
    for await (const chunk of chunks) {
      parser ??= new CsvParser(
        { maxRowChars: maxRecordChars, delimiter, lineEnds: lineEnds(chunk) },
        (cells, endLine) => table.add(cells, endLine),
      );
      await parser.write(chunk);
      const nowEnded = table.rows + parser.emptyLines;
      open = nowEnded > ended ? 0 : open + chunk.length;
      ended = nowEnded;
      // The parser only counts characters of cells; separators alone would fill memory unnoticed.
      if (open > maxRecordChars) throw tooLong(table, file);
      if (table.items.length > 0) yield table.take();
    }
    await parser?.end();
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
