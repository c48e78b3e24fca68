/** How a thread of a build tells what went wrong, and what that becomes in the thread that waits for it. */
import { UserError } from '../user-error.js';

/** An error as it travels: a UserError with its hint, anything else with its stack. */
export interface ThreadFailure {
  readonly error: string;
  readonly isFailure: boolean;
  readonly hint: string | null;
}

export function threadFailure(error: unknown): ThreadFailure {
  const { message, stack } = error as Error;
  const isFailure = error instanceof UserError;
  return {
    error: isFailure ? message : (stack ?? message),
    isFailure,
    hint: isFailure ? error.hint : null,
  };
}

export function errorOf({ error, isFailure, hint }: ThreadFailure): Error {
  if (!isFailure) return new Error(error);
  return new UserError(error, hint === null ? {} : { hint });
}
