/**
 * A counting semaphore that is fair between its holders: first come, first served, but one holder has half of the
 * permits at most, and the last free one is for a holder who has none. So whoever asks for much delays the others
 * little. Who waits too long gives up.
 */

/** No permit was free in time. */
export class SemaphoreTimeout extends Error {}

interface Waiter {
  readonly holder: string | null;
  acquire(): void;
}

export class FairSemaphore {
  readonly #permits: number;
  readonly #waitMs: number;
  readonly #waiters = new Set<Waiter>();
  /** Permits that each holder has. */
  readonly #held = new Map<string | null, number>();
  #acquired = 0;

  constructor(permits: number, waitMs: number) {
    this.#permits = permits;
    this.#waitMs = waitMs;
  }

  /**
   * Waits for a permit and releases it when the work has ended. No holder (null) may have all permits. Throws a
   * SemaphoreTimeout after waiting for `waitMs` milliseconds.
   */
  async run<T>(holder: string | null, work: () => Promise<T>): Promise<T> {
    await this.#acquire(holder);
    try {
      return await work();
    } finally {
      this.#add(holder, -1);
      for (const waiter of this.#waiters) if (this.#hasPermitFor(waiter.holder)) waiter.acquire();
    }
  }

  #acquire(holder: string | null): Promise<void> | void {
    if (this.#hasPermitFor(holder)) return this.#add(holder, 1);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        holder,
        acquire: () => {
          leave();
          this.#add(holder, 1);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(new SemaphoreTimeout(`no connection was free for ${this.#waitMs / 1000} s`));
      }, this.#waitMs);
      this.#waiters.add(waiter);
    });
  }

  #hasPermitFor(holder: string | null): boolean {
    const free = this.#permits - this.#acquired;
    if (holder === null || free === 0) return free > 0;
    const own = this.#held.get(holder) ?? 0;
    return own === 0 || (free > 1 && own < this.#permits / 2);
  }

  #add(holder: string | null, permits: 1 | -1): void {
    const own = (this.#held.get(holder) ?? 0) + permits;
    if (own === 0) this.#held.delete(holder);
    else this.#held.set(holder, own);
    this.#acquired += permits;
  }
}
