/**
 * The contents of a backup. A backup is a directory that looks like a home: the same names and modes, and
 * also `backup.json`, written last: when, of which home, each file with its size, mode and checksum, and what
 * was left out.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ManifestKind, readManifestObject } from '../base/json-object.js';
import { UserError } from '../base/user-error.js';

export const backupMagic = 'lintel-backup';
export const backupFormat = 1;
export const manifestName = 'backup.json';
/** Prefix of the directory in a home in which a restore keeps what was there. */
export const replacedPrefix = 'replaced-';

export interface BackedUpFile {
  /** Relative to the home, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Permission bits. */
  readonly mode: number;
}

export interface LeftOut {
  /** Name in the home, or a description. */
  readonly name: string;
  readonly why: string;
}

export interface BackupManifest {
  readonly magic: typeof backupMagic;
  readonly format: typeof backupFormat;
  /** SHA-256 over the list of files. */
  readonly content: string;
  readonly made_at: string;
  /** The path of the home. */
  readonly home: string;
  /** Names in the home that the backup covers: restoring replaces what has these names there. */
  readonly covers: readonly string[];
  readonly ledger: {
    /** `file`: in the backup; `none`: there was none; `postgresql`: elsewhere, and not in the backup. */
    readonly kind: 'file' | 'none' | 'postgresql';
    readonly accounts?: number;
    readonly keys?: number;
    readonly last_charge_at?: string | null;
  };
  /** Id of the release that was published; null without one, or without releases in the backup. */
  readonly published: string | null;
  readonly files: readonly BackedUpFile[];
  readonly left_out: readonly LeftOut[];
}

const backupKind: ManifestKind = {
  of: 'backup',
  magic: backupMagic,
  format: backupFormat,
  hint: 'Restore it with the version of Lintel that made it.',
};

/** The checksum of a list of files. */
export function contentOf(files: readonly BackedUpFile[]): string {
  const hash = createHash('sha256');
  for (const { path, bytes, sha256, mode } of files) hash.update(`${path} ${bytes} ${sha256} ${mode}\n`);
  return hash.digest('hex');
}

/** Reads the manifest of the backup in a directory. Refuses, by name, anything else. */
export function readManifest(directory: string): BackupManifest {
  const path = join(directory, manifestName);
  const given = readManifestObject<BackupManifest>(path, backupKind, (cause) => {
    const hint = 'Name the directory that lintel backup made.';
    return new UserError(`There is no backup here: ${path} cannot be read.`, { hint, cause });
  });
  const { files, covers, content } = given;
  if (!Array.isArray(files) || !Array.isArray(covers) || content !== contentOf(files)) {
    throw new UserError(`${path} is damaged: its list of files was changed.`);
  }
  const outside = files.find((file) => !isBelow(file.path));
  if (outside !== undefined)
    throw new UserError(`${path} names ${JSON.stringify(outside.path)}, which is outside a home.`);
  return given as BackupManifest;
}

/** Whether a path of a manifest stays below the home. */
function isBelow(path: string): boolean {
  const steps = path.split('/');
  return !path.includes('\\') && steps.every((step) => step !== '' && step !== '.' && step !== '..');
}
