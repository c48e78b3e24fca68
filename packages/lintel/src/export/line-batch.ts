/** Records as lines in one buffer, each followed by a line end. */
import type { RecordBytes } from '../format/record.js';

const lineEnd = '\n'.charCodeAt(0);
/** More than a line beyond what writers of text buffer. */
const firstBytes = 1 << 17;

export class LineBatch {
  rows = 0;
  bytes = 0;
  #buffer = Buffer.allocUnsafeSlow(firstBytes);

  add(record: RecordBytes): void {
    const end = this.bytes + record.length;
    if (end >= this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer], 2 * (end + 1));
    record.copy(this.#buffer, this.bytes);
    this.#buffer[end] = lineEnd;
    this.bytes = end + 1;
    this.rows += 1;
  }

  /** A copy of the lines so far; the batch is empty afterwards. */
  take(): Uint8Array<ArrayBuffer> {
    const lines = new Uint8Array(this.#buffer.subarray(0, this.bytes));
    this.rows = 0;
    this.bytes = 0;
    return lines;
  }
}

/** The records in such lines. */
export function* recordsIn(lines: Uint8Array): Generator<RecordBytes, void, void> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, from);
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}
