/**
 * Charges in the future: a clock that ran ahead dated them, and once it is right again they would count until
 * that time. The window of such an account has moved ahead too, and its later charges are dated after it.
 *
 * Only a person can say which clock was wrong, the earlier one or the present one. So such charges are
 * reported, and a command mends them (docs/decisions/050-clocks.md). Mending keeps every credit: charges
 * dated more than a minute ahead count from now on, the window ends now, and entries that expired too early
 * count again if they are still stored.
 */
import { type AdminContext, nextGeneration } from './accounts.js';
import { auditStatement } from './audit.js';
import type { ChargesAhead } from './ledger.js';
import { clockToleranceMs } from './steady-clock.js';
import { all, first, one, run, type Storage, statement, typedRows, type Work } from './storage.js';
import { dayNumber, isAhead } from './window.js';

const act = 'ledger.mend_clock';

interface AccountRow {
  readonly no: number;
  readonly id: string;
  readonly plan: string;
  readonly used: number;
  readonly head_ms: number;
  /** Time of the last entry, and the last day of usage; null without any. */
  readonly last_ms: number | null;
  readonly last_day: number | null;
}

const selectAccounts = `SELECT no, id, plan, used, head_ms,
  (SELECT max(at_ms) FROM entry WHERE entry.account = account.no) AS last_ms,
  (SELECT max(day) FROM usage_day WHERE usage_day.account = account.no) AS last_day
  FROM account ORDER BY id`;
const selectAheadCredits =
  'SELECT CAST(coalesce(sum(credits), 0) AS BIGINT) AS credits FROM entry WHERE account = ? AND at_ms > ?';
const selectUsed =
  'SELECT CAST(coalesce(sum(credits), 0) AS BIGINT) AS used FROM entry WHERE account = ? AND at_ms > ?';

/** Accounts with charges in the future, or whose window lies there; by id. */
export function* chargesAhead(storage: Storage): Work<readonly ChargesAhead[]> {
  const accounts = yield* all<AccountRow>(selectAccounts);
  return (yield* aheadOf(accounts, yield* storage.now())).map(({ ahead }) => ahead);
}

interface AccountAhead {
  readonly account: AccountRow;
  readonly ahead: ChargesAhead;
}

function* aheadOf(accounts: readonly AccountRow[], nowMs: number): Work<readonly AccountAhead[]> {
  const aheadMs = nowMs + clockToleranceMs;
  const found: AccountAhead[] = [];
  for (const account of accounts) {
    const { no, id, head_ms, last_ms, last_day } = account;
    const isEntryAhead = last_ms !== null && last_ms > aheadMs;
    const isDayAhead = last_day !== null && last_day > dayNumber(aheadMs);
    if (!isEntryAhead && !isDayAhead && !isAhead(head_ms, nowMs)) continue;
    const { credits } = yield* one<{ credits: number }>(selectAheadCredits, no, aheadMs);
    const untilMs = Math.max(last_ms ?? head_ms, head_ms);
    found.push({ account, ahead: { accountId: id, credits, untilMs } });
  }
  return found;
}

/** Mends all accounts that need it, and returns them as they were before. */
export function* mendClock({ storage, plans, actor }: AdminContext): Work<readonly ChargesAhead[]> {
  const { rows, nowMs } = yield* storage.thenNow([statement(`${selectAccounts}${storage.forUpdate}`)]);
  const found = yield* aheadOf(typedRows<AccountRow>(rows[0]), nowMs);
  for (const { account, ahead } of found) {
    const headMs = Math.min(account.head_ms, nowMs - plans.require(account.plan).windowMs);
    const used = yield* mendAccount(account.no, headMs, nowMs);
    const until = new Date(ahead.untilMs).toISOString();
    const detail = `${ahead.credits} credits dated up to ${until}; ${used} count now, ${account.used} before`;
    yield* run(auditStatement(actor, nowMs, act, account.id, detail));
  }
  if (found.length > 0) yield* run(nextGeneration);
  return found.map(({ ahead }) => ahead);
}

/** Mends the rows of one account; returns the credits that count then. */
function* mendAccount(no: number, headMs: number, nowMs: number): Work<number> {
  const aheadMs = nowMs + clockToleranceMs;
  yield* mendEntries(no, nowMs, aheadMs);
  const { used } = yield* one<{ used: number }>(selectUsed, no, headMs);
  yield* run(
    statement('UPDATE account SET used = ?, head_ms = ? WHERE no = ?', used, headMs, no),
    statement('DELETE FROM day WHERE account = ?', no),
    statement(
      `INSERT INTO day (account, day, credits)
       SELECT account, at_ms / 86400000, CAST(sum(credits) AS BIGINT) FROM entry
       WHERE account = ? AND at_ms > ? GROUP BY account, at_ms / 86400000`,
      no,
      headMs,
    ),
    statement(
      `INSERT INTO usage_day (account, day, key, endpoint, requests, credits)
       SELECT account, CAST(? AS BIGINT), key, endpoint, CAST(sum(requests) AS BIGINT), CAST(sum(credits) AS BIGINT)
       FROM usage_day WHERE account = ? AND day > ? GROUP BY account, key, endpoint
       ON CONFLICT (account, day, key, endpoint) DO UPDATE SET
       requests = usage_day.requests + excluded.requests, credits = usage_day.credits + excluded.credits`,
      dayNumber(nowMs),
      no,
      dayNumber(aheadMs),
    ),
    statement('DELETE FROM usage_day WHERE account = ? AND day > ?', no, dayNumber(aheadMs)),
    statement('UPDATE paid_range SET entry_ms = ? WHERE account = ? AND entry_ms > ?', nowMs, no, aheadMs),
    statement('UPDATE paid_range SET at_ms = ? WHERE account = ? AND at_ms > ?', nowMs, no, aheadMs),
    statement('UPDATE key SET last_used_ms = ? WHERE account = ? AND last_used_ms > ?', nowMs, no, aheadMs),
  );
  return used;
}

/** Moves the credits of entries ahead of the clock into one of now. */
function* mendEntries(no: number, nowMs: number, aheadMs: number): Work<void> {
  const { credits } = yield* one<{ credits: number }>(selectAheadCredits, no, aheadMs);
  if (credits === 0) return;
  yield* run(
    statement('DELETE FROM entry WHERE account = ? AND at_ms > ?', no, aheadMs),
    statement(
      `INSERT INTO entry (account, at_ms, credits) VALUES (?, ?, ?) ON CONFLICT (account, at_ms)
       DO UPDATE SET credits = entry.credits + excluded.credits`,
      no,
      nowMs,
      credits,
    ),
  );
}

/**
 * When the account was last mended, which is the time of the entry that now holds the charges; null for
 * never.
 */
export function* lastMendedMs(accountId: string): Work<number | null> {
  const row = yield* first<{ at_ms: number }>(
    'SELECT at_ms FROM audit WHERE act = ? AND subject = ? ORDER BY no DESC LIMIT 1',
    act,
    accountId,
  );
  return row?.at_ms ?? null;
}
