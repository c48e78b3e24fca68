/** Reads one record of a release by its id, without a server: for commands. */
import type { RecordKind } from '../record.js';
import { SegmentReader } from './segment-reader.js';

/** The record with that id, of its kind's wire type; null when the release in `directory` has none. */
export function readRecord<T>(directory: string, kind: RecordKind, id: string): T | null {
  const records = new SegmentReader(directory, kind);
  try {
    const [record] = records.records([id]);
    return record === undefined ? null : (JSON.parse(record.toString()) as T);
  } finally {
    records.close();
  }
}
