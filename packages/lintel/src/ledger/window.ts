/**
 * The arithmetic of the rolling credit window (C16, C17): which charges count now, whether one more fits, and
 * when credits return. It has no storage and no clock: the ledger passes balances and the time. A broken
 * invariant throws, so that the charge fails instead of being wrong.
 */
import type { DailyUsage } from './ledger.js';
import { clockToleranceMs } from './steady-clock.js';

const dayMs = 24 * 60 * 60 * 1000;

/** A credit used at t stops counting at t + 30 × 24 h (C17), unless the plan says otherwise. Milliseconds. */
export const defaultWindowDays = 30;
export const windowMs = defaultWindowDays * dayMs;

/** Up to this limit each charge keeps its millisecond; an account then has at most one entry per credit. */
const exactLimit = 100_000;

/** Days in milliseconds. */
export function daysMs(days: number): number {
  return days * dayMs;
}

/**
 * The running total of an account: `used` is the sum of the entries after `headMs`. Earlier ones have
 * expired.
 */
export interface Balance {
  readonly used: number;
  readonly headMs: number;
}

/**
 * The head of the window at `nowMs`: entries up to it have expired. It never moves back, so neither a clock
 * that is set back nor a plan with a longer window makes expired credits count again.
 */
export function headAt(balance: Balance, nowMs: number, windowMs: number): number {
  return Math.max(balance.headMs, nowMs - windowMs);
}

/**
 * Whether a charge with a right clock cannot have moved the head this far: the shortest window of a plan is a
 * day. Charges of such an account are dated after its head, in the future.
 */
export function isAhead(headMs: number, nowMs: number): boolean {
  return headMs > nowMs - dayMs + clockToleranceMs;
}

/**
 * The balance with its head moved to `headMs`; `expired` are the credits of the entries between the two
 * heads.
 */
export function advance(balance: Balance, headMs: number, expired: number): Balance {
  const used = balance.used - expired;
  if (!Number.isSafeInteger(used) || used < 0) {
    throw new Error(`Ledger invariant broken: ${used} credits used after expiry of entries up to ${headMs}`);
  }
  return { used, headMs };
}

/** Whether the credits fit: with U used and limit L, a charge of N is refused if U + N > L (C16). */
export function fits(used: number, limit: number | null, credits: number): boolean {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new Error(`Ledger invariant broken: a charge of ${credits} credits`);
  }
  return limit === null || used + credits <= limit;
}

/**
 * The date of a charge made now. It is after the head even if the clock was set back, so that the charge
 * counts. On a large or unlimited plan it is a whole second, which bounds the number of entries by the
 * seconds of the window.
 */
export function entryTime({ headMs }: Balance, limit: number | null, nowMs: number): number {
  const isLarge = limit === null || limit > exactLimit;
  const atMs = isLarge ? Math.floor(nowMs / 1000) * 1000 : nowMs;
  return Math.max(atMs, headMs + 1);
}

/** The UTC calendar date of a time, YYYY-MM-DD. */
export function utcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Days since 1970-01-01 UTC. */
export function dayNumber(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** The first millisecond of a day number. */
export function dayStart(day: number): number {
  return day * dayMs;
}

/** The credits of a day for the usage report. The last of them expires one window after that day (C17). */
export function dailyUsage(day: number, credits: number, window = windowMs): DailyUsage {
  return { date: utcDate(dayStart(day)), credits, expires: utcDate(dayStart(day) + window) };
}
