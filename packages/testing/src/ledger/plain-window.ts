/** A naive credit window over a list of all charges: tests compare the ledger and its arithmetic with it. */
import type { DailyUsage } from 'lintel/dist/ledger/ledger.js';
import { dailyUsage, dayNumber, windowMs } from 'lintel/dist/ledger/window.js';

/** Credits charged at one moment; milliseconds since 1970 UTC. */
export interface Entry {
  readonly atMs: number;
  readonly credits: number;
}

/** Credits of the entries that count at `nowMs`. */
export function usedAt(entries: readonly Entry[], nowMs: number): number {
  return inWindow(entries, nowMs).reduce((sum, entry) => sum + entry.credits, 0);
}

/** The moment at which the oldest counting credit returns, null when none counts. */
export function returnsAt(entries: readonly Entry[], nowMs: number): number | null {
  const times = inWindow(entries, nowMs).map((entry) => entry.atMs);
  return times.length === 0 ? null : Math.min(...times) + windowMs;
}

/** Counting credits by UTC day, oldest first. Their sum is `usedAt`. */
export function usageByDay(entries: readonly Entry[], nowMs: number): DailyUsage[] {
  const days = new Map<number, number>();
  for (const entry of inWindow(entries, nowMs)) {
    const day = dayNumber(entry.atMs);
    days.set(day, (days.get(day) ?? 0) + entry.credits);
  }
  return [...days].sort(([a], [b]) => a - b).map(([day, credits]) => dailyUsage(day, credits));
}

function inWindow(entries: readonly Entry[], nowMs: number): Entry[] {
  return entries.filter((entry) => entry.credits > 0 && entry.atMs + windowMs > nowMs);
}
