/**
 * Permits whose rows are their addresses: the rows of one permit are grouped and become one record.
 *
 * The row that the source changed last is the permit; where it does not say, the one seen last; among equally late
 * rows, the one that states most of it, then the one with the smallest key. The others add their addresses; where else they differ from it, that counts as a defect
 * and is ignored. A row that the source no longer has adds no address while the permit has others. Rows are
 * sorted by permit on disk, and those of one permit are in memory at a time, up to a limit.
 */
import type { Permit } from '@lintel/contract';
import { layOut } from '../../base/memory/byte-layout.js';
import { compareBytes, copyBytes } from '../../base/memory/bytes.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import {
  type FieldWith,
  fieldsWith,
  keyFieldBits,
  keyFields,
  permitFields,
} from '../../format/permit-fields.js';
import { geoIdText } from '../../format/record-key.js';
import { otherPayload, packOthers } from '../entry/permit-addresses.js';
import { keyDateBytes } from '../entry/permit-entry.js';
import { PermitView } from '../entry/permit-view.js';
import { type RowTimes, writeLatestFirst } from '../entry/row-times.js';
import type { WaitingPermit } from '../entry/waiting-permit.js';

/** Addresses of one permit that are published; the rest are counted as defects. */
const maxAddresses = 500;
/** Rows of one permit that are read. */
const maxRows = 10_000;

const idBytes = 8;
/**
 * Offsets of the parts of the sort key: source, id of the permit, and the order in which rows are believed.
 */
const sortAt = { source: 0, id: 2, times: 10, known: 22, length: 23, origin: 25 } as const;
/** Bytes that rows of one permit share. */
const groupBytes = sortAt.times;
/**
 * Precedes the payload in the sort: when the row was last seen and changed, whether it is gone, its date as in sort keys,
 * lengths.
 */
const rowAt = layOut({ seenAt: 'f64', changedAt: 'f64', isVanished: 'u32', date: 'u32', payload: 'u32' });

/** A prepared row of a permit. */
interface AddressRow extends RowTimes {
  /** Its sort key: date and id. */
  readonly key: Buffer;
  readonly payload: Buffer;
  /** JSON of its source and its key there. */
  readonly origin: Buffer;
  readonly isVanished: boolean;
}

/** The rows of one permit of one source, merged into one. */
interface MergedPermit extends WaitingPermit {
  /** Number of rows it was made from. */
  readonly rows: number;
  /** Defects by `name field`. */
  readonly defects: Readonly<Record<string, number>>;
}

export class AddressRows {
  readonly #sort: ExternalSort;
  readonly #head = Buffer.alloc(rowAt.end);
  readonly #permit = new PermitView();
  #key = Buffer.alloc(256);

  constructor(path: string, memoryBytes: number) {
    this.#sort = new ExternalSort({ path, memoryBytes });
  }

  get count(): number {
    return this.#sort.count;
  }

