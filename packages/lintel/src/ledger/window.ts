/**
 * The rolling credit window as arithmetic (C16, C17): which charges count now, whether one more fits, when credits
 * return. No storage and no clock: the ledger feeds it balances and the time. A broken invariant throws, so that the
 * charge fails instead of going wrong.
 */
import type { DailyUsage } from './ledger.js';
import { clockToleranceMs } from './steady-clock.js';

const dayMs = 24 * 60 * 60 * 1000;

/** A credit used at t stops counting at t + 30 × 24 h (C17), unless the plan says otherwise. Milliseconds. */
export const defaultWindowDays = 30;
export const windowMs = defaultWindowDays * dayMs;

/** Up to this limit each charge keeps its millisecond; an account then has at most as many entries as credits. */
const exactLimit = 100_000;

/** Milliseconds of so many days. */
export function daysMs(days: number): number {
  return days * dayMs;
}

/** An account's running total: `used` is the sum of the entries after `headMs`; those up to it count no more. */
export interface Balance {
  readonly used: number;
  readonly headMs: number;
}

/**
 * The head of the window at `nowMs`: entries up to it count no more. It never moves back: neither a clock that is set
 * back nor a plan with a longer window can bring expired credits to life.
 */
export function headAt(balance: Balance, nowMs: number, windowMs: number): number {
  return Math.max(balance.headMs, nowMs - windowMs);
}

/**
 * Whether a head lies where no charge made by a right clock can have moved it: the shortest window of a plan is a day.
 * Charges of such an account are dated after its head, in the time to come.
 */
export function isAhead(headMs: number, nowMs: number): boolean {
  return headMs > nowMs - dayMs + clockToleranceMs;
}

/** The balance with its head moved on; `expired` are the credits of the entries between the two heads. */
export function advance(balance: Balance, headMs: number, expired: number): Balance {
  const used = balance.used - expired;
  if (!Number.isSafeInteger(used) || used < 0) {
    throw new Error(`Ledger invariant broken: ${used} credits used after expiry of entries up to ${headMs}`);
  }
  return { used, headMs };
}

/** Grants the credits when they fit: with U used and limit L, U + N > L is refused (C16). */
export function fits(used: number, limit: number | null, credits: number): boolean {
  if (!Number.isSafeInteger(credits) || credits < 0) {
    throw new Error(`Ledger invariant broken: a charge of ${credits} credits`);
  }
  return limit === null || used + credits <= limit;
}

/**
 * When a charge made now is dated. After the head even when the clock was set back, so that it counts; to the whole
 * second on a large or unlimited plan, so that storage stays bounded by the seconds of the window.
 */
export function entryTime({ headMs }: Balance, limit: number | null, nowMs: number): number {
  const isLarge = limit === null || limit > exactLimit;
  const atMs = isLarge ? Math.floor(nowMs / 1000) * 1000 : nowMs;
  return Math.max(atMs, headMs + 1);
}

/** UTC calendar date of a moment, YYYY-MM-DD. */
export function utcDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Days since 1970-01-01 UTC. */
export function dayNumber(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** First millisecond of a day number. */
export function dayStart(day: number): number {
  return day * dayMs;
}

/** A day's credits as usage shows them: the last credit of a day leaves the window a window later (C17). */
export function dailyUsage(day: number, credits: number, window = windowMs): DailyUsage {
  return { date: utcDate(dayStart(day)), credits, expires: utcDate(dayStart(day) + window) };
}
