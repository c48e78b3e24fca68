/**
 * Takes the permits of a release in result order and writes what they are filtered by, and the properties: in this
 * thread, or in one of its own beside the writing of permits, contractors and places.
 *
 * Either way the files are the same. A thread that fails ends the build with its error; `close` ends it at any time.
 */
import { type FilterOutputs, PermitFilterWriter } from '../filter/permit-filter-writer.js';
import { PropertyWriter } from '../filter/property-writer.js';
import { BlockThread } from './block-thread.js';
import type { WrittenFile } from './file-writer.js';
import type { Pace } from './pace.js';
import type { EnrichedTail } from './property-join.js';

/** What was written, and what each permit's row belongs to. */
export interface WrittenSearch {
  readonly files: readonly WrittenFile[];
  /** Identity number of the contractor of each row plus one, 0 without one. */
  readonly contractors: Uint32Array<ArrayBuffer>;
  /** Number of the property of each row plus one, 0 without an address. */
  readonly properties: Uint32Array<ArrayBuffer>;
}

export interface SearchWriter {
  /**
   * Adds the next permit: its payload from `at` on and its record up to `end`, the number of its contractor, negative
   * without one, and the end of its record where that was rewritten.
   */
  add(bytes: Buffer, at: number, end: number, contractor: number, tail: EnrichedTail | null): void;
  /** Lets a thread that is behind catch up: to be awaited now and then while adding. Fails when the thread has failed. */
  rest(): Promise<void>;
  /** Says that all permits were added. */
  end(): void;
  /** What was written, once it is. */
  finish(pace: Pace): Promise<WrittenSearch>;
  close(): void;
}

/** Writes in this thread. */
export function localSearchWriter(outputs: FilterOutputs): SearchWriter {
  const filters = new PermitFilterWriter(outputs);
  const properties = new PropertyWriter(outputs);
  return {
    add(bytes, at, end, contractor, tail) {
      filters.add(bytes, at, contractor);
      properties.add(bytes, at, end, tail, filters.lastPlaces);
    },
    rest: async () => {},
    end: () => {},
    async finish(pace) {
      const filterFiles = await filters.finish(pace);
      const { files } = await properties.finish(pace);
      return {
        files: [...filterFiles, ...files],
        // Copies: between threads, a view would take all the memory that it looks at with it.
        contractors: filters.contractors.view().slice(),
        properties: properties.properties.view().slice(),
      };
    },
    close() {
      filters.close();
      properties.close();
    },
  };
}

/**
 * Where the parts of a permit in a block stand: bytes of its payload and record, its contractor, where its rewritten
 * tail begins in them (`noTail` without one) and the bytes of that tail, which lie behind.
 */
export const searchEntryAt = { length: 0, contractor: 4, tailFrom: 8, tailLength: 12, payload: 16 } as const;
export const noTail = 0xffffffff;

/** Writes in a thread of its own. */
export function threadedSearchWriter(outputs: FilterOutputs): SearchWriter {
  const { directory, scratch, memoryBytes } = outputs;
  const module = new URL('./search-thread.js', import.meta.url);
  const thread = new BlockThread<WrittenSearch>(module, 'search', { directory, scratch, memoryBytes });
  return {
    add(bytes, at, end, contractor, tail) {
      const length = end - at;
      const tailLength = tail?.text.length ?? 0;
      const { bytes: block, at: entry } = thread.entry(searchEntryAt.payload + length + tailLength);
      block.writeUInt32LE(length, entry + searchEntryAt.length);
      block.writeInt32LE(contractor, entry + searchEntryAt.contractor);
      block.writeUInt32LE(tail === null ? noTail : tail.from - at, entry + searchEntryAt.tailFrom);
      block.writeUInt32LE(tailLength, entry + searchEntryAt.tailLength);
      bytes.copy(block, entry + searchEntryAt.payload, at, end);
      tail?.text.copy(block, entry + searchEntryAt.payload + length);
    },
    rest: () => thread.rest(),
    end: () => thread.end(),
    finish(pace) {
      pace.step('Awaiting filters and properties', null);
      return thread.finish(pace);
    },
    close: () => thread.close(),
  };
}
