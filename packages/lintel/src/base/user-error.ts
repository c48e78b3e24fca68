/**
 * An error that a person can act on: what is wrong, where, and what would be right.
 *
 * It is thrown for bad files, settings and releases. The command line prints its message as one line and
 * exits with 1. Anything else thrown is a bug in Lintel and appears with its stack in the log.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** What to do about it, as a sentence; null if the message is enough. */
  readonly hint: string | null;
  /** Lines that follow the message, such as the choices that there are. */
  readonly list: readonly string[];

  constructor(message: string, options: { hint?: string; list?: readonly string[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.hint = options.hint ?? null;
    this.list = options.list ?? [];
  }
}

/** A defect of Lintel, in work that continues with the next item; its `cause` has the stack. */
export class UnexpectedError extends UserError {
  /** `what` names the item, such as a source or a file. */
  constructor(thrown: unknown, what: string) {
    const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    super(`${what}: an unexpected error, which is a defect of Lintel (${message}).`, { cause: thrown });
  }

  /** The stack of the thrown error; empty if it has none. */
  get trace(): string {
    return this.cause instanceof Error ? (this.cause.stack ?? '') : '';
  }
}

/** A thrown value as a UserError, so that the error of one item does not end the work on the others. */
export function userErrorOf(thrown: unknown, what: string): UserError {
  return thrown instanceof UserError ? thrown : new UnexpectedError(thrown, what);
}

/** A thrown value as an Error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

/** The message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code of a thrown value, such as `ENOENT` or PostgreSQL's `53100`; empty if it has none. */
export function errorCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return '';
  return String(thrown.code ?? '');
}
