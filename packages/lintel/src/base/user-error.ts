/**
 * A failure that a person can act on: what was wrong, where, and what would be right.
 *
 * Rooms throw it for bad files, settings and releases; the command line prints its message as one line and
 * exits with 1. Anything else that is thrown is a defect of Lintel and is shown with its stack in the log.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** What to do about it, as a sentence; null when the message says it all. */
  readonly hint: string | null;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.hint = options.hint ?? null;
  }
}

/** A defect of Lintel met in work that goes on with the next item; its `cause` has the stack. */
export class UnexpectedError extends UserError {
  /** `what` names the item, such as a source or a file. */
  constructor(thrown: unknown, what: string) {
    const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    super(`${what}: an unexpected error, which is a defect of Lintel (${message}).`, { cause: thrown });
  }

  /** The stack of what was thrown; empty where it has none. */
  get trace(): string {
    return this.cause instanceof Error ? (this.cause.stack ?? '') : '';
  }
}

/** What was thrown as a UserError, so that one item's error does not end the work on the others. */
export function userErrorOf(thrown: unknown, what: string): UserError {
  return thrown instanceof UserError ? thrown : new UnexpectedError(thrown, what);
}
