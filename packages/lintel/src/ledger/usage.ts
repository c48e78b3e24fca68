/**
 * What an account has used in the window, by day, and when credits return (C17). Reads only: expired entries that
 * no charge has removed yet are left out of the sums. Days beyond the first come from the sums by day, so the
 * work does not grow with the number of charges.
 */
import { Failure } from '../base/failure.js';
import type { Database } from '../base/sqlite.js';
import type { AccountUsage, DailyUsage } from './ledger.js';
import type { Plans } from './plans.js';
import { dailyUsage, dayNumber, dayStart, utcDate, windowMs } from './window.js';

/** The reader of usage on an open ledger file. */
export function usageReader(
  database: Database,
  plans: Plans,
  now: () => number,
): (accountId: string) => AccountUsage {
  const account = database.prepare('SELECT no, plan FROM account WHERE id = ?');
  const sumBetween = database.prepare(
    'SELECT coalesce(sum(credits), 0) AS credits FROM entry WHERE account = ? AND at_ms > ? AND at_ms < ?',
  );
  const days = database.prepare('SELECT day, credits FROM day WHERE account = ? AND day > ? ORDER BY day');
  const oldest = database.prepare('SELECT min(at_ms) AS at FROM entry WHERE account = ? AND at_ms > ?');

  function read(accountId: string): AccountUsage {
    const row = account.get(accountId) as { no: number; plan: string } | undefined;
    if (!row) throw new Failure(`There is no account ${accountId}.`);
    const limit = plans.require(row.plan).creditLimit;
    const headMs = Math.floor(now()) - windowMs;
    const headDay = dayNumber(headMs);
    const headSum = sumBetween.get(row.no, headMs, dayStart(headDay + 1)) as { credits: number };
    const later = days.all(row.no, headDay) as { day: number; credits: number }[];
    const all = headSum.credits > 0 ? [{ day: headDay, credits: headSum.credits }, ...later] : later;
    const daily: DailyUsage[] = all.map(({ day, credits }) => dailyUsage(day, credits));
    const first = limit === null ? null : (oldest.get(row.no, headMs) as { at: number | null }).at;
    return {
      used: daily.reduce((sum, day) => sum + day.credits, 0),
      limit,
      availableAt: first === null ? null : utcDate(first + windowMs),
      daily,
    };
  }

  return (accountId) => {
    database.exec('BEGIN');
    try {
      return read(accountId);
    } finally {
      database.exec('COMMIT');
    }
  };
}
