/** The clock of fetching: injected, so that no test waits for a backoff. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Waits; rejects with the signal's reason if it is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 up to 1, for the jitter of waits. */
  random(): number;
}

export const realClock: Clock = {
  now: Date.now,
  random: Math.random,
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
