/**
 * The account of visitors who have no key: everybody who only opens the service's pages. It is an account like
 * any other, on the plan `visitor`, so its use is metered, limited, listed and suspended like theirs. The text of
 * its key is discarded when it is made: nobody can send it, and the service finds it by its id.
 */
import type { AdminContext } from './accounts.js';
import { auditStatement } from './audit.js';
import { hashSecret, hintOf, newSecret } from './secret.js';
import { first, run, statement, type Work } from './storage.js';

const visitorAccountId = 'acc_visitors';
export const visitorKeyId = 'key_visitors';
const visitorPlan = 'visitor';

/** Makes the account and its key unless they exist; several processes may try at once. */
export function* createVisitor({ storage, plans, actor }: AdminContext): Work<void> {
  plans.require(visitorPlan);
  const known = yield* first('SELECT id FROM key WHERE id = ?', visitorKeyId);
  if (known !== undefined) return;
  const nowMs = yield* storage.now();
  const secret = newSecret();
  yield* run(
    statement(
      'INSERT INTO account (id, name, plan, created_ms) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
      visitorAccountId,
      'Visitors',
      visitorPlan,
      nowMs,
    ),
    statement(
      `INSERT INTO key (id, account, name, hint, hash, created_ms)
       SELECT ?, no, ?, ?, ?, ? FROM account WHERE id = ? ON CONFLICT (id) DO NOTHING`,
      visitorKeyId,
      'visitors',
      hintOf(secret),
      hashSecret(secret),
      nowMs,
      visitorAccountId,
    ),
    auditStatement(actor, nowMs, 'account.create', visitorAccountId, `plan ${visitorPlan}`),
  );
}
