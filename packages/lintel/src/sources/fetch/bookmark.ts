/**
 * The position of a source's fetch, stored with the rows: the state of the dataset at the last full read, and
 * how far an unfinished fetch got.
 *
 * A bookmark of another version of Lintel or for another portal is ignored: the fetch starts over, and stored
 * rows count as unchanged.
 */
import { isObject } from './connector.js';

/** An unfinished fetch. */
export interface UnfinishedFetch {
  readonly isFull: boolean;
  /** First run of the fetch; runs that resume it come later. */
  readonly firstRun: number;
  readonly startedMs: number;
  readonly sinceMs: number | null;
  readonly cursor: unknown;
  /** Rows that were read. */
  readonly rows: number;
  readonly newestMs: number | null;
}

export interface Bookmark {
  /** The portal and dataset of this bookmark. */
  readonly dataset: string;
  /** Columns and their types as last seen; null before the first fetch. */
  readonly columns: readonly (readonly [string, string | null])[] | null;
  /** Everything that changed until then is stored; null before the first full fetch. */
  readonly completeMs: number | null;
  /** First run of the last full fetch. */
  readonly fullRun: number | null;
  /** Rows that the last full fetch read. */
  readonly fullRows: number | null;
  /** What the connector gets back next time, such as an ETag. */
  readonly mark: unknown;
  readonly progress: UnfinishedFetch | null;
}

const format = 1;

function emptyBookmark(dataset: string): Bookmark {
  return {
    dataset,
    columns: null,
    completeMs: null,
    fullRun: null,
    fullRows: null,
    mark: null,
    progress: null,
  };
}

/** The bookmark in the text, if it is for the dataset. */
export function readBookmark(text: string | null, dataset: string): Bookmark {
  const value: unknown = text === null ? null : JSON.parse(text);
  const isOurs = isObject(value) && value.format === format && value.dataset === dataset;
  return isOurs ? (value as unknown as Bookmark) : emptyBookmark(dataset);
}

export function writeBookmark(bookmark: Bookmark): string {
  return JSON.stringify({ format, ...bookmark });
}
