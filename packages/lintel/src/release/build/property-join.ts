/**
 * Brings what assessors' files tell to the permits of the same address, in bounded memory: both are sorted by address and
 * joined, and the result is sorted into the order in which permits are written, where it is taken beside them.
 *
 * Of several rows of one address the newest is trusted first and the others fill what it does not tell.
 */
import { propertyTypes } from '@lintel/contract';
import type { PropertyFacts } from '../../refine/refined.js';
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

const addressBytes = 8;
const permitKeyBytes = 12;
const firstKey = Buffer.from(',"property_census_tract":');
const propertyTypeFill = 1 << keyFields.indexOf('property_type');

/** Facts and their date (YYYYMMDD). */
interface DatedFacts {
  readonly asOf: number;
  readonly facts: PropertyFacts;
}

export class PropertyJoin {
  readonly #properties: ExternalSort;
  readonly #addresses: ExternalSort;
  readonly #joined: ExternalSort;
  readonly #propertyKey = Buffer.alloc(addressBytes + 4);
  readonly #place = Buffer.alloc(permitKeyBytes + 4);
  #next: Iterator<SortedEntry, void, void> | null = null;
  #waiting: SortedEntry | null = null;

  constructor(scratch: string, memoryBytes: number) {
    this.#properties = new ExternalSort({ path: `${scratch}-rows`, memoryBytes });
    this.#addresses = new ExternalSort({ path: `${scratch}-addresses`, memoryBytes });
    this.#joined = new ExternalSort({ path: `${scratch}-joined`, memoryBytes });
  }

  /** Takes a prepared property: the address as key, the payload as `propertyAt` says. */
  addProperty(address: Buffer, payload: Buffer): void {
    address.copy(this.#propertyKey);
    this.#propertyKey.writeUInt32BE(invertedDate(payload.readUInt32LE(propertyAt.asOf)), addressBytes);
    this.#properties.push(this.#propertyKey, payload);
  }

  /** Takes the address of a prepared permit, with its sort key and the number of its row. */
  addPermit(key: Buffer, payload: Buffer, row: number): void {
    if (isZero(payload, permitAt.address)) return;
    key.copy(this.#place);
    this.#place.writeUInt32BE(row, permitKeyBytes);
    this.#addresses.push(payload.subarray(permitAt.address, permitAt.address + addressBytes), this.#place);
  }

  /** Joins. `counted` is told the source of each row, and whether it is the newest of its address. */
  async join(pace: Pace, counted: (source: number, isNewest: boolean) => void): Promise<void> {
    pace.step('Joining properties', this.#properties.count, 'properties');
    const addresses = this.#addresses.sorted();
    let permit = addresses.next();
    for (const { address, rows } of this.#byAddress(counted)) {
      if (pace.count()) await pace.rest();
      const known = Buffer.from(JSON.stringify(merged(rows)));
      for (; !permit.done; permit = addresses.next()) {
        const { bytes, key, payload, end } = permit.value;
        const order = bytes.compare(address, 0, addressBytes, key, key + addressBytes);
        if (order > 0) break;
        if (order === 0) this.#joined.push(bytes.subarray(payload, end), known);
      }
    }
    this.#addresses.close();
    this.#next = this.#joined.sorted();
    this.#advance();
  }

  /**
   * What is known of the permit of this row, to be asked in the order in which permits are written; null when nothing is.
   */
  take(bytes: Buffer, key: number, row: number): DatedFacts | null {
    while (this.#waiting !== null) {
      const { bytes: other, key: at, payload, end } = this.#waiting;
      const order = other.compare(bytes, key, key + permitKeyBytes, at, at + permitKeyBytes);
      const ahead = order === 0 ? other.readUInt32BE(at + permitKeyBytes) - row : order;
      if (ahead > 0) return null;
      const found = ahead === 0 ? (JSON.parse(other.toString('utf8', payload, end)) as DatedFacts) : null;
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
  *#byAddress(
    counted: (source: number, isNewest: boolean) => void,
  ): Generator<{ address: Buffer; rows: DatedFacts[] }, void, void> {
    let group: { address: Buffer; rows: DatedFacts[] } | null = null;
    for (const { bytes, key, payload, end } of this.#properties.sorted()) {
      const isNewest = group === null || group.address.compare(bytes, key, key + addressBytes) !== 0;
      if (isNewest) {
        if (group !== null) yield group;
        group = { address: Buffer.from(bytes.subarray(key, key + addressBytes)), rows: [] };
      }
      counted(bytes.readUInt16LE(payload + propertyAt.source), isNewest);
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
 * The facts of the prepared permit at `at`, put together with an assessor's: the newer one wins, the other fills. The
 * numbers at the head of the payload are set to what is now known.
 */
export function enrichPermit(bytes: Buffer, at: number, end: number, known: DatedFacts): EnrichedTail {
  const from = bytes.indexOf(firstKey, at + permitAt.json);
  if (from < 0 || from >= end) throw new Error('a refined permit lacks the facts of its property');
  const own = JSON.parse(`{${bytes.toString('utf8', from + 1, end)}`) as PropertyFacts;
  const isNewer = known.asOf >= bytes.readUInt32LE(at + permitAt.start);
  const both = isNewer ? filledFacts(known.facts, own) : filledFacts(own, known.facts);
  const facts = Object.fromEntries(Object.keys(own).map((name) => [name, both[name as keyof PropertyFacts]]));
  setNumbers(bytes, at, both);
  return { from, text: Buffer.from(`,${JSON.stringify(facts).slice(1)}`) };
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
