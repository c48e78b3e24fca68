/**
 * Takes the facts of all permits with their places and writes the roll-ups by place, metrics and coverage: in
 * this thread, or in one of its own while this one writes contractors.
 */

import type { WrittenFile } from '../../base/files/file-writer.js';
import type { CurrentDates } from '../../format/roll-ups/current-dates.js';
import { type BlockConsumer, BlockWriter } from './block-writer.js';
import { entryAt, entryWords, PlaceFacts, type PlaceKeys } from './place-facts.js';
import { type RolledPlace, RollUp } from './roll-up.js';

interface WrittenPlaces {
  readonly files: readonly WrittenFile[];
  readonly rolled: readonly RolledPlace[];
}

/** What rolling up requires. */
export interface PlaceWriting {
  readonly directory: string;
  /** Path prefix of scratch files. */
  readonly scratch: string;
  readonly memoryBytes: number;
  readonly dates: CurrentDates;
}

export class PlaceWriter extends BlockWriter<PlaceWriting, WrittenPlaces> {
  readonly #entry = new Uint32Array(entryWords);
  readonly #entryBytes = new Uint8Array(this.#entry.buffer);

  constructor(data: PlaceWriting, isThreaded: boolean) {
    const { directory } = data;
    super({ kind: 'roll-ups', consumer, directory, data, isThreaded });
  }

  /** Adds a permit: its `factWords` facts, its known key fields as bits, and its places. */
  add(facts: Uint32Array, fill: number, places: PlaceKeys): void {
    this.#entry.set(facts);
    this.#entry[entryAt.fill] = fill;
    this.#entry.set(places, entryAt.places);
    const { bytes, at } = this.entry(this.#entryBytes.length);
    bytes.set(this.#entryBytes, at);
  }
}

export function consumer({
  directory,
  scratch,
  memoryBytes,
  dates,
}: PlaceWriting): BlockConsumer<WrittenPlaces> {
  const facts = new PlaceFacts(scratch, memoryBytes);
  const rollUp = new RollUp(directory, dates);
  return {
    take(block) {
      const words = new Uint32Array(block.buffer, block.byteOffset, block.length / 4);
      for (let at = 0; at < words.length; at += entryWords) facts.add(words, at);
    },
    async finish(ticker) {
      await facts.eachPlace(rollUp, ticker);
      return { files: rollUp.finish(), rolled: rollUp.places };
    },
    close() {
      facts.close();
      rollUp.close();
    },
  };
}
