/**
 * The directory in which a release is built: next to the finished ones, with the process id in its name, and
 * renamed when it is complete. The next build removes what a killed build left behind.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../base/directory.js';
import { writeFailure } from '../base/files/file-writer.js';
import type { Home } from '../base/home.js';
import { isAlive } from '../base/process-alive.js';
import { type ProcessLock, takeProcessLock } from '../base/process-lock.js';
import { UserError } from '../base/user-error.js';
import { manifestFile } from '../format/layout.js';
import { currentReleaseId } from '../format/published.js';

/** Where a build keeps its sort files; removed before the release is complete. */
export const scratchDirectory = 'scratch';

const buildingPattern = /^\.building-(\d+)-\d+$/;
/** Builds running in this process. */
const underWay = new Set<string>();
let builds = 0;

/** The file that a build locks to build in a home. */
export const buildLock = (home: Home) => join(home.directory, 'build.lock');

/** The lock that allows one build at a time in a home: two would compete for memory, disk and cores. */
export function takeBuildLock(home: Home): ProcessLock {
  let lock: ProcessLock | null;
  try {
    lock = takeProcessLock(buildLock(home));
  } catch (error) {
    throw writeFailure(home.directory, error);
  }
  if (lock !== null) return lock;
  const pid = readdirSync(home.releases)
    .map((name) => Number(buildingPattern.exec(name)?.[1] ?? 0))
    .find((other) => other > 0 && isAlive(other));
  throw new UserError(`Another build is under way in ${home.directory}${pid ? ` (process ${pid})` : ''}.`, {
    hint: 'Nothing was begun. Wait until it has ended, or stop it, then build again.',
  });
}

/** Creates an empty directory for a new release and removes those of dead builds. */
export function createBuildingDirectory(home: Home): string {
  removeDeadBuilds(home.releases);
  builds += 1;
  const path = join(home.releases, `.building-${process.pid}-${builds}`);
  try {
    mkdirSync(join(path, scratchDirectory), { recursive: true });
  } catch (error) {
    throw writeFailure(path, error);
  }
  underWay.add(path);
  return path;
}

/** Removes a build that will not become a release. */
export function discardBuilding(path: string): void {
  underWay.delete(path);
  rmSync(path, { recursive: true, force: true });
}

/**
 * Gives the finished build its name. If the same data was built before, that release already exists and its files are
 * kept, unless `isWhole` says that it is damaged. Its report becomes that of this build, which may have found rows that
 * had vanished; the report of what is published stays, since the gate compares with it.
 */
export async function finishBuilding(
  path: string,
  home: Home,
  id: string,
  isWhole: (directory: string) => Promise<boolean>,
): Promise<void> {
  const target = join(home.releases, id);
  if (existsSync(target)) {
    if (await isWhole(target)) {
      if (currentReleaseId(home) !== id) renameSync(join(path, manifestFile), join(target, manifestFile));
      discardBuilding(path);
      return;
    }
    rmSync(target, { recursive: true, force: true });
  }
  syncDirectory(path);
  renameSync(path, target);
  underWay.delete(path);
  syncDirectory(home.releases);
}

function removeDeadBuilds(releases: string): void {
  for (const name of readdirSync(releases)) {
    const pid = Number(buildingPattern.exec(name)?.[1] ?? 0);
    const path = join(releases, name);
    if (pid > 0 && !underWay.has(path) && (pid === process.pid || !isAlive(pid))) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}
