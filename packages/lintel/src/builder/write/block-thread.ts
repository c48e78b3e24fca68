/**
 * The thread of a `BlockWriter`: it consumes every block that it is sent, and returns the result at the end.
 * A file error becomes a UserError that names the directory.
 */
import { writeFailure } from '../../base/files/file-writer.js';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import { serveRequests } from '../../base/worker-pool.js';
import type { AddressWriting } from './address-writer.js';
import type { Block, BlockConsumer, ConsumerKind, ThreadData } from './block-writer.js';
import type { FilterOutputs } from './permit-filter-writer.js';
import type { PlaceWriting } from './place-writer.js';

/**
 * A thread loads only the modules of its own consumer. The data is what the writer of this kind was created
 * with.
 */
const consumers: Record<ConsumerKind, (data: unknown) => Promise<BlockConsumer<unknown>>> = {
  addresses: async (data) => (await import('./address-writer.js')).consumer(data as AddressWriting),
  filters: async (data) => (await import('./filter-writer.js')).consumer(data as FilterOutputs),
  properties: async (data) => (await import('./properties-writer.js')).consumer(data as FilterOutputs),
  'roll-ups': async (data) => (await import('./place-writer.js')).consumer(data as PlaceWriting),
};

await serveRequests(async ({ kind, directory, data }: ThreadData) => {
  try {
    const consumer = await consumers[kind](data);
    return async (block: Block) => {
      try {
        if (block === null) return await consumer.finish(new Ticker(silentProgress, null));
        return consumer.take(Buffer.from(block.bytes, 0, block.filled));
      } catch (error) {
        throw writeFailure(directory, error);
      }
    };
  } catch (error) {
    throw writeFailure(directory, error);
  }
});
