/**
 * Chooses the record among the rows with one id. Of one source it is the latest row (see row-times.ts), of equally late
 * ones the one read first; of several sources that of the source that was seen last, of equally late ones the one read
 * first. The others are superseded, and count as merged duplicates of their sources.
 */
import { compareBytes, copyBytes } from '../../base/memory/bytes.js';
import { BitSet } from '../../base/memory/growable.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import type { RecordKind } from '../../format/record.js';
import { type RowTimes, seenAtOf, timesBytes, writeLatestFirst } from '../entry/row-times.js';

const sourceBytes = 2;

export class Duplicates {
  readonly #sort: ExternalSort;
  readonly #idBytes: number;
  readonly #timesAt: number;
  readonly #key: Buffer;
  readonly #payload = Buffer.alloc(4);

  constructor(path: string, idBytes: number, memoryBytes: number) {
    this.#sort = new ExternalSort({ path, memoryBytes });
    this.#idBytes = idBytes;
    this.#timesAt = idBytes + sourceBytes;
    this.#key = Buffer.alloc(this.#timesAt + timesBytes);
  }

  /** Notes a row: its id, its times, its number and its source. */
  note(id: Uint8Array, times: RowTimes, row: number, source: number): void {
    this.#key.set(id);
    this.#key.writeUInt16BE(source, this.#idBytes);
    writeLatestFirst(times, this.#key, this.#timesAt);
    this.#payload.writeUInt32LE(row);
    this.#sort.push(this.#key, this.#payload);
  }

  /** The rows that another row with the same id supersedes. `merged` is called with the source of each. */
  async superseded(ticker: Ticker, kind: RecordKind, merged: (source: number) => void): Promise<BitSet> {
    const superseded = new BitSet();
    const current = Buffer.alloc(this.#idBytes);
    const best = { row: 0, source: -1, seenAt: 0 };
    let lastSource = -1;
    ticker.step(`Merging duplicate ${kind}`, this.#sort.count, 'rows');
    for (const { bytes, key, payload } of this.#sort.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      const row = bytes.readUInt32LE(payload);
      const source = bytes.readUInt16BE(key + this.#idBytes);
      const seenAt = seenAtOf(bytes, key + this.#timesAt);
      const isSame = best.source >= 0 && compareBytes(current, 0, bytes, key, this.#idBytes) === 0;
      // Of each source the first is its latest.
      const isBetter = !isSame || (source !== lastSource && seenAt > best.seenAt);
      lastSource = source;
      if (isSame) {
        superseded.add(isBetter ? best.row : row);
        merged(isBetter ? best.source : source);
      } else copyBytes(bytes, key, key + this.#idBytes, current, 0);
      if (isBetter) Object.assign(best, { row, source, seenAt });
    }
    return superseded;
  }

  close(): void {
    this.#sort.close();
  }
}