  add(row: AddressRow): void {
    const { key, payload, origin, seenAt, changedAt, isVanished } = row;
    this.#head.writeDoubleLE(seenAt, rowAt.seenAt);
    this.#head.writeDoubleLE(changedAt, rowAt.changedAt);
    this.#head.writeUInt32LE(isVanished ? 1 : 0, rowAt.isVanished);
    key.copy(this.#head, rowAt.date, 0, keyDateBytes);
    this.#head.writeUInt32LE(payload.length, rowAt.payload);
    this.#sort.push(this.#sortKey(row), this.#head, Buffer.concat([payload, origin]));
  }

  /** The permits, by source and id. To be called once. */
  *merged(): Generator<MergedPermit, void, void> {
    const group = Buffer.alloc(groupBytes);
    let rows: AddressRow[] = [];
    let count = 0;
    for (const { bytes, key, payload, end } of this.#sort.sorted()) {
      if (count > 0 && compareBytes(group, 0, bytes, key, groupBytes) !== 0) {
        yield mergeRows(rows, count);
        rows = [];
        count = 0;
      }
      copyBytes(bytes, key, key + groupBytes, group, 0);
      count += 1;
      if (rows.length < maxRows) rows.push(readRow(bytes, key, payload, end));
    }
    if (rows.length > 0) yield mergeRows(rows, count);
  }

  close(): void {
    this.#sort.close();
  }

  #sortKey({ key, payload, origin, ...times }: AddressRow): Buffer {
    const length = sortAt.origin + origin.length;
    if (length > this.#key.length) this.#key = Buffer.alloc(length * 2);
    const into = this.#key;
    const permit = this.#permit.moveTo(payload);
    into.writeUInt16BE(permit.source, sortAt.source);
    key.copy(into, sortAt.id, keyDateBytes);
    writeLatestFirst(times, into, sortAt.times);
    into.writeUInt8(32 - bitCount(permit.fill & ofPermit), sortAt.known);
    // The shorter first, so that numbers sort by value.
    into.writeUInt16BE(Math.min(0xffff, origin.length), sortAt.length);
    origin.copy(into, sortAt.origin);
    return into.subarray(0, length);
  }
}

/** What belongs to the permit rather than to one of its addresses. */
const permitFieldNames = fieldsWith('of').filter((name) => permitFields[name].of === 'permit') as FieldWith<
  'of',
  'permit'
>[];

/** The known key fields of the permit itself; having an address counts as well. */
const ofPermit = keyFieldBits(
  'address_id',
  ...keyFields.filter((name) => (permitFieldNames as readonly string[]).includes(name)),
);

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** A copy of the row in a sort entry. */
function readRow(bytes: Buffer, key: number, payload: number, end: number): AddressRow {
  const row = Buffer.from(bytes.subarray(payload, end));
  const from = rowAt.end;
  const originFrom = from + row.readUInt32LE(rowAt.payload);
  return {
    key: Buffer.concat([
      row.subarray(rowAt.date, rowAt.date + keyDateBytes),
      bytes.subarray(key + sortAt.id, key + sortAt.id + idBytes),
    ]),
    payload: row.subarray(from, originFrom),
    origin: row.subarray(originFrom),
    seenAt: row.readDoubleLE(rowAt.seenAt),
    changedAt: row.readDoubleLE(rowAt.changedAt),
    isVanished: row.readUInt32LE(rowAt.isVanished) === 1,
  };
}

/** Makes one permit from its rows, most trusted first. `count`: including those that are not read. */
function mergeRows(rows: readonly AddressRow[], count: number): MergedPermit {
  const present = rows.filter(({ isVanished }) => !isVanished);
  const [permit, ...further] = present.length > 0 ? present : rows;
  if (permit === undefined) throw new Error('a permit without a row');
  const defects = new Defects();
  const { key, payload, seenAt, changedAt } = permit;
  const alone = {
    key,
    payload,
    seenAt,
    changedAt,
    rows: count,
    origin: originOf(rows, permit),
    others: [],
    text: '',
  };
  if (rows.length === 1) return { ...alone, origin: permit.origin, defects: {} };
  const record = recordOf(permit);
  const addresses = new Map([[addressKey(permit, record), { row: permit, record }]]);
  for (const row of further) {
    const other = recordOf(row);
    compare(record, other, defects);
    takeMention(payload, row.payload, defects);
    const address = addressKey(row, other);
    if (address === null || addresses.has(address)) continue;
    if (addresses.size > maxAddresses) defects.add('addresses_left_out address');
    else addresses.set(address, { row, record: other });
  }
  if (count > rows.length) defects.add('addresses_left_out address', count - rows.length);
  const [, ...others] = addresses.values();
  if (others.length === 0) return { ...alone, defects: defects.counts };
  others.sort((a, b) => compareAddresses(a.record, b.record));
  const items = others.map(({ record: { address, geo_ids } }) => ({ ...address, ...geo_ids }));
  return {
    ...alone,
    others: others.map(({ row }) => row.payload),
    text: `,"other_addresses":${JSON.stringify(items)}`,
    defects: defects.counts,
  };
}

class Defects {
  readonly counts: Record<string, number> = {};

  add(name: string, count = 1): void {
    this.counts[name] = (this.counts[name] ?? 0) + count;
  }
}

/** JSON of the source and the keys of all rows, that of the permit first. */
function originOf(rows: readonly AddressRow[], permit: AddressRow): Buffer {
  const origins = [permit, ...rows.filter((row) => row !== permit)].map(
    ({ origin }) => JSON.parse(origin.toString()) as [string, string],
  );
  return Buffer.from(JSON.stringify([origins[0]?.[0], ...origins.map(([, key]) => key)]));
}

function recordOf({ payload }: AddressRow): Permit {
  const { bytes, json, statedFrom } = new PermitView().moveTo(payload);
  return JSON.parse(bytes.toString('utf8', json, statedFrom)) as Permit;
}

/**
 * What distinguishes the addresses of a permit: the address id, without one the parts; null where nothing is
 * known.
 */
function addressKey({ payload }: AddressRow, { address }: Permit): string | null {
  const id = new PermitView().moveTo(payload).addressId;
  if (id !== null) return geoIdText(id);
  const { street_no, street, city, zip_code } = address;
  return street === null ? null : JSON.stringify([street_no, street, city, zip_code]);
}

function compare(permit: Permit, other: Permit, defects: Defects): void {
  for (const field of permitFieldNames) {
    if (permit[field] !== other[field]) defects.add(`address_rows_differ ${field}`);
  }
}

/** A permit that names no contractor gets the one that another row names; two are a defect. */
function takeMention(payload: Buffer, other: Buffer, defects: Defects): void {
  const permit = new PermitView().moveTo(payload);
  const named = new PermitView().moveTo(other).mention;
  if (named === null || named === permit.mention) return;
  if (permit.mention === null) permit.mention = named;
  else defects.add('address_rows_differ contractor');
}

/** By street, then house number by value; ties are broken by the rest of the address. */
function compareAddresses(a: Permit, b: Permit): number {
  const number = ({ address }: Permit) => Number.parseInt(address.street_no ?? '', 10) || 0;
  const rest = ({ address, geo_ids }: Permit) => JSON.stringify([address, geo_ids]);
  return (
    order(a.address.street ?? '', b.address.street ?? '') || number(a) - number(b) || order(rest(a), rest(b))
  );
}

const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/**
 * What follows the origin of a merged permit. `firstRow`: the number of the row of its first further address.
 */
export function packedOthers({ payload, others, text }: WaitingPermit, firstRow: number): Buffer {
  const payloads = others.map((own, i) => otherPayload(own, payload, firstRow + i));
  return packOthers(text, payloads);
}
