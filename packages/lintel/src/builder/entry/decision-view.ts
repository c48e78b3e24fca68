/**
 * A prepared decision where it lies in an entry of the sort, with its parts by name. A view is moved from entry to
 * entry; what it gives is valid until the next one.
 */
import type { ByteSpan } from '../../base/memory/bytes.js';
import type { SortedEntry } from '../../base/sort/sort-entry.js';
import { type RecordKey, readRecordKey } from '../../format/record-key.js';
import { decisionAt, keyDateBytes } from './permit-entry.js';

export class DecisionView {
  #entry: SortedEntry = { bytes: Buffer.alloc(0), key: 0, payload: 0, end: 0 };

  moveTo(entry: SortedEntry): void {
    this.#entry = entry;
  }

  /** Number of its row in the build. */
  get row(): number {
    return this.#entry.bytes.readUInt32LE(this.#entry.payload + decisionAt.row);
  }

  /** Index of its source. */
  get source(): number {
    return this.#entry.bytes.readUInt16LE(this.#entry.payload + decisionAt.source);
  }

  /** The first half of its UUID. */
  get id(): RecordKey {
    return readRecordKey(this.#entry.bytes, this.#entry.key + keyDateBytes);
  }

  get addressId(): RecordKey | null {
    return this.#geoId(decisionAt.address);
  }

  get cityId(): RecordKey | null {
    return this.#geoId(decisionAt.city);
  }

  /** Its address as a JSON object of the permit's shape. */
  get address(): ByteSpan {
    const { bytes, payload } = this.#entry;
    const from = payload + decisionAt.end;
    return { bytes, from, to: from + bytes.readUInt32LE(payload + decisionAt.addressLength) };
  }

  /** Its JSON. */
  get record(): ByteSpan {
    return { bytes: this.#entry.bytes, from: this.address.to, to: this.#entry.end };
  }

  #geoId(at: number): RecordKey | null {
    const key = readRecordKey(this.#entry.bytes, this.#entry.payload + at);
    return key.high === 0 && key.low === 0 ? null : key;
  }
}
