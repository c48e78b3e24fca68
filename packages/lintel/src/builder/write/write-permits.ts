/**
 * Second pass over the permits, in result order: inserts each contractor's id, records the origin, and feeds
 * everything that is summed over permits.
 */
import { join } from 'node:path';
import { dateText } from '../../base/calendar-date.js';
import type { WrittenFile } from '../../base/files/file-writer.js';
import { handled } from '../../base/handled.js';
import { u32At } from '../../base/memory/at.js';
import type { ByteSpan } from '../../base/memory/bytes.js';
import type { BitSet } from '../../base/memory/growable.js';
import type { Ticker } from '../../base/ticker.js';
import type { AreaSet } from '../../format/areas/area-sets.js';
import { idsFile, mergedIdsFile } from '../../format/layout.js';
import { keyFieldBits } from '../../format/permit-fields.js';
import { type RecordKey, recordKey } from '../../format/record-key.js';
import { factWords, packFacts } from '../../format/roll-ups/permit-facts.js';
import { parseRowOrigin } from '../../format/segment/row-origin.js';
import { IdsWriter, SegmentWriter } from '../../format/segment/segment-writer.js';
import type { Collected } from '../collect/collect.js';
import { keyBytes } from '../entry/pack-permit.js';
import type { OtherAddresses } from '../entry/permit-addresses.js';
import type { PermitView } from '../entry/permit-view.js';
import { SortedPermit } from '../entry/sorted-permit.js';
import { type EnrichedPermit, enrichFacts, enrichPermit } from '../link/enrich-permit.js';
import { linkedContractors } from '../link/further-contractors.js';
import type { AddressWriter } from './address-writer.js';
import { AreasWriter } from './areas-writer.js';
import type { ContractorShares } from './contractor-shares.js';
import { DictionariesWriter } from './dictionaries-writer.js';
import { type FilterWriter, furtherAddress } from './filter-writer.js';
import { keyAt, type PlaceKeys, placeKeyWords } from './place-facts.js';
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
  readonly areas: readonly AreaSet[];
  /** The day of the release, as YYYYMMDD. */
  readonly today: number;
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

const outlierMember = Buffer.from(',"job_value_outlier":true');
const contractorKey = Buffer.from(',"contractor_id":"');
const tagsKeyBytes = keyBytes('tags');
const otherContractorsBytes = keyBytes('other_contractors');
const quote = Buffer.from('"');
const closingBrace = Buffer.from('}');
const contractorFill = keyFieldBits('contractor_id');

export async function writePermits(collected: Collected, outputs: PermitOutputs): Promise<WrittenPermits> {
  const { permits, tallies } = collected;
  const { ticker } = outputs;
  const superseded = await permits.duplicates.superseded(ticker, 'permits', (source) => {
    const tally = tallies[source];
    if (tally !== undefined) tally.merged += 1;
  });
  collected.addFurther(superseded);
  await joinProperties(collected, superseded, ticker);
  const segment = new SegmentWriter(outputs.directory, 'permits');
  const origins = new SegmentWriter(outputs.directory, 'origins');
  const ids = new IdsWriter(
    join(outputs.directory, idsFile('permits')),
    `${outputs.scratch}permit-places`,
    outputs.memoryBytes / 4,
  );
  const mergedIds = new IdsWriter(
    join(outputs.directory, mergedIdsFile),
    `${outputs.scratch}merged-ids`,
    outputs.memoryBytes / 4,
  );
  const dictionaries = new DictionariesWriter(outputs.directory, outputs.scratch);
  const { directory, scratch } = outputs;
  const areas = outputs.areas.length === 0 ? null : new AreasWriter(directory, scratch, outputs.areas);
  const pass = new PermitPass(collected, outputs, { segment, dictionaries, areas });
  const entry = new SortedPermit();
  try {
    ticker.step('Writing permits', permits.rows.count, 'permits');
    for (const sorted of permits.rows.sorted()) {
      if (ticker.count()) {
        await ticker.yieldToEventLoop();
        const { addresses, filters, properties, places } = outputs;
        for (const writer of [addresses, filters, properties, places]) await writer.drained();
      }
      entry.moveTo(sorted);
      if (superseded.has(entry.permit.row)) continue;
      ids.add(entry.id, pass.write(entry));
      addMergedIds(mergedIds, entry, segment.rows - 1);
      origins.writeSpan(entry.origin);
      origins.endRow();
    }
    const segments = handled(Promise.all([segment.finish(), origins.finish()]).then((files) => files.flat()));
    const files = [await ids.finish(ticker, 'permits'), ...dictionaries.finish(), ...(areas?.finish() ?? [])];
    if (mergedIds.count > 0) files.push(await mergedIds.finish(ticker, 'permits'));
    return { files, segments, rows: segment.rows, from: dateText(pass.from), to: dateText(pass.to) };
  } finally {
    segment.close();
    origins.close();
    ids.close();
    dictionaries.close();
    areas?.close();
    mergedIds.close();
  }
}

