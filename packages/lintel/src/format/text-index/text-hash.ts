/** A 64-bit hash that identifies a word while an index is written. */
export class TextHash {
  high = 0;
  low = 0;

  /** Hashes `bytes[from, to)`. */
  read(bytes: Uint8Array, from: number, to: number): void {
    let high = 0x811c9dc5 ^ (to - from);
    let low = 0x2545f491;
    for (let i = from; i < to; i++) {
      const byte = bytes[i] ?? 0;
      high = Math.imul(high ^ byte, 0x01000193);
      low = Math.imul(low ^ byte, 0x5bd1e995);
      low ^= low >>> 15;
    }
    high = Math.imul(high ^ (high >>> 16), 0x85ebca6b);
    this.high = (high ^ (high >>> 13)) >>> 0;
    this.low = low >>> 0;
  }
}
