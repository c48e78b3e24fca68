/**
 * The manifest of a release: what it is, what is in it, how it was made, and the checksum of each of its
 * files.
 *
 * It is written last, so a directory without one is not a release. Reading refuses, by name, a file that is
 * not a manifest, one of another format, and one whose list of files does not match its id.
 */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { ReleaseInfo } from '@lintel/contract';
import type { WrittenFile } from '../base/files/file-writer.js';
import { type ManifestKind, readManifestObject } from '../base/json-object.js';
import { UserError } from '../base/user-error.js';
import { manifestFile, releaseFormat, releaseMagic } from './layout.js';
import type { BuildReport } from './report.js';

export interface Manifest {
  readonly magic: typeof releaseMagic;
  readonly format: typeof releaseFormat;
  readonly id: string;
  /** SHA-256 over the release date and the checksums of all files, hex; its beginning is part of the id. */
  readonly content: string;
  readonly info: ReleaseInfo;
  readonly report: BuildReport;
  /** A hash of all that the release was made from but its date; absent if that is not known. */
  readonly basis?: string;
  /** All files except the manifest, by name. */
  readonly files: readonly WrittenFile[];
}

const releaseKind: ManifestKind = {
  of: 'release',
  magic: releaseMagic,
  format: releaseFormat,
  hint: 'Build the release again with this version.',
};

/** The checksum that a release's id is made from: the same data and date give the same id. */
export function contentHash(releasedAt: string, files: readonly WrittenFile[]): string {
  const hash = createHash('sha256').update(releasedAt);
  for (const file of files) hash.update(`\n${file.name} ${file.bytes} ${file.sha256}`);
  return hash.digest('hex');
}

export function releaseId(releasedAt: string, content: string): string {
  return `${releasedAt}-${content.slice(0, 8)}`;
}

/**
 * The manifest of the release in `directory`. Fails by name when it is missing, damaged or of another format.
 */
export function readManifest(directory: string): Manifest {
  const path = join(directory, manifestFile);
  const given = readManifestObject<Manifest>(path, releaseKind, (cause) => {
    return new UserError(`${basename(directory)} is not a release: ${path} cannot be read.`, { cause });
  });
  const { id, info, files, content, report } = given;
  if (typeof id !== 'string' || !Array.isArray(files) || !info?.released_at || !report?.sources) {
    throw new UserError(`${path} is damaged: parts of it are missing.`);
  }
  if (content !== contentHash(info.released_at, files) || id !== releaseId(info.released_at, content)) {
    throw new UserError(`${path} is damaged: its list of files does not belong to the release ${id}.`);
  }
  return given as Manifest;
}
