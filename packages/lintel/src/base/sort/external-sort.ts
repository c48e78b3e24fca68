/**
 * Sorts any number of (key, payload) byte strings by key in bounded memory: an external merge sort. Runs that fit into
 * memory are sorted by LSD radix sort (radix-sort.ts) and written to one scratch file; a k-way merge (merge-runs.ts) of
 * up to `fanIn` runs at once makes the result.
 *
 * Keys compare as unsigned bytes, a shorter one before its continuations; equal keys keep the order in which they
 * were pushed. What fits into memory never touches the disk. When anything fails, `close` removes the scratch files.
 */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { FileWriter } from '../files/file-writer.js';
import { copyBytes } from '../memory/bytes.js';
import { Merger } from './merge-runs.js';
import { sortByPrefix } from './radix-sort.js';
import { entryHeaderBytes, type Run, type SortedEntry } from './sort-entry.js';

const nothing = new Uint8Array(0);
const defaultFanIn = 192;
/** Overhead of an entry in memory besides its key and payload, in bytes. */
const overheadBytes = entryHeaderBytes + 12;

interface ExternalSortOptions {
  /** Where scratch files go: this path with a number appended. */
  readonly path: string;
  /** Bytes of entries held in memory; merging takes about as much. Default 64 MiB. */
  readonly memoryBytes?: number;
  /** Runs that are merged at once. */
  readonly fanIn?: number;
}

export class ExternalSort {
  /** Entries pushed so far. */
  count = 0;
  readonly #path: string;
  readonly #memoryBytes: number;
  readonly #fanIn: number;
  #arena = Buffer.alloc(0);
  #filled = 0;
  #offsets = new Uint32Array(1024);
  #inMemory = 0;
  #runs: Run[] = [];
  #runFile: FileWriter | null = null;
  /** The file whose runs are merged, -1 while there is none. */
  #merged = -1;
  #files = 0;
  #openPaths = new Set<string>();

  constructor(options: ExternalSortOptions) {
    this.#path = options.path;
    this.#memoryBytes = options.memoryBytes ?? 1 << 26;
    this.#fanIn = Math.max(2, options.fanIn ?? defaultFanIn);
  }

  /** Adds an entry; `tail` continues the payload. All byte strings are copied. */
  push(key: Uint8Array, payload: Uint8Array, tail: Uint8Array = nothing): void {
    const payloadLength = payload.length + tail.length;
    const bytes = entryHeaderBytes + key.length + payloadLength;
    const used = this.#filled + this.#inMemory * (overheadBytes - entryHeaderBytes);
    if (this.#inMemory > 0 && used + bytes > this.#memoryBytes) this.#spill();
    this.#reserve(bytes);
    const at = this.#filled;
    this.#arena.writeUInt32LE(key.length, at);
    this.#arena.writeUInt32LE(payloadLength, at + 4);
    copyBytes(key, 0, key.length, this.#arena, at + entryHeaderBytes);
    copyBytes(payload, 0, payload.length, this.#arena, at + entryHeaderBytes + key.length);
    copyBytes(tail, 0, tail.length, this.#arena, at + bytes - tail.length);
    this.#offsets[this.#inMemory] = at;
    this.#filled += bytes;
    this.#inMemory += 1;
    this.count += 1;
  }

  /** All entries in key order. To be called once; the scratch files are gone when the last entry was taken. */
  sorted(): Generator<SortedEntry, void, void> {
    if (this.#runs.length === 0) return this.#fromMemory();
    this.#spill();
    this.#arena = Buffer.alloc(0);
    this.#offsets = new Uint32Array(0);
    let path = this.#finishFile();
    while (this.#runs.length > this.#fanIn) path = this.#mergeGroups(path);
    this.#merged = openSync(path, 'r');
    return this.#merger(this.#merged, this.#runs).entries(() => this.close());
  }

  /** Frees the memory and removes the scratch files. */
  close(): void {
    this.#runFile?.close();
    if (this.#merged >= 0) closeSync(this.#merged);
    this.#merged = -1;
    for (const path of this.#openPaths) rmSync(path, { force: true });
    this.#openPaths.clear();
    this.#arena = Buffer.alloc(0);
    this.#offsets = new Uint32Array(0);
    this.#inMemory = 0;
    this.#runs = [];
  }

  /** Makes room for one more entry of `bytes`, doubling up to the limit. */
  #reserve(bytes: number): void {
    const needed = this.#filled + bytes;
    if (needed > this.#arena.length) {
      const larger = Buffer.allocUnsafeSlow(
        Math.max(needed, Math.min(this.#memoryBytes, Math.max(65_536, this.#arena.length * 2))),
      );
      this.#arena.copy(larger, 0, 0, this.#filled);
      this.#arena = larger;
    }
    if (this.#inMemory === this.#offsets.length) {
      const larger = new Uint32Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
  }

  #spill(): void {
    if (this.#inMemory === 0) return;
    this.#runFile ??= this.#newFile();
    const start = this.#runFile.position;
    for (const offset of this.#sortedOffsets()) {
      const end =
        offset + entryHeaderBytes + this.#arena.readUInt32LE(offset) + this.#arena.readUInt32LE(offset + 4);
      this.#runFile.write(this.#arena, offset, end);
    }
    this.#runs.push({ start, end: this.#runFile.position });
    this.#filled = 0;
    this.#inMemory = 0;
  }

  #sortedOffsets(): Uint32Array {
    return sortByPrefix(this.#arena, this.#offsets.subarray(0, this.#inMemory));
  }

  *#fromMemory(): Generator<SortedEntry, void, void> {
    const entry: SortedEntry = { bytes: this.#arena, key: 0, payload: 0, end: 0 };
    for (const offset of this.#sortedOffsets()) {
      entry.key = offset + entryHeaderBytes;
      entry.payload = entry.key + this.#arena.readUInt32LE(offset);
      entry.end = entry.payload + this.#arena.readUInt32LE(offset + 4);
      yield entry;
    }
    this.close();
  }

  /** One pass over all runs that makes one run of every `fanIn` runs, in a new file; returns its path. */
  #mergeGroups(path: string): string {
    const out = this.#newFile();
    const fd = openSync(path, 'r');
    const merged: Run[] = [];
    try {
      for (let first = 0; first < this.#runs.length; first += this.#fanIn) {
        const start = out.position;
        const group = this.#runs.slice(first, first + this.#fanIn);
        for (const entry of this.#merger(fd, group).entries()) {
          out.write(entry.bytes, entry.key - entryHeaderBytes, entry.end);
        }
        merged.push({ start, end: out.position });
      }
    } finally {
      closeSync(fd);
    }
    rmSync(path, { force: true });
    this.#openPaths.delete(path);
    this.#runs = merged;
    this.#runFile = out;
    return this.#finishFile();
  }

  #merger(fd: number, runs: readonly Run[]): Merger {
    const bufferBytes = Math.max(4096, Math.min(1 << 20, Math.floor(this.#memoryBytes / runs.length)));
    return new Merger(runs, bufferBytes, (into, offset, length, position) =>
      readSync(fd, into, offset, length, position),
    );
  }

  #newFile(): FileWriter {
    const path = `${this.#path}.${this.#files}`;
    this.#files += 1;
    this.#openPaths.add(path);
    return new FileWriter(path, { isScratch: true });
  }

  #finishFile(): string {
    const file = this.#runFile;
    if (file === null) throw new Error('no run was written');
    file.flush();
    file.close();
    this.#runFile = null;
    return file.path;
  }
}
