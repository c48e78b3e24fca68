/**
 * Copies files, each with its mode, flushed, with size and checksum of what was written; and SQLite
 * databases, as a snapshot while others write to them.
 */

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskFullHint, diskFullText, isDiskFull } from '../base/disk-space.js';
import { makePrivateFile } from '../base/private-file.js';
import type { Progress } from '../base/progress.js';
import { copyDatabase } from '../base/sqlite.js';
import { messageOf, UserError } from '../base/user-error.js';
import type { BackedUpFile } from './manifest.js';

const chunkBytes = 1 << 20;
const permissions = 0o777;

/** What copying works with. */
export interface Copying {
  readonly progress: Progress;
  /** Aborts the work. */
  readonly signal: AbortSignal;
}

/** Throws when the work is aborted. */
export function goOn({ signal }: Copying): void {
  if (signal.aborted) throw new UserError('Interrupted; nothing was left behind.');
}

/**
 * Copies the file `path` of one directory into another, with its mode or another; returns what was written.
 */
export async function copyFile(
  from: string,
  to: string,
  path: string,
  copying: Copying & { readonly mode?: number },
): Promise<BackedUpFile> {
  const target = join(to, path);
  const mode = copying.mode ?? statSync(join(from, path)).mode & permissions;
  makeParents(target);
  makePrivateFile(target);
  const source = await open(join(from, path), 'r');
  try {
    const sink = await open(target, 'w');
    try {
      const { bytes, sha256 } = await pour(source, sink, target, copying);
      await sink.chmod(mode);
      await sink.sync();
      return { path, bytes, sha256, mode };
    } finally {
      await sink.close();
    }
  } finally {
    await source.close();
  }
}

/** Copies a snapshot of the database `path` of one directory into another. It is not hashed yet. */
export async function copyDatabaseFile(
  from: string,
  to: string,
  path: string,
  copying: Copying,
): Promise<void> {
  const [source, target] = [join(from, path), join(to, path)];
  const { mode, size } = statSync(source);
  makePrivateFile(target);
  let reported = 0;
  try {
    await copyDatabase(source, target, (share) => {
      goOn(copying);
      const done = Math.floor(share * size);
      copying.progress.advance(done - reported);
      reported = done;
    });
  } catch (error) {
    throw writeFailure(target, error);
  }
  copying.progress.advance(Math.max(0, size - reported));
  chmodSync(target, mode & permissions);
}

/** Makes the content of a file durable. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Size, checksum and mode of a file in a directory. */
export async function describeFile(directory: string, path: string, copying: Copying): Promise<BackedUpFile> {
  const file = await open(join(directory, path), 'r');
  try {
    const { bytes, sha256 } = await pour(file, null, path, copying);
    return { path, bytes, sha256, mode: (await file.stat()).mode & permissions };
  } finally {
    await file.close();
  }
}

/** Makes the directories above a path, for their owner only. */
function makeParents(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
}

/** Reads a file to its end, and optionally writes it into another. */
async function pour(
  source: FileHandle,
  sink: FileHandle | null,
  path: string,
  copying: Copying,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let bytes = 0;
  for (;;) {
    goOn(copying);
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    if (sink !== null) await writeAll(sink, piece, bytes, path);
    bytes += bytesRead;
    copying.progress.advance(bytesRead);
  }
}

async function writeAll(sink: FileHandle, piece: Buffer, at: number, path: string): Promise<void> {
  try {
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await sink.write(piece, done, piece.length - done, at + done);
      done += bytesWritten;
    }
  } catch (error) {
    throw writeFailure(path, error);
  }
}

function writeFailure(path: string, error: unknown): unknown {
  if (error instanceof UserError) return error;
  if (!isDiskFull(error, path)) {
    return new UserError(`Cannot copy to ${path}: ${messageOf(error)}`, { cause: error });
  }
  return new UserError(`${diskFullText(path)} The partial copy was removed.`, {
    hint: diskFullHint,
    cause: error,
  });
}
