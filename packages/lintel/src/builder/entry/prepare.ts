/**
 * From raw rows to prepared rows: read, parse, map, refine, and pack into one buffer that threads share: in the main
 * thread or in a worker alike. A row that cannot be mapped or refined is refused with its reason, never lost.
 */
import { hash } from 'node:crypto';
import type { Decision, Permit } from '@lintel/contract';
import { ByteSink } from '../../base/memory/byte-sink.js';
import type { Geography } from '../../geography/geography.js';
import { wholeRow } from '../../raw/earlier-values.js';
import type { RowReader, RowSpan, StoredRow } from '../../raw/raw-store.js';
import {
  type ContractorMention,
  type Defect,
  type PermitRecord,
  type Refined,
  type RefinedContractor,
  type RefinedDecision,
  type RefinedPermit,
  type RefinedProperty,
  unrefined,
} from '../../refine/record/refined.js';
import type { Canonical, Source } from '../../refine/record/source.js';
import type { SourceContext } from '../../refine/record/source-context.js';
import type { RefineOptions } from '../../refine/refine.js';
import { packStated } from './address-facts.js';
import { packFacts } from './packed-facts.js';
import {
  dateNumber,
  decisionAt,
  entryAt,
  entryBytes,
  fillBits,
  invertedDate,
  listingAt,
  noMention,
  outcome,
  permitAt,
  propertyAt,
  propertyTypeNumber,
  setFactNumbers,
  statusNumber,
  tagBits,
} from './permit-entry.js';
import { writePermitJson } from './permit-json.js';

/** `refineRows` of the refinery, or what a test puts in its place. */
export type Refine = (
  rows: readonly Canonical[],
  source: SourceContext,
  geography: Geography,
  options: RefineOptions,
) => Refined[];

/** Rows of one source, to be read in the raw store. */
export interface RawBatch {
  readonly span: RowSpan;
  /** The date of the release, YYYY-MM-DD: what lies far behind it is no believable date. */
  readonly today: string;
  /** Memory for what becomes of them, where some is at hand. */
  readonly room?: SharedArrayBuffer | undefined;
}

/** What refinement made of a batch, in the order of its rows. */
export interface PreparedBatch {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Rows that the source has no longer. */
  readonly vanished: number;
  /** How often each defect was met; keys are `name field`. */
  readonly defects: Readonly<Record<string, number>>;
  /** Rows with at least one defect. */
  readonly defectiveRows: number;
}

/** Bytes that a row takes at most, but for long descriptions. */
const roomOfRow = 2048;

/**
 * Rows are parsed, mapped, refined and packed as many together as are read at once, each step for all of them: few
 * enough to stay in the caches.
 */
export function prepareBatch(
  source: Source,
  { span, today, room = new SharedArrayBuffer(span.rows * roomOfRow) }: RawBatch,
  rows: RowReader,
  geography: Geography,
  refine: Refine,
): PreparedBatch {
  const sink = new ByteSink(room);
  const defects = new DefectCounts();
  let read = 0;
  let vanished = 0;
  let defectiveRows = 0;
  const refineAll: RefineAll = (rows) => refine(rows, source.context, geography, { today });
  for (const stored of rows.read(span)) {
    for (const [i, row] of refineStored(source, stored, refineAll).entries()) {
      const { key = '', lastSeenMs = 0, vanishedMs = null } = stored[i] ?? {};
      const isVanished = vanishedMs !== null;
      const from = { origin: JSON.stringify([source.id, key]), lastSeenMs, isVanished };
      if (isVanished) vanished += 1;
      const refined = packAnyRow(sink, row, from);
      if (refined.kind === 'refused' || refined.defects.length === 0) continue;
      defectiveRows += 1;
      for (const defect of refined.defects) defects.add(defect);
    }
    read += stored.length;
  }
  if (read !== span.rows) {
    throw new Error(`the raw store counts ${span.rows} rows of ${source.id} in a span but gave ${read}`);
  }
  return { bytes: sink.taken(), vanished, defects: defects.all(), defectiveRows };
}

/** Counts defects by name and field, without making a text of both for each. */
class DefectCounts {
  readonly #fields = new Map<string, Map<string, number>>();

  add({ name, field }: Defect): void {
    let counts = this.#fields.get(name);
    if (counts === undefined) {
      counts = new Map();
      this.#fields.set(name, counts);
    }
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }

  /** Keys are `name field`. */
  all(): Record<string, number> {
    const all: Record<string, number> = {};
    for (const [name, counts] of this.#fields) {
      for (const [field, count] of counts) all[`${name} ${field}`] = count;
    }
    return all;
  }
}

