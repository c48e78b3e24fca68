/** The download of this tab, which goes on while its person looks at other pages; one at a time. */
import { useSyncExternalStore } from 'react';
import type { FileFormat, TableFormat } from './formats';
import type { StopReason } from './messages';

export interface Download {
  readonly format: FileFormat | TableFormat;
  /** Name of the file. */
  readonly name: string;
  /** Those that have come; of a table for people its bytes. */
  readonly records: number;
  /** How many there are about; null if that is not known. */
  readonly total: number | null;
  readonly phase: 'running' | 'waiting' | 'stopped' | 'done' | 'failed';
  readonly reason: StopReason | null;
}

let download: Download | null = null;
const listeners = new Set<() => void>();

/** Changes the download; null forgets it. */
export function setDownload(next: Download | null): void {
  download = next;
  for (const listener of listeners) listener();
}

export function currentDownload(): Download | null {
  return download;
}

export function useDownload(): Download | null {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, currentDownload);
}

export const isTable = ({ format }: Pick<Download, 'format'>) => format === 'xlsx' || format === 'table';

/** Percent of the records that have come, if their number is known. */
export function percentOf({ format, records, total }: Download): number | null {
  return total === null || total === 0 || isTable({ format })
    ? null
    : Math.min(99, Math.floor((100 * records) / total));
}
