/**
 * Refunds a charge whose answer could not be sent: subtracts it from its entry, the sums of its day and the
 * balance, in one transaction. A request that was charged once and granted several times is refunded when the
 * last grant is given back. A charge that has left the window or was already refunded stays as it is.
 */
import { undelivered } from './export-rows.js';
import type { Receipt } from './ledger.js';
import { lastMendedMs } from './mend-clock.js';
import { first, run, statement, type Work } from './storage.js';
import { dayNumber } from './window.js';

/** The work of one refund; returns the refunded credits. */
export function* refundCharge(receipt: Receipt, nowMs: number): Work<number> {
  const account = yield* first<{ no: number }>('SELECT no FROM account WHERE id = ?', receipt.accountId);
  const charged = yield* chargedBy(receipt);
  if (!account || charged === null || charged.credits === 0) return 0;
  const { credits } = charged;
  const { no } = account;
  const atMs = yield* mendedTime(receipt.accountId, no, charged.atMs, nowMs);
  const day = dayNumber(atMs);
  yield* run(
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
      // An export was a request, also when not all of it was handed over.
      receipt.stretch === undefined ? 1 : 0,
      credits,
      no,
      day,
      receipt.keyId,
      receipt.endpoint,
      credits,
    ),
  );
  return credits;
}

/** What to refund; null while others still hold the request. */
function* chargedBy(receipt: Receipt): Work<{ credits: number; atMs: number } | null> {
  const { requestHash, credits, atMs } = receipt;
  if (requestHash === null) return { credits, atMs };
  if (receipt.stretch !== undefined) return yield* undelivered(requestHash, receipt.stretch.to, receipt);
  const row = yield* first<{ entry_ms: number; credits: number; holders: number }>(
    'UPDATE request SET holders = holders - 1 WHERE hash = ? AND holders > 0 RETURNING entry_ms, credits, holders',
    requestHash,
  );
  if (!row || row.holders > 0) return null;
  yield* run(statement('DELETE FROM request WHERE hash = ?', requestHash));
  return { credits: row.credits, atMs: row.entry_ms };
}

/** The time of the entry that holds the charge now: mending the clock may have moved a future one. */
function* mendedTime(accountId: string, no: number, atMs: number, nowMs: number): Work<number> {
  if (atMs <= nowMs) return atMs;
  const entry = yield* first('SELECT 1 AS found FROM entry WHERE account = ? AND at_ms = ?', no, atMs);
  return entry ? atMs : ((yield* lastMendedMs(accountId)) ?? atMs);
}
