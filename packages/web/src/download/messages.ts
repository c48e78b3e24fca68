/** What the page and the worker of a download say to each other. */
import type { PermitSearchParameters } from '@lintel/client';
import type { ListedPermit } from '../api/list-fields';
import type { FileFormat, TableFormat } from './formats';

export interface DownloadOrder {
  readonly format: FileFormat | TableFormat;
  /** Records that the page already has, or the search that finds them. */
  readonly from: readonly ListedPermit[] | PermitSearchParameters;
  /** What a table for people has, in its order. */
  readonly fields: readonly (keyof ListedPermit)[];
  /** Headers that say who asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The file to write to; null to keep the bytes in memory. */
  readonly file: FileSystemFileHandle | null;
}

export type ToWorker =
  | { readonly say: 'start'; readonly order: DownloadOrder }
  /** After a stop: go on where it stopped, or end the file with what has come. */
  | { readonly say: 'continue' | 'finish' };

/** Why a download has stopped. */
export interface StopReason {
  readonly code: 'connection' | 'credits' | 'key' | 'other';
  readonly message: string;
}

export type FromWorker =
  /** Records; of a table for people bytes. */
  | { readonly say: 'progress'; readonly records: number; readonly isWaiting: boolean }
  | { readonly say: 'stopped'; readonly records: number; readonly reason: StopReason }
  /** `content` is null where it was written to a file. */
  | { readonly say: 'done'; readonly records: number; readonly content: Blob | null }
  | { readonly say: 'failed'; readonly message: string };
