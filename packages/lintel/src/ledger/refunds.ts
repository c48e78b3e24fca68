/**
 * Takes back a charge whose answer could not be given: its entry, the sums of its day and the balance shrink by it, in
 * one transaction. A request that was charged once and answered several times is taken back only when nobody holds it
 * any more. What has left the window meanwhile, or was taken back before, is left as it is.
 */
import type { Receipt } from './ledger.js';
import { movedTo } from './mend-clock.js';
import { first, run, statement, type Work } from './storage.js';
import { dayNumber } from './window.js';

/** The steps of one refund; gives the credits taken back. */
export function* refundSteps(receipt: Receipt, nowMs: number): Work<number> {
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
      `UPDATE usage_day SET requests = requests - 1, credits = credits - ?
       WHERE account = ? AND day = ? AND key = ? AND endpoint = ? AND requests >= 1 AND credits >= ?`,
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

/** What is to be taken back; null when others still hold the request. */
function* chargedBy(receipt: Receipt): Work<{ credits: number; atMs: number } | null> {
  const { requestHash, credits, atMs } = receipt;
  if (requestHash === null) return { credits, atMs };
  const row = yield* first<{ entry_ms: number; credits: number; holders: number }>(
    'UPDATE request SET holders = holders - 1 WHERE hash = ? AND holders > 0 RETURNING entry_ms, credits, holders',
    requestHash,
  );
  if (!row || row.holders > 0) return null;
  yield* run(statement('DELETE FROM request WHERE hash = ?', requestHash));
  return { credits: row.credits, atMs: row.entry_ms };
}

/** Where the entry of a charge lies now: one of the time to come may have been moved since, by mending the clock. */
function* mendedTime(accountId: string, no: number, atMs: number, nowMs: number): Work<number> {
  if (atMs <= nowMs) return atMs;
  const entry = yield* first('SELECT 1 AS found FROM entry WHERE account = ? AND at_ms = ?', no, atMs);
  return entry ? atMs : ((yield* movedTo(accountId)) ?? atMs);
}
