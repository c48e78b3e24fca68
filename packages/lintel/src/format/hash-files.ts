/**
 * Checksums of many files: in as many threads as there are cores, the largest files first, or in this thread where all are
 * small. A file that cannot be read ends it with that error.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { hashFile } from '../base/files/file-writer.js';

/** Fewer bytes are hashed before a thread has started. */
const threadedBytes = 1 << 26;
/** More threads than this wait for the disk. */
const maxThreads = 4;

export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

/** From the thread: bytes that were hashed, or the checksum of a file. */
export type HashAnswer = { readonly bytes: number } | { readonly path: string; readonly sha256: string };

/**
 * The SHA-256 (hex) of each file by its path. `counted` is told the bytes as they are read. When `signal` is aborted it
 * ends with the reason of the abortion.
 */
export async function hashFiles(
  files: readonly SizedFile[],
  counted: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const paths = [...files].sort((a, b) => b.bytes - a.bytes).map(({ path }) => path);
  return total < threadedBytes ? hashHere(paths, counted, signal) : hashInThreads(paths, counted, signal);
}

async function hashHere(paths: readonly string[], counted: (bytes: number) => void, signal?: AbortSignal) {
  const found = new Map<string, string>();
  for (const path of paths) {
    const { sha256 } = await hashFile(path, async (bytes) => {
      counted(bytes);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    });
    found.set(path, sha256);
  }
  return found;
}

async function hashInThreads(
  paths: readonly string[],
  counted: (bytes: number) => void,
  signal?: AbortSignal,
) {
  const found = new Map<string, string>();
  const waiting = [...paths];
  const count = Math.min(maxThreads, availableParallelism(), paths.length);
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL('./hash-thread.js', import.meta.url)),
  );
  const work = (thread: Worker) =>
    new Promise<void>((resolve, reject) => {
      const next = () => {
        const path = waiting.shift();
        if (path === undefined) resolve();
        else thread.postMessage(path);
      };
      thread.on('message', (answer: HashAnswer) => {
        if ('bytes' in answer) {
          counted(answer.bytes);
          return;
        }
        found.set(answer.path, answer.sha256);
        next();
      });
      thread.on('error', reject);
      thread.on('exit', (code) => reject(new Error(`a thread that hashes files ended with ${code}`)));
      next();
    });
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
  });
  try {
    await Promise.race([stopped, Promise.all(threads.map(work))]);
  } finally {
    signal?.removeEventListener('abort', stop);
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
  return found;
}
