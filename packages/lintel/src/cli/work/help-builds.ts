/** Waits for builds of the raw store that several machines share, and helps them with workers on this one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../base/user-error.js';
import { type BuildUnderWay, findBuild, lastBuild } from '../../builder/distributed/build-queue.js';
import { startWorkers } from '../../builder/distributed/start-workers.js';
import { asRawFailure, connectRaw } from '../../raw/postgres-tables.js';
import type { Installation } from '../terminal/installation.js';
import { sharedStore, workerData, workerModule } from './shared-store.js';

/** How often a build is looked for. */
const lookMs = 500;

/** What workers have done, and why some ended before their build. */
interface Helped {
  readonly builds: number;
  readonly rows: number;
  readonly failures: readonly UserError[];
}

/**
 * Helps until the signal, a failure, or, with `once`, the end of the first build. That may have failed before it needed
 * help: `once` is the milliseconds in which one must begin.
 */
export async function helpBuilds(
  installation: Installation,
  count: number,
  once: number | null,
): Promise<Helped> {
  const { progress, signal } = installation;
  const address = sharedStore(installation);
  let [builds, rows] = [0, 0];
  for (;;) {
    progress.step('Waiting for a build', null);
    const build = await waitForBuild(address, signal, once);
    if (build === null) return { builds, rows, failures: [] };
    progress.step(`Helping build ${build.id}`, null);
    builds += 1;
    const task = { address, build, data: workerData(installation) };
    const workers = startWorkers(workerModule, count, task, (more) => {
      rows += more;
      progress.advance(more);
    });
    signal.addEventListener('abort', workers.stop, { once: true });
    const failures = distinct(await workers.ended);
    signal.removeEventListener('abort', workers.stop);
    if (once !== null || signal.aborted || failures.length > 0) return { builds, rows, failures };
  }
}

/** Null when the signal came first. Throws a UserError when no build began in time, or one has ended already. */
async function waitForBuild(
  address: string,
  signal: AbortSignal,
  withinMs: number | null,
): Promise<BuildUnderWay | null> {
  const connection = connectRaw(address);
  try {
    const untilMs = performance.now() + (withinMs ?? Number.POSITIVE_INFINITY);
    const before = await Promise.race([lastBuild(connection), connection.lost]);
    while (!signal.aborted) {
      const last = await Promise.race([lastBuild(connection), connection.lost]);
      const build = await Promise.race([findBuild(connection), connection.lost]);
      if (build !== null) return build;
      if (withinMs !== null && last > before)
        throw new UserError('A build began and ended before it needed help.');
      if (performance.now() > untilMs) throw noBuild();
      await sleep(lookMs, undefined, { signal }).catch(() => {});
    }
    return null;
  } catch (error) {
    throw asRawFailure(error, address);
  } finally {
    await connection.close();
  }
}

const noBuild = () =>
  new UserError('No build of the raw store has begun in time.', {
    hint: 'Look at what the build said; --wait gives it more minutes.',
  });

/** All workers of a machine usually fail for one reason. */
function distinct(failures: readonly UserError[]): UserError[] {
  return [...new Map(failures.map((failure) => [failure.message, failure])).values()];
}
