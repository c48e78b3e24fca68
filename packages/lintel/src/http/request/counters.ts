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

/** Counters that also tell of every answer of the interface whose time is the service's, not that of who downloads it. */
export function alsoTelling(counters: Counters, tell: (status: number, tookMs: number) => void): Counters {
  return {
    ...counters,
    observe(request) {
      counters.observe(request);
      const { route, status, seconds } = request;
      if (route.startsWith('/v2/') && !route.startsWith('/v2/export/')) tell(status, seconds * 1000);
    },
  };
}

export const noCounters: Counters = {
  observe() {},
  committed() {},
  refunded() {},
  refundLost() {},
  connectionCut() {},
};
