/**
 * Builds a release from the raw store, stage by stage (stages.ts): refine every row, link contractors, sort,
 * roll up, index, verify.
 *
 * Two passes over the data, both streaming, so memory stays bounded at any size. The release is built in a
 * directory of its own, which is renamed once it is complete and verified; a build that fails, is interrupted
 * or is killed leaves no release. The same raw rows and date give the same bytes, whatever the machine and
 * the number of threads.
 */
import { join } from 'node:path';
import type { ReleaseInfo } from '@lintel/contract';
import { writeFailure } from '../base/files/file-writer.js';
import { silentProgress } from '../base/progress.js';
import { Ticker } from '../base/ticker.js';
import { UserError } from '../base/user-error.js';
import type { BuildReport } from '../format/report.js';
import { verifyRelease } from '../format/verify-release.js';
import { Build, type BuildOptions, runStage, threadCount } from './build.js';
import {
  createBuildingDirectory,
  discardBuilding,
  finishBuilding,
  takeBuildLock,
} from './building-directory.js';
import { shareFiles } from './share-files.js';
import { buildStages } from './stages.js';

export type { Renewal } from '../raw/source-silence.js';
export type { BuildOptions } from './build.js';

export interface BuiltRelease {
  readonly id: string;
  readonly directory: string;
  readonly report: BuildReport;
  readonly info: ReleaseInfo;
}

export async function buildRelease(options: BuildOptions): Promise<BuiltRelease> {
  const { home, now = Date.now } = options;
  const releasedAt = options.asOf ?? new Date(now()).toISOString().slice(0, 10);
  checkDate(releasedAt);
  const lock = takeBuildLock(home);
  try {
    return await buildLocked(options, releasedAt);
  } finally {
    lock.release();
  }
}

async function buildLocked(options: BuildOptions, releasedAt: string): Promise<BuiltRelease> {
  const { home } = options;
  const directory = createBuildingDirectory(home);
  const ticker = new Ticker(options.progress ?? silentProgress, options.signal ?? null);
  try {
    const threads = await threadCount(options);
    const build = new Build(options, { directory, releasedAt, ticker, threads });
    const { id, report, info, files } = await runStages(build);
    await shareFiles(home, directory, files, options.signal);
    await ticker.yieldToEventLoop();
    await finishBuilding(directory, home, id, isWhole);
    return { id, directory: join(home.releases, id), report, info };
  } catch (error) {
    discardBuilding(directory);
    throw writeFailure(directory, error);
  } finally {
    ticker.done();
  }
}

async function runStages(build: Build): Promise<Build['manifest']> {
  try {
    for (const { title } of buildStages) await runStage[title](build);
    return build.manifest;
  } finally {
    await build.close();
  }
}

function checkDate(date: string): void {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(date) ||
    Number.isNaN(time) ||
    new Date(time).toISOString().slice(0, 10) !== date
  ) {
    throw new UserError(`"${date}" is not a date of the form YYYY-MM-DD.`);
  }
}

async function isWhole(directory: string): Promise<boolean> {
  try {
    await verifyRelease(directory);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
