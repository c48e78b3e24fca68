/** When runs of a raw store began, or as of when their input tells. */
import type { Database } from '../base/sqlite.js';

/** A time of a run by its id, in milliseconds since 1970 UTC; 0 of a run that is not there. */
export type RunTimes = (run: number) => number;

/** Runs are few and their times never change; one that began after the first look is looked up again. */
export function runTimes(database: Database, column: 'started_ms' | 'as_of_ms'): RunTimes {
  const all = database.prepare(`SELECT id, ${column} AS time FROM run`);
  let times = new Map<number, number>();
  return (run) => {
    if (!times.has(run)) times = new Map(all.all().map(({ id, time }) => [Number(id), Number(time)]));
    return times.get(run) ?? 0;
  };
}
