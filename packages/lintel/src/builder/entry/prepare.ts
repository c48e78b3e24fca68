/**
 * From raw rows to prepared rows: read, parse, map, refine, and pack into one buffer that threads share; the
 * same in the main thread and in a worker. A row that cannot be mapped or refined is refused with its reason,
 * never lost.
 */

import { hash } from 'node:crypto';
import type { BuildingAddress, Decision } from '@lintel/contract';
import { dateNumber } from '../../base/calendar-date.js';
import { ByteSink } from '../../base/memory/byte-sink.js';
import type { Geography } from '../../geography/geography.js';
import { wholeRow } from '../../raw/earlier-values.js';
import type { RowReader, RowSpan, StoredRow } from '../../raw/raw-store.js';
import {
  type ContractorMention,
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
import { comparableParcel } from './address-facts.js';
import {
  defectsText,
  isLasting,
  type Keeping,
  KeptEntries,
  type KeptEntry,
  KeptIndex,
  rowHash,
} from './kept-entries.js';
import { packPermit } from './pack-permit.js';
import { packFacts } from './packed-facts.js';
import {
  decisionAt,
  entryAt,
  entryBytes,
  invertedDate,
  listingAt,
  mentionAt,
  outcome,
  propertyAt,
} from './permit-entry.js';
import { lengthBytes } from './prepared-row.js';

/** `refineRows` of the refinery, or a test's replacement. */
export type Refine = (
  rows: readonly Canonical[],
  source: SourceContext,
  geography: Geography,
  options: RefineOptions,
) => Refined[];

/** Rows of one source, to be read from the raw store. */
export interface RawBatch {
  readonly span: RowSpan;
  /** The date of the release, YYYY-MM-DD: a date far after it is not believed. */
  readonly today: string;
  /** What an earlier build kept of the rows; null if nothing is kept for the next one either. */
  readonly keeping: Keeping | null;
  /** Memory for the prepared rows, where some can be reused. */
  readonly room?: SharedArrayBuffer | undefined;
}

/** What refinement made of a batch, in the order of its rows. */
export interface PreparedBatch {
  /** The entries, and behind them their index for the next build (see kept-entries.ts). */
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Bytes of the entries. */
  readonly entries: number;
  /** Rows whose entries were kept by an earlier build. */
  readonly kept: number;
  /** The origin of a row whose kept entry is not what refinement makes of it today; null without one. */
  readonly stale: string | null;
  /** Rows that the source no longer has. */
  readonly vanished: number;
  /** How often each defect occurred; keys are `name field`. */
  readonly defects: Readonly<Record<string, number>>;
  /** Rows with at least one defect. */
  readonly defectiveRows: number;
}

/** Bytes that a row takes at most, long descriptions aside. */
const roomOfRow = 2048;

/**
 * Prepares a batch of rows. Each step (parse, map, refine, pack) runs over the whole batch, which is small
 * enough to stay in the CPU caches.
 */
export async function prepareBatch(
  source: Source,
  { span, today, keeping, room = new SharedArrayBuffer(span.rows * roomOfRow) }: RawBatch,
  rows: RowReader,
  geography: Geography,
  refine: Refine,
): Promise<PreparedBatch> {
  const refineAll: RefineAll = (rows) => refine(rows, source.context, geography, { today });
  const batch = new BatchPacker(source, keeping, new ByteSink(room), refineAll);
  let read = 0;
  for await (const stored of rows.read(span)) {
    batch.add(stored);
    read += stored.length;
  }
  if (read !== span.rows) {
    throw new Error(`the raw store counts ${span.rows} rows of ${source.id} in a span but gave ${read}`);
  }
  return batch.finish();
}

/** Makes the entries of a batch: of rows that were kept from what was kept, of the others by refining them. */
class BatchPacker {
  readonly #source: Source;
  readonly #sink: ByteSink;
  readonly #refine: RefineAll;
  readonly #keeping: Keeping | null;
  /** Read when the first rows are there. */
  #known: KeptEntries | null = null;
  readonly #index = new KeptIndex();
  /** How often each text of defects occurred. */
  readonly #defects = new Map<string, number>();
  #vanished = 0;
  #kept = 0;
  #stale: string | null = null;

  constructor(source: Source, keeping: Keeping | null, sink: ByteSink, refine: RefineAll) {
    this.#source = source;
    this.#keeping = keeping;
    this.#sink = sink;
    this.#refine = refine;
  }

  add(stored: readonly StoredRow[]): void {
    const hashes = this.#keeping === null ? [] : stored.map(rowHash);
    const kept = this.#find(hashes);
    const isFresh = (i: number) => kept[i] == null || i === 0 || this.#isProbed(hashes[i] ?? '');
    const fresh = refineStored(
      this.#source,
      stored.filter((_, i) => isFresh(i)),
      this.#refine,
    );
    let next = 0;
    for (const [i, row] of stored.entries()) {
      const refined = isFresh(i) ? fresh[next++] : undefined;
      this.#addRow(originOf(this.#source, row), hashes[i], kept[i] ?? null, refined ?? null);
    }
  }

  finish(): PreparedBatch {
    this.#known?.close();
    const entries = this.#sink.length;
    this.#index.write(this.#sink);
    return {
      bytes: this.#sink.taken(),
      entries,
      kept: this.#kept,
      stale: this.#stale,
      vanished: this.#vanished,
      ...countDefects(this.#defects),
    };
  }

  #find(hashes: readonly string[]): (KeptEntry | null)[] {
    if (this.#keeping === null || this.#keeping.blocks.length === 0) return [];
    this.#known ??= new KeptEntries(this.#keeping);
    const known = this.#known;
    return hashes.map((hash) => known.find(hash));
  }

  /** Whether a kept row is refined all the same, to compare; the first of each read is, too. */
  #isProbed(hash: string): boolean {
    return hash.charCodeAt(0) === this.#keeping?.probe;
  }

  #addRow(from: RowOrigin, hash: string | undefined, kept: KeptEntry | null, refined: Refined | null): void {
    const sink = this.#sink;
    const start = sink.length;
    let defects = '';
    let isLastingRow = true;
    if (kept !== null) {
      sink.bytes(kept.bytes);
      setRowState(sink, start, from);
      defects = kept.defects;
      this.#kept += 1;
    }
    if (refined !== null) {
      const at = sink.length;
      const packed = packAnyRow(sink, refined, from);
      isLastingRow = isLasting(packed);
      const now = defectsText(packed);
      if (kept !== null) {
        if (now !== defects || !sink.isTwice(start, at)) this.#stale ??= from.origin;
        sink.cut(at);
      }
      defects = now;
    }
    if (from.isVanished) this.#vanished += 1;
    if (defects !== '') this.#defects.set(defects, (this.#defects.get(defects) ?? 0) + 1);
    if (hash !== undefined && isLastingRow) this.#index.add(hash, start, sink.length, defects);
  }
}

