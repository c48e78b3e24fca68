/** What reading a file gives, one item a record, a batch at a time. */
import { isDeeper, maxNesting } from './nesting.js';

export type ReadItem =
  | {
      readonly row: Record<string, unknown>;
      /** 1-based: the line on which the record begins, in JSON the number of the record. */
      readonly line: number;
    }
  | { readonly fault: string; readonly line: number; readonly body: string };

/**
 * Items in order; batches are about a chunk of the file. Throws a UserError when the file cannot be read on.
 */
export type ReadItems = AsyncGenerator<ReadItem[], void, undefined>;

/** What is reported of a file while it is read. */
export interface FileListener {
  /** Bytes that were read, as they lie on disk. */
  readonly onBytes?: (count: number) => void;
  /**
   * Before the rows of each file: its columns as the source spells them, null where only the rows show them.
   */
  readonly onColumns?: (names: readonly string[] | null) => void;
}

/**
 * Characters of the longest record that is read. A longer one is most likely a quote that was never closed.
 */
export const maxRecordChars = 1024 * 1024;

/** Why a record that nests too deep is not used. */
export const tooDeep = `The record is nested more than ${maxNesting} levels deep.`;

/** The item of a record that came as a value: its row, or a fault where it nests too deep to be stored. */
export function rowItem(row: Record<string, unknown>, line: number): ReadItem {
  for (const value of Object.values(row)) {
    if (typeof value === 'object' && value !== null && isDeeper(value, maxNesting - 1)) {
      return { fault: tooDeep, line, body: JSON.stringify(withoutNested(row)) };
    }
  }
  return { row, line };
}

/** A row as far as it can be shown: what nests in it is left out. */
function withoutNested(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? '[nested]' : value,
    ]),
  );
}
