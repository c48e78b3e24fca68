/**
 * One count of requests for all workers (C18): the first process counts, exactly as a single process would; workers ask
 * it. What a worker wants to know within one turn of its event loop goes in one message, so that the cost of a message
 * is shared as the traffic grows (measured in docs/decisions/023-shared-rates.md).
 *
 * When the first process is gone its workers end too; questions under way then fail.
 */
import type { RateDecision, RateLimiter } from '../../ledger/rate-limit.js';

/** From a worker: keys and limits, in turn. */
export interface RateRequests {
  readonly kind: 'rates';
  readonly requests: readonly (string | number)[];
}

/** To a worker: for each question, in order, granted (1 or 0), remaining and milliseconds to the next. */
export interface RateReplies {
  readonly kind: 'rates';
  readonly decisions: readonly number[];
}

/** Decides a worker's questions. */
export function decideRates(decide: RateLimiter, { requests: asked }: RateRequests): RateReplies {
  const told: number[] = [];
  for (let i = 0; i < asked.length; i += 2) {
    const decision = decide(asked[i] as string, asked[i + 1] as number);
    told.push(decision.granted ? 1 : 0, decision.remaining, decision.resetMs);
  }
  return { kind: 'rates', decisions: told };
}

/** A limiter that asks the first process. Answers come in the order of the questions. */
export interface RemoteRates {
  readonly decide: (key: string, limit: number) => Promise<RateDecision>;
  /** Takes over an answer. */
  receive(answers: RateReplies): void;
}

interface Waiting {
  readonly limit: number;
  resolve(decision: RateDecision): void;
}

/** Begins asking; `send` sends one message to the first process. */
export function remoteRates(send: (questions: RateRequests) => void): RemoteRates {
  let asked: (string | number)[] = [];
  const waiting: Waiting[] = [];
  let next = 0;

  function flush(): void {
    const questions = asked;
    asked = [];
    send({ kind: 'rates', requests: questions });
  }

  return {
    decide: (key, limit) =>
      new Promise((resolve) => {
        if (asked.length === 0) setImmediate(flush);
        asked.push(key, limit);
        waiting.push({ limit, resolve });
      }),
    receive({ decisions: told }) {
      for (let i = 0; i < told.length; i += 3) {
        const one = waiting[next++];
        const [granted, remaining = 0, resetMs = 0] = told.slice(i, i + 3);
        one?.resolve({ granted: granted === 1, limit: one.limit, remaining, resetMs });
      }
      // The array is cut now and then only: cutting it each time would copy it each time.
      if (next > 1024 || next === waiting.length) {
        waiting.splice(0, next);
        next = 0;
      }
    },
  };
}
