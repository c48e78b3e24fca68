/**
 * Equal files of neighbouring releases lie on the disk once: a finished build takes over, by hard links, the files of the
 * published release that have its bytes. The other file is read before it is taken, so that damage to it does not spread.
 * Where the file system has no links, or has too many of a file, the release keeps its own.
 */
import { linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenFile } from '../base/files/file-writer.js';
import type { Home } from '../base/home.js';
import { UserError } from '../base/user-error.js';
import { hashFiles } from '../format/hash-files.js';
import { readManifest } from '../format/manifest.js';
import { currentReleaseId } from '../format/published.js';

/** Replaces files in `directory` by links to equal ones of the published release. */
export async function shareFiles(
  home: Home,
  directory: string,
  files: readonly WrittenFile[],
  signal?: AbortSignal,
): Promise<void> {
  const published = publishedFiles(home);
  const equal = files.flatMap(({ name, bytes, sha256 }) => {
    const other = published.get(name);
    if (other?.sha256 !== sha256 || statSync(other.path, { throwIfNoEntry: false })?.size !== bytes)
      return [];
    return [{ name, path: other.path, bytes, sha256 }];
  });
  const hashes = await hashFiles(equal, () => {}, signal);
  for (const { name, path, sha256 } of equal) {
    if (hashes.get(path) === sha256) takeLink(path, join(directory, name));
  }
}

/** The files of the published release by name; none if it cannot be read. */
function publishedFiles(home: Home): ReadonlyMap<string, { readonly path: string; readonly sha256: string }> {
  const current = currentReleaseId(home);
  if (current === null) return new Map();
  const directory = join(home.releases, current);
  try {
    return new Map(
      readManifest(directory).files.map(({ name, sha256 }) => [
        name,
        { path: join(directory, name), sha256 },
      ]),
    );
  } catch (error) {
    if (error instanceof UserError) return new Map();
    throw error;
  }
}

/** Makes the file a link to the other one, or leaves it as it was. */
function takeLink(other: string, path: string): void {
  const link = `${path}.link`;
  try {
    linkSync(other, link);
    renameSync(link, path);
  } catch {
    rmSync(link, { force: true });
  }
}