type RefineAll = (rows: readonly Canonical[]) => Refined[];

/** What the rows become; when they cannot be refined together, each becomes what it becomes alone. */
function refineStored(source: Source, stored: readonly StoredRow[], refine: RefineAll): Refined[] {
  try {
    const rows = stored.map(wholeRow);
    return refine(rows.map((row) => source.map(row)));
  } catch (error) {
    if (stored.length === 1) return [unrefined(error)];
    return stored.flatMap((row) => refineStored(source, [row], refine));
  }
}

/** Where a row comes from. */
interface RowOrigin {
  /** JSON of its source and its key there. */
  readonly origin: string;
  /** Latest time at which the source is known to have had it; milliseconds since 1970 UTC. */
  readonly lastSeenMs: number;
  /** Whether the source has the row no longer. */
  readonly isVanished: boolean;
}

/** Packs one row; one of no use, or that cannot be packed, as refused with the reason. Gives what was packed. */
function packAnyRow(sink: ByteSink, refined: Refined, from: RowOrigin): Refined {
  if (refined.kind === 'contractor' && refined.contractor.keys.length === 0) {
    return packAnyRow(sink, { kind: 'refused', reason: 'the row names no contractor' }, from);
  }
  const start = sink.length;
  try {
    packRow(sink, refined, from);
    return refined;
  } catch (error) {
    sink.cut(start);
    const refusal = unrefined(error);
    packRow(sink, refusal, from);
    return refusal;
  }
}

/** Appends one entry. */
function packRow(sink: ByteSink, refined: Refined, { origin, lastSeenMs, isVanished }: RowOrigin): void {
  const start = sink.skip(entryBytes);
  sink.setUint32(start + entryAt.outcome, outcome[refined.kind]);
  if (refined.kind === 'permit' || refined.kind === 'decision') packKey(sink, refined);
  else if (refined.kind === 'property') sink.setGeoId(sink.skip(8), refined.addressId);
  const payload = sink.length;
  if (refined.kind === 'permit') packPermit(sink, refined);
  else if (refined.kind === 'decision') packDecision(sink, refined.record);
  else if (refined.kind === 'property') packProperty(sink, refined);
  else if (refined.kind === 'contractor') packListing(sink, refined);
  else if (refined.kind === 'refused') sink.text(refined.reason);
  const originFrom = sink.length;
  sink.text(origin);
  const mention = sink.length;
  if (refined.kind === 'permit' || refined.kind === 'contractor') {
    if (refined.contractor !== null && refined.contractor.keys.length > 0)
      packMention(sink, refined.contractor);
  }
  sink.setUint32(start + entryAt.key, payload - start - entryBytes);
  sink.setUint32(start + entryAt.payload, originFrom - payload);
  sink.setUint32(start + entryAt.origin, mention - originFrom);
  sink.setUint32(start + entryAt.mention, sink.length - mention);
  sink.setDouble(start + entryAt.seenAt, lastSeenMs);
  sink.setUint32(start + entryAt.isVanished, isVanished ? 1 : 0);
}

function packKey(sink: ByteSink, refined: RefinedPermit | RefinedDecision): void {
  const date = refined.kind === 'permit' ? refined.record.start_date : refined.record.decision_date;
  const at = sink.skip(4);
  sink.setUint32BigEndian(at, invertedDate(dateNumber(date)));
  sink.hex(refined.kind === 'permit' ? refined.record.id : refined.record.id.replaceAll('-', ''));
}

function packPermit(sink: ByteSink, { record: permit, isWorkArea = false }: RefinedPermit): void {
  const start = sink.skip(permitAt.json);
  const tags = tagBits(permit.tags);
  sink.setUint32(start + permitAt.mention, noMention);
  sink.setUint8(start + permitAt.status, statusNumber(permit.status));
  sink.setUint8(start + permitAt.propertyType, propertyTypeNumber(permit.property_type));
  sink.setUint32(start + permitAt.fill, fillBits(permit));
  sink.setUint32(start + permitAt.tagsLow, tags.low);
  sink.setUint32(start + permitAt.tagsHigh, tags.high);
  sink.setDouble(start + permitAt.jobValue, permit.job_value ?? Number.NaN);
  sink.setUint32(start + permitAt.start, dateNumber(permit.start_date));
  sink.setInt32(start + permitAt.construction, permit.construction_duration ?? -1);
  sink.setInt32(start + permitAt.approval, permit.approval_duration ?? -1);
  sink.setInt32(start + permitAt.inspection, permit.inspection_pass_rate ?? -1);
  sink.setGeoId(start + permitAt.county, permit.geo_ids.county_id);
  sink.setGeoId(start + permitAt.city, permit.geo_ids.city_id);
  sink.setGeoId(start + permitAt.address, permit.geo_ids.address_id);
  sink.setGeoId(start + permitAt.jurisdiction, permit.geo_ids.jurisdiction_id);
  packPlaceNames(sink, start, permit.address);
  sink.setDouble(start + permitAt.fees, permit.fees ?? Number.NaN);
  setFactNumbers(sink, start, permit);
  packPermitJson(sink, start, permit);
  sink.setUint32(start + permitAt.stated, sink.length - start - permitAt.json);
  if (permit.geo_ids.address_id !== null) sink.text(packStated(permit, isWorkArea));
}

