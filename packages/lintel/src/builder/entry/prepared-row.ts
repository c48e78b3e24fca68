/**
 * A prepared row where it lies in the buffer of its batch, with its parts by name. A view is moved from row to row.
 */
import { entryAt, entryBytes } from './permit-entry.js';

/** Bytes that precede each further mention: its length. */
export const lengthBytes = 4;

export class PreparedRow {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #payloadFrom = 0;
  #originFrom = 0;
  #mentionFrom = 0;
  #otherMentionsFrom = 0;
  /** Where the next row begins. */
  end = 0;

  moveTo(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#at = at;
    this.#payloadFrom = at + entryBytes + bytes.readUInt32LE(at + entryAt.key);
    this.#originFrom = this.#payloadFrom + bytes.readUInt32LE(at + entryAt.payload);
    this.#mentionFrom = this.#originFrom + bytes.readUInt32LE(at + entryAt.origin);
    this.#otherMentionsFrom = this.#mentionFrom + bytes.readUInt32LE(at + entryAt.mention);
    this.end = this.#otherMentionsFrom + bytes.readUInt32LE(at + entryAt.otherMentions);
  }

  /** One of `outcome`. */
  get outcome(): number {
    return this.#bytes.readUInt32LE(this.#at + entryAt.outcome);
  }

  /** Latest time at which the source is known to have had it; milliseconds since 1970 UTC. */
  get seenAt(): number {
    return this.#bytes.readDoubleLE(this.#at + entryAt.seenAt);
  }

  /** When the source changed it, by its own account; milliseconds since 1970 UTC, 0 if it does not say. */
  get changedAt(): number {
    return this.#bytes.readDoubleLE(this.#at + entryAt.changedAt);
  }

  /** Whether the source no longer has it. */
  get isVanished(): boolean {
    return this.#bytes.readUInt32LE(this.#at + entryAt.isVanished) === 1;
  }

  get key(): Buffer {
    return this.#bytes.subarray(this.#at + entryBytes, this.#payloadFrom);
  }

  get payload(): Buffer {
    return this.#bytes.subarray(this.#payloadFrom, this.#originFrom);
  }

  /** JSON of its source and its key there. */
  get origin(): Buffer {
    return this.#bytes.subarray(this.#originFrom, this.#mentionFrom);
  }

  /** The contractor that it names (see `mentionAt`); null without one. */
  get mention(): Buffer | null {
    if (this.#mentionFrom === this.#otherMentionsFrom) return null;
    return this.#bytes.subarray(this.#mentionFrom, this.#otherMentionsFrom);
  }

  /** The further contractors that it names, in their order. */
  get otherMentions(): Buffer[] {
    const mentions: Buffer[] = [];
    for (let at = this.#otherMentionsFrom; at < this.end; ) {
      const from = at + lengthBytes;
      at = from + this.#bytes.readUInt32LE(at);
      mentions.push(this.#bytes.subarray(from, at));
    }
    return mentions;
  }
}
