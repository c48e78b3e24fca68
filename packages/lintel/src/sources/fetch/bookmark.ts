/**
 * The position of the fetch of a source, as the raw store keeps it beside the rows: what was known of the
 * dataset when it was last read whole, and how far a fetch came that has not ended.
 *
 * A bookmark that this version of Lintel does not understand, or one for another portal, counts as none: the
 * fetch begins anew, and rows that are stored count as unchanged.
 */
import { isObject } from './connector.js';

/** A fetch that has not ended. */
export interface UnfinishedFetch {
  readonly isFull: boolean;
  /** First run of the fetch; those that go on with it come later. */
  readonly firstRun: number;
  readonly startedMs: number;
  readonly sinceMs: number | null;
  readonly cursor: unknown;
  /** Rows that were read. */
  readonly rows: number;
  readonly newestMs: number | null;
}

export interface Bookmark {
  /** The portal and dataset that all this is about. */
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

/** The bookmark in the text, when it is about the dataset. */
export function readBookmark(text: string | null, dataset: string): Bookmark {
  const value: unknown = text === null ? null : JSON.parse(text);
  const isOurs = isObject(value) && value.format === format && value.dataset === dataset;
  return isOurs ? (value as unknown as Bookmark) : emptyBookmark(dataset);
}

export function writeBookmark(bookmark: Bookmark): string {
  return JSON.stringify({ format, ...bookmark });
}
