/**
 * Reads all records of a kind from the first to the last, through one small buffer. A mapped file would do it as
 * fast, but its pages count as memory of the process until the system takes them back.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { recordsFile, type SegmentKind } from '../layout.js';
import type { RecordBytes } from '../record.js';

const lineEnd = '\n'.charCodeAt(0);

/**
 * The records in the order of the release. Each is valid until the next one is asked for. `blockBytes` is the size
 * of the buffer, which grows for a longer record.
 */
export function* scanRecords(
  directory: string,
  kind: SegmentKind,
  blockBytes = 1 << 20,
): Generator<RecordBytes, void, void> {
  const file = openSync(join(directory, recordsFile(kind)), 'r');
  try {
    let block = Buffer.allocUnsafeSlow(blockBytes);
    let filled = 0;
    for (
      let bytes = readSync(file, block);
      bytes > 0;
      bytes = readSync(file, block, filled, block.length - filled, null)
    ) {
      filled += bytes;
      let from = 0;
      for (let end = indexOfEnd(block, from, filled); end >= 0; end = indexOfEnd(block, from, filled)) {
        yield block.subarray(from, end);
        from = end + 1;
      }
      if (from === 0 && filled === block.length) {
        block = Buffer.concat([block], 2 * block.length);
      } else {
        block.copyWithin(0, from, filled);
        filled -= from;
      }
    }
    if (filled > 0) throw new Error(`${recordsFile(kind)} is damaged: its last record has no end`);
  } finally {
    closeSync(file);
  }
}

/** Where the line that begins at `from` ends; -1 if that is not within the filled part. */
function indexOfEnd(block: Buffer, from: number, filled: number): number {
  const end = block.indexOf(lineEnd, from);
  return end < filled ? end : -1;
}
