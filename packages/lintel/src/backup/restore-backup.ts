/**
 * Replaces a home that is not in use with a backup. First every byte of the backup is read and checked; then
 * it is copied into the home under temporary names; only when all of it is there is it exchanged with what
 * was there, which is kept. A failure or interruption before that leaves the home as it was; after a crash
 * between two of the renames, restoring again completes it.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { syncDirectory } from '../base/directory.js';
import { freeBytes } from '../base/disk-space.js';
import type { Home } from '../base/home.js';
import { UserError } from '../base/user-error.js';
import { inspectLedger } from '../ledger/inspect.js';
import { type Copying, copyFile, describeFile, flushFile, goOn } from './copy-files.js';
import { makeDraft, removeDraft, syncDirectories } from './draft-directory.js';
import { holdAlone } from './home-in-use.js';
import { type BackupManifest, readManifest, replacedPrefix } from './manifest.js';

interface RestoreOptions extends Copying {
  /** The directory of the backup. */
  readonly from: string;
  /** The home to restore into, which exists, perhaps empty. */
  readonly home: Home;
  readonly now: () => number;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** Where the previous content of the home is kept; null when there was none. */
  readonly replaced: string | null;
}

/**
 * Restores a backup. Throws a UserError, and changes nothing, when the backup is damaged or the home in use.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { home, progress, now } = options;
  const from = resolve(options.from);
  const manifest = readManifest(from);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  // Checked before the backup is read, which may take long; locked only when something is changed.
  holdAlone(home).release();
  try {
    await verify(from, manifest, bytes, options);
    const lock = holdAlone(home);
    try {
      if (freeBytes(home.directory) < bytes)
        throw new UserError(
          `The disk is full: the backup needs ${Math.ceil(bytes / 2 ** 20)} MiB more in ${home.directory}.`,
          { hint: 'Free some disk space, or choose a larger disk; nothing was changed.' },
        );
      const draft = makeDraft(home.directory, 'restore');
      try {
        await copyAll(from, draft, manifest, bytes, options);
        goOn(options);
        return { manifest, replaced: swap(home, draft, manifest, now()) };
      } finally {
        removeDraft(draft);
      }
    } finally {
      lock.release();
    }
  } finally {
    progress.done();
  }
}

/** Reads the whole backup, and refuses it by name where a file differs from what was written. */
async function verify(
  from: string,
  { files }: BackupManifest,
  bytes: number,
  options: RestoreOptions,
): Promise<void> {
  options.progress.step('Checking', bytes, 'bytes');
  for (const { path, bytes: size, sha256 } of files) {
    const found = statSync(join(from, path), { throwIfNoEntry: false });
    if (found === undefined) throw new UserError(`The backup lacks its file ${join(from, path)}.`, { hint });
    if (found.size !== size)
      throw new UserError(`${join(from, path)} has ${found.size} bytes; the backup was made with ${size}.`, {
        hint,
      });
    const read = await describeFile(from, path, options);
    if (read.sha256 !== sha256)
      throw new UserError(`${join(from, path)} is damaged: its checksum is not the one of the backup.`, {
        hint,
      });
  }
}

const hint = 'Nothing was changed. Restore another backup.';

async function copyAll(
  from: string,
  draft: string,
  { files, covers }: BackupManifest,
  bytes: number,
  options: RestoreOptions,
): Promise<void> {
  const { home, progress } = options;
  progress.step('Copying', bytes, 'bytes');
  for (const { path, mode, sha256 } of files) {
    const copied = await copyFile(from, draft, path, { ...options, mode });
    if (copied.sha256 !== sha256)
      throw new UserError(`${join(from, path)} changed while it was copied.`, { hint });
  }
  const ledger = basename(home.ledger);
  if (existsSync(join(draft, ledger))) {
    inspectLedger(join(draft, ledger));
    await flushFile(join(draft, ledger));
  }
  if (covers.includes(basename(home.releases)))
    mkdirSync(join(draft, basename(home.releases)), { recursive: true });
  syncDirectories(draft);
}

/** Replaces what is there with what was restored; returns where the former is kept. */
function swap(home: Home, draft: string, { covers }: BackupManifest, nowMs: number): string | null {
  const kept = join(home.directory, `${replacedPrefix}${new Date(nowMs).toISOString().replace(/[:.]/g, '')}`);
  let hasKept = false;
  for (const name of covers) {
    for (const each of namesOf(name)) {
      const place = join(home.directory, each);
      if (!existsSync(place) || isEmptyDirectory(place)) continue;
      if (!hasKept) mkdirSync(kept, { mode: 0o700 });
      hasKept = true;
      renameSync(place, join(kept, each));
    }
    if (existsSync(join(draft, name))) renameSync(join(draft, name), join(home.directory, name));
  }
  syncDirectory(home.directory);
  return hasKept ? kept : null;
}

/** A database may have a WAL file and its index. */
function namesOf(name: string): string[] {
  return name.endsWith('.sqlite') ? [name, `${name}-wal`, `${name}-shm`] : [name];
}

function isEmptyDirectory(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).length === 0;
}
