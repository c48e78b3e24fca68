/**
 * How long one fetch may keep a portal of permit software busy: so many requests, and in the hours that the operator
 * names, by the clock of the place. What is left the next fetch reads, from its page on.
 */
import { UserError } from '../../base/user-error.js';
import type { Clock } from './clock.js';

export interface VisitLimits {
  /** `20-6`: from 20:00 to 06:00; null: at any hour. */
  readonly hours: string | null;
  readonly requests: number;
}

/** Ends a fetch as interrupted. */
export class VisitOver extends Error {}

export class Visit {
  readonly #limits: VisitLimits;
  readonly #timeZone: string;
  readonly #clock: Clock;

  constructor(limits: VisitLimits, timeZone: string | undefined, clock: Clock) {
    this.#limits = limits;
    this.#timeZone = timeZone ?? 'UTC';
    this.#clock = clock;
  }

  /** Refuses a fetch that would begin at the wrong hour. */
  begin(id: string): void {
    if (this.#isHour()) return;
    const hint = 'Fetch it then, or change "portal_hours" under "fetch" in the settings.';
    throw new UserError(`The portal of ${id} is asked from ${this.#hours()} only.`, { hint });
  }

  /** Before a request. */
  step(requests: number): void {
    if (requests >= this.#limits.requests)
      throw new VisitOver(
        `Stopped after ${requests} requests, the most of one fetch (portal_requests): the next one goes on from here.`,
      );
    if (!this.#isHour())
      throw new VisitOver(`It is asked from ${this.#hours()} only: the next fetch goes on from here.`);
  }

  #isHour(): boolean {
    const { hours } = this.#limits;
    if (hours === null) return true;
    const [from = 0, to = 0] = hours.split('-').map(Number);
    const options = { hour: 'numeric', hourCycle: 'h23', timeZone: this.#timeZone } as const;
    const hour = Number(new Intl.DateTimeFormat('en-US', options).format(this.#clock.now()));
    return from < to ? hour >= from && hour < to : hour >= from || hour < to;
  }

  #hours(): string {
    const [from, to] = (this.#limits.hours ?? '').split('-').map((hour) => `${hour.padStart(2, '0')}:00`);
    return `${from} to ${to}, ${this.#timeZone}`;
  }
}
