/**
 * Writes one file sequentially: buffered, hashed with SHA-256 on the way, flushed to disk at the end.
 *
 * A full disk or any other write error becomes a UserError that names the file.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsync, fsyncSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { diskFull, isDiskFull } from '../disk-space.js';
import { handled } from '../handled.js';
import { copyBytes } from '../memory/bytes.js';
import { UserError } from '../user-error.js';

const defaultBufferBytes = 1 << 20;
/** Most files of a small release are shorter: their buffer grows when it is full for the first time. */
const firstBufferBytes = 1 << 14;

/** Size and checksum of a finished file. */
export interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

interface FileOptions {
  /** Scratch files need no checksum and no flush to the disk. */
  readonly isScratch?: boolean;
  readonly bufferBytes?: number;
}

export class FileWriter {
  readonly path: string;
  /** Bytes written so far: where the next write begins. */
  position = 0;
  readonly #bufferBytes: number;
  #buffer: Buffer;
  readonly #hash: Hash | null;
  #fd: number;
  #filled = 0;

  /** Creates or empties the file. */
  constructor(path: string, options: FileOptions = {}) {
    this.path = path;
    this.#bufferBytes = options.bufferBytes ?? defaultBufferBytes;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(firstBufferBytes, this.#bufferBytes));
    this.#hash = options.isScratch === true ? null : createHash('sha256');
    this.#fd = orFailure(path, () => openSync(path, 'w'));
  }

  /** Appends `source[from, to)`. */
  write(source: Uint8Array, from = 0, to = source.length): void {
    let start = from;
    while (start < to) {
      if (this.#filled === 0 && to - start >= this.#buffer.length) {
        this.#append(source.subarray(start, to));
        break;
      }
      const count = Math.min(to - start, this.#buffer.length - this.#filled);
      copyBytes(source, start, start + count, this.#buffer, this.#filled);
      this.#filled += count;
      start += count;
      if (this.#filled === this.#buffer.length) this.#makeRoom();
    }
    this.position += to - from;
  }

  /** Writes what is buffered, flushes to the disk unless it is a scratch file, and closes. */
  finish(): WrittenFile {
    this.flush();
    if (this.#hash !== null) orFailure(this.path, () => fsyncSync(this.#fd));
    this.close();
    return this.#written();
  }

  /** The same, but flushes to disk concurrently with other work: for large files. */
  async finishInBackground(): Promise<WrittenFile> {
    this.flush();
    const fd = this.#fd;
    this.#fd = -1;
    try {
      await promisify(fsync)(fd);
    } catch (error) {
      throw writeFailure(this.path, error);
    } finally {
      closeSync(fd);
    }
    return this.#written();
  }

  /** Closes; unflushed bytes are lost. Harmless after `finish`. */
  close(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
  }

  #written(): WrittenFile {
    return { name: basename(this.path), bytes: this.position, sha256: this.#hash?.digest('hex') ?? '' };
  }

  /** Writes what is buffered: from now on it can be read. */
  flush(): void {
    if (this.#filled === 0) return;
    this.#append(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  /** The buffer is full. */
  #makeRoom(): void {
    this.flush();
    if (this.#buffer.length < this.#bufferBytes) this.#buffer = Buffer.allocUnsafeSlow(this.#bufferBytes);
  }

  #append(piece: Uint8Array): void {
    this.#hash?.update(piece);
    orFailure(this.path, () => {
      let written = 0;
      while (written < piece.length) written += writeSync(this.#fd, piece, written);
    });
  }
}

/** Runs a file operation; any error becomes a UserError with the file and what to do. */
function orFailure<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** A UserError for a system error while writing the file at `path`; any other error unchanged. */
export function writeFailure(path: string, error: unknown): unknown {
  if (isDiskFull(error, path)) return diskFull(path, error);
  const { code } = error as { code?: string };
  // System error codes are like EACCES; those of Node's own checks, which are our bugs, begin with ERR_.
  if (code === undefined || code.startsWith('ERR_')) return error;
  return new UserError(`Cannot write ${path}: ${(error as Error).message}`, { cause: error });
}

const hashChunkBytes = 1 << 22;

/**
 * Size and checksum of a file on disk: the next piece of 4 MiB is read while one is hashed. `between` is
 * awaited after each piece.
 */
export async function hashFile(
  path: string,
  between?: (bytes: number) => Promise<void>,
): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const file = await open(path);
  let bytes = 0;
  try {
    const length = Math.max(1, Math.min(hashChunkBytes, (await file.stat()).size));
    let [buffer, other] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
    for (let piece = await file.read(buffer); piece.bytesRead > 0; ) {
      [buffer, other] = [other, buffer];
      const next = handled(file.read(buffer));
      hash.update(piece.buffer.subarray(0, piece.bytesRead));
      bytes += piece.bytesRead;
      await between?.(piece.bytesRead);
      piece = await next;
    }
  } finally {
    await file.close();
  }
  return { name: basename(path), bytes, sha256: hash.digest('hex') };
}

/** Flushes a file that another writer has closed to disk; returns its size and checksum. */
export async function finishedFile(path: string): Promise<WrittenFile> {
  const fd = openSync(path, 'r');
  try {
    orFailure(path, () => fsyncSync(fd));
  } finally {
    closeSync(fd);
  }
  return hashFile(path);
}
