/**
 * The facts of all permits, grouped by place for each kind of place in bounded memory. Result order is kept
 * within a place: the newest permits come first.
 */
import { u32At } from '../../base/memory/at.js';
import { KeyTable } from '../../base/memory/key-table.js';
import { GroupBy } from '../../base/sort/group-by.js';
import type { Ticker } from '../../base/ticker.js';
import { coverageWord } from '../../format/roll-ups/coverage.js';
import { fact, factWords } from '../../format/roll-ups/permit-facts.js';

/** Kinds of places that are rolled up, in the order of their keys in `PlaceKeys`. */
export const rolledKinds = ['city', 'county', 'jurisdiction', 'state', 'zip'] as const;
export type RolledKind = (typeof rolledKinds)[number];

/** The places of a permit as 64-bit keys: high and low word of each kind, 0 and 0 when unknown. */
export type PlaceKeys = Uint32Array;
export const placeKeyWords = rolledKinds.length * 2;
/** Where the key of each kind begins. */
export const keyAt = { city: 0, county: 2, jurisdiction: 4, state: 6, zip: 8 } as const satisfies Record<
  RolledKind,
  number
>;

/**
 * The words of a permit as it is added: its facts, its known key fields as bits, its places as `PlaceKeys`.
 */
export const entryAt = { facts: 0, fill: factWords, places: factWords + 1 } as const;
export const entryWords = entryAt.places + placeKeyWords;

/** A record: the facts, and the word that coverage needs (see `coverageWord`). */
const coverageAt = factWords;
const recordWords = coverageAt + 1;

/** Consumes the permits of one place after another. Facts are only valid during the call. */
export interface PlaceConsumer {
  begin(kind: RolledKind, key: { readonly high: number; readonly low: number }): void;
  /** A permit: its facts are at word `at`. */
  add(facts: Uint32Array, at: number, coverage: number): void;
  end(): void;
}

/** The places of one kind, numbered by first appearance, and the records of each. */
interface KindOfPlace {
  readonly kind: RolledKind;
  readonly numbers: KeyTable;
  readonly records: GroupBy;
}

export class PlaceFacts {
  readonly #record = new Uint32Array(recordWords);
  readonly #recordBytes = new Uint8Array(this.#record.buffer);
  readonly #kinds: readonly KindOfPlace[];
  #permits = 0;

  constructor(scratch: string, memoryBytes: number) {
    this.#kinds = rolledKinds.map((kind) => ({
      kind,
      numbers: new KeyTable(),
      records: new GroupBy(`${scratch}-${kind}`, memoryBytes),
    }));
  }

  /** Adds the permit whose entry is at word `from`. */
  add(entries: Uint32Array, from: number): void {
    const record = this.#record;
    record.set(entries.subarray(from, from + factWords));
    record[coverageAt] = coverageWord(u32At(record, fact.start), u32At(entries, from + entryAt.fill));
    let key = from + entryAt.places;
    for (const { numbers, records } of this.#kinds) {
      const high = u32At(entries, key++);
      const low = u32At(entries, key++);
      if (high !== 0 || low !== 0) records.add(numbers.number(high, low), this.#recordBytes);
    }
    this.#permits += 1;
  }

  /** Passes on all places, kind by kind, in the order in which they first appeared. To be called once. */
  async eachPlace(consumer: PlaceConsumer, ticker: Ticker): Promise<void> {
    for (const { kind, numbers, records } of this.#kinds) {
      ticker.step(`Measuring by ${kind}`, this.#permits, 'permits');
      let place = -1;
      for (const { group, bytes, from, to } of records.groups({ inPieces: true })) {
        if (group !== place) {
          if (place >= 0) consumer.end();
          place = group;
          consumer.begin(kind, numbers.key(place));
        }
        // Records are whole words, so they are word-aligned in the memory of their group.
        const words = new Uint32Array(bytes.buffer, bytes.byteOffset + from, (to - from) / 4);
        for (let i = 0; i < words.length; i += recordWords)
          consumer.add(words, i, u32At(words, i + coverageAt));
        if (ticker.count(words.length / recordWords)) await ticker.yieldToEventLoop();
      }
      if (place >= 0) consumer.end();
    }
  }

  close(): void {
    for (const { records } of this.#kinds) records.close();
  }
}
