/**
 * Permits that several sources publish: a region's file and a city's. Where sources with ids of their own share an
 * authority, their permits wait here until all rows are read; those of one authority and one number that are one permit
 * become one record (merge-permits.ts), the others pass as they are.
 *
 * They are sorted by authority and number on disk; those of one number are in memory at a time, up to a limit. A number
 * that one of the sources has twice is no evidence: there nothing is merged, and it is counted.
 */
import type { Permit } from '@lintel/contract';
import { dateNumber, dayMs } from '../../base/calendar-date.js';
import { layOut } from '../../base/memory/byte-layout.js';
import { ByteSink } from '../../base/memory/byte-sink.js';
import { compareBytes } from '../../base/memory/bytes.js';
import type { BitSet } from '../../base/memory/growable.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { SortedEntry } from '../../base/sort/sort-entry.js';
import type { Ticker } from '../../base/ticker.js';
import { foldNumber } from '../../format/filters/layout.js';
import { writeRecordKey } from '../../format/record-key.js';
import type { Overlap } from '../../format/report.js';
import { type MergedOrigin, parseRowOrigin } from '../../format/segment/row-origin.js';
import type { Source } from '../../refine/record/source.js';
import { packStated } from '../entry/address-facts.js';
import { packPermit } from '../entry/pack-permit.js';
import { packOthers, readOthers } from '../entry/permit-addresses.js';
import { invertedDate, keyDateBytes } from '../entry/permit-entry.js';
import { PermitView } from '../entry/permit-view.js';
import type { WaitingPermit } from '../entry/waiting-permit.js';
import { isSamePermit, mergeRecords } from '../link/merge-permits.js';
import { Duplicates } from './duplicates.js';

const idBytes = 8;
const authorityBytes = 8;
/** Permits of one number that are compared. */
const maxPermits = 20;

/** Precedes the parts of a permit in the sort: its number here, its times and date, the lengths of its parts. */
const waitingAt = layOut({
  row: 'u32',
  seenAt: 'f64',
  changedAt: 'f64',
  date: 'u32',
  payload: 'u32',
  origin: 'u32',
});

/** The sources, by index, whose permits another source with ids of its own may have too. */
export function overlappingSources(sources: readonly Source[]): ReadonlySet<number> {
  const namespaces = new Map<string, Set<string>>();
  const permits = sources.filter(({ kind }) => kind === 'permits');
  const authorities = ({ context, otherContexts = [] }: Source) =>
    [context, ...otherContexts].map(({ jurisdiction }) => jurisdiction.geoid);
  for (const source of permits) {
    for (const geoid of authorities(source)) {
      namespaces.set(geoid, (namespaces.get(geoid) ?? new Set()).add(source.context.namespace));
    }
  }
  const isShared = (source: Source) =>
    authorities(source).some((geoid) => (namespaces.get(geoid)?.size ?? 0) > 1);
  const shared = new Set(permits.filter(isShared).map(({ context }) => context.namespace));
  return new Set(
    sources.flatMap(({ kind, context }, at) =>
      kind === 'permits' && shared.has(context.namespace) ? [at] : [],
    ),
  );
}

export class SamePermits {
  readonly #sources: readonly Source[];
  readonly #sort: ExternalSort;
  readonly #duplicates: Duplicates;
  readonly #head = Buffer.alloc(waitingAt.end);
  readonly #permit = new PermitView();
  readonly #overlaps = new Map<string, { -readonly [count in keyof Overlap]: Overlap[count] }>();
  /** Called with the source of each permit that becomes a part of another one. */
  readonly #merged: (source: number) => void;

  constructor(
    sources: readonly Source[],
    merged: (source: number) => void,
    { path, memoryBytes }: { readonly path: string; readonly memoryBytes: number },
  ) {
    this.#sources = sources;
    this.#merged = merged;
    this.#sort = new ExternalSort({ path, memoryBytes });
    this.#duplicates = new Duplicates(`${path}-ids`, idBytes, memoryBytes / 4);
  }

