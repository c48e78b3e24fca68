/**
 * Progress of long work, as rooms report it. The command line draws it: a live line on a terminal, plain
 * lines in a log. Rooms call `advance` per batch, not per row.
 */
export interface Progress {
  /** Begins a step. `total` is in `unit`s, null when unknown. A new step ends the one before. */
  step(name: string, total: number | null, unit?: string): void;
  /** Reports `count` more units done and, where the unit is not rows, `rows` more rows. */
  advance(count: number, rows?: number): void;
  /** Ends the last step. */
  done(): void;
}

/** Reports nothing: for tests and callers that do not watch. */
export const silentProgress: Progress = { step() {}, advance() {}, done() {} };
