/**
 * What the first process makes of the death of a serving process: how long it waits before the next one, and whether a
 * file of a release is the reason.
 *
 * Files of a release are mapped into memory: one that is cut short, or whose disk fails, ends the process that reads it
 * with SIGBUS, without a word. So after a death the sizes of all releases are looked at; when processes go on dying
 * and the sizes are right, the published release is read through once.
 */
import { join } from 'node:path';
import type { Home } from '../../base/home.js';
import { UserError } from '../../base/user-error.js';
import { currentReleaseId } from '../../format/published.js';
import { checkRelease, verifyRelease } from '../../format/verify-release.js';
import { listReleases } from '../../releases/release-store.js';
import { healthyWorkerMs, maxWorkerRestartMs, workerRestartMs } from '../request/limits.js';

/** Deaths, one soon after the other, from which on the published release is read through. */
const deathsBeforeReading = 2;

/** The restarts of one serving process after another in the same place. */
export interface Restarts {
  /** Tells that one died so many milliseconds after its start; gives the milliseconds to wait before the next. */
  died(livedMs: number): number;
  /** Deaths soon after the start, without one that lived long between them. */
  readonly soonDeaths: number;
}

/** Begins counting. */
export function restarts(): Restarts {
  let soonDeaths = 0;
  return {
    died(livedMs) {
      soonDeaths = livedMs >= healthyWorkerMs ? 1 : soonDeaths + 1;
      return Math.min(maxWorkerRestartMs, workerRestartMs * 2 ** (soonDeaths - 1));
    },
    get soonDeaths() {
      return soonDeaths;
    },
  };
}

/** A file of a release on the releases that is missing or has another size than it was made with; null when none has. */
export function releaseFault(home: Home): string | null {
  try {
    for (const { directory } of listReleases(home)) checkRelease(directory);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Finds out whether the published release is damaged. */
export interface Examiner {
  /** Reads the published release through when processes die again and again, once for each release. */
  examine(soonDeaths: number): void;
  /** Releases that were found damaged. */
  readonly damaged: readonly string[];
}

/** Begins watching; `onDamaged` is told of each release that is damaged. */
export function releaseExaminer(home: Home, onDamaged: (id: string, fault: UserError) => void): Examiner {
  const examined = new Set<string>();
  const damaged: string[] = [];

  async function read(id: string): Promise<void> {
    try {
      await verifyRelease(join(home.releases, id));
    } catch (error) {
      damaged.push(id);
      onDamaged(
        id,
        error instanceof UserError ? error : new UserError((error as Error).message, { cause: error }),
      );
    }
  }

  return {
    damaged,
    examine(soonDeaths) {
      if (soonDeaths < deathsBeforeReading) return;
      const id = publishedId(home);
      if (id === null || examined.has(id)) return;
      examined.add(id);
      void read(id);
    },
  };
}

function publishedId(home: Home): string | null {
  try {
    return currentReleaseId(home);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
