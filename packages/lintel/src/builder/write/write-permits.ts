/**
 * Second pass over the permits, in result order: inserts each contractor's id, records the origin, and feeds
 * everything that is summed over permits.
 */
import { join } from 'node:path';
import { dateText } from '../../base/calendar-date.js';
import type { WrittenFile } from '../../base/files/file-writer.js';
import { handled } from '../../base/handled.js';
import { u32At } from '../../base/memory/at.js';
import { widths } from '../../base/memory/byte-layout.js';
import type { Ticker } from '../../base/ticker.js';
import { idsFile } from '../../format/layout.js';
import { keyFieldBits } from '../../format/permit-fields.js';
import { factWords, packFacts } from '../../format/roll-ups/permit-facts.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import type { Collected } from '../collect/collect.js';
import type { SourceTally } from '../collect/source-tally.js';
import { keyBytes } from '../entry/pack-permit.js';
import { type OtherAddresses, readOthers } from '../entry/permit-addresses.js';
import { isZero, keyDateBytes, noMention, permitAt } from '../entry/permit-entry.js';
import { type EnrichedPermit, enrichFacts, enrichPermit } from '../link/enrich-permit.js';
import type { AddressWriter } from './address-writer.js';
import type { ContractorShares } from './contractor-shares.js';
import { type FilterWriter, furtherAddress } from './filter-writer.js';
import { placeKeyWords } from './place-facts.js';
import type { PlaceWriter } from './place-writer.js';
import type { PropertiesWriter } from './properties-writer.js';

/** Where the pass writes, and what it feeds. */
interface PermitOutputs {
  readonly directory: string;
  readonly scratch: string;
  readonly memoryBytes: number;
  readonly ticker: Ticker;
  readonly addresses: AddressWriter;
  readonly places: PlaceWriter;
  readonly shares: ContractorShares;
  readonly filters: FilterWriter;
  readonly properties: PropertiesWriter;
}

interface WrittenPermits {
  readonly files: readonly WrittenFile[];
  /** The largest files, once they are written to disk. */
  readonly segments: Promise<readonly WrittenFile[]>;
  readonly rows: number;
  /** Earliest and latest known start_date. */
  readonly from: string | null;
  readonly to: string | null;
}

const contractorKey = Buffer.from(',"contractor_id":"');
const tagsKeyBytes = keyBytes('tags');
const quote = Buffer.from('"');
const closingBrace = Buffer.from('}');
const contractorFill = keyFieldBits('contractor_id');
const permitIdBytes = 8;
const tagBytes = widths.u64;

export async function writePermits(collected: Collected, outputs: PermitOutputs): Promise<WrittenPermits> {
  const { permits, tallies } = collected;
  const { ticker } = outputs;
  const superseded = await permits.duplicates.superseded(ticker, 'permits', (source) => {
    const tally = tallies[source];
    if (tally !== undefined) tally.merged += 1;
  });
  collected.addFurther(superseded);
  const tallyOf = (source: number) => {
    const tally = tallies[source];
    if (tally === undefined) throw new Error('facts of no source');
    return tally;
  };
  await collected.properties.join(ticker, superseded, {
    property(source, isNewest) {
      const tally = tallyOf(source);
      if (isNewest) tally.records += 1;
      else tally.merged += 1;
    },
    conflict: (source, field) => tallyOf(source).addDefects({ [`property_conflict ${field}`]: 1 }),
  });
  const segment = new SegmentWriter(outputs.directory, 'permits');
  const origins = new SegmentWriter(outputs.directory, 'origins');
  const ids = new IdsWriter(
    join(outputs.directory, idsFile('permits')),
    `${outputs.scratch}permit-places`,
    outputs.memoryBytes / 4,
  );
  const pass = new PermitPass(collected, outputs, segment);
  try {
    ticker.step('Writing permits', permits.rows.count, 'permits');
    for (const { bytes, key, payload, end } of permits.rows.sorted()) {
      if (ticker.count()) {
        await ticker.yieldToEventLoop();
        const { addresses, filters, properties, places } = outputs;
        for (const writer of [addresses, filters, properties, places]) await writer.drained();
      }
      if (superseded.has(bytes.readUInt32LE(payload + permitAt.row))) continue;
      const json = payload + permitAt.json;
      const origin = json + bytes.readUInt32LE(payload + permitAt.origin);
      const further = bytes.readUInt32LE(payload + permitAt.others);
      const originEnd = further === 0 ? end : json + further;
      const others = further === 0 ? null : readOthers(bytes, originEnd, end);
      const place = pass.write(bytes, key, payload, origin, others);
      origins.write(bytes, origin, originEnd);
      origins.endRow();
      const id = key + keyDateBytes;
      ids.add({ high: bytes.readUInt32BE(id), low: bytes.readUInt32BE(id + permitIdBytes / 2) }, place);
    }
    const segments = handled(Promise.all([segment.finish(), origins.finish()]).then((files) => files.flat()));
    const files = [await ids.finish(ticker, 'permits')];
    return { files, segments, rows: segment.rows, from: dateText(pass.from), to: dateText(pass.to) };
  } finally {
    segment.close();
    origins.close();
    ids.close();
  }
}

