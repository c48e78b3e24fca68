/**
 * Byte strings that belong to densely numbered groups, handed back group by group in bounded memory: they are spooled to a
 * scratch file as they come, then counted out to their groups, as many groups at a time as fit into memory. Nothing is
 * compared. Groups come in the order of their numbers, the records of a group in the order in which they were added.
 */
import { rmSync } from 'node:fs';
import { FileWriter } from '../files/file-writer.js';
import { copyBytes } from '../memory/bytes.js';
import { GrowableU32 } from '../memory/growable.js';
import { scratchBlocks } from './scratch-blocks.js';

const nothing = Buffer.alloc(0);
const groupBytes = 4;
/** Each stretch of groups has such a buffer while records are distributed. */
const stretchBufferBytes = 1 << 18;

/** The records of a group, one behind the other. Valid until the next group is taken; the same object is given again. */
export interface RecordGroup {
  readonly group: number;
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/** Neighbouring groups whose records are in memory together; a group beyond the limit has a stretch of its own. */
interface Stretch {
  readonly path: string;
  readonly first: number;
  readonly end: number;
  readonly bytes: number;
}

export class GroupedRecords {
  readonly #path: string;
  readonly #memoryBytes: number;
  readonly #spool: FileWriter;
  readonly #paths = new Set<string>();
  /** In front of a record: its length with its group, and its group. */
  readonly #head = Buffer.alloc(4 + groupBytes);
  /** Bytes of the records of each group. */
  readonly #sizes = new GrowableU32();

  /** `path` is where scratch files go; at most `memoryBytes` of records are in memory, or one group. */
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

  /** All groups that have records. To be called once. */
  *groups(): Generator<RecordGroup, void, void> {
    this.#spool.finish();
    const stretches = this.#stretches();
    if (stretches.length > 1) this.#distribute(stretches);
    const room = Buffer.allocUnsafeSlow(Math.max(0, ...stretches.map(({ bytes }) => bytes)));
    for (const stretch of stretches) {
      yield* this.#groupsOf(stretch, room);
      this.#remove(stretch.path);
    }
  }

  /** Removes the scratch files. */
  close(): void {
    this.#spool.close();
    for (const path of this.#paths) this.#remove(path);
  }

  #newFile(path: string, bufferBytes?: number): FileWriter {
    this.#paths.add(path);
    return new FileWriter(path, { isScratch: true, ...(bufferBytes === undefined ? {} : { bufferBytes }) });
  }

  #remove(path: string): void {
    rmSync(path, { force: true });
    this.#paths.delete(path);
  }

  /** The stretches, each in a file of its own; where one is enough, that is the spool. */
  #stretches(): Stretch[] {
    const stretches: Omit<Stretch, 'path'>[] = [];
    let first = 0;
    let bytes = 0;
    const end = (group: number) => {
      if (bytes > 0) stretches.push({ first, end: group, bytes });
      first = group;
      bytes = 0;
    };
    for (let group = 0; group < this.#sizes.length; group++) {
      if (bytes + this.#sizes.at(group) > this.#memoryBytes) end(group);
      bytes += this.#sizes.at(group);
    }
    end(this.#sizes.length);
    const path = (i: number) => (stretches.length === 1 ? this.#spool.path : `${this.#path}-${i}`);
    return stretches.map((stretch, i) => ({ ...stretch, path: path(i) }));
  }

  /** Copies every record of the spool to the file of its stretch. */
  #distribute(stretches: readonly Stretch[]): void {
    const stretchOf = new Uint16Array(this.#sizes.length);
    const files = stretches.map(({ path, first, end }, i) => {
      stretchOf.fill(i, first, end);
      return this.#newFile(path, stretchBufferBytes);
    });
    try {
      for (const { bytes, from, to } of scratchBlocks(this.#spool.path)) {
        files[stretchOf[bytes.readUInt32LE(from)] ?? 0]?.write(bytes, from - 4, to);
      }
      for (const file of files) file.finish();
    } finally {
      for (const file of files) file.close();
    }
    this.#remove(this.#spool.path);
  }

  /** Counts the records of a stretch out into `room`, then gives its groups. */
  *#groupsOf({ path, first, end }: Stretch, room: Buffer): Generator<RecordGroup, void, void> {
    const next = new Uint32Array(end - first);
    let filled = 0;
    for (let group = first; group < end; group++) {
      next[group - first] = filled;
      filled += this.#sizes.at(group);
    }
    for (const { bytes, from, to } of scratchBlocks(path)) {
      const slot = bytes.readUInt32LE(from) - first;
      const at = next[slot] ?? 0;
      copyBytes(bytes, from + groupBytes, to, room, at);
      next[slot] = at + to - from - groupBytes;
    }
    const given = { group: 0, bytes: room, from: 0, to: 0 };
    for (let slot = 0; slot < next.length; slot++) {
      given.from = given.to;
      given.to = next[slot] ?? 0;
      given.group = first + slot;
      if (given.to > given.from) yield given;
    }
  }
}