const brace = '}'.charCodeAt(0);
const bracket = 1;

/** Adds the ids of the permits that were merged into this one. */
function addMergedIds(ids: IdsWriter, { origin: { bytes, from, to } }: SortedPermit, row: number): void {
  // Only what other sources gave is an object; it ends the list.
  if (bytes[to - bracket - 1] !== brace) return;
  for (const { id } of parseRowOrigin(bytes.toString('utf8', from, to)).merged) {
    const key = recordKey('permits', id);
    if (key !== null) ids.add(key, { offset: row, length: 0 });
  }
}

/** Finds the facts that assessors and other permits give each permit, and counts where these come from. */
function joinProperties(
  { properties, tallies }: Collected,
  superseded: BitSet,
  ticker: Ticker,
): Promise<void> {
  const tallyOf = (source: number) => {
    const tally = tallies[source];
    if (tally === undefined) throw new Error('facts of no source');
    return tally;
  };
  return properties.join(ticker, superseded, {
    property(source, isNewest) {
      const tally = tallyOf(source);
      if (isNewest) tally.records += 1;
      else tally.merged += 1;
    },
    conflict: (source, field) => tallyOf(source).addDefects({ [`property_conflict ${field}`]: 1 }),
  });
}

interface PermitContractors {
  /** The number of the main one, -1 without one. */
  readonly contractor: number;
  /** The member `other_contractors` with the comma before it. */
  readonly further: Buffer | null;
}

/** What is written row by row. */
interface ByRow {
  readonly segment: SegmentWriter;
  readonly dictionaries: DictionariesWriter;
  /** Null without named areas. */
  readonly areas: AreasWriter | null;
}

class PermitPass {
  /** Earliest and latest start_date as YYYYMMDD, 0 when none is known. */
  from = 0;
  to = 0;
  readonly #collected: Collected;
  readonly #outputs: PermitOutputs;
  readonly #segment: SegmentWriter;
  readonly #dictionaries: DictionariesWriter;
  readonly #areas: AreasWriter | null;
  readonly #keys = new Uint32Array(placeKeyWords);
  /** The facts of the current permit that metrics use. */
  readonly #facts = new Uint32Array(factWords);
  readonly #factBytes = new Uint8Array(this.#facts.buffer);
  /** Its known key fields, as bits. */
  #fill = 0;

  constructor(collected: Collected, outputs: PermitOutputs, { segment, dictionaries, areas }: ByRow) {
    this.#collected = collected;
    this.#outputs = outputs;
    this.#segment = segment;
    this.#dictionaries = dictionaries;
    this.#areas = areas;
  }

  /** Writes a permit and adds it to all sums; returns where it was written. */
  write({ permit, key, others }: SortedPermit): { offset: number; length: number } {
    const contractor = this.#contractor(permit);
    permit.isOutlier = this.#collected.values.isOutlier(permit);
    const known = this.#collected.properties.take(key, permit.row);
    const enriched = known === null ? null : enrichPermit(permit, known);
    const further = this.#furtherContractors(permit, contractor);
    this.#writeRecord(permit, { contractor, further }, enriched, others);
    this.#outputs.filters.add(permit, contractor);
    this.#dictionaries.add(permit, enriched?.facts ?? null);
    this.#outputs.properties.add(permit, enriched, contractor);
    this.#count(permit, contractor, enriched?.isOverruled ?? false);
    this.#addSums(permit, contractor);
    this.#addAddress(permit);
    if (others !== null) this.#addOthers(key, permit, others);
    return this.#segment.endRow();
  }

