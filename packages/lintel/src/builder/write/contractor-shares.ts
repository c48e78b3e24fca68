/**
 * The facts of permits and mentions, by contractor: the second pass adds them, and the contractors' records
 * are made from the groups. Both are grouped in bounded memory (group-by.ts).
 */

import { u32At } from '../../base/memory/at.js';
import { GrowableU32 } from '../../base/memory/growable.js';
import { GroupBy, type RecordGroup } from '../../base/sort/group-by.js';
import { factWords } from '../../format/roll-ups/permit-facts.js';
import { unpackFacts } from '../entry/packed-facts.js';
import type { CountedMention } from '../link/mentions.js';
import type { CountedFacts } from './contractor-record.js';

/** Precedes packed facts: their length, the number of records that carry them, the latest date of those. */
const factsAt = { length: 0, count: 4, latest: 8, facts: 12 } as const;

/** Different mentions of one contractor that are used, the newest; no contractor needs more. */
const maxMentions = 5000;

const noPermits = new Uint32Array(0);

interface ContractorGroup {
  readonly contractor: number;
  /**
   * The facts of its permits (`factWords` words each), the newest first. Valid until the next group is taken.
   */
  readonly permits: Uint32Array;
  readonly mentions: readonly CountedFacts[];
}

export class ContractorShares {
  readonly #permits: GroupBy;
  readonly #facts: GroupBy;
  readonly #share = new Uint32Array(factWords);
  readonly #shareBytes = Buffer.from(this.#share.buffer);
  readonly #head = Buffer.alloc(factsAt.facts);
  /** Pairs of a further contractor and the row of its permit, by row. */
  readonly #further = new GrowableU32();
  readonly #furtherCounts = new Map<number, number>();

  constructor(scratch: string, memoryBytes: number) {
    this.#permits = new GroupBy(`${scratch}-permits`, memoryBytes / 2);
    this.#facts = new GroupBy(`${scratch}-facts`, memoryBytes / 2);
  }

  /** Adds a permit whose facts are at the start of `facts`. */
  addPermit(contractor: number, facts: Uint32Array): void {
    for (let i = 0; i < factWords; i++) this.#share[i] = u32At(facts, i);
    this.#permits.add(contractor, this.#shareBytes);
  }

  /** Adds a permit, by its row, to those that name the contractor besides the main one. */
  addFurther(contractor: number, row: number): void {
    this.#further.push(contractor);
    this.#further.push(row);
    this.#furtherCounts.set(contractor, this.furtherCount(contractor) + 1);
  }

  /** How many permits name the contractor besides the main one. */
  furtherCount(contractor: number): number {
    return this.#furtherCounts.get(contractor) ?? 0;
  }

  /** Pairs of a further contractor and the row of a permit that names it, by row. */
  get further(): Uint32Array {
    return this.#further.view();
  }

  addFacts({ contractor, count, latest, bytes, from, to }: CountedMention): void {
    this.#head.writeUInt32LE(to - from, factsAt.length);
    this.#head.writeUInt32LE(count, factsAt.count);
    this.#head.writeUInt32LE(latest, factsAt.latest);
    this.#facts.add(contractor, this.#head, bytes, from, to);
  }

  /**
   * All contractors with their permits and their mentions; one that only a licence list names has no permits.
   */
  *groups(): Generator<ContractorGroup, void, void> {
    const permits = this.#permits.groups();
    let next = permits.next();
    for (const group of this.#facts.groups()) {
      const contractor = group.group;
      const hasPermits = !next.done && next.value.group === contractor;
      const words = hasPermits && !next.done ? wordsOf(next.value) : noPermits;
      yield { contractor, permits: words, mentions: newestFacts(group) };
      if (hasPermits) next = permits.next();
    }
    if (!next.done) throw new Error('permits of a contractor that nothing was seen of');
  }

  close(): void {
    this.#permits.close();
    this.#facts.close();
  }
}

/** Records of permits are whole words, so they are word-aligned in the memory of their group. */
function wordsOf({ bytes, from, to }: RecordGroup): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + from, (to - from) / 4);
}

/** The facts of a group; the newest, where there are too many. */
function newestFacts({ bytes, from, to }: RecordGroup): CountedFacts[] {
  const places: number[] = [];
  for (let at = from; at < to; at += factsAt.facts + bytes.readUInt32LE(at)) places.push(at);
  if (places.length > maxMentions) {
    const latest = (at: number) => bytes.readUInt32LE(at + factsAt.latest);
    places.sort((a, b) => latest(b) - latest(a));
    places.length = maxMentions;
  }
  return places.map((at) => {
    const start = at + factsAt.facts;
    const text = bytes.toString('utf8', start, start + bytes.readUInt32LE(at));
    return {
      count: bytes.readUInt32LE(at + factsAt.count),
      latest: bytes.readUInt32LE(at + factsAt.latest),
      text,
      facts: unpackFacts(text),
    };
  });
}
