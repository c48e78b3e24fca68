/**
 * Accounts in the browser whose credits run out. Each is warned once in a window, whatever the number of serving
 * processes: the one that writes the note sends the mail.
 */
import type { Owner, UsageWarning } from './ledger.js';
import type { Plans } from './plans.js';
import { all, type Storage, type Work } from './storage.js';
import { accountUsage } from './usage.js';

/** Accounts that have used at least this share (0 to 1) of their credits, and have not been warned in this window. */
export async function takeWarnings(
  storage: Storage,
  plans: Plans,
  share: number,
): Promise<readonly UsageWarning[]> {
  const warnings: UsageWarning[] = [];
  for (const { name, creditLimit, windowMs } of plans.all()) {
    if (creditLimit === null || creditLimit === 0) continue;
    const nowMs = await storage.ask(() => storage.now());
    const sinceMs = nowMs - windowMs;
    const low = await storage.read(() => lowAccounts(name, creditLimit * share, sinceMs));
    for (const { emails, ...account } of low) {
      const { used, availableAt } = await storage.read(() => accountUsage(storage, plans, account.id));
      // The balance may still hold credits that have left the window.
      if (used < creditLimit * share || emails.length === 0) continue;
      if (!(await storage.commit(() => noteWarning(account.id, nowMs, sinceMs)))) continue;
      warnings.push({ name: account.name, used, limit: creditLimit, availableAt, emails });
    }
  }
  return warnings;
}

/** An account whose credits run out, and who should know. */
interface LowAccount {
  readonly id: string;
  readonly name: string;
  /** Addresses of its owner, or of the owners and administrators of the organization. */
  readonly emails: readonly string[];
}

/** Accounts of owners that have used so many credits of a plan, and have not been warned since `sinceMs`. */
function* lowAccounts(plan: string, credits: number, sinceMs: number): Work<readonly LowAccount[]> {
  const rows = yield* all<{ id: string; name: string; owner: string; kind: Owner['kind'] }>(
    `SELECT account.id, account.name, account_owner.owner, account_owner.kind
     FROM account JOIN account_owner ON account_owner.account = account.id
     LEFT JOIN usage_warning ON usage_warning.account = account.id
     WHERE account.plan = ? AND account.used >= ? AND coalesce(usage_warning.warned_ms, -1) < ?`,
    plan,
    credits,
    sinceMs,
  );
  const found: LowAccount[] = [];
  for (const { id, name, owner, kind } of rows) {
    const people =
      kind === 'user'
        ? yield* all<{ email: string }>('SELECT email FROM auth_user WHERE id = ?', owner)
        : yield* all<{ email: string }>(
            `SELECT auth_user.email FROM auth_member JOIN auth_user ON auth_user.id = auth_member."userId"
             WHERE auth_member."organizationId" = ? AND auth_member.role <> 'member'`,
            owner,
          );
    found.push({ id, name, emails: people.map(({ email }) => email) });
  }
  return found;
}

/** Notes that the account is warned now. False if another process has noted it since `sinceMs`. */
function* noteWarning(accountId: string, nowMs: number, sinceMs: number): Work<boolean> {
  const noted = yield* all(
    `INSERT INTO usage_warning (account, warned_ms) VALUES (?, ?)
     ON CONFLICT (account) DO UPDATE SET warned_ms = excluded.warned_ms
     WHERE usage_warning.warned_ms < ? RETURNING account`,
    accountId,
    nowMs,
    sinceMs,
  );
  return noted.length > 0;
}
