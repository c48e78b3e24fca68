/** `lintel serve`: the service, until a signal stops it. */
import { loadConfig } from '../../base/config.js';
import { UsageError } from '../../base/usage-error.js';
import { maxWorkers } from '../../http/request/limits.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import { timeOfDay, wholeNumber } from '../terminal/option-value.js';
import { printText } from '../terminal/print.js';
import { followStore } from '../work/follow-store.js';

interface ServeOptions {
  readonly host: string;
  readonly port: string;
  readonly workers: string;
  readonly releaseUrl?: string;
  readonly nightly?: string;
  readonly follow?: string;
  readonly json?: boolean;
}

export function defineServe(root: CommandGroup): void {
  root
    .define('serve', 'Serve the published release', 'lintel serve --port 8080')
    .makesHome()
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 takes a free one', '8080')
    .option('--workers <number>', 'server processes', '1')
    .option('--release-url <address>', 'serve the release published in PostgreSQL: postgres://…')
    .option('--nightly <time>', 'run lintel nightly every day at this time (02:15); on Sundays with --full')
    .option('--follow <store>', 'serve what is published in a store: a directory, s3://… or https://…')
    .run(async (installation, options: ServeOptions) => {
      const { home, signal } = installation;
      const inDatabase = options.releaseUrl === undefined ? {} : { release_url: options.releaseUrl };
      const config = { ...installation.config, ...inDatabase };
      const nightly = options.nightly === undefined ? null : timeOfDay('--nightly', options.nightly);
      if (nightly !== null && config.release_url !== null)
        throw new UsageError(
          '--nightly publishes in the home, and this service serves a release in PostgreSQL.',
        );
      if (options.follow !== undefined && (nightly !== null || config.release_url !== null))
        throw new UsageError(
          '--follow publishes in the home what the store publishes: it goes with no other way.',
        );
      const ending = new AbortController();
      const { openObjects } = await import('../../replication/objects.js');
      const store = options.follow === undefined ? null : await openObjects(options.follow, ending.signal);
      const { currentReleaseId } = await import('../../format/published.js');
      const { serve } = await import('../../http/process/serve.js');
      const { lookAtLedger } = await import('../work/ledger-of-service.js');
      const release = config.release_url === null ? currentReleaseId(home) : null;
      const serving = await serve({
        home,
        config,
        host: options.host,
        port: wholeNumber('--port', options.port, 0, 65_535),
        workers: workersOf(options),
        nightly,
        async readConfig() {
          const changed = { ...(await loadConfig(home.directory)), ...inDatabase };
          void lookAtLedger(home, { ...changed, ledger_url: config.ledger_url });
          return changed;
        },
      });
      // A signal that came while the service started is not lost.
      if (signal.aborted) await serving.stop();
      const greeting = options.json
        ? JSON.stringify({ address: serving.url, release, next_night: serving.nextNight })
        : config.release_url === null
          ? greetingOf(installation, serving.url, { release, followed: store?.name ?? null })
          : `Lintel serves ${serving.url} (the release published in the database; Ctrl-C stops it)`;
      printText(greeting);
      if (serving.nextNight !== null && !options.json) printText(nextNight(serving.nextNight));
      await lookAtLedger(home, config);
      const following = store === null ? null : followStore(installation, store, ending.signal);
      await serving.stopped.finally(() => ending.abort());
      await following;
      return null;
    }, startWorkersAhead);
}

function nextNight(next: Date): string {
  if (next.getTime() <= Date.now()) return 'Next night: now, one was missed';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}`;
  return `Next night: ${day} ${two(next.getHours())}:${two(next.getMinutes())}`;
}

const workersOf = ({ workers }: ServeOptions) => wholeNumber('--workers', workers, 1, maxWorkers);

/** Workers take longest to start, so they begin before the settings are read. */
async function startWorkersAhead(options: ServeOptions): Promise<void> {
  const { startSpareWorkers } = await import('../../http/process/start-worker.js');
  startSpareWorkers(workersOf(options));
}

/** Without a release the first line says so: the service runs but has no data. */
function greetingOf(
  installation: Installation,
  url: string,
  { release, followed }: { readonly release: string | null; readonly followed: string | null },
): string {
  if (release !== null) return `Lintel serves ${url} (release ${release}; Ctrl-C stops it)`;
  const none = `Lintel serves ${url}, but no release is published in ${installation.directory}: requests get 503`;
  if (followed !== null) return `${none} until that of ${followed} is here.`;
  return `${none}. Next: ${commandLine(installation, 'build --publish')}`;
}
