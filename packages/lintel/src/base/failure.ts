/**
 * A failure that a person can act on: what was wrong, where, and what would be right.
 *
 * Rooms throw it for bad files, settings and releases; the command line prints its message as one line and
 * exits with 1. Anything else that is thrown is a defect of Lintel and is shown with its stack in the log.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** What to do about it, as a sentence; null when the message says it all. */
  readonly hint: string | null;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.hint = options.hint ?? null;
  }
}
