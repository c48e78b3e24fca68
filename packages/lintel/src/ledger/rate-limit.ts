/**
 * Rate limits (C18, C48): sliding window logs, exact: at most `limit` units in any sixty seconds. A unit is a request
 * of a key, an account or an address, or a millisecond of work for an account. Rejected requests do not count.
 *
 * The times at which units were counted are kept in a ring buffer for each key; the oldest decide when the next
 * request may come. The buffers are in the memory of one process, which all workers ask; the counts of other machines
 * come from rate-exchange.ts. Times are those of the monotonic clock, so setting the wall clock neither blocks a
 * caller nor lets more through.
 */

/** The monotonic clock of the process, in milliseconds. */
export const monotonicClock = (): number => performance.now();

/** Length of the sliding window. */
export const rateWindowMs = 60_000;

/** Above this number of keys, those without a request in the window are dropped. */
const sweepAt = 10_000;

/** What a request must fit into. */
export interface Count {
  readonly key: string;
  readonly limit: number;
  /** Units that are counted when the request is granted; 0 only asks whether any is left. Default: 1. */
  readonly units?: number;
  /** Units that are counted in any case, before it is decided. */
  readonly spent?: number;
}

/** A decision, with the values of the `RateLimit` header field. */
export interface RateDecision {
  readonly granted: boolean;
  /** Number of the count that the rest is about: the one that refuses for longest, or has the fewest units left. */
  readonly which: number;
  readonly limit: number;
  /** Units left in the window. */
  readonly remaining: number;
  /** Milliseconds until more is allowed; 0 if the window is empty. */
  readonly resetMs: number;
  /** Requests that this count has refused since it granted one, with this one. */
  readonly refusals: number;
}

interface Ring {
  /** Times at which something was counted, oldest at `head`. Grows by doubling. */
  times: Float64Array;
  /** The units of each. */
  units: Float64Array;
  head: number;
  count: number;
  /** Sum of the units. */
  used: number;
  refusals: number;
}

/** Decides one request; it is counted for all that it must fit into, or for none. */
export type RateLimiter = (...counts: readonly Count[]) => RateDecision;

/** Units that other machines grant to the same keys. */
export interface OtherMachines {
  /** Reports units that were granted here. */
  onGranted(key: string, units: number): void;
  /** The units of the key that others granted within the window, and the time of the oldest. */
  granted(key: string, nowMs: number): Granted;
}

interface Granted {
  readonly count: number;
  /** Infinity where there is none. */
  readonly oldestMs: number;
}

const none: Granted = { count: 0, oldestMs: Number.POSITIVE_INFINITY };
const noOtherMachines: OtherMachines = { onGranted() {}, granted: () => none };

/** A limiter on a monotonic clock in milliseconds. */
export function rateLimiter(now: () => number, otherMachines: OtherMachines = noOtherMachines): RateLimiter {
  const rings = new Map<string, Ring>();
  let sweepNext = sweepAt;

  function ringOf(key: string, nowMs: number): Ring {
    const known = rings.get(key);
    if (known) {
      expire(known, nowMs);
      return known;
    }
    if (rings.size >= sweepNext) {
      for (const [other, ring] of rings) if (expire(ring, nowMs) === 0) rings.delete(other);
      sweepNext = Math.max(sweepAt, rings.size * 2);
    }
    const ring = emptyRing();
    rings.set(key, ring);
    return ring;
  }

  function count(key: string, ring: Ring, units: number, nowMs: number): void {
    push(ring, nowMs, units);
    otherMachines.onGranted(key, units);
  }

  return (...counts) => {
    const nowMs = now();
    const states = counts.map(({ key, limit, units = 1, spent = 0 }) => {
      const ring = ringOf(key, nowMs);
      if (spent > 0) count(key, ring, spent, nowMs);
      const others = otherMachines.granted(key, nowMs);
      return { key, limit, units, ring, others, free: limit - ring.used - others.count };
    });
    const granted = states.every(({ free }) => free > 0);
    for (const { key, units, ring } of granted ? states : []) {
      ring.refusals = 0;
      if (units > 0) count(key, ring, units, nowMs);
    }
    let tightest: RateDecision | null = null;
    for (const [which, { limit, units, ring, others, free }] of states.entries()) {
      if (!granted && free > 0) continue;
      if (!granted) ring.refusals += 1;
      const remaining = Math.max(0, Math.floor(granted ? free - units : free));
      const resetMs = resetOf(ring, others, -free, nowMs);
      const decision = { granted, which, limit, remaining, resetMs, refusals: ring.refusals };
      if (tightest === null || isTighter(decision, tightest)) tightest = decision;
    }
    if (tightest === null) throw new Error('a request that fits into nothing');
    return tightest;
  };
}

function emptyRing(): Ring {
  const [times, units] = [new Float64Array(8), new Float64Array(8)];
  return { times, units, head: 0, count: 0, used: 0, refusals: 0 };
}

function isTighter(one: RateDecision, other: RateDecision): boolean {
  return one.granted ? one.remaining < other.remaining : one.resetMs > other.resetMs;
}

/** Milliseconds until more than `excess` units have left the window; 0 if it is empty. */
function resetOf(ring: Ring, others: Granted, excess: number, nowMs: number): number {
  let left = 0;
  for (const [atMs, units] of oldestFirst(ring, others)) {
    left += units;
    if (left > excess) return Math.max(0, atMs + rateWindowMs - nowMs);
  }
  return 0;
}

function* oldestFirst(ring: Ring, others: Granted): Generator<readonly [atMs: number, units: number]> {
  let isOthersTurn = others.count > 0;
  for (let i = 0; i < ring.count; i++) {
    const [atMs, units] = at(ring, i);
    if (isOthersTurn && others.oldestMs <= atMs) {
      yield [others.oldestMs, others.count];
      isOthersTurn = false;
    }
    yield [atMs, units];
  }
  if (isOthersTurn) yield [others.oldestMs, others.count];
}

/** When something was counted, the oldest being 0, and its units. */
function at({ times, units, head }: Ring, index: number): readonly [atMs: number, units: number] {
  const slot = (head + index) % times.length;
  const [atMs, counted] = [times[slot], units[slot]];
  if (atMs === undefined || counted === undefined)
    throw new Error(`a ring of ${times.length} times has none at ${head} + ${index}`);
  return [atMs, counted];
}

/** Drops what left the window; returns how many times are left. */
function expire(ring: Ring, nowMs: number): number {
  while (ring.count > 0) {
    const [atMs, units] = at(ring, 0);
    if (atMs + rateWindowMs > nowMs) break;
    ring.head = (ring.head + 1) % ring.times.length;
    ring.count -= 1;
    // Sums of fractions are not exact.
    ring.used = ring.count === 0 ? 0 : ring.used - units;
  }
  return ring.count;
}

function push(ring: Ring, nowMs: number, units: number): void {
  if (ring.count === ring.times.length) {
    const [times, counted] = [new Float64Array(ring.count * 2), new Float64Array(ring.count * 2)];
    for (let i = 0; i < ring.count; i++) [times[i], counted[i]] = at(ring, i);
    Object.assign(ring, { times, units: counted, head: 0 });
  }
  const slot = (ring.head + ring.count) % ring.times.length;
  ring.times[slot] = nowMs;
  ring.units[slot] = units;
  ring.count += 1;
  ring.used += units;
}
