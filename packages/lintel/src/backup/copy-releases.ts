/**
 * The releases of a backup: each is copied file by file and checked against its own manifest, so that a
 * damaged one is not kept as good. The published one is copied first; one that a publication removes
 * meanwhile is left out.
 */

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Home } from '../base/home.js';
import { messageOf, UserError } from '../base/user-error.js';
import { manifestFile } from '../format/layout.js';
import { type Manifest, readManifest } from '../format/manifest.js';
import { currentReleaseId } from '../format/published.js';
import { listReleases, publicationFiles, publishedBefore } from '../releases/release-store.js';
import { type Copying, copyFile } from './copy-files.js';
import { removeDraft } from './draft-directory.js';
import type { BackedUpFile } from './manifest.js';

/** A finished release of the home. */
interface ReleaseToCopy {
  readonly id: string;
  readonly bytes: number;
}

/** A release that was copied, or why it was not; `isFault` when the release is to blame. */
type CopiedRelease =
  | { readonly files: readonly BackedUpFile[] }
  | { readonly why: string; readonly isFault: boolean };

/** The finished releases, the published one first. */
export function releasesToCopy(home: Home): ReleaseToCopy[] {
  if (!existsSync(home.releases)) return [];
  const releases = listReleases(home);
  return [
    ...releases.filter(({ isCurrent }) => isCurrent),
    ...releases.filter(({ isCurrent }) => !isCurrent),
  ].map(({ id, manifest }) => ({
    id,
    bytes: manifest?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0,
  }));
}

/** The id of the published release; null without one. */
export function publishedRelease(home: Home): string | null {
  return existsSync(home.releases) ? currentReleaseId(home) : null;
}

/** Copies a release into the backup under construction in `draft`. */
export async function copyRelease(
  home: Home,
  draft: string,
  id: string,
  copying: Copying,
): Promise<CopiedRelease> {
  const path = `${basename(home.releases)}/${id}`;
  const directory = join(home.directory, path);
  try {
    return { files: await copyAll(home, draft, path, manifestOf(directory), copying) };
  } catch (error) {
    const isGone = !existsSync(directory);
    if (!(error instanceof DamagedRelease || isGone) || copying.signal.aborted) throw error;
    removeDraft(join(draft, path));
    if (isGone) return { why: 'removed while the backup was taken', isFault: false };
    return { why: messageOf(error), isFault: true };
  }
}

/** A release that has changed since it was built. */
class DamagedRelease extends UserError {}

function manifestOf(directory: string): Manifest {
  try {
    return readManifest(directory);
  } catch (error) {
    throw new DamagedRelease(messageOf(error), { cause: error });
  }
}

async function copyAll(
  home: Home,
  draft: string,
  path: string,
  { files: listed }: Manifest,
  copying: Copying,
): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const { name, bytes, sha256 } of listed) {
    const file = `${path}/${name}`;
    if (!existsSync(join(home.directory, file))) throw new DamagedRelease(`${file} is missing.`);
    const copied = await copyFile(home.directory, draft, file, copying);
    if (copied.bytes !== bytes || copied.sha256 !== sha256)
      throw new DamagedRelease(`${file} is damaged: it is not as it was built.`);
    files.push(copied);
  }
  files.push(await copyFile(home.directory, draft, `${path}/${manifestFile}`, copying));
  return files;
}

/**
 * Writes which of the releases taken is published, and their history; returns the paths written. If the
 * published one could not be taken, it is the one before.
 */
export function writePublication(
  home: Home,
  draft: string,
  taken: readonly string[],
  wasPublished: string | null,
): { published: string | null; written: string[] } {
  const name = basename(home.releases);
  mkdirSync(join(draft, name), { recursive: true, mode: modeOf(home.releases) });
  const wanted = wasPublished === null ? [] : [wasPublished, ...publishedBefore(home)];
  const published = wanted.find((id) => taken.includes(id)) ?? null;
  const written = Object.entries(publicationFiles(home, published, taken)).map(([file, text]) => {
    writeFileSync(join(draft, name, file), text, { flush: true });
    return `${name}/${file}`;
  });
  return { published, written };
}

function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o755) & 0o777;
}
