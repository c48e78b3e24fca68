/**
 * First pass of a build: raw rows of all sources, refined and handed to the sorts that the second pass reads.
 *
 * Sources are read in the order of their ids. Of each source, exactly the rows that the raw store counted at
 * the start are read, so an ingest may run during a build. Refused rows are written to the quarantine file of
 * the release.
 */

import type { FileWriter } from '../../base/files/file-writer.js';
import { type BitSet, GrowableU32 } from '../../base/memory/growable.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import { UserError } from '../../base/user-error.js';
import { keyFields } from '../../format/permit-fields.js';
import type { Overlap } from '../../format/report.js';
import type { RawContents, RowSpan, SourceTotals } from '../../raw/raw-store.js';
import type { Catalog, Source } from '../../refine/record/source.js';
import { decisionAt, keyDateBytes, listingAt, outcome, propertyAt } from '../entry/permit-entry.js';
import { PermitView } from '../entry/permit-view.js';
import type { PreparedBatch } from '../entry/prepare.js';
import { PreparedRow } from '../entry/prepared-row.js';
import type { WaitingPermit } from '../entry/waiting-permit.js';
import { AddressRows, packedOthers } from '../link/address-rows.js';
import { numberMentions } from '../link/further-contractors.js';
import { Mentions } from '../link/mentions.js';
import { PropertyJoin } from '../link/property-join.js';
import { ValueSpreads } from '../link/value-spread.js';
import { Duplicates } from './duplicates.js';
import type { KeptRows } from './kept-rows.js';
import type { Refinery } from './refinery.js';
import { overlappingSources, SamePermits } from './same-permits.js';
import { SourceTally } from './source-tally.js';

/** Rows that are refined together. */
const batchRows = 500;

/**
 * Rows of one kind, to be read in result order, and which of the rows with the same id becomes the record.
 */
interface SortedRows {
  readonly rows: ExternalSort;
  readonly duplicates: Duplicates;
}

/** What the first pass produces for the second. */
export interface Collected {
  readonly permits: SortedRows;
  readonly decisions: SortedRows;
  readonly mentions: Mentions;
  /** Facts from assessors' files and from other permits of an address, by permit. */
  readonly properties: PropertyJoin;
  /** Which values are usual. */
  readonly values: ValueSpreads;
  readonly tallies: readonly SourceTally[];
  /** Pairs of sources that have numbers of one authority in common. */
  readonly overlaps: readonly Overlap[];
  readonly sources: readonly { readonly source: Source; readonly totals: SourceTotals }[];
  /** Adds further addresses of the same permits to the rows that will not be written. */
  addFurther(superseded: BitSet): void;
  close(): void;
}

interface CollectOptions {
  readonly store: RawContents;
  readonly catalog: Catalog;
  readonly refinery: Refinery;
  readonly ticker: Ticker;
  /** The date of the release, YYYY-MM-DD. */
  readonly today: string;
  /** Path prefix of scratch files. */
  readonly scratch: string;
  readonly quarantine: FileWriter;
  /** Bytes that the largest sort may hold in memory. */
  readonly memoryBytes: number;
  /** Refined rows of the last build and for the next one; null without them. */
  readonly kept: KeptRows | null;
}

/** The sources that have raw rows, by id; fails when the catalog does not describe one. */
async function sourcesWithRows(store: RawContents, catalog: Catalog): Promise<Collected['sources']> {
  const totals = (await store.totals()).filter(({ counts }) => counts.read > 0);
  totals.sort((a, b) => (a.source < b.source ? -1 : 1));
  return totals.map((total) => {
    const source = catalog.get(total.source);
    if (source !== null) return { source, totals: total };
    throw new UserError(
      `The raw store holds ${total.rows} rows of "${total.source}", which the catalog does not describe.`,
      {
        hint: `Put the file of the source "${total.source}" back into the catalog; rows are never left out silently.`,
      },
    );
  });
}

export async function collectRows(options: CollectOptions): Promise<Collected> {
  const sources = await sourcesWithRows(options.store, options.catalog);
  const pass = new FirstPass(options, sources);
  const rows = sources.reduce((sum, { totals }) => sum + totals.rows, 0);
  options.ticker.step('Refining', rows, 'rows');
  try {
    await collectSources(options, pass, sources);
    await pass.mergeAddresses(options.ticker);
    await pass.mergeSources(options.ticker);
    pass.finish();
    return pass;
  } catch (error) {
    pass.close();
    throw error;
  }
}

/**
 * Sends the rows of all sources through the refinery, several batches at once, and receives them in order. Those of the
 * next source begin before the last ones of a source are there.
 */
