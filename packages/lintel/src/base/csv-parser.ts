/**
 * Parses CSV (RFC 4180) from chunks of text, and hands on row by row. Quotes inside an unquoted cell are common
 * (5" pipe) and are read as they are; empty lines are skipped; rows may have any number of cells.
 */
import { type CsvError, type Parser, parse } from 'csv-parse';

export type { CsvError } from 'csv-parse';

interface CsvParserOptions {
  /** Characters of a row; a longer one is an error. */
  readonly maxRowChars: number;
  /** Default: a comma. */
  readonly delimiter?: string;
  /** Default: what ends the first line. */
  readonly lineEnds?: readonly string[];
}

export class CsvParser {
  readonly #parser: Parser;

  /** `onRow` takes each row with the number of the line on which it ends. */
  constructor(
    { maxRowChars, delimiter, lineEnds }: CsvParserOptions,
    onRow: (cells: string[], endLine: number) => void,
  ) {
    this.#parser = parse({
      ...(delimiter !== undefined && { delimiter }),
      ...(lineEnds !== undefined && { record_delimiter: [...lineEnds] }),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRowChars,
      on_record: (cells: string[], context) => {
        onRow(cells, context.lines);
        // Nothing is passed on: taking rows here is twice as fast as reading them from the stream.
        return null;
      },
    });
    this.#parser.resume();
    // Errors arrive where the text is written; without a listener they would end the process as well.
    this.#parser.on('error', () => {});
  }

  /** Empty lines so far. */
  get emptyLines(): number {
    return this.#parser.info.empty_lines;
  }

  /** Parses a chunk; fails with a `CsvError` for text that is not CSV. */
  write(chunk: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parser.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Parses what is left; fails as `write` does. */
  end(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parser.on('error', reject);
      this.#parser.on('end', resolve);
      this.#parser.end();
    });
  }
}

/** Whether an error is one of the parser. */
export function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}