class PermitPass {
  /** Earliest and latest start_date as YYYYMMDD, 0 when none is known. */
  from = 0;
  to = 0;
  readonly #collected: Collected;
  readonly #outputs: PermitOutputs;
  readonly #segment: SegmentWriter;
  readonly #keys = new Uint32Array(placeKeyWords);
  /** The facts of the current permit that metrics use. */
  readonly #facts = new Uint32Array(factWords);
  readonly #factBytes = new Uint8Array(this.#facts.buffer);
  /** Its known key fields, as bits. */
  #fill = 0;

  constructor(collected: Collected, outputs: PermitOutputs, segment: SegmentWriter) {
    this.#collected = collected;
    this.#outputs = outputs;
    this.#segment = segment;
  }

  /**
   * Writes the permit whose prepared payload is at `at`, its JSON up to `end`, and adds it to all sums;
   * returns where it was written.
   */
  write(
    bytes: Buffer,
    key: number,
    at: number,
    end: number,
    others: OtherAddresses | null,
  ): { offset: number; length: number } {
    const contractor = this.#contractor(bytes, at);
    const known = this.#collected.properties.take(bytes, key, bytes.readUInt32LE(at + permitAt.row));
    const enriched = known === null ? null : enrichPermit(bytes, at, end, known);
    this.#writeRecord(bytes, at, end, contractor, enriched, others);
    const texts = at + permitAt.json + bytes.readUInt32LE(at + permitAt.description_to);
    this.#outputs.filters.add(bytes, at, texts, contractor);
    this.#outputs.properties.add(bytes, at, end, enriched, contractor);
    if (enriched?.isOverruled)
      this.#tally(bytes, at).addDefects({ 'property_type_overruled property_type': 1 });
    this.#count(bytes, at, contractor);
    this.#addSums(bytes, at, contractor);
    this.#addAddress(bytes, at);
    if (others !== null) this.#addOthers(bytes, key, at, others);
    return this.#segment.endRow();
  }

