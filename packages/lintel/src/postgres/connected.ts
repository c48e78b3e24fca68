/** Work on a database that goes on when its connection breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { handled } from '../base/handled.js';
import { interrupted } from '../base/interrupted.js';
import { isConnectionLost, isWorkerLost, poolerHint } from '../base/postgres.js';
import { type Connection, connect, serverNeeded } from '../base/postgres-connection.js';
import { errorCode, messageOf, UserError } from '../base/user-error.js';

/** Pauses before a broken connection is opened again, in milliseconds; after the last one the work fails. */
const pausesMs = [250, 1_000, 2_000, 4_000, 8_000];
/** A connection that lasted this long was good: the pauses start again with the shortest. */
const goodMs = 60_000;

/** Milliseconds that work has to end by itself once it is interrupted. */
const stopMs = 3_000;

/**
 * Does the work on a connection. If that breaks, the work begins again on another one, so it must go on where it was.
 * What the database refuses is a UserError.
 */
export async function connected<T>(
  address: string,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  let wasOpen = false;
  const stop = handled(stopped(signal));
  for (let breaks = 0; ; breaks++) {
    const connection = connect(address, { application_name: 'lintel publish' });
    const startedMs = performance.now();
    try {
      await connection.sql`SELECT 1`;
      wasOpen = true;
      const done = handled(work(connection));
      return await Promise.race([done, connection.lost, stop]);
    } catch (error) {
      if (performance.now() - startedMs > goodMs) breaks = 0;
      const pauseMs = pausesMs[breaks];
      if (!isConnectionLost(error) && !isWorkerLost(error)) throw refused(error);
      if (poolerHint(error) !== undefined) throw serverNeeded(error);
      if (!wasOpen)
        throw new UserError(`The database cannot be reached: ${messageOf(error)}.`, { cause: error });
      if (pauseMs === undefined || signal.aborted) {
        const what = isWorkerLost(error)
          ? 'database lost one of its servers'
          : 'connection to the database broke';
        throw new UserError(`The ${what}.`, {
          hint: 'The same command goes on where it was.',
          cause: error,
        });
      }
      await sleep(pauseMs);
    } finally {
      await connection.close();
    }
  }
}

/** Rejects some time after the signal: the server may be busy with one statement for long. */
async function stopped(signal: AbortSignal): Promise<never> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await sleep(stopMs, undefined, { ref: false });
  throw interrupted();
}

/**
 * What an operator can mend (no such user or database, no right, no memory or disk, a time-out) or must see (a value), as a UserError; all
 * else as it is.
 */
function refused(error: unknown): unknown {
  const isForOperator = /^(?:22|23|28|3D000|42501|53|54|57014|25006)/.test(errorCode(error));
  return isForOperator
    ? new UserError(`The database refused: ${messageOf(error)}.`, { cause: error })
    : error;
}
