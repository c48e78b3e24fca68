/** The thread of a `ThreadedDisk`: it does what it is ordered, file by file. After a failure it only counts blocks. */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type DiskAnswer, type DiskOrder, type DiskThreadData, diskState } from './disk.js';
import { writeFailure } from './file-writer.js';
import { threadFailure } from './thread-failure.js';

interface OpenFile {
  readonly path: string;
  readonly fd: number;
  readonly hash: Hash | null;
}

const { state, failures } = workerData as DiskThreadData;
const files = new Map<number, OpenFile>();

parentPort?.on('message', (order: DiskOrder) => {
  const path = files.get(order.file)?.path ?? ('open' in order ? order.open : '');
  try {
    if (Atomics.load(state, diskState.hasFailed) === 0) obey(order);
  } catch (error) {
    fail(path, error);
  }
  if (!('bytes' in order)) return;
  Atomics.add(state, diskState.written, 1);
  Atomics.notify(state, diskState.written);
});

function obey(order: DiskOrder): void {
  if ('open' in order) {
    const hash = order.isScratch ? null : createHash('sha256');
    files.set(order.file, { path: order.open, fd: openSync(order.open, 'w'), hash });
    return;
  }
  const file = files.get(order.file);
  if (file === undefined) return;
  if ('bytes' in order) {
    const piece = new Uint8Array(order.bytes, 0, order.filled);
    file.hash?.update(piece);
    for (let written = 0; written < piece.length; ) written += writeSync(file.fd, piece, written);
    return;
  }
  files.delete(order.file);
  if (order.end === 'close') closeSync(file.fd);
  else finish(order.file, file);
}

/** Flushes a file that stays to the disk, beside what else is to be written. */
function finish(number: number, { path, fd, hash }: OpenFile): void {
  const end = (error: Error | null) => {
    try {
      closeSync(fd);
      if (error !== null) throw error;
      parentPort?.postMessage({ file: number, sha256: hash?.digest('hex') ?? '' } satisfies DiskAnswer);
    } catch (fault) {
      fail(path, fault);
    }
  };
  if (hash === null) end(null);
  else fsync(fd, end);
}

function fail(path: string, error: unknown): void {
  failures.postMessage(threadFailure(writeFailure(path, error)));
  Atomics.store(state, diskState.hasFailed, 1);
  parentPort?.postMessage(null satisfies DiskAnswer);
}
