/** When runs of a raw store began, or the dates of their data. */
import type { Database } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';

/**
 * A time of a run by its id, in milliseconds since 1970 UTC. Throws a UserError if the store has no such run.
 */
export type RunTimes = (run: number) => number;

/** Runs are few and their times never change; one that began after the first query is queried on demand. */
export function runTimes(database: Database, column: 'started_ms' | 'as_of_ms'): RunTimes {
  const all = database.prepare(`SELECT id, ${column} AS time FROM run`);
  let times = new Map<number, number>();
  return (run) => {
    if (!times.has(run)) times = new Map(all.all().map(({ id, time }) => [Number(id), Number(time)]));
    const time = times.get(run);
    if (time === undefined) throw unknownRun(run);
    return time;
  };
}

/** The error of a row that names a run which the store does not have. */
export function unknownRun(run: number): UserError {
  return new UserError(`The raw store is damaged: a row is of run ${run}, which the store does not have.`, {
    hint: 'Restore a backup, or ingest and fetch the sources into a new home.',
  });
}
