/**
 * Checksums of many files: in as many threads as there are cores, the largest files first, or in this thread
 * where all are small. An unreadable file ends it with that error.
 */
import { availableParallelism } from 'node:os';
import { hashFile } from '../base/files/file-writer.js';
import { handled } from '../base/handled.js';
import { inThisThread, WorkerPool, type Workers } from '../base/worker-pool.js';

/** With fewer bytes than this, hashing ends before a thread has started. */
const threadedBytes = 1 << 26;
/** More threads than this would only wait for the disk. */
const maxThreads = 4;

interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * The SHA-256 (hex) of each file by its path. `counted` is called with the bytes as they are read. When
 * `signal` is aborted, it rejects with the reason.
 */
export async function hashFiles(
  files: readonly SizedFile[],
  counted: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const paths = [...files].sort((a, b) => b.bytes - a.bytes).map(({ path }) => path);
  const workers = hashWorkers(files, counted, signal);
  let stop = () => {};
  const stopped = handled(
    new Promise<never>((_, reject) => {
      stop = () => reject(signal?.reason);
    }),
  );
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const hashed = paths.map(async (path) => [path, await workers.run(path)] as const);
    return new Map(await Promise.race([stopped, Promise.all(hashed)]));
  } finally {
    signal?.removeEventListener('abort', stop);
    await workers.close();
  }
}

/** Answers a path with its checksum. */
function hashWorkers(
  files: readonly SizedFile[],
  onProgress: (bytes: number) => void,
  signal?: AbortSignal,
): Workers<string, string> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total < threadedBytes) {
    return inThisThread((path) => hashOne(path, onProgress, signal));
  }
  return new WorkerPool({
    module: new URL('./hash-thread.js', import.meta.url),
    work: 'hashing files',
    threads: Math.min(maxThreads, availableParallelism(), files.length),
    queue: 1,
    onProgress,
  });
}

/** The checksum of a file; yields to timers and signals while reading. */
export async function hashOne(
  path: string,
  progress: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const { sha256 } = await hashFile(path, async (bytes) => {
    progress(bytes);
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  });
  return sha256;
}
