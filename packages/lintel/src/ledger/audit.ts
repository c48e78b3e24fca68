/** The audit log: who did what. A change of the ledger is written in the transaction of the change itself. */
import type { AuditEntry } from './ledger.js';
import { all, type Statement, statement, type Work } from './storage.js';

/** The statement that records one act of `actor`. */
export function auditStatement(
  actor: string,
  atMs: number,
  act: string,
  subject: string,
  detail: string,
): Statement {
  return statement(
    'INSERT INTO audit (at_ms, actor, act, subject, detail) VALUES (?, ?, ?, ?, ?)',
    atMs,
    actor,
    act,
    subject,
    detail,
  );
}

/** The most recent acts, newest first; `acts` are those that are wanted, by default all. */
export function* recentActs(limit: number, acts: readonly string[] = []): Work<readonly AuditEntry[]> {
  const rows = yield* all<{ at_ms: number; actor: string; act: string; subject: string; detail: string }>(
    `SELECT at_ms, actor, act, subject, detail FROM audit
     ${acts.length === 0 ? '' : `WHERE act IN (${acts.map(() => '?').join()})`} ORDER BY no DESC LIMIT ?`,
    ...acts,
    limit,
  );
  return rows.map(({ at_ms, ...rest }) => ({ atMs: at_ms, ...rest }));
}