async function collectSources(
  { store, refinery, ticker, today, kept }: CollectOptions,
  pass: FirstPass,
  sources: Collected['sources'],
): Promise<void> {
  const underWay: { index: number; span: RowSpan; prepared: Promise<PreparedBatch> }[] = [];
  const takeOne = async () => {
    const first = underWay.shift();
    if (first === undefined) return;
    const prepared = await first.prepared;
    if (prepared.stale !== null) kept?.refuse(prepared.stale);
    // Before the pass writes numbers of this build into the entries.
    kept?.add(first.span, prepared);
    pass.take(first.index, prepared);
    refinery.reuse(prepared);
    ticker.advance(first.span.rows);
  };
  for (const [index, { source, totals }] of sources.entries()) {
    let rows = 0;
    for await (const span of store.spans(source.id, totals.rows, batchRows)) {
      while (underWay.length >= refinery.capacity) await takeOne();
      await ticker.yieldToEventLoop();
      const keeping = kept?.of(span) ?? null;
      underWay.push({ index, span, prepared: refinery.prepare({ span, today, keeping }) });
      rows += span.rows;
    }
    if (rows === totals.rows) continue;
    throw new Error(`the raw store counts ${totals.rows} rows of ${source.id} but has ${rows}`);
  }
  while (underWay.length > 0) await takeOne();
  kept?.finish();
}

class FirstPass implements Collected {
  readonly values = new ValueSpreads();
  readonly permits: SortedRows;
  readonly decisions: SortedRows;
  readonly mentions: Mentions;
  readonly properties: PropertyJoin;
  readonly tallies: readonly SourceTally[];
  readonly sources: Collected['sources'];
  readonly #quarantine: FileWriter;
  readonly #row = new PreparedRow();
  readonly #permit = new PermitView();
  /** Rows of the sources in which each row is an address of a permit. */
  readonly #addressRows: AddressRows;
  /** Permits of the sources that share an authority, of which there are the indexes. */
  readonly #samePermits: SamePermits;
  readonly #overlapping: ReadonlySet<number>;
  /** Numbers assigned to rows of permits so far. */
  #rows = 0;
  /**
   * For each permit with several addresses, the number of its row and how many rows after it are further
   * addresses.
   */
  readonly #further = new GrowableU32();
  /** For each row of a licence list, its source and its mention. */
  readonly #listSource = new GrowableU32();
  readonly #listMention = new GrowableU32();

