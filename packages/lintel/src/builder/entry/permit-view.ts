/**
 * A prepared permit where it lies in a buffer, with its fields by name. A view is moved from permit to permit, so a
 * pass over millions of them makes no object for each; what it gives is valid until the buffer is reused.
 *
 * Numbers are as the table of stored fields says (`HeadType`); dates are YYYYMMDD, 0 when unknown.
 */

import type { ByteSpan } from '../../base/memory/bytes.js';
import { type RecordKey, readRecordKey } from '../../format/record-key.js';
import { type HeadField, headWidth, type LocatedField, noMention, permitAt } from './permit-entry.js';

const noBytes = Buffer.alloc(0);
/** Bytes of the brace that ends an object. */
const braceBytes = 1;

export class PermitView {
  /** The bytes of the permit: its head begins at `from`, its JSON ends at `to`. */
  bytes: Buffer = noBytes;
  from = 0;
  to = 0;

  /** Moves the view to the permit in `bytes[from, to)`, of which the end of the JSON may be left out. */
  moveTo(bytes: Buffer, from = 0, to = bytes.length): this {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    return this;
  }

  /** Number of its row in the build. */
  get row(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.row);
  }

  set row(row: number) {
    this.bytes.writeUInt32LE(row, this.from + permitAt.row);
  }

  /** Index of its source. */
  get source(): number {
    return this.bytes.readUInt16LE(this.from + permitAt.source);
  }

  set source(source: number) {
    this.bytes.writeUInt16LE(source, this.from + permitAt.source);
  }

  /** Number of its contractor mention; null without one. */
  get mention(): number | null {
    const mention = this.bytes.readUInt32LE(this.from + permitAt.mention);
    return mention === noMention ? null : mention;
  }

  set mention(mention: number | null) {
    this.bytes.writeUInt32LE(mention ?? noMention, this.from + permitAt.mention);
  }

  /** The key fields that are known, as bits (see `keyFields`). */
  get fill(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.fill);
  }

  set fill(fill: number) {
    this.bytes.writeUInt32LE(fill >>> 0, this.from + permitAt.fill);
  }

  /** The facts of its property that are known and not 0, as bits in the order of `propertyFactNames`. */
  get facts(): number {
    return this.bytes.readUInt16LE(this.from + permitAt.facts);
  }

  set facts(facts: number) {
    this.bytes.writeUInt16LE(facts, this.from + permitAt.facts);
  }

  /** Whether its declared value is far beyond the usual. */
  get isOutlier(): boolean {
    return this.bytes.readUInt8(this.from + permitAt.outlier) === 1;
  }

  set isOutlier(isOutlier: boolean) {
    this.bytes.writeUInt8(isOutlier ? 1 : 0, this.from + permitAt.outlier);
  }

  /** The facts that another row gave it, as bits in the same order. */
  get joined(): number {
    return this.bytes.readUInt16LE(this.from + permitAt.joined);
  }

  set joined(facts: number) {
    this.bytes.writeUInt16LE(facts, this.from + permitAt.joined);
  }

  /** Bits of the first 32 tags. */
  get tagsLow(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.tags);
  }

  set tagsLow(bits: number) {
    this.bytes.writeUInt32LE(bits >>> 0, this.from + permitAt.tags);
  }

  /** Bits of the other tags. */
  get tagsHigh(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.tagsHigh);
  }

  set tagsHigh(bits: number) {
    this.bytes.writeUInt32LE(bits >>> 0, this.from + permitAt.tagsHigh);
  }

  get startDate(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.start_date);
  }

  get status(): number {
    return this.bytes.readUInt8(this.from + permitAt.status);
  }

  get propertyType(): number {
    return this.bytes.readUInt8(this.from + permitAt.property_type);
  }

  get recordKind(): number {
    return this.bytes.readUInt8(this.from + permitAt.record_kind);
  }

  get jobValue(): number {
    return this.bytes.readDoubleLE(this.from + permitAt.job_value);
  }

  get constructionDuration(): number {
    return this.bytes.readInt32LE(this.from + permitAt.construction_duration);
  }

  get approvalDuration(): number {
    return this.bytes.readInt32LE(this.from + permitAt.approval_duration);
  }

  get inspectionPassRate(): number {
    return this.bytes.readInt32LE(this.from + permitAt.inspection_pass_rate);
  }

  /** The two letters of its state, the first in the low byte. */
  get state(): number {
    return this.bytes.readUInt16LE(this.from + permitAt.state);
  }

  get zipCode(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.zip_code);
  }

  get zipCodeExt(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.zip_code_ext);
  }

  /** Its point in steps (see points/mercator.ts). */
  get x(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.latlng);
  }

  get y(): number {
    return this.bytes.readUInt32LE(this.from + permitAt.latlng + 4);
  }

  get addressId(): RecordKey | null {
    return this.#geoId(permitAt.address_id);
  }

  get cityId(): RecordKey | null {
    return this.#geoId(permitAt.city_id);
  }

  get countyId(): RecordKey | null {
    return this.#geoId(permitAt.county_id);
  }

  get jurisdictionId(): RecordKey | null {
    return this.#geoId(permitAt.jurisdiction_id);
  }

  /** Its head: all numbers. */
  get head(): ByteSpan {
    return { bytes: this.bytes, from: this.from, to: this.json };
  }

  /** Where its JSON begins, from which all places in it count. */
  get json(): number {
    return this.from + permitAt.json;
  }

  /** Its number as JSON. */
  get number(): ByteSpan {
    return this.#span(permitAt.number_from, permitAt.number_to);
  }

  /** Its description as JSON. */
  get description(): ByteSpan {
    return this.#span(permitAt.description_from, permitAt.description_to);
  }

  /** Its type as JSON. */
  get type(): ByteSpan {
    return this.#span(permitAt.type_from, permitAt.type_to);
  }

  /** Its further contractors as JSON (see further-contractors.ts); empty without any. */
  get otherContractors(): ByteSpan {
    return this.#span(permitAt.other_contractors_from, permitAt.other_contractors_to);
  }

  get tags(): ByteSpan {
    return this.#span(permitAt.tags_from, permitAt.tags_to);
  }

  /** The start of its address: that of the building, whose JSON lacks the brace at the end. */
  get building(): ByteSpan {
    return this.#span(permitAt.address_from, permitAt.latlng_to);
  }

  /** Where the brace is that ends its address. */
  get addressBrace(): number {
    return this.#place(permitAt.address_to) - braceBytes;
  }

  /** Where the facts of its property begin, with the comma before the first; they end the JSON. */
  get factsFrom(): number {
    return this.#place(permitAt.geo_ids_to);
  }

  /** What it states for other permits of its address (see `packStated`), behind the JSON as prepared. */
  get statedFrom(): number {
    return this.#place(permitAt.stated);
  }

  /** Where the JSON of its origin begins: the end of the record. */
  get originFrom(): number {
    return this.#place(permitAt.origin);
  }

  set originFrom(from: number) {
    this.bytes.writeUInt32LE(from - this.json, this.from + permitAt.origin);
  }

  /** Where its further addresses begin; null without any. */
  get othersFrom(): number | null {
    const others = this.bytes.readUInt32LE(this.from + permitAt.others);
    return others === 0 ? null : this.json + others;
  }

  set othersFrom(from: number | null) {
    this.bytes.writeUInt32LE(from === null ? 0 : from - this.json, this.from + permitAt.others);
  }

  /** One permit has the same tags at all of its addresses. */
  takeTagsOf(permit: PermitView): void {
    this.tagsLow = permit.tagsLow;
    this.tagsHigh = permit.tagsHigh;
  }

  #geoId(at: number): RecordKey | null {
    const key = readRecordKey(this.bytes, this.from + at);
    return key.high === 0 && key.low === 0 ? null : key;
  }

  /** Where in the buffer a place of the JSON is, which the head holds at `at`. */
  #place(at: number): number {
    return this.json + this.bytes.readUInt32LE(this.from + at);
  }

  #span(from: number, to: number): ByteSpan {
    return { bytes: this.bytes, from: this.#place(from), to: this.#place(to) };
  }
}

/** How to find the JSON of a field in a permit as prepared. */
export function spanReader(name: LocatedField): (permit: PermitView) => ByteSpan {
  const [first, last] = [permitAt[`${name}_from`], permitAt[`${name}_to`]];
  return ({ bytes, from, json }) => ({
    bytes,
    from: json + bytes.readUInt32LE(from + first),
    to: json + bytes.readUInt32LE(from + last),
  });
}

/** How to read a number of a permit's head, including dates and vocabulary words. Not for geo_ids, tags and texts. */
export function numberReader(name: HeadField): (permit: PermitView) => number {
  const offset = permitAt[name];
  switch (headWidth(name)) {
    case 'f64':
      return ({ bytes, from }) => bytes.readDoubleLE(from + offset);
    case 'i32':
      return ({ bytes, from }) => bytes.readInt32LE(from + offset);
    case 'u32':
      return ({ bytes, from }) => bytes.readUInt32LE(from + offset);
    case 'u16':
      return ({ bytes, from }) => bytes.readUInt16LE(from + offset);
    case 'u8':
      return ({ bytes, from }) => bytes.readUInt8(from + offset);
    default:
      throw new Error(`${name} is not one number`);
  }
}
