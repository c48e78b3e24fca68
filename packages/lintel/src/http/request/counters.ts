/**
 * What the service counts, as an interface. `prometheus-counters.ts` implements it; a service without metrics
 * counts nothing and does not load the library.
 */
import type { Refund } from '../../ledger/ledger.js';

/** One finished request. */
interface Observed {
  /** Path of the endpoint in its general form, or `other`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly credits: number;
  /** Whether the answer was handed to the socket whole. */
  readonly isWhole: boolean;
}

/** Why a connection was cut off: a request sent ahead of an answer, a client too slow, or too many unread bytes. */
type CutReason = 'pipelined' | 'slow' | 'unread';

export interface Counters {
  observe(request: Observed): void;
  /** A commit of the ledger with `size` charges and refunds. */
  committed(size: number): void;
  refunded(refund: Refund): void;
  /** Credits whose refund failed. */
  refundLost(credits: number): void;
  connectionCut(reason: CutReason): void;
}

export const noCounters: Counters = {
  observe() {},
  committed() {},
  refunded() {},
  refundLost() {},
  connectionCut() {},
};
