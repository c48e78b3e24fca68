/** The ledger cannot be used for now: nothing was charged, and trying again later is right. */
import { Failure } from '../base/failure.js';

export class LedgerUnavailable extends Failure {}

/** A transaction may or may not have been committed: the ledger could not be asked. Trying again might do it twice. */
export class FateUnknown extends Error {
  override readonly name = 'FateUnknown';
}
