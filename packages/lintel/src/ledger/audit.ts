/** The audit log: who changed what about accounts and keys, written in the transaction of the change itself. */
import type { AuditEntry } from './ledger.js';
import { all, type Statement, statement, type Work } from './storage.js';

/** Who makes changes, as the operating system calls them, for example `alice (pid 4711)`. */
export type Auditor = string;

/** The statement that notes an act. */
export function noteAct(
  auditor: Auditor,
  atMs: number,
  act: string,
  subject: string,
  detail: string,
): Statement {
  return statement(
    'INSERT INTO audit (at_ms, actor, act, subject, detail) VALUES (?, ?, ?, ?, ?)',
    atMs,
    auditor,
    act,
    subject,
    detail,
  );
}

/** The last acts, newest first. */
export function* lastActs(limit: number): Work<readonly AuditEntry[]> {
  const rows = yield* all<{ at_ms: number; actor: string; act: string; subject: string; detail: string }>(
    'SELECT at_ms, actor, act, subject, detail FROM audit ORDER BY no DESC LIMIT ?',
    limit,
  );
  return rows.map(({ at_ms, ...rest }) => ({ atMs: at_ms, ...rest }));
}
