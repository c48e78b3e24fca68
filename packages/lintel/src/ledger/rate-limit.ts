/**
 * The rate limit of a key (C18): a sliding window log, exact: at most `limit` requests in any sixty seconds.
 * Rejected requests do not count.
 *
 * The times of a key's last requests are kept in a ring buffer; the oldest decides when the next request may
 * come. The buffers are in the memory of one process, which all workers ask; the counts of other machines
 * come from rate-exchange.ts. Requests without a key are counted by address. Times are those of the monotonic
 * clock, so setting the wall clock neither blocks a caller nor lets more through.
 */

/** The monotonic clock of the process, in milliseconds. */
export const monotonicClock = (): number => performance.now();

/** Length of the sliding window. */
export const rateWindowMs = 60_000;

/** Above this number of keys, those without a request in the window are dropped. */
const sweepAt = 10_000;

/** A decision, with the values of the `RateLimit` header field. */
export interface RateDecision {
  readonly granted: boolean;
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Milliseconds until one more request is allowed; 0 if the window is empty. */
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

/** The requests that other machines grant to the same keys. */
export interface OtherMachines {
  /** Reports a request that was granted here. */
  onGranted(key: string): void;
  /**
   * The requests of the key that others granted within the window, and the time of the oldest; Infinity
   * without any.
   */
  granted(key: string, nowMs: number): { readonly count: number; readonly oldestMs: number };
}

const noRequests = { count: 0, oldestMs: Number.POSITIVE_INFINITY };
const noOtherMachines: OtherMachines = { onGranted() {}, granted: () => noRequests };

/** A limiter on a monotonic clock in milliseconds. */
export function rateLimiter(now: () => number, otherMachines: OtherMachines = noOtherMachines): RateLimiter {
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
    const others = otherMachines.granted(key, nowMs);
    const granted = count + others.count < limit;
    if (granted) {
      push(ring, nowMs);
      otherMachines.onGranted(key);
    }
    const oldestMs = Math.min(ring.count === 0 ? Number.POSITIVE_INFINITY : timeAt(ring, 0), others.oldestMs);
    const resetMs = oldestMs === Number.POSITIVE_INFINITY ? 0 : Math.max(0, oldestMs + rateWindowMs - nowMs);
    return { granted, limit, remaining: Math.max(0, limit - ring.count - others.count), resetMs };
  };
}

/** The time of a counted request, the oldest being 0. */
function timeAt({ times, head }: Ring, index: number): number {
  const time = times[(head + index) % times.length];
  if (time === undefined) throw new Error(`a ring of ${times.length} times has none at ${head} + ${index}`);
  return time;
}

/** Drops the requests that left the window; returns the number of those that count. */
function expire(ring: Ring, nowMs: number): number {
  while (ring.count > 0 && timeAt(ring, 0) + rateWindowMs <= nowMs) {
    ring.head = (ring.head + 1) % ring.times.length;
    ring.count -= 1;
  }
  return ring.count;
}

function push(ring: Ring, nowMs: number): void {
  if (ring.count === ring.times.length) {
    const times = new Float64Array(ring.times.length * 2);
    for (let i = 0; i < ring.count; i++) {
      times[i] = timeAt(ring, i);
    }
    ring.times = times;
    ring.head = 0;
  }
  ring.times[(ring.head + ring.count) % ring.times.length] = nowMs;
  ring.count += 1;
}
