/**
 * The thread of a build that rolls up permits by place: it takes blocks of their facts, and gives at the end what it
 * wrote. What goes wrong is told to the build, which ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { silentProgress } from '../../base/progress.js';
import { serveBlocks } from './block-thread.js';
import { Pace } from './pace.js';
import { addBlock, localPlaceWriter, type PlaceWriting } from './place-writer.js';

const writing = workerData as PlaceWriting;
const writer = localPlaceWriter(writing);

serveBlocks(parentPort, {
  directory: writing.directory,
  take: (block) => addBlock(block, writer),
  finish: () => writer.finish(new Pace(silentProgress, null)),
});
