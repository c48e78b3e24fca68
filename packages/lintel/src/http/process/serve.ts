/**
 * Serves an installation until it is told to stop, in one or several workers on one address, which this process starts
 * and watches. Prints nothing; logs go to standard error. SIGTERM and SIGINT drain: what is in flight is answered, charged and sent. SIGHUP
 * reads settings and certificates anew.
 */
import type { Config } from '../../base/config.js';
import type { Home } from '../../base/home.js';
import { type ProcessLock, shareProcessLock } from '../../base/process-lock.js';
import { UserError } from '../../base/user-error.js';
import { maxWorkers } from '../request/limits.js';
import type { LogLevel } from './server.js';
import { startWorkers } from './workers.js';

export interface ServeOptions {
  readonly home: Home;
  readonly config: Config;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Serving processes. */
  readonly workers: number;
  /** Reads the settings anew when SIGHUP says so; without it SIGHUP does nothing. */
  readonly readConfig?: () => Promise<Config>;
  /** Default `info`: a line a request. */
  readonly logLevel?: LogLevel;
}

export interface Serving {
  /** Address to ask, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops as a signal does. */
  stop(): Promise<void>;
  /** Resolves when the service has stopped, by a signal or by `stop`. */
  readonly stopped: Promise<void>;
}

/** Starts serving; resolves when requests are answered. Throws a UserError when it cannot. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { workers, readConfig, logLevel = 'info', ...rest } = options;
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers) {
    throw new UserError(`${workers} workers cannot serve: use 1 to ${maxWorkers}.`);
  }
  const serverOptions = { ...rest, logLevel };
  const lock = holdServed(rest.home);
  const server = await startWorkers(workers, serverOptions).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  let stopping: Promise<void> | null = null;
  let finish = () => {};
  const stopped = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stop = () => {
    stopping ??= server.stop().finally(() => {
      lock.release();
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
    // What cannot be used is told, and the service goes on as it was.
    readConfig()
      .then((config) => server.reload(config))
      .catch((error: Error) =>
        process.stderr.write(`lintel: the settings stay as they were: ${error.message}\n`),
      );
  };
  process.on('SIGHUP', reload);
  return { url: server.url, stop, stopped };
}

/** Marks the home as served, so that no backup is restored into it meanwhile. */
function holdServed(home: Home): ProcessLock {
  const lock = shareProcessLock(home.served);
  if (lock !== null) return lock;
  throw new UserError(`A backup is being restored into ${home.directory}.`, {
    hint: 'Start again when it is done.',
  });
}
