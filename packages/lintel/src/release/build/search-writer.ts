/**
 * Takes the permits of a release in result order and writes what they are filtered by, and the properties: in this
 * thread, or in one of its own beside the writing of permits, contractors and places.
 */
import { type FilterOutputs, PermitFilterWriter } from '../filter/permit-filter-writer.js';
import { PropertyWriter } from '../filter/property-writer.js';
import { type BlockWork, BlockWriter } from './block-writer.js';
import type { WrittenFile } from './file-writer.js';
import type { EnrichedTail } from './property-join.js';

/** What was written, and what each permit's row belongs to. */
export interface WrittenSearch {
  readonly files: readonly WrittenFile[];
  /** Identity number of the contractor of each row plus one, 0 without one. */
  readonly contractors: Uint32Array<ArrayBuffer>;
  /** Number of the property of each row plus one, 0 without an address. */
  readonly properties: Uint32Array<ArrayBuffer>;
}

/**
 * Where the parts of a permit in a block stand: bytes of its payload and record, its contractor, where its rewritten
 * tail begins in them (`noTail` without one) and the bytes of that tail, which lie behind.
 */
const entryAt = { length: 0, contractor: 4, tailFrom: 8, tailLength: 12, payload: 16 } as const;
const noTail = 0xffffffff;

export class SearchWriter extends BlockWriter<FilterOutputs, WrittenSearch> {
  constructor({ directory, scratch, memoryBytes }: FilterOutputs, isThreaded: boolean) {
    const data = { directory, scratch, memoryBytes };
    super({
      awaited: 'Awaiting filters and properties',
      module: import.meta.url,
      blockWork,
      directory,
      data,
      isThreaded,
    });
  }

  /**
   * Adds the next permit: its payload from `at` on and its record up to `end`, the number of its contractor, negative
   * without one, and the end of its record where that was rewritten.
   */
  add(bytes: Buffer, at: number, end: number, contractor: number, tail: EnrichedTail | null): void {
    const length = end - at;
    const tailLength = tail?.text.length ?? 0;
    const { bytes: block, at: entry } = this.entry(entryAt.payload + length + tailLength);
    block.writeUInt32LE(length, entry + entryAt.length);
    block.writeInt32LE(contractor, entry + entryAt.contractor);
    block.writeUInt32LE(tail === null ? noTail : tail.from - at, entry + entryAt.tailFrom);
    block.writeUInt32LE(tailLength, entry + entryAt.tailLength);
    bytes.copy(block, entry + entryAt.payload, at, end);
    tail?.text.copy(block, entry + entryAt.payload + length);
  }
}

export function blockWork(outputs: FilterOutputs): BlockWork<WrittenSearch> {
  const filters = new PermitFilterWriter(outputs);
  const properties = new PropertyWriter(outputs);
  return {
    take(block) {
      for (let at = 0; at < block.length; ) {
        const payload = at + entryAt.payload;
        const end = payload + block.readUInt32LE(at + entryAt.length);
        const next = end + block.readUInt32LE(at + entryAt.tailLength);
        const from = block.readUInt32LE(at + entryAt.tailFrom);
        const tail = from === noTail ? null : { from: payload + from, text: block.subarray(end, next) };
        filters.add(block, payload, block.readInt32LE(at + entryAt.contractor));
        properties.add(block, payload, end, tail, filters.lastPlaces);
        at = next;
      }
    },
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
