/**
 * Takes the facts of all permits with their places and writes what is rolled up by place, metrics and coverage: in this
 * thread, or in one of its own that measures while this one writes contractors.
 *
 * Either way the files are the same. A thread that fails ends the build with its error; `close` ends it at any time.
 */
import type { CurrentDates } from '../metrics/current-dates.js';
import { factWords } from '../metrics/permit-facts.js';
import { BlockThread } from './block-thread.js';
import type { WrittenFile } from './file-writer.js';
import type { Pace } from './pace.js';
import { PlaceFacts, type PlaceKeys, placeKeyWords } from './place-facts.js';
import { type RolledPlace, RollUp } from './roll-up.js';

export interface WrittenPlaces {
  readonly files: readonly WrittenFile[];
  readonly rolled: readonly RolledPlace[];
}

export interface PlaceWriter {
  /** Adds a permit: its `factWords` facts, its known key fields as bits, and its places. */
  add(facts: Uint32Array, fill: number, places: PlaceKeys): void;
  /** Lets a thread that is behind catch up: to be awaited now and then while adding. Fails when the thread has failed. */
  rest(): Promise<void>;
  /** Says that all permits were added. */
  end(): void;
  /** What was written, once it is. */
  finish(pace: Pace): Promise<WrittenPlaces>;
  close(): void;
}

/** What rolling up needs to know, in whichever thread. */
export interface PlaceWriting {
  readonly directory: string;
  /** Path of scratch files, to which names are appended. */
  readonly scratch: string;
  readonly memoryBytes: number;
  readonly dates: CurrentDates;
}

/** Writes in this thread, when it is asked to finish. */
export function localPlaceWriter({ directory, scratch, memoryBytes, dates }: PlaceWriting): PlaceWriter {
  const facts = new PlaceFacts(scratch, memoryBytes);
  const rollUp = new RollUp(directory, dates);
  return {
    add: (row, fill, places) => facts.add(row, fill, places),
    rest: async () => {},
    end: () => {},
    async finish(pace) {
      await facts.eachPlace(rollUp, pace);
      return { files: rollUp.finish(), rolled: rollUp.places };
    },
    close() {
      facts.close();
      rollUp.close();
    },
  };
}

/** The words of a permit in a block: its facts, its key fields, its places. */
const fillAt = factWords;
const placesAt = fillAt + 1;
const entryWords = placesAt + placeKeyWords;

/** Writes in a thread of its own. */
export function threadedPlaceWriter(writing: PlaceWriting): PlaceWriter {
  const thread = new BlockThread<WrittenPlaces>(
    new URL('./place-thread.js', import.meta.url),
    'place',
    writing,
  );
  const entry = new Uint32Array(entryWords);
  const entryBytes = Buffer.from(entry.buffer);
  return {
    add(facts, fill, places) {
      entry.set(facts);
      entry[fillAt] = fill;
      entry.set(places, placesAt);
      const { bytes, at } = thread.entry(entryBytes.length);
      entryBytes.copy(bytes, at);
    },
    rest: () => thread.rest(),
    end: () => thread.end(),
    finish(pace) {
      pace.step('Awaiting roll-ups', null);
      return thread.finish(pace);
    },
    close: () => thread.close(),
  };
}

/** Adds all permits of a block, as the thread gets it. */
export function addBlock(block: Buffer, writer: PlaceWriter): void {
  const words = new Uint32Array(block.buffer, block.byteOffset, block.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let at = 0; at < words.length; at += entryWords) {
    const facts = words.subarray(at, at + factWords);
    const places = words.subarray(at + placesAt, at + entryWords);
    writer.add(facts, words[at + fillAt] ?? 0, places);
  }
}
