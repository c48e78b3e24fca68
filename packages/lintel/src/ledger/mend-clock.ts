/**
 * Charges of a time to come: a clock that ran ahead dated them, and when it is right again they would count until then.
 * The window of such an account has moved ahead too, so that all its later charges are dated behind it.
 *
 * Only a person can say which clock was wrong, the one then or the one now: so such charges are reported, and mended by a
 * command (docs/decisions/050-clocks.md). Mending keeps every credit: what was dated more than a minute ahead counts from
 * now on, the window ends now, and entries that it had passed too early count again as far as they are still stored.
 */
import { type Administration, nextGeneration } from './accounts.js';
import { noteAct } from './audit.js';
import type { ChargesAhead } from './ledger.js';
import { clockToleranceMs } from './steady-clock.js';
import { all, first, run, type Storage, statement, type Work } from './storage.js';
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

/** Accounts with charges of a time to come, or whose window lies there; by id. */
export function* chargesAhead(storage: Storage): Work<readonly ChargesAhead[]> {
  const accounts = yield* all<AccountRow>(selectAccounts);
  return yield* aheadOf(accounts, yield* storage.now());
}

function* aheadOf(accounts: readonly AccountRow[], nowMs: number): Work<ChargesAhead[]> {
  const aheadMs = nowMs + clockToleranceMs;
  const found: ChargesAhead[] = [];
  for (const { no, id, head_ms, last_ms, last_day } of accounts) {
    const lastMs = last_ms ?? 0;
    if (lastMs <= aheadMs && (last_day ?? 0) <= dayNumber(aheadMs) && !isAhead(head_ms, nowMs)) continue;
    const sum = yield* first<{ credits: number }>(selectAheadCredits, no, aheadMs);
    found.push({ accountId: id, credits: sum?.credits ?? 0, untilMs: Math.max(lastMs, head_ms) });
  }
  return found;
}

/** Mends all accounts; gives those that were, as they were before. */
export function* mendClock({ storage, plans, auditor }: Administration): Work<readonly ChargesAhead[]> {
  const { rows, nowMs } = yield* storage.thenNow([statement(`${selectAccounts}${storage.forUpdate}`)]);
  const accounts = (rows[0] ?? []) as unknown as readonly AccountRow[];
  const ahead = yield* aheadOf(accounts, nowMs);
  for (const { accountId, credits, untilMs } of ahead) {
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) continue;
    const headMs = Math.min(account.head_ms, nowMs - plans.require(account.plan).windowMs);
    const used = yield* mendAccount(account.no, headMs, nowMs);
    const detail = `${credits} credits dated up to ${new Date(untilMs).toISOString()}; ${used} count now, ${account.used} before`;
    yield* run(noteAct(auditor, nowMs, act, accountId, detail));
  }
  if (ahead.length > 0) yield* run(nextGeneration);
  return ahead;
}

/** Mends what is stored of one account; gives the credits that count then. */
function* mendAccount(no: number, headMs: number, nowMs: number): Work<number> {
  const aheadMs = nowMs + clockToleranceMs;
  yield* mendEntries(no, nowMs, aheadMs);
  const sum = yield* first<{ used: number }>(selectUsed, no, headMs);
  const used = sum?.used ?? 0;
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
    statement('UPDATE request SET entry_ms = ? WHERE account = ? AND entry_ms > ?', nowMs, no, aheadMs),
    statement('UPDATE request SET at_ms = ? WHERE account = ? AND at_ms > ?', nowMs, no, aheadMs),
    statement('UPDATE key SET last_used_ms = ? WHERE account = ? AND last_used_ms > ?', nowMs, no, aheadMs),
  );
  return used;
}

/** Moves the credits of entries ahead of the clock into one of now. */
function* mendEntries(no: number, nowMs: number, aheadMs: number): Work<void> {
  const sum = yield* first<{ credits: number }>(selectAheadCredits, no, aheadMs);
  if (!sum || sum.credits === 0) return;
  yield* run(
    statement('DELETE FROM entry WHERE account = ? AND at_ms > ?', no, aheadMs),
    statement(
      `INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (account, at_ms)
       DO UPDATE SET credits = entry.credits + excluded.credits`,
      no,
      nowMs,
      sum.credits,
    ),
  );
}

/** When charges of the account were last mended: the time of the entry that holds them; null for never. */
export function* movedTo(accountId: string): Work<number | null> {
  const row = yield* first<{ at_ms: number }>(
    'SELECT at_ms FROM audit WHERE act = ? AND subject = ? ORDER BY no DESC LIMIT 1',
    act,
    accountId,
  );
  return row?.at_ms ?? null;
}
