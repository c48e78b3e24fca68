/**
 * Takes the permits of a release in result order and writes what they are filtered by: in this thread, or in
 * one of its own while this one writes permits, contractors and places.
 */

import type { WrittenFile } from '../../base/files/file-writer.js';
import { copyBytes } from '../../base/memory/bytes.js';
import { PermitView, spanReader } from '../entry/permit-view.js';
import { type BlockConsumer, BlockWriter } from './block-writer.js';
import { type FilterOutputs, PermitFilterWriter } from './permit-filter-writer.js';

interface WrittenFilters {
  readonly files: readonly WrittenFile[];
  /** Identity number of the contractor of each row plus one, 0 without one. */
  readonly contractors: Uint32Array<ArrayBuffer>;
  /** Keys and numbers of all places. */
  readonly places: Uint32Array;
}

/** Replaces the contractor where an entry is a further address of the permit before. */
export const furtherAddress = -2;

/** Layout of a permit in a block: bytes of its payload, its contractor, payload. */
const entryAt = { length: 0, contractor: 4, payload: 8 } as const;

/** The last of the texts that filters need. */
const lastText = spanReader('parcel_number');

export class FilterWriter extends BlockWriter<FilterOutputs, WrittenFilters> {
  constructor({ directory, scratch, memoryBytes }: FilterOutputs, isThreaded: boolean) {
    const data = { directory, scratch, memoryBytes };
    super({ kind: 'filters', consumer, directory, data, isThreaded });
  }

  /** Adds the next permit with the number of its contractor, negative without one. */
  add(permit: PermitView, contractor: number): void {
    this.#add(permit, lastText(permit).to, contractor);
  }

  /** Adds a further address of the permit before. */
  addOther(permit: PermitView): void {
    this.#add(permit, permit.json, furtherAddress);
  }

  /** Adds a permit up to an offset. */
  #add({ bytes, from }: PermitView, to: number, contractor: number): void {
    const { bytes: block, at } = this.entry(entryAt.payload + to - from);
    block.writeUInt32LE(to - from, at + entryAt.length);
    block.writeInt32LE(contractor, at + entryAt.contractor);
    copyBytes(bytes, from, to, block, at + entryAt.payload);
  }
}

export function consumer(outputs: FilterOutputs): BlockConsumer<WrittenFilters> {
  const filters = new PermitFilterWriter(outputs);
  const permit = new PermitView();
  return {
    take(block) {
      for (let at = 0; at < block.length; at = permit.to) {
        const payload = at + entryAt.payload;
        permit.moveTo(block, payload, payload + block.readUInt32LE(at + entryAt.length));
        const contractor = block.readInt32LE(at + entryAt.contractor);
        if (contractor === furtherAddress) filters.addOther(permit);
        else filters.add(permit, contractor);
      }
    },
    async finish(ticker) {
      const files = await filters.finish(ticker);
      // A copy: sent between threads, a view would take its whole buffer along.
      return { files, contractors: filters.contractors.view().slice(), places: filters.places };
    },
    close: () => filters.close(),
  };
}
