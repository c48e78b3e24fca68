/**
 * Joins facts from assessors' files and other permits to the permits of the same address, in bounded memory:
 * all are sorted by address and joined, and the result is sorted into the order in which permits are written.
 * Which facts are true of which permit is decided in joined-facts.ts and address-facts.ts.
 */
import { type ByteSpan, compareBytes, copyBytes } from '../../base/memory/bytes.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { SortedEntry } from '../../base/sort/sort-entry.js';
import type { Ticker } from '../../base/ticker.js';
import { writeRecordKey } from '../../format/record-key.js';
import { AddressFacts, unpackStated } from '../entry/address-facts.js';
import { invertedDate, propertyAt } from '../entry/permit-entry.js';
import type { PermitView } from '../entry/permit-view.js';
import { AddressBlock, addressBytes } from './address-block.js';
import { AssessedAddress, type AssessedRow, carriedFacts, type KnownFacts } from './joined-facts.js';

const permitKeyBytes = 12;
const rowBytes = 4;

/** Permits of one address that are compared, the newest; the rest receive facts but give none. */
const maxPermits = 1000;

/** Receives what the join finds; `source` is the index of a source. */
interface JoinCounters {
  /** A row of an assessor's file, and whether it is the newest of its address. */
  property(source: number, isNewest: boolean): void;
  /** A permit that contradicts another permit of its address. */
  conflict(source: number, field: string): void;
}

interface AddressRows {
  readonly address: Buffer;
  readonly rows: AssessedRow[];
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

  constructor(scratch: string, memoryBytes: number) {
    this.#properties = new ExternalSort({ path: `${scratch}-rows`, memoryBytes });
    this.#addresses = new ExternalSort({ path: `${scratch}-addresses`, memoryBytes });
    this.#joined = new ExternalSort({ path: `${scratch}-joined`, memoryBytes });
  }

  /**
   * Takes a prepared property: the address as key, the payload as in `propertyAt`, and the JSON of its source
   * and row key.
   */
  addProperty(address: Buffer, payload: Buffer, origin: Buffer): void {
    address.copy(this.#propertyKey);
    this.#propertyKey.writeUInt32BE(invertedDate(payload.readUInt32LE(propertyAt.asOf)), addressBytes);
    this.#properties.push(this.#propertyKey, payload, origin);
  }

  /**
   * Takes the address of a prepared permit and what it states, with its sort key and the number of its row.
   */
  addPermit(key: Buffer, { addressId, source, bytes, statedFrom, to }: PermitView, row: number): void {
    if (addressId === null) return;
    writeRecordKey(addressId, this.#addressKey);
    copyBytes(key, 0, key.length, this.#addressKey, addressBytes);
    this.#place.writeUInt32BE(row);
    this.#place.writeUInt16LE(source, rowBytes);
    this.#addresses.push(this.#addressKey, this.#place, bytes.subarray(statedFrom, to));
  }

  /** Joins. `superseded`: rows that will not be written. */
  async join(
    ticker: Ticker,
    superseded: { has(row: number): boolean },
    counters: JoinCounters,
  ): Promise<void> {
    ticker.step('Joining properties', this.#addresses.count, 'permits');
    const properties = this.#byAddress(counters);
    let property = properties.next();
    let assessed: AssessedAddress | null = null;
    let facts: AddressFacts | null = null;
    let ids: readonly string[] = [];
    for (const block of this.#blocks(superseded)) {
      if (ticker.count(block.count)) await ticker.yieldToEventLoop();
      if (!block.isContinued) {
        facts = null;
        while (!property.done && property.value.address.compare(block.address) < 0) {
          property = properties.next();
        }
        const isSame = !property.done && property.value.address.equals(block.address);
        assessed = isSame && !property.done ? new AssessedAddress(property.value.rows) : null;
      }
      // Permits that state the same neither fill nor contradict each other; most are alone at their address.
      if (assessed === null && facts === null && block.count < maxPermits && block.isAlike()) continue;
      const permits = Array.from({ length: block.count }, (_, i) => ({
        day: block.day(i),
        stated: unpackStated(block.stated(i)),
      }));
      if (facts === null) {
        facts = new AddressFacts(permits);
        ids = permits.map((_, i) => block.id(i));
      }
      for (const [i, permit] of permits.entries()) {
        this.#give(block.place(i), {
          property: assessed?.all ?? null,
          assessed: assessed?.of(permit, facts) ?? null,
          carried: carriedFacts(facts.lacking(permit), ids),
        });
        for (const field of facts.conflicts(permit.stated)) counters.conflict(block.source(i), field);
      }
    }
    while (!property.done) property = properties.next();
    this.#addresses.close();
    this.#next = this.#joined.sorted();
    this.#advance();
  }

  #give(place: Buffer, known: KnownFacts): void {
    if (known.property === null && known.carried === null) return;
    this.#joined.push(place, Buffer.from(JSON.stringify(known)));
  }

  /** The permits of each address, newest first, in blocks. A block is valid until the next one. */
  *#blocks(superseded: { has(row: number): boolean }): Generator<AddressBlock, void, void> {
    const block = new AddressBlock();
    for (const { bytes, key, payload, end } of this.#addresses.sorted()) {
      if (superseded.has(bytes.readUInt32BE(payload))) continue;
      if (block.count === 0 || block.count >= maxPermits || !block.isAddress(bytes, key)) {
        if (block.count > 0) yield block;
        block.begin(bytes, key);
      }
      block.add(bytes, key + addressBytes, end);
    }
    if (block.count > 0) yield block;
  }

  /**
   * What is known of the permit with this sort key in this row; null when nothing is. To be called in the order in which permits
   * are written.
   */
  take({ bytes, from: key }: ByteSpan, row: number): KnownFacts | null {
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
        group.rows.push(readProperty(bytes, payload, end));
      }
    }
    if (group !== null) yield group;
  }
}

/** Rows of one address that are compared, the newest: a tower has one row per flat. */
const maxRows = 100;

function readProperty(bytes: Buffer, payload: number, end: number): AssessedRow {
  const json = payload + propertyAt.end;
  const origin = json + bytes.readUInt32LE(payload + propertyAt.jsonLength);
  const [source_id, row_key] = JSON.parse(bytes.toString('utf8', origin, end)) as [string, string];
  return {
    asOf: bytes.readUInt32LE(payload + propertyAt.asOf),
    ...(JSON.parse(bytes.toString('utf8', json, origin)) as Pick<AssessedRow, 'parcel' | 'facts'>),
    giver: { permit_id: null, source_id, row_key },
  };
}
