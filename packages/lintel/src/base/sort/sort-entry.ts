/** The layout of an entry while it is sorted: both lengths, key, payload. */

/** Bytes before the key: its length and the length of the payload, each a little-endian u32. */
export const entryHeaderBytes = 8;

/** One entry of a sorted result. It is overwritten when the next one is taken. */
export interface SortedEntry {
  bytes: Buffer;
  /** Where the key begins in `bytes`. */
  key: number;
  /** Where the payload begins: the end of the key. */
  payload: number;
  /** The end of the payload. */
  end: number;
}

/** One sorted run: part of a scratch file. */
export interface Run {
  readonly start: number;
  readonly end: number;
}
