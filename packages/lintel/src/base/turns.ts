/**
 * Turns at a few places, such as connections: first come, first served, but one taker has half of the places at most,
 * and the last free one is for a taker who has none. So whoever asks for much delays the others little. Who waits too
 * long for a place leaves the queue.
 */

/** Nobody gave up a place in time. Its code is that of a server that could not be reached. */
export class NoTurn extends Error {
  readonly code = 'CONNECT_TIMEOUT';
}

interface Waiting {
  readonly taker: string | null;
  begin(): void;
}

export class Turns {
  readonly #places: number;
  readonly #waitMs: number;
  readonly #waiting = new Set<Waiting>();
  /** Places that each taker has. */
  readonly #taken = new Map<string | null, number>();
  #used = 0;

  constructor(places: number, waitMs: number) {
    this.#places = places;
    this.#waitMs = waitMs;
  }

  /**
   * Waits for a place and gives it back when the work has ended. No taker (null) may have all places. Throws a NoTurn
   * after waiting for `waitMs` milliseconds.
   */
  async during<T>(taker: string | null, work: () => Promise<T>): Promise<T> {
    await this.#begun(taker);
    try {
      return await work();
    } finally {
      this.#add(taker, -1);
      for (const each of this.#waiting) if (this.#hasPlaceFor(each.taker)) each.begin();
    }
  }

  #begun(taker: string | null): Promise<void> | void {
    if (this.#hasPlaceFor(taker)) return this.#add(taker, 1);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        taker,
        begin: () => {
          leave();
          this.#add(taker, 1);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        leave();
        reject(new NoTurn(`no connection was free for ${this.#waitMs / 1000} s`));
      }, this.#waitMs);
      this.#waiting.add(waiting);
    });
  }

  #hasPlaceFor(taker: string | null): boolean {
    const free = this.#places - this.#used;
    if (taker === null || free === 0) return free > 0;
    const own = this.#taken.get(taker) ?? 0;
    return own === 0 || (free > 1 && own < this.#places / 2);
  }

  #add(taker: string | null, places: 1 | -1): void {
    const own = (this.#taken.get(taker) ?? 0) + places;
    if (own === 0) this.#taken.delete(taker);
    else this.#taken.set(taker, own);
    this.#used += places;
  }
}
