/** Texts as Parquet has them without a dictionary: each after the number of its bytes, a word of four bytes. */
import { compareBytes, copyBytes } from '../base/memory/bytes.js';

const lengthBytes = 4;

export class PlainTexts {
  /** How many there are. */
  count = 0;
  #bytes = Buffer.allocUnsafe(4096);
  #filled = 0;

  /** Adds the text whose bytes are `source[from, to)`. */
  push(source: Uint8Array, from: number, to: number): void {
    const at = this.#begin(to - from);
    copyBytes(source, from, to, this.#bytes, at);
  }

  /** Adds a text of `length` bytes, which `write` copies to a position of the target. */
  pushWritten(length: number, write: (target: Uint8Array, at: number) => void): void {
    const at = this.#begin(length);
    write(this.#bytes, at);
  }

  /** All of them, as a view that is valid until more are added. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#filled);
  }

  /** The least and the greatest text by their bytes. */
  bounds(): { readonly min_value?: string; readonly max_value?: string } {
    if (this.count === 0) return {};
    let [least, greatest] = [0, 0];
    for (let at = 0; at < this.#filled; at += lengthBytes + this.#bytes.readUInt32LE(at)) {
      if (this.#compare(at, least) < 0) least = at;
      else if (this.#compare(at, greatest) > 0) greatest = at;
    }
    return { min_value: this.#text(least), max_value: this.#text(greatest) };
  }

  /** Leaves room for a text; gives where its bytes belong. */
  #begin(length: number): number {
    const end = this.#filled + lengthBytes + length;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.view()], 2 * end);
    const at = this.#bytes.writeUInt32LE(length, this.#filled);
    this.#filled = end;
    this.count += 1;
    return at;
  }

  #text(at: number): string {
    const start = at + lengthBytes;
    return this.#bytes.toString('utf8', start, start + this.#bytes.readUInt32LE(at));
  }

  #compare(a: number, b: number): number {
    const [lengthA, lengthB] = [this.#bytes.readUInt32LE(a), this.#bytes.readUInt32LE(b)];
    const common = Math.min(lengthA, lengthB);
    const order = compareBytes(this.#bytes, a + lengthBytes, this.#bytes, b + lengthBytes, common);
    return order === 0 ? lengthA - lengthB : order;
  }
}
