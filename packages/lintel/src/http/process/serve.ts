/**
 * Serves an installation until it is stopped, with one or several workers on one address, which this process
 * starts and watches. It prints nothing; logs go to standard error. SIGTERM and SIGINT drain: requests in
 * flight are answered and charged. SIGHUP reloads settings and certificates.
 */
import type { Config } from '../../base/config.js';
import { noteServedAddress } from '../../base/files/served-address.js';
import type { Home } from '../../base/home.js';
import type { ProcessLock } from '../../base/process-lock.js';
import { UserError } from '../../base/user-error.js';
import { scheduleNights, type TimeOfDay } from '../../operate/nights.js';
import { maxWorkers } from '../request/limits.js';
import type { LogLevel } from './server.js';
import { dismissSpareWorkers, startSpareWorkers } from './start-worker.js';
import { startWorkers } from './workers.js';

export interface ServeOptions {
  readonly home: Home;
  readonly config: Config;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Serving processes. */
  readonly workers: number;
  /** Reads the settings again on SIGHUP; without it SIGHUP does nothing. */
  readonly readConfig?: () => Promise<Config>;
  /** When `lintel nightly` runs every day; default: never. */
  readonly nightly?: TimeOfDay | null;
  /** Default `info`: one line per request. */
  readonly logLevel?: LogLevel;
}

export interface Serving {
  /** The address of the service, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** When the next night begins, in the past if one was missed; null without nights. */
  readonly nextNight: Date | null;
  /** Stops as a signal does. */
  stop(): Promise<void>;
  /** Resolves when the service has stopped, by a signal or by `stop`. */
  readonly stopped: Promise<void>;
}

/** Starts serving; resolves when requests are answered. Throws a UserError if it cannot. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { workers, readConfig, nightly = null, logLevel = 'info', ...rest } = options;
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers) {
    throw new UserError(`${workers} workers cannot serve: use 1 to ${maxWorkers}.`);
  }
  startSpareWorkers(workers);
  const lock = await lockServed(rest.home).catch((error: unknown) => {
    dismissSpareWorkers();
    throw error;
  });
  const server = await startWorkers(workers, { ...rest, logLevel }).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const forgetAddress = noteServedAddress(rest.home, server.url);
  const nights = nightly && scheduleNights(rest.home, nightly);
  let stopping: Promise<void> | null = null;
  let finish = () => {};
  const stopped = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stop = () => {
    nights?.close();
    stopping ??= server.stop().finally(() => {
      lock.release();
      forgetAddress();
      for (const signal of signals) process.off(signal, stop);
      process.off('SIGHUP', reload);
      finish();
    });
    return stopping;
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.on(signal, stop);
  const reload = () => {
    if (!readConfig) return;
    // Invalid settings are reported, and the service continues as before.
    readConfig()
      .then((config) => server.reload(config))
      .catch((error: Error) =>
        process.stderr.write(`lintel: the settings were not reloaded: ${error.message}\n`),
      );
  };
  process.on('SIGHUP', reload);
  return { url: server.url, nextNight: nights?.next ?? null, stop, stopped };
}

/** Marks the home as served, so that no backup is restored into it meanwhile. */
async function lockServed(home: Home): Promise<ProcessLock> {
  const { shareProcessLock } = await import('../../base/process-lock.js');
  const lock = shareProcessLock(home.served);
  if (lock !== null) return lock;
  throw new UserError(`A backup is being restored into ${home.directory}.`, {
    hint: 'Start again when it is done.',
  });
}
