/**
 * Groups byte strings by dense group numbers in bounded memory, by counting sort: nothing is compared.
 *
 * Records are spooled to a scratch file as they come, while the bytes of each group are counted. Neighbouring groups that
 * fit into memory together form a partition; the records of each are copied to a file of their own and from there to
 * their places in memory. Groups come in the order of their numbers, the records of a group in the order in which they
 * were added.
 */
import { rmSync } from 'node:fs';
import { FileWriter } from '../files/file-writer.js';
import { u32At } from '../memory/at.js';
import { copyBytes } from '../memory/bytes.js';
import { GrowableU32 } from '../memory/growable.js';
import { scratchBlocks } from './scratch-blocks.js';

const nothing = Buffer.alloc(0);
const groupBytes = 4;
/** Each partition has such a buffer while records are distributed. */
const partitionBufferBytes = 1 << 18;

/** Records of a group, one after the other. The same object is yielded again and again. */
export interface RecordGroup {
  readonly group: number;
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * Neighbouring groups whose records are in memory together; a group beyond the limit has its own partition.
 */
interface Partition {
  readonly path: string;
  readonly first: number;
  readonly end: number;
  readonly bytes: number;
}

export class GroupBy {
  readonly #path: string;
  readonly #memoryBytes: number;
  readonly #spool: FileWriter;
  readonly #paths = new Set<string>();
  /** Before a record: its length with its group, and its group. */
  readonly #head = Buffer.alloc(4 + groupBytes);
  /** Bytes of the records of each group. */
  readonly #sizes = new GrowableU32();

  /** `path`: where scratch files go. At most `memoryBytes` of records are in memory, or one group. */
  constructor(path: string, memoryBytes: number) {
    this.#path = path;
    this.#memoryBytes = memoryBytes;
    this.#spool = this.#newFile(`${path}-spool`);
  }

  /** Adds a record of a group: `head`, continued by `bytes[from, to)`. All is copied. */
  add(group: number, head: Uint8Array, bytes: Uint8Array = nothing, from = 0, to = bytes.length): void {
    const length = head.length + to - from;
    while (this.#sizes.length <= group) this.#sizes.push(0);
    this.#sizes.set(group, this.#sizes.at(group) + length);
    this.#head.writeUInt32LE(groupBytes + length);
    this.#head.writeUInt32LE(group, 4);
    this.#spool.write(this.#head);
    this.#spool.write(head);
    this.#spool.write(bytes, from, to);
  }

  /** Bytes of the records of a group; 0 for one that has none. */
  size(group: number): number {
    return group < this.#sizes.length ? this.#sizes.at(group) : 0;
  }

  /**
   * All groups that have records. To be called once. With `inPieces` a group that is too large for the memory comes in
   * several pieces of whole records.
   */
  *groups({ inPieces = false } = {}): Generator<RecordGroup, void, void> {
    this.#spool.finish();
    const partitions = this.#partitions();
    if (partitions.length > 1) this.#distribute(partitions);
    const largest = Math.max(0, ...partitions.map(({ bytes }) => bytes));
    const room = Buffer.allocUnsafeSlow(inPieces ? Math.min(largest, this.#memoryBytes) : largest);
    for (const partition of partitions) {
      if (partition.bytes > room.length) yield* piecesOf(partition, room);
      else yield* this.#groupsOf(partition, room);
      this.#remove(partition.path);
    }
    this.close();
  }

  /** Removes the scratch files. */
  close(): void {
    this.#spool.close();
    for (const path of this.#paths) this.#remove(path);
  }

  #newFile(path: string, bufferBytes?: number): FileWriter {
    this.#paths.add(path);
    return new FileWriter(path, { isScratch: true, ...(bufferBytes !== undefined && { bufferBytes }) });
  }

  #remove(path: string): void {
    rmSync(path, { force: true });
    this.#paths.delete(path);
  }

  /** The partitions, each in its own file; if one is enough, it is the spool. */
  #partitions(): Partition[] {
    const partitions: Omit<Partition, 'path'>[] = [];
    let first = 0;
    let bytes = 0;
    const end = (group: number) => {
      if (bytes > 0) partitions.push({ first, end: group, bytes });
      first = group;
      bytes = 0;
    };
    for (let group = 0; group < this.#sizes.length; group++) {
      if (bytes + this.#sizes.at(group) > this.#memoryBytes) end(group);
      bytes += this.#sizes.at(group);
    }
    end(this.#sizes.length);
    const path = (i: number) => (partitions.length === 1 ? this.#spool.path : `${this.#path}-${i}`);
    return partitions.map((partition, i) => ({ ...partition, path: path(i) }));
  }

  /** Copies every record of the spool to the file of its partition. */
  #distribute(partitions: readonly Partition[]): void {
    const partitionOf = new Uint32Array(this.#sizes.length);
    const files = partitions.map(({ path, first, end }, i) => {
      partitionOf.fill(i, first, end);
      return this.#newFile(path, partitionBufferBytes);
    });
    try {
      for (const { bytes, from, to } of scratchBlocks(this.#spool.path)) {
        const file = files[u32At(partitionOf, bytes.readUInt32LE(from))];
        if (file === undefined) throw new Error('a record of no partition');
        file.write(bytes, from - 4, to);
      }
      for (const file of files) file.finish();
    } finally {
      for (const file of files) file.close();
    }
    this.#remove(this.#spool.path);
  }

  /** Copies the records of a partition to their places in `room`, then gives its groups. */
  *#groupsOf({ path, first, end }: Partition, room: Buffer): Generator<RecordGroup, void, void> {
    const next = new Uint32Array(end - first);
    let filled = 0;
    for (let group = first; group < end; group++) {
      next[group - first] = filled;
      filled += this.#sizes.at(group);
    }
    for (const { bytes, from, to } of scratchBlocks(path)) {
      const slot = bytes.readUInt32LE(from) - first;
      const at = u32At(next, slot);
      copyBytes(bytes, from + groupBytes, to, room, at);
      next[slot] = at + to - from - groupBytes;
    }
    const given = { group: 0, bytes: room, from: 0, to: 0 };
    for (let slot = 0; slot < next.length; slot++) {
      given.from = given.to;
      given.to = u32At(next, slot);
      given.group = first + slot;
      if (given.to > given.from) yield given;
    }
  }
}

/** The records of the one group of a partition, in pieces that fit into `room`. */
function* piecesOf({ path, first }: Partition, room: Buffer): Generator<RecordGroup, void, void> {
  let piece = room;
  let filled = 0;
  const given = (to: number): RecordGroup => ({ group: first, bytes: piece, from: 0, to });
  for (const { bytes, from, to } of scratchBlocks(path)) {
    const length = to - from - groupBytes;
    if (filled > 0 && filled + length > piece.length) {
      yield given(filled);
      filled = 0;
    }
    if (length > piece.length) piece = Buffer.allocUnsafeSlow(length);
    copyBytes(bytes, from + groupBytes, to, piece, filled);
    filled += length;
  }
  if (filled > 0) yield given(filled);
}
