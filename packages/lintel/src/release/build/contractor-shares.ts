/**
 * What permits and sightings say of contractors, sorted by contractor: the second pass pushes, and the contractors'
 * records are made of the groups. One contractor at a time is in memory.
 */
import { type CountedFacts, type PermitShare, PermitTotals } from './contractor-record.js';
import { ExternalSort } from './external-sort.js';
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
  readonly sightings: readonly CountedFacts[];
}

type OpenGroup = ContractorGroup & { readonly sightings: CountedFacts[] };

export class ContractorShares {
  readonly #sort: ExternalSort;
  readonly #key = Buffer.alloc(keyBytes);
  readonly #share = Buffer.alloc(29);
  readonly #counts = Buffer.alloc(8);

  constructor(scratch: string, memoryBytes: number) {
    this.#sort = new ExternalSort({ path: scratch, memoryBytes });
  }

  addPermit(contractor: number, share: PermitShare): void {
    const bytes = this.#share;
    bytes.writeUInt32LE(share.start);
    bytes.writeUInt8(share.status, 4);
    bytes.writeUInt32LE(share.tagsLow, 5);
    bytes.writeUInt32LE(share.tagsHigh, 9);
    bytes.writeDoubleLE(share.jobValue, 13);
    bytes.writeInt32LE(share.construction, 21);
    bytes.writeInt32LE(share.inspection, 25);
    this.#push(contractor, shareKind, 0, bytes);
  }

  addFacts({ contractor, count, latest, facts }: SeenFacts): void {
    this.#counts.writeUInt32LE(count);
    this.#counts.writeUInt32LE(latest, 4);
    this.#push(contractor, factsKind, latest, Buffer.concat([this.#counts, facts]));
  }

  /** All contractors with their permits' sums and their sightings. */
  *groups(): Generator<ContractorGroup, void, void> {
    let group: OpenGroup | null = null;
    for (const { bytes, key, payload, end } of this.#sort.sorted()) {
      const contractor = bytes.readUInt32BE(key);
      if (group === null || group.contractor !== contractor) {
        if (group !== null) yield group;
        group = { contractor, totals: new PermitTotals(), sightings: [] };
      }
      if (bytes.readUInt8(key + 4) === shareKind) group.totals.add(readShare(bytes, payload));
      else if (group.sightings.length < maxSightings) group.sightings.push(readFacts(bytes, payload, end));
    }
    if (group !== null) yield group;
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

function readShare(bytes: Buffer, at: number): PermitShare {
  return {
    start: bytes.readUInt32LE(at),
    status: bytes.readUInt8(at + 4),
    tagsLow: bytes.readUInt32LE(at + 5),
    tagsHigh: bytes.readUInt32LE(at + 9),
    jobValue: bytes.readDoubleLE(at + 13),
    construction: bytes.readInt32LE(at + 21),
    inspection: bytes.readInt32LE(at + 25),
  };
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
