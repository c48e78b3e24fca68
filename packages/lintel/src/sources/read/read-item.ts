/** The items of a file, one per record, a batch at a time. */
import { isDeeper, maxNesting } from './nesting.js';

export type ReadItem =
  | {
      readonly row: Record<string, unknown>;
      /** 1-based: the line on which the record begins, in JSON the number of the record. */
      readonly line: number;
    }
  | { readonly fault: string; readonly line: number; readonly body: string };

/**
 * Items in order; batches are about a chunk of the file. Throws a UserError if the file cannot be read
 * further.
 */
export type ReadItems = AsyncGenerator<ReadItem[], void, undefined>;

/** What is reported of a file while it is read. */
export interface FileListener {
  /** Bytes read, as stored on disk. */
  readonly onBytes?: (count: number) => void;
  /** Before the rows of each file: its columns in the source's spelling, null if only the rows show them. */
  readonly onColumns?: (names: readonly string[] | null) => void;
  /** For each file of an archive that is not of the source: why, a sentence. */
  readonly onLeftOut?: (reason: string) => void;
}

/**
 * Characters of the longest record that is read. A longer one is most likely a quote that was never closed.
 */
export const maxRecordChars = 1024 * 1024;

/** Columns of a dataset, and of one record: many times what any city publishes. */
export const maxColumns = 10_000;

/** The reason for refusing a record of too many columns. */
export const tooWide = `The record has more than ${maxColumns} columns.`;

/** The reason for refusing a record nested too deep. */
export const tooDeep = `The record is nested more than ${maxNesting} levels deep.`;

/** The item of a parsed record: its row, or a fault if it nests too deep to be stored or has too many columns. */
export function rowItem(row: Record<string, unknown>, line: number): ReadItem {
  if (Object.keys(row).length > maxColumns) return { fault: tooWide, line, body: '' };
  for (const value of Object.values(row)) {
    if (typeof value === 'object' && value !== null && isDeeper(value, maxNesting - 1)) {
      return { fault: tooDeep, line, body: JSON.stringify(withoutNested(row)) };
    }
  }
  return { row, line };
}

/** A row as shown in messages: nested values are left out. */
function withoutNested(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? '[nested]' : value,
    ]),
  );
}
