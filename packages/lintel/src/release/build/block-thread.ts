/**
 * The thread of a `BlockWriter`: it does the work of the module that it is told, gives every block back once it is taken,
 * and gives at the end what was made. What goes wrong is told to the build, which ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../base/failure.js';
import { silentProgress } from '../../base/progress.js';
import type { Answer, Block, BlockWork, ThreadData } from './block-writer.js';
import { writeFailure } from './file-writer.js';
import { Pace } from './pace.js';

interface WorkModule {
  readonly blockWork: (data: unknown) => BlockWork<unknown>;
}

const { module, directory, data } = workerData as ThreadData;
const opening = openWork();

parentPort?.on('message', async (block: Block) => {
  try {
    const work = await opening;
    if (block === null) {
      answer({ made: await work.finish(new Pace(silentProgress, null)) });
      return;
    }
    work.take(Buffer.from(block.bytes, 0, block.filled));
    answer({ taken: block.bytes });
  } catch (error) {
    answer(failureAnswer(writeFailure(directory, error)));
  }
});

async function openWork(): Promise<BlockWork<unknown>> {
  const { blockWork } = (await import(module)) as WorkModule;
  return blockWork(data);
}

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}

function failureAnswer(error: unknown): Answer {
  const { message, stack } = error as Error;
  const isFailure = error instanceof Failure;
  return {
    error: isFailure ? message : (stack ?? message),
    isFailure,
    hint: isFailure ? error.hint : null,
  };
}