/** Counts by name and field, of texts of defects and how often each occurred. */
function countDefects(texts: ReadonlyMap<string, number>): Pick<PreparedBatch, 'defects' | 'defectiveRows'> {
  const defects: Record<string, number> = {};
  let defectiveRows = 0;
  for (const [text, count] of texts) {
    defectiveRows += count;
    for (const key of text.split('\n')) defects[key] = (defects[key] ?? 0) + count;
  }
  return { defects, defectiveRows };
}

type RefineAll = (rows: readonly Canonical[]) => Refined[];

/** The refined rows; when they cannot be refined together, each is refined alone. */
function refineStored(source: Source, stored: readonly StoredRow[], refine: RefineAll): Refined[] {
  if (stored.length === 0) return [];
  try {
    const rows = stored.map(wholeRow);
    return refine(rows.map((row, i) => source.map(row, stored[i]?.past)));
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
  /** When the source changed it, by its own account; 0 if it does not say. */
  readonly changedMs: number;
  /** Whether the source no longer has the row. */
  readonly isVanished: boolean;
}

function originOf(source: Source, { key, lastSeenMs, vanishedMs, sourceUpdatedMs }: StoredRow): RowOrigin {
  return {
    origin: JSON.stringify([source.id, key]),
    lastSeenMs,
    changedMs: sourceUpdatedMs ?? 0,
    isVanished: vanishedMs !== null,
  };
}

/**
 * Packs one row; one that cannot be used or packed becomes a refused row with the reason. Returns what was
 * packed.
 */
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
function packRow(sink: ByteSink, refined: Refined, from: RowOrigin): void {
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
  sink.text(from.origin);
  const mention = sink.length;
  if (refined.kind === 'permit' || refined.kind === 'contractor') {
    if (refined.contractor !== null && refined.contractor.keys.length > 0)
      packMention(sink, refined.contractor);
  }
  const otherMentions = sink.length;
  if (refined.kind === 'permit') {
    for (const other of refined.otherContractors) {
      const at = sink.skip(lengthBytes);
      packMention(sink, other.mention);
      sink.setUint32(at, sink.length - at - lengthBytes);
    }
  }
  sink.setUint32(start + entryAt.key, payload - start - entryBytes);
  sink.setUint32(start + entryAt.payload, originFrom - payload);
  sink.setUint32(start + entryAt.origin, mention - originFrom);
  sink.setUint32(start + entryAt.mention, otherMentions - mention);
  sink.setUint32(start + entryAt.otherMentions, sink.length - otherMentions);
  setRowState(sink, start, from);
}

/** Sets what the store says of a row besides its content. */
function setRowState(sink: ByteSink, start: number, { lastSeenMs, changedMs, isVanished }: RowOrigin): void {
  sink.setDouble(start + entryAt.seenAt, lastSeenMs);
  sink.setDouble(start + entryAt.changedAt, changedMs);
  sink.setUint32(start + entryAt.isVanished, isVanished ? 1 : 0);
}

function packKey(sink: ByteSink, refined: RefinedPermit | RefinedDecision): void {
  const date = refined.kind === 'permit' ? refined.record.start_date : refined.record.decision_date;
  const at = sink.skip(4);
  sink.setUint32BigEndian(at, invertedDate(dateNumber(date)));
  sink.hex(refined.kind === 'permit' ? refined.record.id : refined.record.id.replaceAll('-', ''));
}

function packDecision(sink: ByteSink, decision: Decision): void {
  const start = sink.skip(decisionAt.end);
  sink.setGeoId(start + decisionAt.city, decision.city_id);
  sink.setGeoId(start + decisionAt.address, decision.address_id);
  const from = sink.length;
  sink.text(decision.address_id === null ? '' : JSON.stringify(decisionAddress(decision)));
  sink.setUint32(start + decisionAt.addressLength, sink.length - from);
  sink.text(JSON.stringify(decision));
}

/** A licence list read today may be out of date: its entry is known to hold only until its licence ended. */
function packListing(sink: ByteSink, { contractor: { facts } }: RefinedContractor): void {
  const ends = [facts.license_exp_date, facts.license_inact_date].map(dateNumber).filter((date) => date > 0);
  const start = sink.skip(listingAt.end);
  sink.setUint32(start + listingAt.until, ends.length === 0 ? 0 : Math.min(...ends));
}

function packProperty(sink: ByteSink, { asOf, parcel, facts }: RefinedProperty): void {
  const start = sink.skip(propertyAt.end);
  sink.setUint32(start + propertyAt.asOf, dateNumber(asOf));
  sink.text(JSON.stringify({ parcel: comparableParcel(parcel), facts }));
  sink.setUint32(start + propertyAt.jsonLength, sink.length - start - propertyAt.end);
}

/** The address of a decision in the shape of a permit's; a decision has no ZIP code and county. */
function decisionAddress(decision: Decision): BuildingAddress {
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

/** The bytes of mentions, which recur as the same objects. */
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
  sink.skip(mentionAt.end - mentionAt.keysLength);
  sink.setUint32(start + mentionAt.keysLength, sink.text(keys));
  sink.text(facts);
  packedMentions.set(mention, sink.copy(start));
}
