/**
 * What permits and sightings say of contractors, sorted by contractor: the second pass pushes, and the contractors'
 * records are made of the groups. One contractor at a time is in memory.
 */
import { factWords } from '../metrics/permit-facts.js';
import { type CountedFacts, PermitTotals } from './contractor-record.js';
import { ExternalSort } from './external-sort.js';
import { GrowableBytes } from './growable.js';
import { unpackFacts } from './packed-facts.js';
import { invertedDate } from './prepared-row.js';
import type { SeenFacts } from './sightings.js';

/** A key is the contractor, the kind of entry and, of facts, their latest date inverted: the newest come first. */
const keyBytes = 9;
const shareKind = 0;
const factsKind = 1;

/** Different sightings of one contractor that are weighed, the newest; a contractor with more has them in plenty. */
const maxSightings = 5000;

export interface ContractorGroup {
  readonly contractor: number;
  readonly totals: PermitTotals;
  /** The facts of its permits, the newest first. */
  readonly permits: Buffer;
  readonly sightings: readonly CountedFacts[];
}

interface OpenGroup {
  readonly contractor: number;
  readonly totals: PermitTotals;
  readonly sightings: CountedFacts[];
}

export class ContractorShares {
  readonly #sort: ExternalSort;
  readonly #key = Buffer.alloc(keyBytes);
  readonly #share = new Uint32Array(factWords);
  readonly #shareBytes = Buffer.from(this.#share.buffer);
  readonly #permits = new GrowableBytes();
  readonly #counts = Buffer.alloc(8);

  constructor(scratch: string, memoryBytes: number) {
    this.#sort = new ExternalSort({ path: scratch, memoryBytes });
  }

  /** Adds a permit whose facts stand at the beginning of `facts`. */
  addPermit(contractor: number, facts: Uint32Array): void {
    this.#share.set(facts.subarray(0, factWords));
    this.#push(contractor, shareKind, 0, this.#shareBytes);
  }

  addFacts({ contractor, count, latest, facts }: SeenFacts): void {
    this.#counts.writeUInt32LE(count);
    this.#counts.writeUInt32LE(latest, 4);
    this.#push(contractor, factsKind, latest, Buffer.concat([this.#counts, facts]));
  }

  /** All contractors with their permits' sums and their sightings. A group is valid until the next is taken. */
  *groups(): Generator<ContractorGroup, void, void> {
    let group: OpenGroup | null = null;
    const ended = (open: OpenGroup): ContractorGroup => ({ ...open, permits: this.#permits.view() });
    for (const { bytes, key, payload, end } of this.#sort.sorted()) {
      const contractor = bytes.readUInt32BE(key);
      if (group === null || group.contractor !== contractor) {
        if (group !== null) yield ended(group);
        group = { contractor, totals: new PermitTotals(), sightings: [] };
        this.#permits.clear();
      }
      if (bytes.readUInt8(key + 4) === shareKind) {
        this.#permits.push(bytes, payload, end);
        bytes.copy(this.#shareBytes, 0, payload, end);
        group.totals.add(this.#share, 0);
      } else if (group.sightings.length < maxSightings) group.sightings.push(readFacts(bytes, payload, end));
    }
    if (group !== null) yield ended(group);
  }

  close(): void {
    this.#sort.close();
  }

  #push(contractor: number, kind: number, date: number, payload: Buffer): void {
    this.#key.writeUInt32BE(contractor);
    this.#key.writeUInt8(kind, 4);
    this.#key.writeUInt32BE(invertedDate(date), 5);
    this.#sort.push(this.#key, payload);
  }
}

function readFacts(bytes: Buffer, at: number, end: number): CountedFacts {
  const text = bytes.toString('utf8', at + 8, end);
  return {
    count: bytes.readUInt32LE(at),
    latest: bytes.readUInt32LE(at + 4),
    text,
    facts: unpackFacts(text),
  };
}
