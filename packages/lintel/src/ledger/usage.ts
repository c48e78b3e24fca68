/**
 * The usage of an account: in the window, by day and with the date on which credits return (C17), and by day,
 * key and endpoint. It only reads: expired entries that no charge has deleted yet are left out. Only the
 * first day of the window is summed from entries, so the work does not grow with the number of charges.
 */
import { UserError } from '../base/user-error.js';
import { accountNumber } from './accounts.js';
import type { AccountUsage, LedgerFault, UsageQuery, UsageRow } from './ledger.js';
import type { Plans } from './plans.js';
import { all, first, one, type Storage, type Value, type Work } from './storage.js';
import { dailyUsage, dayNumber, dayStart, headAt, utcDate } from './window.js';

const sumBetween =
  'SELECT CAST(coalesce(sum(credits), 0) AS BIGINT) AS credits FROM entry WHERE account = ? AND at_ms > ? AND at_ms < ?';

/** The credits in the window now. */
export function* accountUsage(storage: Storage, plans: Plans, accountId: string): Work<AccountUsage> {
  const row = yield* first<{ no: number; plan: string; used: number; head_ms: number }>(
    'SELECT no, plan, used, head_ms FROM account WHERE id = ?',
    accountId,
  );
  if (!row) throw new UserError(`There is no account ${accountId}.`);
  const { creditLimit, windowMs } = plans.require(row.plan);
  const headMs = headAt({ used: row.used, headMs: row.head_ms }, yield* storage.now(), windowMs);
  const headDay = dayNumber(headMs);
  const head = yield* one<{ credits: number }>(sumBetween, row.no, headMs, dayStart(headDay + 1));
  const later = yield* all<{ day: number; credits: number }>(
    'SELECT day, credits FROM day WHERE account = ? AND day > ? ORDER BY day',
    row.no,
    headDay,
  );
  const days = head.credits > 0 ? [{ day: headDay, credits: head.credits }, ...later] : later;
  const { at: oldestMs } = yield* one<{ at: number | null }>(
    'SELECT min(at_ms) AS at FROM entry WHERE account = ? AND at_ms > ?',
    row.no,
    headMs,
  );
  return {
    used: days.reduce((sum, { credits }) => sum + credits, 0),
    limit: creditLimit,
    availableAt: creditLimit === null || oldestMs === null ? null : utcDate(oldestMs + windowMs),
    daily: days.map(({ day, credits }) => dailyUsage(day, credits, windowMs)),
  };
}

/** Charged requests by day, account, key and endpoint. */
export function* usageRows({ accountId, from, to }: UsageQuery): Work<readonly UsageRow[]> {
  const values: Value[] = [dayNumber(Date.parse(from)), dayNumber(Date.parse(to))];
  if (accountId !== undefined) values.push(yield* accountNumber(accountId));
  const rows = yield* all<Omit<UsageRow, 'date'> & { day: number; account_id: string; key: string }>(
    `SELECT usage_day.day, account.id AS account_id, usage_day.key, usage_day.endpoint, usage_day.requests,
       usage_day.credits
     FROM usage_day JOIN account ON account.no = usage_day.account
     WHERE usage_day.day >= ? AND usage_day.day <= ? AND usage_day.requests > 0
     ${accountId === undefined ? '' : 'AND usage_day.account = ?'}
     ORDER BY usage_day.day, account.id, usage_day.key, usage_day.endpoint`,
    ...values,
  );
  return rows.map(({ day, account_id, key, endpoint, requests, credits }) => ({
    date: utcDate(dayStart(day)),
    accountId: account_id,
    keyId: key,
    endpoint,
    requests,
    credits,
  }));
}

/** Accounts whose balance or days differ from the sums of their entries, or whose plan is unknown. */
export function* ledgerFaults(plans: Plans): Work<readonly LedgerFault[]> {
  const wrong = yield* all<{ id: string; used: number; entries: number }>(
    `SELECT account.id, account.used, CAST(coalesce(sum(entry.credits), 0) AS BIGINT) AS entries
     FROM account LEFT JOIN entry ON entry.account = account.no AND entry.at_ms > account.head_ms
     GROUP BY account.no, account.id, account.used
     HAVING account.used <> coalesce(sum(entry.credits), 0)`,
  );
  const days = yield* all<{ id: string; day: number }>(
    `SELECT account.id, day.day FROM day JOIN account ON account.no = day.account
     WHERE day.day * 86400000 > account.head_ms AND day.credits <> (
       SELECT coalesce(sum(entry.credits), 0) FROM entry WHERE entry.account = day.account
       AND entry.at_ms >= day.day * 86400000 AND entry.at_ms < (day.day + 1) * 86400000)`,
  );
  const accounts = yield* all<{ id: string; plan: string; used: number }>(
    'SELECT id, plan, used FROM account',
  );
  const planless = accounts.filter(({ plan }) => !plans.has(plan));
  return [
    ...wrong.map(
      ({ id, used, entries }) => `${id}: ${used} credits used, but its entries add up to ${entries}.`,
    ),
    ...days.map(
      ({ id, day }) => `${id}: the credits of ${utcDate(dayStart(day))} differ from the sum of its entries.`,
    ),
    ...planless.map(({ id, plan }) => `${id} is on the plan ${plan}, which is not in the settings.`),
  ];
}
