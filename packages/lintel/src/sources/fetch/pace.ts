/**
 * Spaces out the requests to one host: no more per second than agreed, and none while the host has asked to
 * wait.
 *
 * All sources of a command share one pace, so that two sources of one host do not use twice its limit.
 */
import type { Clock } from './clock.js';

export class Pace {
  readonly #clock: Clock;
  /** Host → earliest time of its next request. */
  readonly #next = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Waits for the turn of a request to the host. Gives the milliseconds waited. */
  async turn(host: string, requestsPerSecond: number, signal: AbortSignal | undefined): Promise<number> {
    const now = this.#clock.now();
    const start = Math.max(now, this.#next.get(host) ?? 0);
    this.#next.set(host, start + 1000 / requestsPerSecond);
    if (start > now) await this.#clock.sleep(start - now, signal);
    return start - now;
  }

  /** Delays all requests to the host by that many milliseconds. */
  hold(host: string, ms: number): void {
    const until = this.#clock.now() + ms;
    this.#next.set(host, Math.max(until, this.#next.get(host) ?? 0));
  }
}
