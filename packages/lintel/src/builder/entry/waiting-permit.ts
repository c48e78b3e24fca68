/** A prepared permit that waits for others before it is sorted. */
import type { RowTimes } from './row-times.js';

/** Made from one row, or from the rows of its addresses. */
export interface WaitingPermit extends RowTimes {
  /** Its sort key: date and id. */
  readonly key: Buffer;
  readonly payload: Buffer;
  /** Its origin as JSON (see row-origin.ts). */
  readonly origin: Buffer;
  /** Rows of further addresses, in the order of the record. */
  readonly others: readonly Buffer[];
  /** What follows the members of the record; empty without further addresses. */
  readonly text: string;
}
