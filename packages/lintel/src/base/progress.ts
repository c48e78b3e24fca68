/**
 * How long work reports its progress. The command line draws it: a live line on a terminal, plain lines in a
 * log. Call `advance` for each batch, not for each row.
 */
export interface Progress {
  /** Begins a step. `total` is in `unit`s, or null if unknown. A new step ends the previous one. */
  step(name: string, total: number | null, unit?: string): void;
  /** Reports `count` more units done and, if the unit is not rows, `rows` more rows. */
  advance(count: number, rows?: number): void;
  /** Ends the last step. */
  done(): void;
}

/** Reports nothing: for tests and callers that show no progress. */
export const silentProgress: Progress = { step() {}, advance() {}, done() {} };
