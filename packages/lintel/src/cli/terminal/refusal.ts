/** A failure with an exit status of its own, so that scripts can tell what to do about it. */
import { UserError } from '../../base/user-error.js';

/** Exit statuses of commands that ask a service or a release, besides 0, 1, 2 and 130. */
export const refusals = {
  /** Nothing has this id. */
  notFound: 3,
  /** The key is missing or refused. */
  key: 4,
  /** Credits are used up, or requests came too quickly. */
  limit: 5,
} as const;

export class Refusal extends UserError {
  readonly status: number;

  constructor(
    reason: keyof typeof refusals,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(message, options);
    this.status = refusals[reason];
  }
}
