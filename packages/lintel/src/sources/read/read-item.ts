/** What reading a file gives, one item a record, a batch at a time. */
export type ReadItem =
  | {
      readonly row: Record<string, unknown>;
      /** 1-based: the line on which the record begins, in JSON the number of the record. */
      readonly line: number;
    }
  | { readonly fault: string; readonly line: number; readonly body: string };

/** Items in order; batches are about a chunk of the file. Throws a Failure when the file cannot be read on. */
export type ReadItems = AsyncGenerator<ReadItem[], void, undefined>;

/** What a file tells while it is read. */
export interface FileListener {
  /** Bytes that were read, as they lie on disk. */
  readonly onBytes?: (count: number) => void;
  /** Before the rows of each file: its columns as the source spells them, null where only the rows show them. */
  readonly onColumns?: (names: readonly string[] | null) => void;
}

/** Characters of the longest record that is read. A longer one is most likely a quote that was never closed. */
export const maxRecordChars = 1024 * 1024;
