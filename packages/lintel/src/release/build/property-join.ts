/**
 * Brings what assessors' files and the other permits tell to the permits of the same address, in bounded memory: all are
 * sorted by address and joined, and the result is sorted into the order in which permits are written.
 *
 * Of several rows of one address the newest is trusted first and the others fill what it does not tell. An assessor's facts
 * go before those of other permits.
 */
import type { PropertyFacts } from '@lintel/contract';
import { propertyTypes } from '@lintel/contract/plain';
import { AddressBlock, addressBytes } from './address-block.js';
import { AddressFacts, type CarriedFacts, type Stated, unpackStated } from './address-facts.js';
import { compareBytes, copyBytes } from './bytes.js';
import { type Disk, localDisk } from './disk.js';
import { ExternalSort } from './external-sort.js';
import type { Pace } from './pace.js';
import {
  type FactNumbers,
  invertedDate,
  isZero,
  keyFields,
  permitAt,
  propertyAt,
  setFactNumbers,
} from './prepared-row.js';
import type { SortedEntry } from './sort-entry.js';

const permitKeyBytes = 12;
const rowBytes = 4;
const firstKey = Buffer.from(',"property_census_tract":');
const propertyTypeFill = 1 << keyFields.indexOf('property_type');

/** Permits of one address that are weighed, the newest; further ones are given facts, but give none. */
const maxPermits = 1000;

/** Facts and their date (YYYYMMDD). */
interface DatedFacts {
  readonly asOf: number;
  readonly facts: PropertyFacts;
}

/** What is known of a permit's property beside what it states itself. */
export interface KnownFacts {
  readonly assessed: DatedFacts | null;
  readonly carried: Partial<CarriedFacts> | null;
}

/** Is told what the join finds; a source is meant by its index. */
export interface JoinCounters {
  /** A row of an assessor's file, and whether it is the newest of its address. */
  property(source: number, isNewest: boolean): void;
  /** A permit that states something else than a permit of its address. */
  conflict(source: number, field: string): void;
}

interface AddressRows {
  readonly address: Buffer;
  readonly rows: DatedFacts[];
}

export class PropertyJoin {
  readonly #properties: ExternalSort;
  readonly #addresses: ExternalSort;
  readonly #joined: ExternalSort;
  readonly #propertyKey = Buffer.alloc(addressBytes + 4);
  readonly #addressKey = Buffer.alloc(addressBytes + permitKeyBytes);
  readonly #place = Buffer.alloc(rowBytes + 2);
  #next: Iterator<SortedEntry, void, void> | null = null;
  #waiting: SortedEntry | null = null;

  constructor(scratch: string, memoryBytes: number, disk: Disk = localDisk) {
    this.#properties = new ExternalSort({ path: `${scratch}-rows`, memoryBytes, disk });
    this.#addresses = new ExternalSort({ path: `${scratch}-addresses`, memoryBytes, disk });
    this.#joined = new ExternalSort({ path: `${scratch}-joined`, memoryBytes, disk });
  }

