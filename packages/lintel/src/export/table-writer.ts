/** The interface of every export format: writes records one after another into one file. */
import type { RecordBytes } from '../format/record.js';

export interface TableWriter {
  /** Adds a record. Resolves when more may be added, so that memory stays bounded. */
  add(record: RecordBytes): Promise<void> | void;
  /** Ends the file. It is incomplete until this resolves. */
  finish(): Promise<void>;
  /** Aborts; what was written stays incomplete. */
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
