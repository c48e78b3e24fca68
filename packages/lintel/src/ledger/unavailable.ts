/** The ledger cannot be used for now: nothing was charged, and trying again later is right. */
import { Failure } from '../base/failure.js';

export class LedgerUnavailable extends Failure {}
