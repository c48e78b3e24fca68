/** Errors for a ledger that cannot be used for now: nothing was charged, and a later attempt may succeed. */

import { diskFullHint, diskFullText, isDiskFull } from '../base/disk-space.js';
import { handled } from '../base/handled.js';
import { sqliteTrouble } from '../base/sqlite-trouble.js';
import { messageOf, UserError } from '../base/user-error.js';

/**
 * The reason: the file was removed or replaced while it is open (`gone`), the disk is full (`full`), another
 * process holds the lock (`held`), the database does not answer (`unreachable`), or the file is damaged or
 * the file system refuses (`refused`).
 */
export type LedgerTrouble = 'gone' | 'full' | 'held' | 'unreachable' | 'refused';

export class LedgerUnavailable extends UserError {
  readonly trouble: LedgerTrouble;

  constructor(trouble: LedgerTrouble, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

const restoreHint = 'lintel doctor shows details; lintel restore puts a backup in its place.';

/** A LedgerUnavailable for an error of SQLite about the ledger's file; any other error unchanged. */
export function ledgerFileFailure(path: string, error: unknown): unknown {
  const fail = (trouble: LedgerTrouble, message: string, hint: string) =>
    new LedgerUnavailable(trouble, message, { hint, cause: error });
  if (isDiskFull(error, path)) return fail('full', diskFullText(`the ledger ${path}`), diskFullHint);
  switch (sqliteTrouble(error)) {
    case 'busy':
      return fail('held', `Another process has locked the ledger ${path} for too long.`, 'Try again.');
    case 'damaged':
      return fail('refused', `The ledger ${path} is damaged: ${messageOf(error)}.`, restoreHint);
    case 'refused':
      return fail('refused', `The ledger ${path} cannot be used: ${messageOf(error)}.`, restoreHint);
    default:
      return error;
  }
}

/**
 * A transaction may or may not have been committed. A second attempt might do the work twice. `outcome` resolves with
 * its result when it is known that it was committed, and with null when it was not; it rejects when that is given up.
 */
export class CommitUnknown<T = unknown> extends Error {
  override readonly name = 'CommitUnknown';
  readonly outcome: Promise<{ readonly result: T } | null>;

  constructor(
    message: string,
    outcome: CommitUnknown<T>['outcome'] = handled(Promise.reject(new Error(message))),
  ) {
    super(message);
    this.outcome = outcome;
  }
}