/** State and ZIP code as numbers; what is not written as the contract writes it is unknown to the filters. */
function packPlaceNames(sink: ByteSink, start: number, address: Permit['address']): void {
  const { state, zip_code: zip, zip_code_ext: ext } = address;
  if (state !== null && /^[A-Z]{2}$/.test(state)) {
    sink.setUint16(start + permitAt.state, state.charCodeAt(0) + state.charCodeAt(1) * 256);
  }
  if (zip === null || !/^\d{5}$/.test(zip)) return;
  sink.setUint32(start + permitAt.zip, Number(zip) + 1);
  if (ext !== null && /^\d{4}$/.test(ext)) sink.setUint32(start + permitAt.zipExt, Number(zip + ext) + 1);
}

/** The JSON, noting where contractor_id belongs and where the address stands. */
function packPermitJson(sink: ByteSink, start: number, permit: PermitRecord): void {
  const { split, addressFrom, addressTo } = writePermitJson(sink, permit);
  sink.setUint32(start + permitAt.split, split);
  sink.setUint32(start + permitAt.addressFrom, addressFrom);
  sink.setUint32(start + permitAt.addressTo, addressTo);
}

function packDecision(sink: ByteSink, decision: Decision): void {
  const start = sink.skip(decisionAt.json);
  sink.setGeoId(start + decisionAt.city, decision.city_id);
  sink.setGeoId(start + decisionAt.address, decision.address_id);
  const from = sink.length;
  sink.text(decision.address_id === null ? '' : JSON.stringify(decisionAddress(decision)));
  sink.setUint32(start + decisionAt.addressLength, sink.length - from);
  sink.text(JSON.stringify(decision));
}

/** A licence list that was read today may be of long ago: its entry is known to hold until its licence ended. */
function packListing(sink: ByteSink, { contractor: { facts } }: RefinedContractor): void {
  const ends = [facts.license_exp_date, facts.license_inact_date].map(dateNumber).filter((date) => date > 0);
  const start = sink.skip(listingAt.end);
  sink.setUint32(start + listingAt.until, ends.length === 0 ? 0 : Math.min(...ends));
}

function packProperty(sink: ByteSink, { asOf, facts }: RefinedProperty): void {
  const start = sink.skip(propertyAt.json);
  sink.setUint32(start + propertyAt.asOf, dateNumber(asOf));
  sink.text(JSON.stringify(facts));
  sink.setUint32(start + propertyAt.jsonLength, sink.length - start - propertyAt.json);
}

/** The address of a decision in the shape of a permit's; a decision does not tell ZIP code and county. */
function decisionAddress(decision: Decision): Permit['address'] {
  const [, number, rest] = /^(\d\S*) (.+)$/.exec(decision.street ?? '') ?? [];
  const { latitude, longitude } = decision;
  return {
    street_no: number ?? null,
    street: rest ?? decision.street,
    city: decision.city,
    county: null,
    zip_code: null,
    zip_code_ext: null,
    state: decision.state,
    jurisdiction: null,
    latlng: latitude === null || longitude === null ? null : [latitude, longitude],
  };
}

/** Of mentions, which come again as the same objects, their bytes. */
const packedMentions = new WeakMap<ContractorMention, string>();

function packMention(sink: ByteSink, mention: ContractorMention): void {
  const packed = packedMentions.get(mention);
  if (packed !== undefined) {
    sink.copied(packed);
    return;
  }
  const start = sink.length;
  const keys = mention.keys.join('\n');
  const facts = packFacts(mention.facts);
  sink.hex(hash('sha256', `${keys}\n\n${facts}`, 'hex').slice(0, 16));
  const length = sink.skip(4);
  sink.text(keys);
  sink.setUint32(length, sink.length - length - 4);
  sink.text(facts);
  packedMentions.set(mention, sink.copy(start));
}
