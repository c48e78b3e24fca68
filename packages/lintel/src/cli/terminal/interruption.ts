/**
 * Ctrl-C and SIGTERM. A command that watches the signal ends its work at the next good place; a second Ctrl-C
 * ends it at once, as the first one does with a command that does not watch. Nothing is lost either way: what
 * commands write appears by a commit or a rename.
 */

/** Exit statuses of a run that a signal ended, as shells count them. */
const statuses = { SIGINT: 130, SIGTERM: 143 } as const;
type EndingSignal = keyof typeof statuses;

export class Interruption {
  readonly #abort = new AbortController();
  readonly #beforeExit: () => void;
  #isWatched = false;
  #by: EndingSignal | null = null;

  /** Listens from now on. `beforeExit` is called when the process is ended at once. */
  constructor(beforeExit: () => void) {
    this.#beforeExit = beforeExit;
    process.on('SIGINT', this.#onSignal);
    process.on('SIGTERM', this.#onSignal);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The signal, for a command that promises to end soon after it. */
  watched(): AbortSignal {
    this.#isWatched = true;
    return this.signal;
  }

  /** The exit status; null if no signal came. A service stopped by SIGTERM ended as intended. */
  status(isService: boolean): number | null {
    return this.#by === null || (isService && this.#by === 'SIGTERM') ? null : statuses[this.#by];
  }

  close(): void {
    process.off('SIGINT', this.#onSignal);
    process.off('SIGTERM', this.#onSignal);
  }

  readonly #onSignal = (by: NodeJS.Signals): void => {
    const signal = by === 'SIGTERM' ? by : 'SIGINT';
    if (this.#by !== null || !this.#isWatched) {
      this.#beforeExit();
      process.exit(statuses[signal]);
    }
    this.#by = signal;
    this.#abort.abort();
  };
}
