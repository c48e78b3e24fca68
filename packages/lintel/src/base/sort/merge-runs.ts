/**
 * K-way merge of sorted runs of a file with a binary heap over their heads; each is read through its own small buffer.
 *
 * Runs must hold whole entries. Equal keys come out in the order of their runs.
 */
import { entryHeaderBytes, type Run, type SortedEntry } from './sort-entry.js';

/** Reads up to `length` bytes at `position` of the run file into `into` at `offset`; returns how many it read. */
type ReadRun = (into: Buffer, offset: number, length: number, position: number) => number;

/** Reads one run: the entry at its head, and how to advance. */
class RunReader {
  readonly entry: SortedEntry;
  /** Of runs whose heads are equal the one with the smaller number comes first. */
  readonly order: number;
  /** First six bytes of the key as a number: decides most comparisons. */
  prefix = 0;
  readonly #read: ReadRun;
  #position: number;
  readonly #end: number;
  #filled = 0;

  constructor(run: Run, order: number, bufferBytes: number, read: ReadRun) {
    this.order = order;
    this.entry = { bytes: Buffer.allocUnsafeSlow(bufferBytes), key: 0, payload: 0, end: 0 };
    this.#read = read;
    this.#position = run.start;
    this.#end = run.end;
  }

  /** Moves to the next entry; false at the end of the run. */
  next(): boolean {
    const { entry } = this;
    const start = entry.end;
    if (!this.#ensure(start, entryHeaderBytes)) return false;
    const keyLength = entry.bytes.readUInt32LE(entry.end);
    const payloadLength = entry.bytes.readUInt32LE(entry.end + 4);
    if (!this.#ensure(entry.end, entryHeaderBytes + keyLength + payloadLength)) {
      throw new Error('a sorted run ends within an entry');
    }
    entry.key = entry.end + entryHeaderBytes;
    entry.payload = entry.key + keyLength;
    entry.end = entry.payload + payloadLength;
    this.prefix = keyPrefix(entry.bytes, entry.key, keyLength);
    return true;
  }

  /** Makes sure that `bytes` from `start` on are in the buffer; may move them to its front (`entry.end`). */
  #ensure(start: number, bytes: number): boolean {
    if (start + bytes <= this.#filled) return true;
    const rest = this.#filled - start;
    if (rest + (this.#end - this.#position) < bytes) return false;
    const { entry } = this;
    const old = entry.bytes;
    if (bytes > old.length) entry.bytes = Buffer.allocUnsafeSlow(bytes * 2);
    old.copy(entry.bytes, 0, start, this.#filled);
    this.#filled = rest;
    entry.end = 0;
    while (this.#filled < bytes) {
      const wanted = Math.min(entry.bytes.length - this.#filled, this.#end - this.#position);
      const count = this.#read(entry.bytes, this.#filled, wanted, this.#position);
      if (count === 0) throw new Error('a scratch file of the build is shorter than it was written');
      this.#filled += count;
      this.#position += count;
    }
    return true;
  }
}

/** The first six bytes of a key as one number; a shorter key is padded with zeros. */
function keyPrefix(bytes: Buffer, at: number, length: number): number {
  if (length >= 6) return bytes.readUIntBE(at, 6);
  return length === 0 ? 0 : bytes.readUIntBE(at, length) * 256 ** (6 - length);
}

export class Merger {
  /** A binary min-heap. */
  readonly #heap: RunReader[] = [];

  constructor(runs: readonly Run[], bufferBytes: number, read: ReadRun) {
    for (const [order, run] of runs.entries()) {
      const reader = new RunReader(run, order, bufferBytes, read);
      if (reader.next()) this.#heap.push(reader);
    }
    for (let i = (this.#heap.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  /** All entries of all runs in key order; `ended` is called after the last one. */
  *entries(ended: () => void = () => {}): Generator<SortedEntry, void, void> {
    const heap = this.#heap;
    for (let first = heap[0]; first !== undefined; first = heap[0]) {
      yield first.entry;
      if (!first.next()) {
        const last = heap.pop();
        if (last === undefined || heap.length === 0) break;
        heap[0] = last;
      }
      this.#sink(0);
    }
    ended();
  }

  #sink(start: number): void {
    const heap = this.#heap;
    let at = start;
    const reader = heap[at];
    if (reader === undefined) return;
    for (;;) {
      let child = at * 2 + 1;
      let smaller = heap[child];
      if (smaller === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && this.#isBefore(right, smaller)) {
        smaller = right;
        child += 1;
      }
      if (!this.#isBefore(smaller, reader)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = reader;
  }

  #isBefore(a: RunReader, b: RunReader): boolean {
    if (a.prefix !== b.prefix) return a.prefix < b.prefix;
    const x = a.entry;
    const y = b.entry;
    const order = x.bytes.compare(y.bytes, y.key, y.payload, x.key, x.payload);
    return order !== 0 ? order < 0 : a.order < b.order;
  }
}
