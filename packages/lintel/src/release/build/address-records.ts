/**
 * The addresses of a release: one a geo_id, made of the spellings that its records use.
 *
 * Each part of the address is the one most records give. Addresses come out with those of the most populous place
 * first, then those with the most records, then by geo_id; that order is also what address search ranks by.
 */
import type { Address, PermitAddress } from '@lintel/contract';
import { factWords } from '../metrics/permit-facts.js';
import { ExternalSort } from './external-sort.js';
import type { Pace } from './pace.js';

const idBytes = 8;
const factBytes = factWords * 4;
const maxWord = 0xffffffff;

interface Spelling {
  readonly address: PermitAddress;
  readonly count: number;
}

/** What the records of one geo_id tell. */
interface AddressGroup {
  readonly id: Buffer;
  readonly city: Buffer;
  readonly spellings: Spelling[];
  /** Of each of its permits. */
  readonly facts: Buffer[];
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

  /** Addresses found by `settle`. */
  get count(): number {
    return this.#ordered.count;
  }

  /**
   * Adds the address of a record: `bytes` holds the binary geo_ids of address and city at the given places, and the
   * address as JSON. `facts` are those of a permit, at their beginning.
   */
  add(
    bytes: Buffer,
    address: number,
    city: number,
    jsonFrom: number,
    jsonTo: number,
    facts?: ArrayBufferView,
  ): void {
    const length = idBytes + jsonTo - jsonFrom;
    if (length > this.#key.length) this.#key = Buffer.alloc(length * 2);
    bytes.copy(this.#key, 0, address, address + idBytes);
    bytes.copy(this.#key, idBytes, jsonFrom, jsonTo);
    bytes.copy(this.#payload, 0, city, city + idBytes);
    if (facts !== undefined)
      Buffer.from(facts.buffer, facts.byteOffset, factBytes).copy(this.#payload, idBytes);
    const payload = facts === undefined ? this.#payload.subarray(0, idBytes) : this.#payload;
    this.#spellings.push(this.#key.subarray(0, length), payload);
  }

  /**
   * Makes one address of all spellings of each geo_id. To be called once all records are added. `populations`: of cities,
   * by geo_id. `take` gets each binary geo_id, in ascending order, with the facts of its permits.
   */
  async settle(
    populations: ReadonlyMap<string, number>,
    pace: Pace,
    take: (id: Buffer, facts: readonly Buffer[]) => void = () => {},
  ): Promise<void> {
    const order = Buffer.alloc(16);
    pace.step('Grouping addresses', this.#spellings.count, 'records');
    for (const group of this.#groups()) {
      const geoId = group.id.toString('base64url');
      take(group.id, group.facts);
      const address = addressItem(geoId, group.spellings);
      const population = populations.get(group.city.toString('base64url')) ?? 0;
      const records = group.spellings.reduce((sum, { count }) => sum + count, 0);
      if (pace.count(records)) await pace.rest();
      order.writeUInt32BE(maxWord - Math.min(maxWord, population));
      order.writeUInt32BE(maxWord - records, 4);
      group.id.copy(order, 8);
      this.#ordered.push(order, Buffer.from(JSON.stringify(address)));
    }
  }

  /** The addresses in their order, as JSON of the wire; each is valid until the next one is taken. */
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
    let group: AddressGroup | null = null;
    let text = Buffer.alloc(0);
    let count = 0;
    const endSpelling = () => {
      if (count > 0) group?.spellings.push({ address: JSON.parse(text.toString()) as PermitAddress, count });
      count = 0;
    };
    for (const { bytes, key, payload, end } of this.#spellings.sorted()) {
      const isSameId = group !== null && group.id.compare(bytes, key, key + idBytes) === 0;
      const facts = Buffer.from(bytes.subarray(payload + idBytes, end));
      if (isSameId && facts.length > 0) group?.facts.push(facts);
      if (isSameId && count > 0 && text.compare(bytes, key + idBytes, payload) === 0) {
        count += 1;
        continue;
      }
      endSpelling();
      if (!isSameId) {
        if (group !== null) yield group;
        group = {
          id: Buffer.from(bytes.subarray(key, key + idBytes)),
          city: Buffer.from(bytes.subarray(payload, payload + idBytes)),
          spellings: [],
          facts: facts.length > 0 ? [facts] : [],
        };
      }
      text = Buffer.from(bytes.subarray(key + idBytes, payload));
      count = 1;
    }
    endSpelling();
    if (group !== null) yield group;
  }
}

/** The address on the wire (2.5): every part as most records give it. */
function addressItem(geoId: string, spellings: readonly Spelling[]): Address {
  const part = (name: Exclude<keyof PermitAddress, 'latlng'>) =>
    mostFrequent(spellings, (address) => address[name]);
  const zip = part('zip_code');
  const latlng = mostFrequent(spellings, (a) => a.latlng?.join(' ') ?? null)
    ?.split(' ')
    .map(Number);
  const address = {
    geo_id: geoId,
    name: '',
    street_no: part('street_no'),
    street: part('street'),
    city: part('city'),
    county: part('county'),
    zip_code: zip,
    zip_code_ext: mostFrequent(spellings, (a) => (a.zip_code === zip ? a.zip_code_ext : null)),
    state: part('state'),
    jurisdiction: part('jurisdiction'),
    lat: latlng?.[0] ?? null,
    long: latlng?.[1] ?? null,
  };
  return { ...address, name: addressName(address) };
}

/** `1234 S MILLICK ST, CHICAGO, IL 60601`, without what is unknown. */
function addressName(address: Pick<Address, 'street_no' | 'street' | 'city' | 'state' | 'zip_code'>): string {
  const joined = (parts: readonly (string | null)[], separator: string) =>
    parts.filter((part) => part !== null && part !== '').join(separator);
  return joined(
    [
      joined([address.street_no, address.street], ' '),
      address.city,
      joined([address.state, address.zip_code], ' '),
    ],
    ', ',
  );
}

/** The value that most records give; of equally frequent ones the smallest. Null only when none gives one. */
function mostFrequent(
  spellings: readonly Spelling[],
  read: (address: PermitAddress) => string | null,
): string | null {
  const [only] = spellings;
  if (spellings.length === 1 && only !== undefined) return read(only.address);
  const counts = new Map<string, number>();
  for (const { address, count } of spellings) {
    const value = read(address);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  let best: string | null = null;
  for (const [value, count] of counts) {
    const bestCount = best === null ? 0 : (counts.get(best) ?? 0);
    if (best === null || count > bestCount || (count === bestCount && value < best)) best = value;
  }
  return best;
}
