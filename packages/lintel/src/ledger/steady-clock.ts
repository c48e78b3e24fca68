/**
 * A clock that never leaps ahead, beside the wall clock that charges are dated by.
 *
 * It goes on from the first time it was given by the monotonic clock of the process. What has expired by the wall clock
 * is removed for good only when it has expired by this one too, so a wall clock that is set ahead by mistake destroys
 * nothing while the process lives. It is early where a machine slept, which only delays removal. A wall clock that is
 * behind is followed.
 */

/** What clocks may differ without being wrong. Milliseconds. */
export const clockToleranceMs = 60_000;

/** The steady time for a time of the wall clock; both milliseconds since 1970 UTC. */
export type SteadyClock = (wallMs: number) => number;

/** Begins a clock. `onStep` is told by how many milliseconds the wall clock was set ahead (back: negative). */
export function steadyClock(
  monotonic: () => number,
  onStep: (stepMs: number) => void = () => {},
): SteadyClock {
  let begun: number | null = null;
  let last = 0;
  return (wallMs) => {
    const offset = wallMs - monotonic();
    if (begun === null) {
      begun = offset;
      last = offset;
    }
    const stepMs = offset - last;
    last = offset;
    if (Math.abs(stepMs) > clockToleranceMs) onStep(stepMs);
    begun = Math.min(begun, offset);
    return wallMs - offset + begun;
  };
}
