/**
 * The thread of a `BlockWriter`: it does the work of the module that it is told, gives every block back once it is taken,
 * and gives at the end what was made. What goes wrong is told to the build, which ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { writeFailure } from '../../base/files/file-writer.js';
import { threadFailure } from '../../base/files/thread-failure.js';
import { silentProgress } from '../../base/progress.js';
import { Ticker } from '../../base/ticker.js';
import type { Answer, Block, BlockWork, ThreadData } from './block-writer.js';

interface WorkModule {
  readonly blockWork: (data: unknown) => BlockWork<unknown>;
}

const { module, directory, data } = workerData as ThreadData;
const opening = openWork();

parentPort?.on('message', async (block: Block) => {
  try {
    const work = await opening;
    if (block === null) {
      answer({ made: await work.finish(new Ticker(silentProgress, null)) });
      return;
    }
    work.take(Buffer.from(block.bytes, 0, block.filled));
    answer({ taken: block.bytes });
  } catch (error) {
    answer(threadFailure(writeFailure(directory, error)));
  }
});

async function openWork(): Promise<BlockWork<unknown>> {
  const { blockWork } = (await import(module)) as WorkModule;
  return blockWork(data);
}

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}
