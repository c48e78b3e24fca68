/** Work of which some runs at once. The first failure ends it: nothing is begun after it. */
import { handled } from '../base/handled.js';

export class AtOnce {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | null = null;

  /** At most so many at once. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Begins work as soon as there is room. Throws what earlier work threw. */
  async begin(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running);
    this.#check();
    const running: Promise<void> = handled(
      work()
        .catch((error: unknown) => {
          this.#failure ??= { error };
        })
        .finally(() => this.#running.delete(running)),
    );
    this.#running.add(running);
  }

  /** Waits until all has ended. Throws what any of it threw. */
  async all(): Promise<void> {
    await Promise.all(this.#running);
    this.#check();
  }

  /** Waits until all has ended, however it did. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}
