/**
 * How often progress is written into a log. `LINTEL_PROGRESS_SECONDS` says otherwise, for programs that show the log
 * while the command runs.
 */

/** Milliseconds between two lines of progress in a log. */
export function logIntervalMs(usualMs: number, wanted = process.env.LINTEL_PROGRESS_SECONDS): number {
  const seconds = Number(wanted ?? Number.NaN);
  return seconds >= 0.1 ? seconds * 1000 : usualMs;
}