  #writeRecord(
    bytes: Buffer,
    at: number,
    end: number,
    contractor: number,
    enriched: EnrichedPermit | null,
    others: OtherAddresses | null,
  ): void {
    const json = at + permitAt.json;
    const split = json + bytes.readUInt32LE(at + permitAt.tags_from) - tagsKeyBytes;
    this.#segment.write(bytes, json, split);
    if (contractor >= 0) {
      this.#segment.write(contractorKey);
      this.#segment.write(this.#collected.mentions.identity.id(contractor));
      this.#segment.write(quote);
    }
    const tags = enriched?.tags ?? null;
    if (tags !== null) this.#segment.write(tags.text);
    // Further addresses follow the last member of the record, before its brace.
    const brace = others === null ? 0 : 1;
    this.#segment.write(bytes, tags?.to ?? split, enriched?.from ?? end - brace);
    if (enriched !== null) this.#segment.write(enriched.text, 0, enriched.text.length - brace);
    if (others !== null) {
      this.#segment.write(bytes, others.textFrom, others.textTo);
      this.#segment.write(closingBrace);
    }
  }

  /** Adds the permit to everything kept about its further addresses. */
  #addOthers(bytes: Buffer, key: number, permit: number, { payloads }: OtherAddresses): void {
    const { filters, properties, places } = this.#outputs;
    const counted = [this.#keys.slice()];
    for (const { at, end } of payloads) {
      const known = this.#collected.properties.take(bytes, key, bytes.readUInt32LE(at + permitAt.row));
      // One permit has the same tags at all of its addresses.
      bytes.copy(bytes, at + permitAt.tags, permit + permitAt.tags, permit + permitAt.tags + tagBytes);
      const tail = known === null ? null : enrichFacts(bytes, at, end, known);
      filters.addOther(bytes, at);
      properties.add(bytes, at, end, tail, furtherAddress);
      this.#addAddress(bytes, at);
      const keys = this.#placeKeys(bytes, at).slice();
      if (leaveOut(keys, counted)) places.add(this.#facts, this.#fill, keys);
      counted.push(keys);
    }
  }

  #contractor(bytes: Buffer, at: number): number {
    const mention = bytes.readUInt32LE(at + permitAt.mention);
    if (mention === noMention) return -1;
    this.#collected.mentions.countRecord(mention, bytes.readUInt32LE(at + permitAt.start_date));
    return this.#collected.mentions.contractor(mention);
  }

  #tally(bytes: Buffer, at: number): SourceTally {
    const tally = this.#collected.tallies[bytes.readUInt16LE(at + permitAt.source)];
    if (tally === undefined) throw new Error('a permit of no source');
    return tally;
  }

  #count(bytes: Buffer, at: number, contractor: number): void {
    const tally = this.#tally(bytes, at);
    tally.records += 1;
    tally.addFill(bytes.readUInt32LE(at + permitAt.fill) | (contractor >= 0 ? contractorFill : 0));
    const start = bytes.readUInt32LE(at + permitAt.start_date);
    if (start === 0) return;
    if (this.from === 0 || start < this.from) this.from = start;
    if (start > this.to) this.to = start;
  }

  #addAddress(bytes: Buffer, at: number): void {
    const address = at + permitAt.address_id;
    if (isZero(bytes, address)) return;
    const json = at + permitAt.json;
    const from = json + bytes.readUInt32LE(at + permitAt.address_from);
    const to = json + bytes.readUInt32LE(at + permitAt.latlng_to);
    this.#outputs.addresses.add(bytes, address, at + permitAt.city_id, from, to, this.#factBytes);
  }

  #addSums(bytes: Buffer, at: number, contractor: number): void {
    const permit = {
      start: bytes.readUInt32LE(at + permitAt.start_date),
      status: bytes.readUInt8(at + permitAt.status),
      propertyType: bytes.readUInt8(at + permitAt.property_type),
      recordKind: bytes.readUInt8(at + permitAt.record_kind),
      tagsLow: bytes.readUInt32LE(at + permitAt.tags),
      tagsHigh: bytes.readUInt32LE(at + permitAt.tagsHigh),
      jobValue: bytes.readDoubleLE(at + permitAt.job_value),
      construction: bytes.readInt32LE(at + permitAt.construction_duration),
      approval: bytes.readInt32LE(at + permitAt.approval_duration),
      inspection: bytes.readInt32LE(at + permitAt.inspection_pass_rate),
      contractor,
    };
    const { places, shares } = this.#outputs;
    packFacts(this.#facts, 0, permit);
    this.#fill = (bytes.readUInt32LE(at + permitAt.fill) | (contractor >= 0 ? contractorFill : 0)) >>> 0;
    places.add(this.#facts, this.#fill, this.#placeKeys(bytes, at));
    if (contractor >= 0) shares.addPermit(contractor, this.#facts);
  }

  /** The places of the permit at `at` as 64-bit keys, in the order of `rolledKinds`. */
  #placeKeys(bytes: Buffer, at: number): Uint32Array {
    const keys = this.#keys;
    let filled = 0;
    for (const geoId of geoPlaces) {
      keys[filled++] = bytes.readUInt32BE(at + geoId);
      keys[filled++] = bytes.readUInt32BE(at + geoId + 4);
    }
    keys[filled + 1] = bytes.readUInt16BE(at + permitAt.state);
    keys[filled + 3] = bytes.readUInt32LE(at + permitAt.zip_code);
    return keys;
  }
}

/** Clears the places in which the permit was counted at another address; false when none is left. */
function leaveOut(keys: Uint32Array, counted: readonly Uint32Array[]): boolean {
  let isAny = false;
  for (let i = 0; i < keys.length; i += 2) {
    const [high, low] = [u32At(keys, i), u32At(keys, i + 1)];
    if (counted.some((other) => other[i] === high && other[i + 1] === low)) keys[i] = keys[i + 1] = 0;
    else isAny ||= high !== 0 || low !== 0;
  }
  return isAny;
}

/** Where the geo_ids of a permit's city, county and jurisdiction are. */
const geoPlaces = [permitAt.city_id, permitAt.county_id, permitAt.jurisdiction_id];
