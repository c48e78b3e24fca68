/**
 * Refunds the records of a charge that were not handed over: subtracts them from the entry, the sums of its day and the
 * balance, in one transaction. A request that was charged once and granted several times is refunded when the last
 * grant is given back. A charge that has left the window or was already refunded stays as it is.
 *
 * Whoever is refunded may have read more than the service knows. So what an account is refunded in a day is bounded,
 * whatever the trick (C47); what is beyond stays charged.
 */
import type { Plan, Receipt, Refund } from './ledger.js';
import { lastMendedMs } from './mend-clock.js';
import { undelivered, unpaidWrites } from './paid-range-rows.js';
import type { Plans } from './plans.js';
import { first, run, type Statement, statement, type Work } from './storage.js';
import { dayNumber } from './window.js';

/** Of the credits of its plan, the part that an account is refunded in a UTC day at most. */
const refundableShare = 1 / 5;
/** Where that is less: a page. */
const leastRefundable = 100;
/** The credits of an unlimited plan are those that were used in its window, or these. */
const unlimitedCredits = 50_000;

/** Credits that an account is refunded in a UTC day at most. */
function refundableADay(plan: Plan | null, used: number): number {
  const credits = plan?.creditLimit ?? Math.max(unlimitedCredits, used);
  return Math.max(leastRefundable, Math.floor(credits * refundableShare));
}

interface AccountRow {
  readonly no: number;
  readonly plan: string;
  readonly used: number;
  readonly refund_day: number;
  readonly refunded: number;
}

/** The work of one refund. */
export function* refundCharge(receipt: Receipt, plans: Plans, nowMs: number): Work<Refund> {
  const account = yield* first<AccountRow>(
    'SELECT no, plan, used, refund_day, refunded FROM account WHERE id = ?',
    receipt.accountId,
  );
  const due = yield* undelivered(receipt);
  if (!account || due === null || due.price === 0) return { credits: 0, withheld: 0 };
  const plan = plans.has(account.plan) ? plans.require(account.plan) : null;
  const today = dayNumber(nowMs);
  const before = account.refund_day === today ? account.refunded : 0;
  const allowed = Math.max(0, refundableADay(plan, account.used) - before);
  const records = Math.min(due.records, Math.floor(allowed / due.price));
  const credits = records * due.price;
  const withheld = due.records * due.price - credits;
  if (records === 0) return { credits, withheld };
  const atMs = yield* mendedTime(receipt.accountId, account.no, due.atMs, nowMs);
  yield* run(
    ...unpaidWrites(receipt, records),
    statement(
      `UPDATE account SET refunded = CASE WHEN refund_day = ? THEN refunded ELSE 0 END + ?, refund_day = ?
       WHERE no = ?`,
      today,
      credits,
      today,
      account.no,
    ),
    // An export was a request, also when nothing of it was handed over.
    ...creditWrites(
      receipt,
      account.no,
      credits,
      atMs,
      due.isWhole && receipt.exportPart === undefined ? 1 : 0,
    ),
  );
  return { credits, withheld };
}

/** Subtracts the credits, and the requests, from everything that sums them. */
function creditWrites(
  { keyId, endpoint }: Receipt,
  no: number,
  credits: number,
  atMs: number,
  requests: number,
): Statement[] {
  const day = dayNumber(atMs);
  return [
    statement(
      `UPDATE account SET used = used - ? WHERE no = ? AND head_ms < ?
       AND EXISTS (SELECT 1 FROM entry WHERE account = ? AND at_ms = ? AND credits >= ?)`,
      credits,
      no,
      atMs,
      no,
      atMs,
      credits,
    ),
    statement('DELETE FROM entry WHERE account = ? AND at_ms = ? AND credits = ?', no, atMs, credits),
    statement(
      'UPDATE entry SET credits = credits - ? WHERE account = ? AND at_ms = ? AND credits > ?',
      credits,
      no,
      atMs,
      credits,
    ),
    statement('DELETE FROM day WHERE account = ? AND day = ? AND credits = ?', no, day, credits),
    statement(
      'UPDATE day SET credits = credits - ? WHERE account = ? AND day = ? AND credits > ?',
      credits,
      no,
      day,
      credits,
    ),
    statement(
      `UPDATE usage_day SET requests = requests - ?, credits = credits - ?
       WHERE account = ? AND day = ? AND key = ? AND endpoint = ? AND requests >= 1 AND credits >= ?`,
      requests,
      credits,
      no,
      day,
      keyId,
      endpoint,
      credits,
    ),
  ];
}

/** The time of the entry that holds the charge now: mending the clock may have moved a future one. */
function* mendedTime(accountId: string, no: number, atMs: number, nowMs: number): Work<number> {
  if (atMs <= nowMs) return atMs;
  const entry = yield* first('SELECT 1 AS found FROM entry WHERE account = ? AND at_ms = ?', no, atMs);
  return entry ? atMs : ((yield* lastMendedMs(accountId)) ?? atMs);
}