  /** What pairs of sources share, in the order of their ids. */
  get overlaps(): readonly Overlap[] {
    return [...this.#overlaps.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, overlap]) => overlap);
  }

  add({ key, payload, origin, seenAt, changedAt, others, text }: WaitingPermit): void {
    const permit = this.#permit.moveTo(payload);
    const { bytes, from, to } = permit.number;
    const number = JSON.parse(bytes.toString('utf8', from, to)) as string | null;
    const group = Buffer.alloc(authorityBytes);
    if (permit.jurisdictionId !== null) writeRecordKey(permit.jurisdictionId, group);
    const row = this.#sort.count;
    this.#head.writeUInt32LE(row, waitingAt.row);
    this.#head.writeDoubleLE(seenAt, waitingAt.seenAt);
    this.#head.writeDoubleLE(changedAt, waitingAt.changedAt);
    key.copy(this.#head, waitingAt.date, 0, keyDateBytes);
    this.#head.writeUInt32LE(payload.length, waitingAt.payload);
    this.#head.writeUInt32LE(origin.length, waitingAt.origin);
    const id = key.subarray(keyDateBytes);
    this.#duplicates.note(id, { seenAt, changedAt }, row, permit.source);
    const known = permit.jurisdictionId === null ? '' : foldNumber(number ?? '');
    // A folded number has no byte 0, which ends it.
    const sortKey = Buffer.concat([group, Buffer.from(`${known}\0`), id]);
    this.#sort.push(sortKey, this.#head, Buffer.concat([payload, origin, packOthers(text, others)]));
  }

  /** The permits, each once. To be called once, after the last `add`. */
  async *permits(ticker: Ticker): AsyncGenerator<WaitingPermit, void, void> {
    const superseded = await this.#duplicates.superseded(ticker, 'permits', this.#merged);
    ticker.step('Comparing sources', this.#sort.count, 'permits');
    for (const group of this.#groups(superseded)) {
      if (ticker.count(group.length)) await ticker.yieldToEventLoop();
      yield* this.#joined(group);
    }
  }

  close(): void {
    this.#sort.close();
    this.#duplicates.close();
  }

  /** The permits of each number of an authority; those without a number, and those beyond the limit, alone. */
  *#groups(superseded: BitSet): Generator<readonly WaitingPermit[], void, void> {
    let shared: Buffer | null = null;
    let group: WaitingPermit[] = [];
    for (const entry of this.#sort.sorted()) {
      const { bytes, key, payload } = entry;
      if (superseded.has(bytes.readUInt32LE(payload + waitingAt.row))) continue;
      const length = payload - key - idBytes;
      const isSame =
        shared !== null && shared.length === length && compareBytes(shared, 0, bytes, key, length) === 0;
      if (!isSame || group.length === maxPermits || length === authorityBytes + 1) {
        if (group.length > 0) yield group;
        group = [];
        shared = Buffer.from(bytes.subarray(key, key + length));
      }
      group.push(readWaiting(entry));
    }
    if (group.length > 0) yield group;
  }

  /** The permits of one number, with those joined that are one. */
  *#joined(group: readonly WaitingPermit[]): Generator<WaitingPermit, void, void> {
    const bySource = new Map<string, WaitingPermit[]>();
    for (const permit of group) {
      const { namespace } = this.#sourceOf(permit).context;
      bySource.set(namespace, [...(bySource.get(namespace) ?? []), permit]);
    }
    if (bySource.size < 2) {
      yield* group;
      return;
    }
    const once = [...bySource.values()].flatMap((permits) => (permits.length === 1 ? permits : []));
    const ordered = once
      .sort((a, b) => this.#rank(a) - this.#rank(b))
      .map((permit) => ({ permit, record: recordOf(permit) }));
    const [first, ...rest] = ordered;
    const same = first === undefined ? [] : rest.filter(({ record }) => isSamePermit(first.record, record));
    this.#count(group, new Set([first, ...same].map((each) => each?.permit)), new Set(once));
    const joined = new Set<WaitingPermit>();
    if (first !== undefined && same.length > 0) {
      for (const { permit } of [first, ...same]) joined.add(permit);
      for (const { permit } of same) this.#merged(sourceIndex(permit));
      yield join(first, same);
    }
    for (const permit of group) if (!joined.has(permit)) yield permit;
  }

  /** Counts the permits of a number by the pairs of their sources. */
  #count(
    group: readonly WaitingPermit[],
    same: ReadonlySet<WaitingPermit | undefined>,
    once: ReadonlySet<WaitingPermit>,
  ): void {
    const ids = new Map(group.map((permit) => [this.#sourceOf(permit).id, permit]));
    const sources = [...ids.keys()].sort();
    for (const [i, source] of sources.entries()) {
      for (const other of sources.slice(i + 1)) {
        const pair = [ids.get(source), ids.get(other)];
        const name = `${source} ${other}`;
        const found = this.#overlaps.get(name) ?? { source, other, same: 0, repeated: 0, different: 0 };
        const isOnce = pair.every((permit) => permit !== undefined && once.has(permit));
        if (!isOnce) found.repeated += 1;
        else if (pair.every((permit) => same.has(permit))) found.same += 1;
        else found.different += 1;
        this.#overlaps.set(name, found);
      }
    }
  }

  /** The source of one authority before a collection of several, then by id. */
  #rank(permit: WaitingPermit): number {
    const at = sourceIndex(permit);
    const { otherContexts = [] } = this.#sourceOf(permit);
    return otherContexts.length === 0 ? at : at + this.#sources.length;
  }

  #sourceOf(permit: WaitingPermit): Source {
    const source = this.#sources[sourceIndex(permit)];
    if (source === undefined) throw new Error('a permit of no source');
    return source;
  }
}

const sourceIndex = ({ payload }: WaitingPermit) => new PermitView().moveTo(payload).source;

function readWaiting({ bytes, payload, end }: SortedEntry): WaitingPermit {
  const entry = Buffer.from(bytes.subarray(payload, end));
  const originFrom = waitingAt.end + entry.readUInt32LE(waitingAt.payload);
  const othersFrom = originFrom + entry.readUInt32LE(waitingAt.origin);
  const { text, permits } = readOthers({ bytes: entry, from: othersFrom, to: entry.length });
  return {
    key: Buffer.concat([
      entry.subarray(waitingAt.date, waitingAt.date + keyDateBytes),
      bytes.subarray(payload - idBytes, payload),
    ]),
    payload: entry.subarray(waitingAt.end, originFrom),
    origin: entry.subarray(originFrom, othersFrom),
    seenAt: entry.readDoubleLE(waitingAt.seenAt),
    changedAt: entry.readDoubleLE(waitingAt.changedAt),
    others: permits.map(({ from, to }) => entry.subarray(from, to)),
    text: text.bytes.toString('utf8', text.from, text.to),
  };
}

function recordOf({ payload }: WaitingPermit): Permit {
  const { bytes, json, statedFrom } = new PermitView().moveTo(payload);
  return JSON.parse(bytes.toString('utf8', json, statedFrom)) as Permit;
}

/** A permit with its record. */
interface ReadPermit {
  readonly permit: WaitingPermit;
  readonly record: Permit;
}

/** One permit made of several; the first gives id, source and number. */
function join(first: ReadPermit, same: readonly ReadPermit[]): WaitingPermit {
  const all = [first, ...same];
  const belief = beliefOf(all);
  const [leading = 0] = belief;
  // Addresses are not mixed: the permit that has several of them gives all.
  const several = belief.find((at) => all[at]?.permit.others.length);
  const placed = several ?? belief.find((at) => all[at]?.record.address.street != null) ?? leading;
  const { record, givenBy } = mergeRecords(
    [first.record, ...same.map((each) => each.record)],
    belief,
    placed,
  );
  const areaFrom = all[givenBy.get('property_building_area') ?? 0] ?? first;
  const sink = new ByteSink(new SharedArrayBuffer(4096));
  packPermit(sink, {
    kind: 'permit',
    record,
    isWorkArea: isWorkArea(areaFrom),
    contractor: null,
    // Their JSON is in the record already.
    otherContractors: [],
    defects: [],
  });
  const payload = Buffer.from(sink.taken());
  const view = new PermitView().moveTo(payload);
  view.source = sourceIndex(first.permit);
  const naming = belief.find((at) => mentionOf(all[at]) !== null);
  view.mention = naming === undefined ? null : mentionOf(all[naming]);
  const given = new Map([...givenBy, ...(naming === undefined ? [] : [['contractor_id', naming] as const])]);
  if (several !== undefined) given.set('other_addresses', several);
  const key = Buffer.from(first.permit.key);
  key.writeUInt32BE(invertedDate(dateNumber(record.start_date)));
  const { others, text } = all[several ?? 0]?.permit ?? first.permit;
  const origin = Buffer.from(joinedOrigin(all, given));
  const seenAt = Math.max(...all.map(({ permit }) => permit.seenAt));
  return { key, payload, origin, seenAt, changedAt: 0, others, text };
}

/** The places of permits in the order in which they are believed: the day they were last seen, then who knows more. */
function beliefOf(all: readonly ReadPermit[]): number[] {
  const day = ({ permit }: ReadPermit) => Math.floor(permit.seenAt / dayMs);
  const known = ({ permit }: ReadPermit) => {
    let count = 0;
    for (let rest = new PermitView().moveTo(permit.payload).fill; rest !== 0; rest &= rest - 1) count += 1;
    return count;
  };
  return all
    .map((each, at) => ({ at, day: day(each), known: known(each) }))
    .sort((a, b) => b.day - a.day || b.known - a.known || a.at - b.at)
    .map(({ at }) => at);
}

const mentionOf = (each: ReadPermit | undefined) =>
  each === undefined ? null : new PermitView().moveTo(each.permit.payload).mention;

/** Whether its building area is that of the work: then it is not among what it states for other permits. */
function isWorkArea({ permit: { payload }, record }: ReadPermit): boolean {
  const { bytes, statedFrom, to } = new PermitView().moveTo(payload);
  return bytes.toString('utf8', statedFrom, to) !== packStated(record, false);
}

function joinedOrigin(all: readonly ReadPermit[], givenBy: ReadonlyMap<string, number>): string {
  const [own = [], ...others] = all.map(({ permit, record }, at): unknown[] | MergedOrigin => {
    const { source, keys } = parseRowOrigin(permit.origin.toString());
    if (at === 0) return [source, ...keys];
    const fields = [...givenBy].filter(([, from]) => from === at).map(([name]) => name);
    return { id: record.id, source, keys, fields };
  });
  return JSON.stringify([...(own as unknown[]), ...others]);
}