  constructor({ scratch, memoryBytes, quarantine }: CollectOptions, sources: Collected['sources']) {
    const sorted = (kind: string, idBytes: number): SortedRows => ({
      rows: new ExternalSort({ path: `${scratch}${kind}`, memoryBytes }),
      duplicates: new Duplicates(`${scratch}${kind}-ids`, idBytes, memoryBytes / 4),
    });
    this.permits = sorted('permits', 8);
    this.decisions = sorted('decisions', 16);
    this.mentions = new Mentions(`${scratch}mentions`);
    this.properties = new PropertyJoin(`${scratch}properties`, memoryBytes / 4);
    this.sources = sources;
    this.#addressRows = new AddressRows(`${scratch}address-rows`, memoryBytes / 4);
    this.#overlapping = overlappingSources(sources.map(({ source }) => source));
    this.#samePermits = new SamePermits(
      sources.map(({ source }) => source),
      (source) => {
        this.#tally(source).merged += 1;
      },
      { path: `${scratch}same-permits`, memoryBytes: memoryBytes / 4 },
    );
    this.#quarantine = quarantine;
    this.tallies = sources.map(({ source, totals }) => {
      const { read, quarantined } = totals.counts;
      const fields = source.kind === 'permits' ? keyFields.length : 0;
      return new SourceTally(source, { read, quarantined, stored: totals.rows }, fields);
    });
  }

  /** Takes one refined batch of the source with this index. */
  take(source: number, batch: PreparedBatch): void {
    const tally = this.#tally(source);
    tally.addDefects(batch.defects);
    tally.defective += batch.defectiveRows;
    tally.vanished += batch.vanished;
    const bytes = Buffer.from(batch.bytes.buffer, batch.bytes.byteOffset, batch.entries);
    for (let at = 0; at < bytes.length; at = this.#row.end) {
      this.#row.moveTo(bytes, at);
      this.#takeRow(source, this.#row);
    }
  }

  /** Takes the permits of sources whose rows are addresses, once all rows are collected. */
  async mergeAddresses(ticker: Ticker): Promise<void> {
    if (this.#addressRows.count === 0) return;
    ticker.step('Merging addresses', this.#addressRows.count, 'rows');
    for (const permit of this.#addressRows.merged()) {
      if (ticker.count(permit.rows)) await ticker.yieldToEventLoop();
      const tally = this.#tally(this.#permit.moveTo(permit.payload).source);
      tally.merged += permit.rows - 1;
      tally.addDefects(permit.defects);
      this.#takePermit(permit);
    }
    this.#addressRows.close();
  }

  /** Takes the permits of sources that share an authority, once all rows are collected. */
  async mergeSources(ticker: Ticker): Promise<void> {
    if (this.#overlapping.size === 0) return;
    for await (const permit of this.#samePermits.permits(ticker)) this.#addPermit(permit);
    this.#samePermits.close();
  }

  get overlaps(): readonly Overlap[] {
    return this.#samePermits.overlaps;
  }

  addFurther(superseded: BitSet): void {
    for (let i = 0; i < this.#further.length; i += 2) {
      const row = this.#further.at(i);
      if (!superseded.has(row)) continue;
      for (let other = 1; other <= this.#further.at(i + 1); other++) superseded.add(row + other);
    }
  }

  /** Ends the pass: the contractor of each mention is now known, and licence lists are counted. */
  finish(): void {
    this.mentions.finish();
    this.values.finish();
    this.#countLists();
  }

  close(): void {
    for (const { rows, duplicates } of [this.permits, this.decisions]) {
      rows.close();
      duplicates.close();
    }
    this.mentions.close();
    this.properties.close();
    this.#addressRows.close();
    this.#samePermits.close();
  }

  #tally(source: number): SourceTally {
    const tally = this.tallies[source];
    if (tally === undefined) throw new Error(`no source ${source}`);
    return tally;
  }

  #takeRow(source: number, row: PreparedRow): void {
    const { outcome: kind, key, payload, origin, seenAt, changedAt } = row;
    const tally = this.#tally(source);
    if (kind === outcome.refused) {
      tally.refuse(payload.toString());
      this.#refuse(origin.toString(), payload.toString());
      return;
    }
    tally.refined += 1;
    const mention = row.mention === null ? null : this.mentions.add(row.mention);
    if (kind === outcome.permit) {
      const permit = this.#permit.moveTo(payload);
      permit.source = source;
      permit.mention = mention;
      const others = row.otherMentions.map((packed) => this.mentions.add(packed));
      if (others.length > 0) numberMentions(permit, others);
      if (this.sources[source]?.source.rowIs === 'address') {
        this.#addressRows.add({ key, payload, origin, seenAt, changedAt, isVanished: row.isVanished });
      } else this.#takePermit({ key, payload, origin, seenAt, changedAt, others: noOthers, text: '' });
    } else if (kind === outcome.property) {
      payload.writeUInt16LE(source, propertyAt.source);
      if (payload.readUInt32LE(propertyAt.asOf) === 0) payload.writeUInt32LE(dateOf(seenAt), propertyAt.asOf);
      this.properties.addProperty(key, payload, origin);
    } else if (kind === outcome.decision) this.#addDecision(source, row);
    else if (mention !== null) {
      const until = payload.readUInt32LE(listingAt.until);
      this.mentions.countRecord(mention, until === 0 ? dateOf(seenAt) : Math.min(until, dateOf(seenAt)));
      this.#listSource.push(source);
      this.#listMention.push(mention);
    }
  }

  #addDecision(source: number, { key, payload, seenAt, changedAt }: PreparedRow): void {
    const row = this.decisions.rows.count;
    payload.writeUInt32LE(row, decisionAt.row);
    payload.writeUInt16LE(source, decisionAt.source);
    this.decisions.rows.push(key, payload);
    this.decisions.duplicates.note(key.subarray(keyDateBytes), { seenAt, changedAt }, row, source);
  }

  /** Takes a permit, made from one row or from several; one that another source may have too waits for it. */
  #takePermit(permit: WaitingPermit): void {
    if (this.#overlapping.has(this.#permit.moveTo(permit.payload).source)) this.#samePermits.add(permit);
    else this.#addPermit(permit);
  }

  #addPermit(waiting: WaitingPermit): void {
    const { key, payload, origin, others } = waiting;
    const row = this.#rows;
    this.#rows += 1 + others.length;
    const permit = this.#permit.moveTo(payload);
    permit.row = row;
    permit.originFrom = permit.statedFrom;
    this.permits.duplicates.note(key.subarray(keyDateBytes), waiting, row, permit.source);
    this.properties.addPermit(key, permit, row);
    this.values.note(permit);
    let behind = origin;
    if (others.length > 0) {
      permit.othersFrom = permit.originFrom + origin.length;
      behind = Buffer.concat([origin, packedOthers(waiting, row + 1)]);
      this.#further.push(row);
      this.#further.push(others.length);
    }
    this.permits.rows.push(key, payload.subarray(0, permit.statedFrom), behind);
    for (const [i, other] of others.entries()) {
      this.properties.addPermit(key, permit.moveTo(other), row + 1 + i);
    }
  }

  /** `origin`: JSON of the row's source and its key there. */
  #refuse(origin: string, reason: string): void {
    const [source, key] = JSON.parse(origin) as [string, string];
    this.#quarantine.write(Buffer.from(`${JSON.stringify({ source, key, reason })}\n`));
  }

  /** Counts the distinct contractors of each licence list; its other rows count as merged into them. */
  #countLists(): void {
    const seen = new Float64Array(this.#listSource.length);
    for (let i = 0; i < seen.length; i++) {
      seen[i] = this.#listSource.at(i) * 2 ** 32 + this.mentions.contractor(this.#listMention.at(i));
    }
    seen.sort();
    for (const [i, pair] of seen.entries()) {
      const tally = this.#tally(Math.floor(pair / 2 ** 32));
      if (pair === seen[i - 1]) tally.merged += 1;
      else tally.records += 1;
    }
  }
}

const noOthers: readonly Buffer[] = [];

/** The UTC date of a time as the number YYYYMMDD. */
function dateOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}
