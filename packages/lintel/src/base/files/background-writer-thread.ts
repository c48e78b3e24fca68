/** The thread of a `ThreadedDisk`: it does what it is ordered, file by file. After a failure it only counts blocks. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DiskAnswer, type DiskOrder, type DiskThreadData, diskState } from './background-writer.js';
import { FileWriter } from './file-writer.js';
import { threadFailure } from './thread-failure.js';

const { state, failures } = workerData as DiskThreadData;
const files = new Map<number, FileWriter>();

parentPort?.on('message', (order: DiskOrder) => {
  try {
    if (Atomics.load(state, diskState.hasFailed) === 0) obey(order);
  } catch (error) {
    failures.postMessage(threadFailure(error));
    Atomics.store(state, diskState.hasFailed, 1);
    parentPort?.postMessage(null satisfies DiskAnswer);
  }
  if (!('bytes' in order)) return;
  Atomics.add(state, diskState.written, 1);
  Atomics.notify(state, diskState.written);
});

function obey(order: DiskOrder): void {
  if ('open' in order) {
    files.set(order.file, new FileWriter(order.open, { isScratch: order.isScratch }));
    return;
  }
  const file = files.get(order.file);
  if (file === undefined) throw new Error(`no file ${order.file} is open`);
  if ('bytes' in order) {
    file.write(new Uint8Array(order.bytes, 0, order.filled));
    file.flush();
    return;
  }
  files.delete(order.file);
  if (order.end === 'close') file.close();
  else {
    const { sha256 } = file.finish();
    parentPort?.postMessage({ file: order.file, sha256 } satisfies DiskAnswer);
  }
}
