/**
 * A growing buffer in memory that threads share, with what packing rows writes. Words are little-endian.
 */

/** Values of hexadecimal digits and of base64url digits by character code. */
const hexValues = valuesOf('0123456789abcdef');
const base64Values = valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

function valuesOf(digits: string): Uint8Array {
  const values = new Uint8Array(128);
  for (let value = 0; value < digits.length; value++) values[digits.charCodeAt(value)] = value;
  return values;
}

/** The bytes of a text in UTF-8. */
export function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The key of a member of a JSON object with the punctuation before it, without a value and with null. */
export interface JsonKey {
  readonly bare: Uint8Array;
  readonly withNull: Uint8Array;
}

/** `before`: the JSON text before the value, for example `,"number":`. */
export function jsonKey(before: string): JsonKey {
  return { bare: encoded(before), withNull: encoded(`${before}null`) };
}

export class ByteSink {
  /** Bytes written so far. */
  length = 0;
  #bytes: Buffer<SharedArrayBuffer>;
  /** The same memory; its setters are inlined, a Buffer's are not. */
  #view: DataView<SharedArrayBuffer>;

  /** `room`: memory to write into; a sink that needs more takes its own. */
  constructor(room: SharedArrayBuffer) {
    this.#bytes = Buffer.from(room);
    this.#view = new DataView(room);
  }

  /** Leaves `count` zero bytes for the setters; returns where they begin. */
  skip(count: number): number {
    this.#reserve(count);
    const start = this.length;
    this.length += count;
    // Not the buffer's own `fill`, which checks its arguments for longer than it fills a few bytes.
    Uint8Array.prototype.fill.call(this.#bytes, 0, start, this.length);
    return start;
  }

  /** Appends text as UTF-8; returns how many bytes that were. */
  text(text: string): number {
    this.#reserve(text.length * 3);
    const written = this.#bytes.write(text, this.length, 'utf8');
    this.length += written;
    return written;
  }

  /** Appends a member of a JSON object: its key and a text or null. */
  jsonText(key: JsonKey, text: string | null): void {
    if (text === null) {
      this.bytes(key.withNull);
      return;
    }
    this.bytes(key.bare);
    this.text(JSON.stringify(text));
  }

  /** Appends a member of a JSON object: its key and a number or null. */
  jsonNumber(key: JsonKey, value: number | null): void {
    if (value === null) {
      this.bytes(key.withNull);
      return;
    }
    this.bytes(key.bare);
    this.text(JSON.stringify(value));
  }

  /** Appends the bytes of lower-case hexadecimal digits. */
  hex(digits: string): void {
    this.#reserve(digits.length / 2);
    for (let i = 0; i + 1 < digits.length; i += 2) {
      this.#view.setUint8(
        this.length++,
        (digitAt(hexValues, digits, i) << 4) | digitAt(hexValues, digits, i + 1),
      );
    }
  }

  /** Appends bytes. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What was written from `start` on, one character per byte: a string is cheaper than a buffer. */
  copy(start: number): string {
    return this.#bytes.toString('latin1', start, this.length);
  }

  /** Appends what `copy` gave. */
  copied(bytes: string): void {
    this.#reserve(bytes.length);
    this.length += this.#bytes.write(bytes, this.length, 'latin1');
  }

  setUint8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  setUint16(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  setUint32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  /** Adds bits to a word. */
  orUint32(at: number, bits: number): void {
    this.#view.setUint32(at, this.#view.getUint32(at, true) | bits, true);
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
    let high = 0;
    let low = 0;
    if (geoId !== null) {
      for (let i = 0; i < 5; i++) high = (high << 6) | digitAt(base64Values, geoId, i);
      for (let i = 6; i < 10; i++) low = (low << 6) | digitAt(base64Values, geoId, i);
      const middle = digitAt(base64Values, geoId, 5);
      high = (high << 2) | (middle >> 4);
      low = ((middle & 15) << 28) | (low << 4) | (digitAt(base64Values, geoId, 10) >> 2);
    }
    this.#view.setUint32(at, high);
    this.#view.setUint32(at + 4, low);
  }

  /** Whether what was written from `second` on is the same as from `first` up to there. */
  isTwice(first: number, second: number): boolean {
    return this.#bytes.compare(this.#bytes, first, second, second, this.length) === 0;
  }

  /** Removes everything from `length` on. */
  cut(length: number): void {
    this.length = length;
  }

  /** What was written, without room for more. */
  taken(): Uint8Array<SharedArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.from(new SharedArrayBuffer(Math.max(needed, this.#bytes.length * 2)));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function digitAt(values: Uint8Array, digits: string, at: number): number {
  const value = values[digits.charCodeAt(at)];
  if (value === undefined) throw new RangeError(`no digit ${at} in "${digits}"`);
  return value;
}
