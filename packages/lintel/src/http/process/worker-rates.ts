/**
 * One rate limiter for all workers (C18): the first process counts, and workers ask it. All requests of one
 * turn of a worker's event loop go in one message, so the cost per request falls as the traffic grows
 * (measured in docs/decisions/023-shared-rates.md).
 *
 * When the first process is gone, its workers end too, and requests in flight fail.
 */
import type { RateDecision, RateLimiter } from '../../ledger/rate-limit.js';

/** From a worker: keys and their limits. */
export interface RateRequests {
  readonly kind: 'rates';
  readonly requests: readonly (readonly [key: string, limit: number])[];
}

/** To a worker: for each request, in order, whether it is granted, the remaining requests and `resetMs`. */
export interface RateReplies {
  readonly kind: 'rates';
  readonly decisions: readonly (readonly [granted: 0 | 1, remaining: number, resetMs: number])[];
}

/** Decides the requests of a worker. */
export function decideRates(decide: RateLimiter, { requests }: RateRequests): RateReplies {
  const decisions = requests.map(([key, limit]) => {
    const { granted, remaining, resetMs } = decide(key, limit);
    return [granted ? 1 : 0, remaining, resetMs] as const;
  });
  return { kind: 'rates', decisions };
}

/** A limiter that queries the first process. Replies come in the order of the requests. */
interface RemoteRates {
  readonly decide: (key: string, limit: number) => Promise<RateDecision>;
  /** Takes the replies to earlier requests. */
  receive(replies: RateReplies): void;
}

interface Waiting {
  readonly limit: number;
  resolve(decision: RateDecision): void;
}

/** Creates the limiter of a worker; `send` sends one message to the first process. */
export function remoteRates(send: (requests: RateRequests) => void): RemoteRates {
  let unsent: [string, number][] = [];
  const waiting: Waiting[] = [];
  let next = 0;

  function flush(): void {
    const requests = unsent;
    unsent = [];
    send({ kind: 'rates', requests });
  }

  return {
    decide: (key, limit) =>
      new Promise((resolve) => {
        if (unsent.length === 0) setImmediate(flush);
        unsent.push([key, limit]);
        waiting.push({ limit, resolve });
      }),
    receive({ decisions }) {
      for (const [granted, remaining, resetMs] of decisions) {
        const one = waiting[next++];
        if (one === undefined) throw new Error('a reply to a request that was not made');
        one.resolve({ granted: granted === 1, limit: one.limit, remaining, resetMs });
      }
      // Rarely, because it copies the array.
      if (next > 1024 || next === waiting.length) {
        waiting.splice(0, next);
        next = 0;
      }
    },
  };
}
