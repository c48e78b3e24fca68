/**
 * A clock that never jumps ahead, in addition to the wall clock that dates the charges.
 *
 * It starts at the first wall time it sees and advances by the monotonic clock of the process. Expired
 * entries are deleted only when they have expired by this clock too, so a wall clock that is set ahead by
 * mistake destroys nothing while the process lives. After a machine slept, this clock is behind, which only
 * delays deletion. It follows a wall clock that is set back.
 */

/** Clocks may differ by this much without being wrong. Milliseconds. */
export const clockToleranceMs = 60_000;

/** The steady time for a wall time; both milliseconds since 1970 UTC. */
export type SteadyClock = (wallMs: number) => number;

/**
 * Creates a clock. `onStep` receives the milliseconds by which the wall clock was set ahead (back: negative).
 */
export function steadyClock(
  monotonic: () => number,
  onStep: (stepMs: number) => void = () => {},
): SteadyClock {
  /** Wall time minus monotonic time: the smallest so far, and the last one. */
  let offsets: { least: number; last: number } | null = null;
  return (wallMs) => {
    const offset = wallMs - monotonic();
    offsets ??= { least: offset, last: offset };
    const stepMs = offset - offsets.last;
    if (Math.abs(stepMs) > clockToleranceMs) onStep(stepMs);
    offsets = { least: Math.min(offsets.least, offset), last: offset };
    // Whole milliseconds, as the ledger keeps them: the monotonic clock has fractions.
    return Math.floor(wallMs - offset + offsets.least);
  };
}
