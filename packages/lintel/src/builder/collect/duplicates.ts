/**
 * Chooses the record among the rows with one id: the row seen last, and among rows seen at the same time the
 * one read first. The others are superseded, and count as merged duplicates of their sources.
 */
import { compareBytes, copyBytes } from '../../base/memory/bytes.js';
import { BitSet } from '../../base/memory/growable.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import type { RecordKind } from '../../format/record.js';

/** Milliseconds fit into six bytes; inverted, the latest sorts first. */
const latestMs = 2 ** 48 - 1;

export class Duplicates {
  readonly #sort: ExternalSort;
  readonly #idBytes: number;
  readonly #key: Buffer;
  readonly #payload = Buffer.alloc(6);

  constructor(path: string, idBytes: number, memoryBytes: number) {
    this.#sort = new ExternalSort({ path, memoryBytes });
    this.#idBytes = idBytes;
    this.#key = Buffer.alloc(idBytes + 6);
  }

  /** Notes a row: its id, when it was last seen, its number and its source. */
  note(id: Uint8Array, lastSeenMs: number, row: number, source: number): void {
    this.#key.set(id);
    this.#key.writeUIntBE(latestMs - lastSeenMs, this.#idBytes, 6);
    this.#payload.writeUInt32LE(row);
    this.#payload.writeUInt16LE(source, 4);
    this.#sort.push(this.#key, this.#payload);
  }

  /** The rows that another row with the same id supersedes. `merged` is called with the source of each. */
  async superseded(ticker: Ticker, kind: RecordKind, merged: (source: number) => void): Promise<BitSet> {
    const superseded = new BitSet();
    const current = Buffer.alloc(this.#idBytes);
    let isFirst = true;
    ticker.step(`Merging duplicate ${kind}`, this.#sort.count, 'rows');
    for (const { bytes, key, payload } of this.#sort.sorted()) {
      if (ticker.count()) await ticker.yieldToEventLoop();
      if (!isFirst && compareBytes(current, 0, bytes, key, this.#idBytes) === 0) {
        superseded.add(bytes.readUInt32LE(payload));
        merged(bytes.readUInt16LE(payload + 4));
      } else {
        copyBytes(bytes, key, key + this.#idBytes, current, 0);
        isFirst = false;
      }
    }
    return superseded;
  }

  close(): void {
    this.#sort.close();
  }
}
