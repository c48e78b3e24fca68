/** What every format of an export can do: take records one after the other into one file. */
import type { RecordBytes } from '../format/record.js';

export interface TableWriter {
  /** Adds a record. Settles when more may be added, so that memory stays bounded. */
  add(record: RecordBytes): Promise<void> | void;
  /** Ends the file. Nothing is complete before this settles. */
  finish(): Promise<void>;
  /** Gives up; what was written stays unfinished. */
  close(): void;
}

/** Takes the bytes of a file: on disk, standard output or a network connection. */
export interface ByteSink {
  /** True when more may be written at once; otherwise wait for `drained`. */
  write(bytes: string | Uint8Array): boolean;
  drained(): Promise<void>;
  end(): Promise<void>;
  destroy(): void;
}