  /** Takes a prepared property: the address as key, the payload as `propertyAt` says. */
  addProperty(address: Buffer, payload: Buffer): void {
    address.copy(this.#propertyKey);
    this.#propertyKey.writeUInt32BE(invertedDate(payload.readUInt32LE(propertyAt.asOf)), addressBytes);
    this.#properties.push(this.#propertyKey, payload);
  }

  /** Takes the address of a prepared permit and what it states, with its sort key and the number of its row. */
  addPermit(key: Buffer, payload: Buffer, row: number): void {
    if (isZero(payload, permitAt.address)) return;
    copyBytes(payload, permitAt.address, permitAt.address + addressBytes, this.#addressKey, 0);
    copyBytes(key, 0, key.length, this.#addressKey, addressBytes);
    this.#place.writeUInt32BE(row);
    copyBytes(payload, permitAt.source, permitAt.source + 2, this.#place, rowBytes);
    const stated = payload.subarray(permitAt.json + payload.readUInt32LE(permitAt.stated));
    this.#addresses.push(this.#addressKey, this.#place, stated);
  }

  /** Joins. `losers`: rows that will not be written. */
  async join(pace: Pace, losers: { has(row: number): boolean }, counters: JoinCounters): Promise<void> {
    pace.step('Joining properties', this.#addresses.count, 'permits');
    const properties = this.#byAddress(counters);
    let property = properties.next();
    let assessed: DatedFacts | null = null;
    let facts: AddressFacts | null = null;
    for (const block of this.#blocks(losers)) {
      if (pace.count(block.count)) await pace.rest();
      if (!block.isContinued) {
        facts = null;
        while (!property.done && property.value.address.compare(block.address) < 0) {
          property = properties.next();
        }
        const isSame = !property.done && property.value.address.equals(block.address);
        assessed = isSame && !property.done ? merged(property.value.rows) : null;
      }
      // Permits that state the same have nothing to give each other and contradict none; most are alone at their address.
      if (assessed === null && facts === null && block.count < maxPermits && block.isAlike()) continue;
      const stated = Array.from({ length: block.count }, (_, i) => unpackStated(block.stated(i)));
      facts ??= new AddressFacts(stated);
      for (const [i, own] of stated.entries()) {
        this.#give(block.place(i), own, { assessed, facts });
        for (const field of facts.conflicts(own)) counters.conflict(block.source(i), field);
      }
    }
    while (!property.done) property = properties.next();
    this.#addresses.close();
    this.#next = this.#joined.sorted();
    this.#advance();
  }

  #give(
    place: Buffer,
    stated: Stated,
    { assessed, facts }: { assessed: DatedFacts | null; facts: AddressFacts },
  ) {
    const carried = facts.lacking(stated);
    if (assessed === null && carried === null) return;
    this.#joined.push(place, Buffer.from(JSON.stringify({ assessed, carried } satisfies KnownFacts)));
  }

  /** The permits of each address, the newest first; those of one address in blocks. A block is valid until the next one. */
  *#blocks(losers: { has(row: number): boolean }): Generator<AddressBlock, void, void> {
    const block = new AddressBlock();
    for (const { bytes, key, payload, end } of this.#addresses.sorted()) {
      if (losers.has(bytes.readUInt32BE(payload))) continue;
      if (block.count === 0 || block.count >= maxPermits || !block.isAddress(bytes, key)) {
        if (block.count > 0) yield block;
        block.begin(bytes, key);
      }
      block.add(bytes, key + addressBytes, end);
    }
    if (block.count > 0) yield block;
  }

  /**
   * What is known of the permit of this row, to be asked in the order in which permits are written; null when nothing is.
   */
  take(bytes: Buffer, key: number, row: number): KnownFacts | null {
    while (this.#waiting !== null) {
      const { bytes: other, key: at, payload, end } = this.#waiting;
      const order = compareBytes(other, at, bytes, key, permitKeyBytes);
      const ahead = order === 0 ? other.readUInt32BE(at + permitKeyBytes) - row : order;
      if (ahead > 0) return null;
      const found = ahead === 0 ? (JSON.parse(other.toString('utf8', payload, end)) as KnownFacts) : null;
      this.#advance();
      if (found !== null) return found;
    }
    return null;
  }

  close(): void {
    for (const sort of [this.#properties, this.#addresses, this.#joined]) sort.close();
  }

  #advance(): void {
    const next = this.#next?.next();
    this.#waiting = next === undefined || next.done ? null : next.value;
  }

  /** The rows of each address, the newest first. */
  *#byAddress(counters: JoinCounters): Generator<AddressRows, void, void> {
    let group: AddressRows | null = null;
    for (const { bytes, key, payload, end } of this.#properties.sorted()) {
      const isNewest = group === null || compareBytes(group.address, 0, bytes, key, addressBytes) !== 0;
      if (isNewest) {
        if (group !== null) yield group;
        group = { address: Buffer.from(bytes.subarray(key, key + addressBytes)), rows: [] };
      }
      counters.property(bytes.readUInt16LE(payload + propertyAt.source), isNewest);
      if (group !== null && group.rows.length < maxRows) {
        group.rows.push({
          asOf: bytes.readUInt32LE(payload + propertyAt.asOf),
          facts: JSON.parse(bytes.toString('utf8', payload + propertyAt.json, end)) as PropertyFacts,
        });
      }
    }
    if (group !== null) yield group;
  }
}

/** Rows of one address that are weighed, the newest: a tower has a row a flat. */
const maxRows = 100;

function merged(rows: readonly DatedFacts[]): DatedFacts {
  const [newest, ...older] = rows;
  if (newest === undefined) throw new Error('an address without a property');
  return {
    asOf: newest.asOf,
    facts: older.reduce((facts, row) => filledFacts(facts, row.facts), newest.facts),
  };
}

/**
 * The first facts, with the others where they tell nothing. Type and detail belong together, and so do the owner's name
 * and kind: an older owner never takes the place of a newer one who is not named.
 */
export function filledFacts(first: PropertyFacts, second: PropertyFacts): PropertyFacts {
  const isOtherType = first.property_type !== null && first.property_type !== second.property_type;
  const hasOwner = first.property_legal_owner !== null || first.property_owner_type !== null;
  const usable: PropertyFacts = {
    ...second,
    ...(isOtherType && { property_type_detail: null }),
    ...(hasOwner && { property_legal_owner: null, property_owner_type: null }),
  };
  const missing = Object.entries(usable).filter(([name]) => first[name as keyof PropertyFacts] === null);
  return { ...first, ...Object.fromEntries(missing) };
}

/** The end of a permit's JSON, in which the facts of its property stand, and where it begins. */
export interface EnrichedTail {
  readonly from: number;
  readonly text: Buffer;
}

/**
 * The facts of the prepared permit at `at`, put together with an assessor's, of which the newer wins and the other fills, and
 * last with those that other permits of its address state. The numbers at the head of the payload are set to what is now known.
 */
export function enrichPermit(bytes: Buffer, at: number, end: number, known: KnownFacts): EnrichedTail {
  const from = bytes.indexOf(firstKey, at + permitAt.json);
  if (from < 0 || from >= end) throw new Error('a refined permit lacks the facts of its property');
  const own = JSON.parse(`{${bytes.toString('utf8', from + 1, end)}`) as PropertyFacts;
  const { assessed, carried } = known;
  const isNewer = assessed !== null && assessed.asOf >= bytes.readUInt32LE(at + permitAt.start);
  const both =
    assessed === null ? own : isNewer ? filledFacts(assessed.facts, own) : filledFacts(own, assessed.facts);
  const all =
    carried === null
      ? both
      : filledFacts(both, { ...nothing(own), property_type: own.property_type, ...carried });
  const facts = Object.fromEntries(Object.keys(own).map((name) => [name, all[name as keyof PropertyFacts]]));
  setNumbers(bytes, at, all);
  return { from, text: Buffer.from(`,${JSON.stringify(facts).slice(1)}`) };
}

/** Facts of which none is known. */
function nothing(facts: PropertyFacts): PropertyFacts {
  return Object.fromEntries(Object.keys(facts).map((name) => [name, null])) as unknown as PropertyFacts;
}

function writerOf(bytes: Buffer): FactNumbers {
  return {
    setUint16: (at, value) => void bytes.writeUInt16LE(value, at),
    setInt32: (at, value) => void bytes.writeInt32LE(value, at),
    setDouble: (at, value) => void bytes.writeDoubleLE(value, at),
  };
}

const fills = (['property_legal_owner', 'property_year_built', 'property_building_area'] as const).map(
  (name) => [name, 1 << keyFields.indexOf(name)] as const,
);

function setNumbers(bytes: Buffer, at: number, facts: PropertyFacts): void {
  let fill = bytes.readUInt32LE(at + permitAt.fill);
  if (facts.property_type !== null) {
    fill |= propertyTypeFill;
    bytes.writeUInt8(1 + propertyTypes.indexOf(facts.property_type), at + permitAt.propertyType);
  }
  setFactNumbers(writerOf(bytes), at, facts);
  for (const [name, bit] of fills) if (facts[name] !== null) fill |= bit;
  bytes.writeUInt32LE(fill >>> 0, at + permitAt.fill);
}
