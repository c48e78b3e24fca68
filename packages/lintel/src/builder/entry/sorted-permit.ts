/** A permit as the second pass takes it from the sort: with its key, its origin and its further addresses. */
import type { ByteSpan } from '../../base/memory/bytes.js';
import type { SortedEntry } from '../../base/sort/sort-entry.js';
import { type RecordKey, readRecordKey } from '../../format/record-key.js';
import { type OtherAddresses, readOthers } from './permit-addresses.js';
import { keyDateBytes } from './permit-entry.js';
import { PermitView } from './permit-view.js';

const nothing: ByteSpan = { bytes: Buffer.alloc(0), from: 0, to: 0 };

/** Moved from entry to entry; what it gives is valid until the next one. */
export class SortedPermit {
  /** Its JSON is the record. */
  readonly permit = new PermitView();
  /** Its date inverted, then its id. */
  key = nothing;
  /** JSON of its source and its key there. */
  origin = nothing;
  others: OtherAddresses | null = null;

  moveTo({ bytes, key, payload, end }: SortedEntry): void {
    const permit = this.permit.moveTo(bytes, payload, end);
    permit.to = permit.originFrom;
    const othersFrom = permit.othersFrom;
    this.key = { bytes, from: key, to: payload };
    this.origin = { bytes, from: permit.to, to: othersFrom ?? end };
    this.others = othersFrom === null ? null : readOthers({ bytes, from: othersFrom, to: end });
  }

  /** Key of its id. */
  get id(): RecordKey {
    return readRecordKey(this.key.bytes, this.key.from + keyDateBytes);
  }
}
