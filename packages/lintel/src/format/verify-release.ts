/**
 * Checks a release on disk against its manifest: every file exists, has its size and, on request, its
 * checksum.
 *
 * A missing, truncated or altered file is refused by name. Opening checks sizes only, which takes no time;
 * building and publishing read everything.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Progress, silentProgress } from '../base/progress.js';
import { UserError } from '../base/user-error.js';
import { hashFiles } from './hash-files.js';
import { type Manifest, readManifest } from './manifest.js';

/** The manifest of the release, when all its files exist and have their sizes. */
export function checkRelease(directory: string): Manifest {
  const manifest = readManifest(directory);
  for (const { name, bytes } of manifest.files) {
    const path = join(directory, name);
    let size: number;
    try {
      size = statSync(path).size;
    } catch (error) {
      throw new UserError(`The release ${manifest.id} lacks its file ${path}.`, {
        hint: rebuildHint,
        cause: error,
      });
    }
    if (size !== bytes) {
      throw new UserError(`${path} has ${size} bytes; the release ${manifest.id} was made with ${bytes}.`, {
        hint: rebuildHint,
      });
    }
  }
  return manifest;
}

/**
 * Names a file of the release whose size has changed; null when none has. A deleted file does not count: a
 * process that has it mapped still has it.
 */
export function resizedFile(directory: string, { id, files }: Manifest): string | null {
  for (const { name, bytes } of files) {
    const path = join(directory, name);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? bytes;
    if (size !== bytes) return `${path} has ${size} bytes now; the release ${id} was made with ${bytes}.`;
  }
  return null;
}

/**
 * The manifest of the release, when every file has its size and checksum. Reads all of it, until `signal` is
 * aborted.
 */
export async function verifyRelease(
  directory: string,
  progress: Progress = silentProgress,
  signal?: AbortSignal,
): Promise<Manifest> {
  const manifest = checkRelease(directory);
  const total = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  progress.step('Verifying', total, 'bytes');
  const pathOf = (name: string) => join(directory, name);
  const found = await hashFiles(
    manifest.files.map(({ name, bytes }) => ({ path: pathOf(name), bytes })),
    (bytes) => progress.advance(bytes),
    signal,
  ).catch((error: unknown) => {
    throw signal?.aborted ? new UserError('Verifying was interrupted; nothing was changed.') : error;
  });
  for (const { name, sha256 } of manifest.files) {
    if (found.get(pathOf(name)) === sha256) continue;
    throw new UserError(
      `${pathOf(name)} is damaged: its checksum is not the one of the release ${manifest.id}.`,
      { hint: rebuildHint },
    );
  }
  return manifest;
}

const rebuildHint = 'Publish another release (lintel releases) or build this one again from the raw rows.';
