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

/** Characters of the longest record that is read. A longer one is most likely a quote that was never closed. */
export const maxRecordChars = 1024 * 1024;
