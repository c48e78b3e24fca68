/**
 * Requests a minute a key (C18), exact: at most `limit` in any sixty seconds, refused requests not counted.
 *
 * The times of the last requests of a key lie in a ring; the oldest says when the next request may come. The rings
 * are in the memory of one process, which several workers ask; what other machines count comes from rate-exchange.ts.
 * What is counted is a key or, of those who have none, an address. Times are those of the process's monotonic clock: a
 * wall clock that is set back or ahead neither holds a caller up nor lets more through.
 */

/** The process's clock that is never set, in milliseconds from any moment. */
export const monotonicClock = (): number => performance.now();

/** Length of the sliding window. */
export const rateWindowMs = 60_000;

/** Keys remembered before those that were quiet for a window are dropped. */
const sweepAt = 10_000;

/** A decision, with the numbers of the `RateLimit` field. */
export interface RateDecision {
  readonly granted: boolean;
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Milliseconds until the window gives one more request; 0 when none is used. */
  readonly resetMs: number;
}

interface Ring {
  /** Times of the counted requests, oldest at `head`. Grows to the limit by doubling. */
  times: Float64Array;
  head: number;
  count: number;
}

/** Decides and counts one request of the key. */
export type RateLimiter = (key: string, limit: number) => RateDecision;

/** Requests that other machines count. */
export interface Elsewhere {
  /** Notes a request that was granted here. */
  note(key: string): void;
  /** What others granted to the key within the window, and when the oldest of that was; Infinity without any. */
  others(key: string, nowMs: number): { readonly count: number; readonly oldestMs: number };
}

const nothing = { count: 0, oldestMs: Number.POSITIVE_INFINITY };
const nowhere: Elsewhere = { note() {}, others: () => nothing };

/** A limiter on a monotonic clock in milliseconds. */
export function rateLimiter(now: () => number, elsewhere: Elsewhere = nowhere): RateLimiter {
  const rings = new Map<string, Ring>();
  let sweepNext = sweepAt;

  function ringOf(key: string, nowMs: number): Ring {
    const known = rings.get(key);
    if (known) return known;
    if (rings.size >= sweepNext) {
      for (const [other, ring] of rings) if (expire(ring, nowMs) === 0) rings.delete(other);
      sweepNext = Math.max(sweepAt, rings.size * 2);
    }
    const ring = { times: new Float64Array(8), head: 0, count: 0 };
    rings.set(key, ring);
    return ring;
  }

  return (key, limit) => {
    const nowMs = now();
    const ring = ringOf(key, nowMs);
    const count = expire(ring, nowMs);
    const others = elsewhere.others(key, nowMs);
    const granted = count + others.count < limit;
    if (granted) {
      push(ring, nowMs);
      elsewhere.note(key);
    }
    const oldestMs = Math.min(ring.count === 0 ? Number.POSITIVE_INFINITY : oldest(ring), others.oldestMs);
    const resetMs = oldestMs === Number.POSITIVE_INFINITY ? 0 : Math.max(0, oldestMs + rateWindowMs - nowMs);
    return { granted, limit, remaining: Math.max(0, limit - ring.count - others.count), resetMs };
  };
}

function oldest(ring: Ring): number {
  return ring.times[ring.head] ?? 0;
}

/** Drops the requests that left the window; returns how many count. */
function expire(ring: Ring, nowMs: number): number {
  while (ring.count > 0 && oldest(ring) + rateWindowMs <= nowMs) {
    ring.head = (ring.head + 1) % ring.times.length;
    ring.count -= 1;
  }
  return ring.count;
}

function push(ring: Ring, nowMs: number): void {
  if (ring.count === ring.times.length) {
    const times = new Float64Array(ring.times.length * 2);
    for (let i = 0; i < ring.count; i++) {
      times[i] = ring.times[(ring.head + i) % ring.times.length] ?? 0;
    }
    ring.times = times;
    ring.head = 0;
  }
  ring.times[(ring.head + ring.count) % ring.times.length] = nowMs;
  ring.count += 1;
}
