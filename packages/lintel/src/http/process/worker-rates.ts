/**
 * One rate limiter for all workers (C18): the first process counts, and workers ask it. All requests of one
 * turn of a worker's event loop go in one message, so the cost per request falls as the traffic grows
 * (measured in docs/decisions/023-shared-rates.md).
 *
 * When the first process is gone, its workers end too, and requests in flight fail.
 */
import type { Count, RateDecision, RateLimiter } from '../../ledger/rate-limit.js';

/** From a worker: what each request must fit into. */
export interface RateRequests {
  readonly kind: 'rates';
  readonly requests: readonly (readonly Count[])[];
}

/** To a worker: the decisions, in the order of the requests. */
export interface RateReplies {
  readonly kind: 'rates';
  readonly decisions: readonly RateDecision[];
}

/** Decides the requests of a worker. */
export function decideRates(decide: RateLimiter, { requests }: RateRequests): RateReplies {
  return { kind: 'rates', decisions: requests.map((counts) => decide(...counts)) };
}

/** A limiter that queries the first process. Replies come in the order of the requests. */
interface RemoteRates {
  readonly decide: (...counts: readonly Count[]) => Promise<RateDecision>;
  /** Takes the replies to earlier requests. */
  receive(replies: RateReplies): void;
}

/** Creates the limiter of a worker; `send` sends one message to the first process. */
export function remoteRates(send: (requests: RateRequests) => void): RemoteRates {
  let unsent: (readonly Count[])[] = [];
  const waiting: ((decision: RateDecision) => void)[] = [];
  let next = 0;

  function flush(): void {
    const requests = unsent;
    unsent = [];
    send({ kind: 'rates', requests });
  }

  return {
    decide: (...counts) =>
      new Promise((resolve) => {
        if (unsent.length === 0) setImmediate(flush);
        unsent.push(counts);
        waiting.push(resolve);
      }),
    receive({ decisions }) {
      for (const decision of decisions) {
        const resolve = waiting[next++];
        if (resolve === undefined) throw new Error('a reply to a request that was not made');
        resolve(decision);
      }
      // Rarely, because it copies the array.
      if (next > 1024 || next === waiting.length) {
        waiting.splice(0, next);
        next = 0;
      }
    },
  };
}