  #writeRecord(
    permit: PermitView,
    { contractor, further }: PermitContractors,
    enriched: EnrichedPermit | null,
    others: OtherAddresses | null,
  ): void {
    const { bytes, tags, otherContractors: prepared } = permit;
    const tagsKey = tags.from - tagsKeyBytes;
    // Further contractors are the last member before those that linking adds.
    const hasFurther = prepared.from < prepared.to;
    this.#segment.write(bytes, permit.json, hasFurther ? prepared.from - otherContractorsBytes : tagsKey);
    if (contractor >= 0) {
      this.#segment.write(contractorKey);
      this.#segment.write(this.#collected.mentions.identity.id(contractor));
      this.#segment.write(quote);
    }
    if (further !== null) this.#segment.write(further);
    if (permit.isOutlier) this.#segment.write(outlierMember);
    const newTags = enriched?.tags ?? null;
    if (newTags !== null) this.#segment.write(newTags);
    let rest = newTags === null ? tagsKey : tags.to;
    // Further addresses follow the last member of the record, before its brace.
    const brace = others === null ? 0 : 1;
    const areas = this.#areas?.add(permit) ?? null;
    if (areas !== null) {
      this.#segment.write(bytes, rest, permit.factsFrom);
      this.#segment.write(areas);
      rest = permit.factsFrom;
    }
    this.#segment.write(bytes, rest, enriched === null ? permit.to - brace : permit.factsFrom);
    if (enriched !== null) this.#segment.write(enriched.text, 0, enriched.text.length - brace);
    if (others !== null) {
      this.#segment.writeSpan(others.text);
      this.#segment.write(closingBrace);
    }
  }

  /** Counts the further contractors of the row that is written; gives the member of its record, null without any. */
  #furtherContractors(permit: PermitView, main: number): Buffer | null {
    const { mentions } = this.#collected;
    const linked = linkedContractors(permit, main, mentions);
    if (linked.length === 0) return null;
    for (const { contractor, mention } of linked) {
      mentions.countRecord(mention, permit.startDate);
      this.#outputs.shares.addFurther(contractor, this.#segment.rows);
    }
    return Buffer.from(`,"other_contractors":${JSON.stringify(linked.map(({ record }) => record))}`);
  }

  /** Adds the permit to everything kept about its further addresses. */
  #addOthers(key: ByteSpan, permit: PermitView, { permits }: OtherAddresses): void {
    const { filters, properties, places } = this.#outputs;
    const counted = [this.#keys.slice()];
    for (const other of permits) {
      const known = this.#collected.properties.take(key, other.row);
      other.takeTagsOf(permit);
      const enriched = known === null ? null : enrichFacts(other, known);
      filters.addOther(other);
      properties.add(other, enriched, furtherAddress);
      this.#addAddress(other);
      const keys = this.#placeKeys(other).slice();
      if (leaveOut(keys, counted)) places.add(this.#facts, this.#fill, keys);
      counted.push(keys);
    }
  }

  /** Counts the permit's mention of a contractor; returns the contractor's number, -1 without one. */
  #contractor({ mention, startDate }: PermitView): number {
    if (mention === null) return -1;
    this.#collected.mentions.countRecord(mention, startDate);
    return this.#collected.mentions.contractor(mention);
  }

  #count({ source, fill, startDate, isOutlier }: PermitView, contractor: number, isOverruled: boolean): void {
    const tally = this.#collected.tallies[source];
    if (tally === undefined) throw new Error('a permit of no source');
    tally.records += 1;
    this.#fill = (fill | (contractor >= 0 ? contractorFill : 0)) >>> 0;
    tally.addFill(this.#fill);
    if (isOutlier) tally.addDefects({ 'job_value_outlier job_value': 1 });
    if (isOverruled) tally.addDefects({ 'property_type_overruled property_type': 1 });
    if (startDate === 0) return;
    if (startDate > this.#outputs.today) tally.ahead += 1;
    else if (startDate > tally.newest) tally.newest = startDate;
    if (this.from === 0 || startDate < this.from) this.from = startDate;
    if (startDate > this.to) this.to = startDate;
  }

  #addAddress({ addressId: id, cityId: city, building: json }: PermitView): void {
    if (id !== null) this.#outputs.addresses.add({ id, city, json }, this.#factBytes);
  }

  #addSums(permit: PermitView, contractor: number): void {
    const { places, shares } = this.#outputs;
    packFacts(this.#facts, 0, {
      start: permit.startDate,
      status: permit.status,
      propertyType: permit.propertyType,
      recordKind: permit.recordKind,
      tagsLow: permit.tagsLow,
      tagsHigh: permit.tagsHigh,
      jobValue: permit.jobValue,
      construction: permit.constructionDuration,
      approval: permit.approvalDuration,
      inspection: permit.inspectionPassRate,
      contractor,
    });
    places.add(this.#facts, this.#fill, this.#placeKeys(permit));
    if (contractor >= 0) shares.addPermit(contractor, this.#facts);
  }

  /** The places of a permit as 64-bit keys, in the order of `rolledKinds`. Valid until the next call. */
  #placeKeys({ cityId, countyId, jurisdictionId, state, zipCode }: PermitView): PlaceKeys {
    const keys = this.#keys;
    setKey(keys, keyAt.city, cityId);
    setKey(keys, keyAt.county, countyId);
    setKey(keys, keyAt.jurisdiction, jurisdictionId);
    // The first letter counts for more.
    keys[keyAt.state + 1] = ((state & 0xff) << 8) | (state >>> 8);
    keys[keyAt.zip + 1] = zipCode;
    return keys;
  }
}

function setKey(keys: PlaceKeys, at: number, geoId: RecordKey | null): void {
  keys[at] = geoId?.high ?? 0;
  keys[at + 1] = geoId?.low ?? 0;
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
