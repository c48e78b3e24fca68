/**
 * Memory for the records of one page, used again for the next: fresh memory for every page costs more than half of what
 * reading the records into it does. What was read is overwritten when the next page is.
 */

/** A page of ordinary records has some 65 kB; memory for larger ones than this is not kept. */
const maxKeptBytes = 1 << 20;

export class PageMemory {
  #bytes: Buffer = Buffer.alloc(0);

  /** So many bytes, whose content is that of an earlier page. */
  take(bytes: number): Buffer {
    if (bytes > maxKeptBytes) return Buffer.allocUnsafeSlow(bytes);
    if (bytes > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(bytes)));
    }
    return this.#bytes.subarray(0, bytes);
  }
}
