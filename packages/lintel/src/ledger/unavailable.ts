/** The ledger cannot be used for now: nothing was charged, and trying again later is right. */

import { sqliteTrouble } from '../base/sqlite.js';
import { UserError } from '../base/user-error.js';

/**
 * Why not: its file was removed or replaced while it is open (`gone`), the disk is full (`full`), another process holds
 * it (`held`), its database does not answer (`unreachable`), or the file system or damage refuses (`refused`).
 */
export type LedgerTrouble = 'gone' | 'full' | 'held' | 'unreachable' | 'refused';

export class LedgerUnavailable extends UserError {
  readonly trouble: LedgerTrouble;

  constructor(trouble: LedgerTrouble, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}

const restoreHint = 'lintel doctor says more; lintel restore puts a backup in its place.';

/** A LedgerUnavailable for what SQLite says about the file of the ledger; any other error as it is. */
export function ledgerFileFailure(path: string, error: unknown): unknown {
  const fail = (trouble: LedgerTrouble, message: string, hint: string) =>
    new LedgerUnavailable(trouble, message, { hint, cause: error });
  switch (sqliteTrouble(error)) {
    case 'full':
      return fail(
        'full',
        `The disk is full: the ledger ${path} could not be written.`,
        'Free some disk space and try again; nothing was changed.',
      );
    case 'busy':
      return fail('held', `Another process holds the ledger ${path} for too long.`, 'Try again.');
    case 'damaged':
      return fail('refused', `The ledger ${path} is damaged: ${(error as Error).message}.`, restoreHint);
    case 'refused':
      return fail('refused', `The ledger ${path} cannot be used: ${(error as Error).message}.`, restoreHint);
    default:
      return error;
  }
}

/** A transaction may or may not have been committed: the ledger could not be asked. Trying again might do it twice. */
export class FateUnknown extends Error {
  override readonly name = 'FateUnknown';
}
