/**
 * The addresses of a release: one per geo_id, made from the spellings in its records.
 *
 * Each part of the address takes its most frequent value. Addresses are ordered by population of the place,
 * then by number of records, both descending, then by geo_id; address search ranks by the same order.
 */

import type { BuildingAddress } from '@lintel/contract';
import { type ByteSpan, compareBytes, copyBytes } from '../../base/memory/bytes.js';
import { GrowableBytes } from '../../base/memory/growable.js';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { Ticker } from '../../base/ticker.js';
import { type RecordKey, writeRecordKey } from '../../format/record-key.js';
import { factWords } from '../../format/roll-ups/permit-facts.js';
import { addressOf, addressParts } from './address-json.js';

const idBytes = 8;
const factBytes = factWords * 4;
const maxWord = 0xffffffff;

interface Spelling {
  readonly parts: BuildingAddress;
  readonly count: number;
}

/** The records of one geo_id; valid until the next one is taken. */
interface AddressGroup {
  readonly id: Buffer;
  readonly city: Buffer;
  readonly spellings: Spelling[];
  /** Of all its permits, concatenated. */
  readonly facts: Buffer;
}

/** The address of a record. */
export interface StatedAddress {
  /** Its geo_id and that of its city. */
  readonly id: RecordKey;
  readonly city: RecordKey | null;
  /** Its JSON without the brace at the end. */
  readonly json: ByteSpan;
}

export class AddressRecords {
  readonly #spellings: ExternalSort;
  readonly #ordered: ExternalSort;
  #key = Buffer.alloc(1024);
  /** City, then the facts of the permit; without these for other records. */
  readonly #payload = Buffer.alloc(idBytes + factBytes);

  constructor(scratch: string, memoryBytes: number) {
    this.#spellings = new ExternalSort({ path: `${scratch}-spellings`, memoryBytes });
    this.#ordered = new ExternalSort({ path: `${scratch}-ordered`, memoryBytes });
  }

  /** Addresses found by `group`. */
  get count(): number {
    return this.#ordered.count;
  }

  /** Adds the address of a record. `facts` are those of a permit, at the start of the buffer. */
  add({ id, city, json: { bytes, from, to } }: StatedAddress, facts?: Uint8Array): void {
    const length = idBytes + to - from;
    if (length > this.#key.length) this.#key = Buffer.alloc(length * 2);
    writeRecordKey(id, this.#key);
    copyBytes(bytes, from, to, this.#key, idBytes);
    writeRecordKey(city, this.#payload);
    if (facts !== undefined) copyBytes(facts, 0, factBytes, this.#payload, idBytes);
    const payload = facts === undefined ? this.#payload.subarray(0, idBytes) : this.#payload;
    this.#spellings.push(this.#key.subarray(0, length), payload);
  }

  /**
   * Makes one address of all spellings of each geo_id. To be called once all records are added.
   * `populations`: of cities, by geo_id. `take` receives each binary geo_id, ascending, with the facts of its
   * permits, concatenated.
   */
  async group(
    populations: ReadonlyMap<string, number>,
    ticker: Ticker,
    take: (id: Buffer, facts: Buffer) => void = () => {},
  ): Promise<void> {
    const order = Buffer.alloc(16);
    ticker.step('Grouping addresses', this.#spellings.count, 'records');
    for (const group of this.#groups()) {
      const geoId = group.id.toString('base64url');
      take(group.id, group.facts);
      const population = populations.get(group.city.toString('base64url')) ?? 0;
      const records = group.spellings.reduce((sum, { count }) => sum + count, 0);
      if (ticker.count(records)) await ticker.yieldToEventLoop();
      order.writeUInt32BE(maxWord - Math.min(maxWord, population));
      order.writeUInt32BE(maxWord - records, 4);
      group.id.copy(order, 8);
      const address = addressOf(geoId, commonParts(group.spellings));
      this.#ordered.push(order, Buffer.from(JSON.stringify(address)));
    }
  }

  /** The addresses in order, as JSON of the wire; each is valid until the next one is taken. */
  *ordered(): Generator<Buffer, void, void> {
    for (const { bytes, payload, end } of this.#ordered.sorted()) {
      yield bytes.subarray(payload, end);
    }
  }

  close(): void {
    this.#spellings.close();
    this.#ordered.close();
  }

  /** The spellings of each geo_id, equal ones counted together. */
  *#groups(): Generator<AddressGroup, void, void> {
    const id = Buffer.alloc(idBytes);
    const city = Buffer.alloc(idBytes);
    const facts = new GrowableBytes();
    const text = new GrowableBytes();
    let spellings: Spelling[] = [];
    let count = 0;
    const endSpelling = () => {
      spellings.push({ parts: addressParts(text.view()), count });
    };
    for (const { bytes, key, payload, end } of this.#spellings.sorted()) {
      const isSameId = count > 0 && compareBytes(id, 0, bytes, key, idBytes) === 0;
      if (isSameId && text.equals(bytes, key + idBytes, payload)) count += 1;
      else {
        if (count > 0) endSpelling();
        if (!isSameId) {
          if (count > 0) yield { id, city, spellings, facts: facts.view() };
          spellings = [];
          facts.clear();
          copyBytes(bytes, key, key + idBytes, id, 0);
          copyBytes(bytes, payload, payload + idBytes, city, 0);
        }
        text.clear();
        text.push(bytes, key + idBytes, payload);
        count = 1;
      }
      facts.push(bytes, payload + idBytes, end);
    }
    if (count === 0) return;
    endSpelling();
    yield { id, city, spellings, facts: facts.view() };
  }
}

/** The most frequent value of every part. */
function commonParts(spellings: readonly Spelling[]): BuildingAddress {
  const [only] = spellings;
  if (spellings.length === 1 && only !== undefined) return only.parts;
  const part = <Name extends keyof BuildingAddress>(name: Name) =>
    mostFrequent(spellings, (parts) => parts[name]);
  const zip = part('zip_code');
  return {
    street_no: part('street_no'),
    street: part('street'),
    city: part('city'),
    county: part('county'),
    zip_code: zip,
    zip_code_ext: mostFrequent(spellings, (parts) => (parts.zip_code === zip ? parts.zip_code_ext : null)),
    state: part('state'),
    jurisdiction: part('jurisdiction'),
    latlng: part('latlng'),
  };
}

/**
 * The most frequent value; among equally frequent ones the smallest as JSON. Null only when none is known.
 */
function mostFrequent<Value>(
  spellings: readonly Spelling[],
  read: (parts: BuildingAddress) => Value | null,
): Value | null {
  const counts = new Map<string, { count: number; value: Value }>();
  for (const { parts, count } of spellings) {
    const value = read(parts);
    if (value === null) continue;
    const json = JSON.stringify(value);
    counts.set(json, { count: (counts.get(json)?.count ?? 0) + count, value });
  }
  const [best] = [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  return best?.[1].value ?? null;
}
