/** A growing buffer with the few ways of writing that packing rows needs. Words are little-endian. */
const zeroGeoId = Buffer.alloc(8);

export class ByteSink {
  /** Bytes written so far. */
  length = 0;
  #bytes: Buffer<ArrayBuffer>;
  /** The same memory; its setters are compiled in place, those of a Buffer are not. */
  #view: DataView<ArrayBuffer>;

  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(64, bytes));
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Leaves `count` zero bytes for the setters; gives where they begin. */
  skip(count: number): number {
    this.#reserve(count);
    const start = this.length;
    this.length += count;
    this.#bytes.fill(0, start, this.length);
    return start;
  }

  /** Appends text as UTF-8. */
  text(text: string): void {
    this.#reserve(text.length * 3);
    this.length += this.#bytes.write(text, this.length, 'utf8');
  }

  /** Appends hexadecimal digits as bytes. */
  hex(digits: string): void {
    this.#reserve(digits.length / 2);
    this.length += this.#bytes.write(digits, this.length, 'hex');
  }

  setUint8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  setUint16(at: number, value: number): void {
    this.#bytes.writeUInt16LE(value, at);
  }

  setUint32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  setUint32BigEndian(at: number, value: number): void {
    this.#view.setUint32(at, value);
  }

  setInt32(at: number, value: number): void {
    this.#view.setInt32(at, value, true);
  }

  setDouble(at: number, value: number): void {
    this.#view.setFloat64(at, value, true);
  }

  /** The eight bytes of a geo_id; zeros for null. */
  setGeoId(at: number, geoId: string | null): void {
    if (geoId === null) zeroGeoId.copy(this.#bytes, at);
    else this.#bytes.write(geoId, at, 8, 'base64url');
  }

  /** Takes back everything from `length` on. */
  cut(length: number): void {
    this.length = length;
  }

  /** What was written, without room for more. */
  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
