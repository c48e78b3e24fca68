/** What a server has opened so far: closed in the opposite order, when it stops or cannot start. */
export class Opened {
  readonly #closes: (() => unknown)[] = [];

  /** Gives the part, which is closed so. */
  add<T>(part: T, close: (part: T) => unknown): T {
    this.#closes.push(() => close(part));
    return part;
  }

  /** Closes all of it, once; an error is thrown when the rest is closed. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closes.pop(); close; close = this.#closes.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
