/**
 * Numbers short texts 0, 1, 2 … in the order in which they first appear: the same text always gets the same
 * number.
 *
 * Texts are stored in chunks of bytes, indexed by an open-addressing table, with about 30 bytes of overhead
 * per text, so millions fit where a Map of strings would not.
 */
import { at, u32At } from './at.js';
import { compareBytes, copyBytes } from './bytes.js';
import { GrowableU32 } from './growable.js';

const maxLoad = 0.6;

export class TextTable {
  readonly #chunkBytes: number;
  readonly #chunks: Buffer[] = [];
  #chunkFilled: number;
  /** Of each text: its chunk, where it begins there, its length, its hash. */
  readonly #chunk = new GrowableU32();
  readonly #start = new GrowableU32();
  readonly #length = new GrowableU32();
  readonly #hash = new GrowableU32();
  /** 1 + number of the text in a slot, 0 for a free one. */
  #slots = new Uint32Array(4096);
  #scratch = Buffer.allocUnsafeSlow(4096);

  /** `chunkBytes`: how much memory it takes at a time. */
  constructor(chunkBytes = 1 << 22) {
    this.#chunkBytes = chunkBytes;
    this.#chunkFilled = chunkBytes;
  }

  /** Texts in the table. */
  get size(): number {
    return this.#hash.length;
  }

  /** The number of the text, a new one when it was not seen before. */
  number(text: string): number {
    return this.#numberOfScratch(this.#take(text));
  }

  /** The number of the text whose bytes are `bytes[from, to)`, as `number` gives it. */
  numberOfBytes(bytes: Uint8Array, from: number, to: number): number {
    const length = to - from;
    if (length > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 * length);
    copyBytes(bytes, from, to, this.#scratch, 0);
    return this.#numberOfScratch({ hash: hashBytes(this.#scratch, length), length });
  }

  #numberOfScratch({ hash, length }: { readonly hash: number; readonly length: number }): number {
    const slot = this.#slot(hash, length);
    const entry = u32At(this.#slots, slot);
    if (entry !== 0) return entry - 1;
    this.#slots[slot] = this.size + 1;
    this.#store(hash, length);
    if (this.size > this.#slots.length * maxLoad) this.#grow();
    return this.size - 1;
  }

  /** Forgets all texts, and keeps the memory of the first of them. */
  clear(): void {
    for (const column of [this.#chunk, this.#start, this.#length, this.#hash]) column.clear();
    this.#chunks.length = Math.min(1, this.#chunks.length);
    this.#chunkFilled = this.#chunks.length === 0 ? this.#chunkBytes : 0;
    this.#slots.fill(0);
  }

  /** The number of the text, -1 when it was not seen before. */
  find(text: string): number {
    const { hash, length } = this.#take(text);
    return u32At(this.#slots, this.#slot(hash, length)) - 1;
  }

  /** The text of a number. */
  text(number: number): string {
    const start = this.#start.at(number);
    return at(this.#chunks, this.#chunk.at(number)).toString('utf8', start, start + this.#length.at(number));
  }

  /** The bytes of the text of a number: how many. */
  byteLength(number: number): number {
    return this.#length.at(number);
  }

  /** Copies the bytes of the text of a number to where `to` is in the target. */
  copyTo(number: number, target: Uint8Array, to: number): void {
    const start = this.#start.at(number);
    const chunk = at(this.#chunks, this.#chunk.at(number));
    copyBytes(chunk, start, start + this.#length.at(number), target, to);
  }

  /** Copies the text's bytes to where they are compared. */
  #take(text: string): { hash: number; length: number } {
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(text.length * 3);
    const length = this.#scratch.write(text);
    return { hash: hashBytes(this.#scratch, length), length };
  }

  /** The slot of the text, or the free one where it belongs. */
  #slot(hash: number, length: number): number {
    let slot = hash & (this.#slots.length - 1);
    for (let entry = u32At(this.#slots, slot); entry !== 0; entry = u32At(this.#slots, slot)) {
      if (this.#isText(entry - 1, hash, length)) break;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return slot;
  }

  #isText(number: number, hash: number, length: number): boolean {
    if (this.#hash.at(number) !== hash || this.#length.at(number) !== length) return false;
    const chunk = at(this.#chunks, this.#chunk.at(number));
    return compareBytes(chunk, this.#start.at(number), this.#scratch, 0, length) === 0;
  }

  #store(hash: number, length: number): void {
    if (this.#chunkFilled + length > this.#chunkBytes) {
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(this.#chunkBytes, length)));
      this.#chunkFilled = 0;
    }
    const last = this.#chunks.length - 1;
    copyBytes(this.#scratch, 0, length, at(this.#chunks, last), this.#chunkFilled);
    this.#chunk.push(last);
    this.#start.push(this.#chunkFilled);
    this.#length.push(length);
    this.#hash.push(hash);
    this.#chunkFilled += length;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.size; number++) {
      let slot = this.#hash.at(number) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

/** 32 well-mixed bits of the bytes (multiply and rotate a byte, then the finaliser of MurmurHash3). */
function hashBytes(bytes: Buffer, length: number): number {
  let hash = length;
  for (let i = 0; i < length; i++) {
    hash = Math.imul(hash ^ bytes.readUInt8(i), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
