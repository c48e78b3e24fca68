/**
 * Removes what is of no use any more: ended sessions, links and codes that expired, people who asked for an account and
 * never opened the link, and organizations that were one too many for who made them, so that nobody is in them.
 * Otherwise strangers could fill the ledger with them.
 */
import type { Ledger } from '../ledger/ledger.js';
import { run, statement } from '../ledger/storage.js';
import type { Log } from './mail.js';

const everyMs = 3_600_000;
/** The life of somebody who has not proved their address: longer than that of the link. */
const unprovedMs = 2 * 3_600_000;

/** Begins to remove it once an hour. Returns how to end that. */
export function watchExpired(storage: Ledger['storage'], log: Log): () => void {
  const timer = setInterval(() => {
    forgetExpired(storage, Date.now()).catch((error: unknown) =>
      log.error({ err: error }, 'expired sessions and links were not removed'),
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes what has expired by now, in milliseconds since 1970 UTC. */
export async function forgetExpired(storage: Ledger['storage'], nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const unproved = new Date(nowMs - unprovedMs).toISOString();
  await storage.commit(() =>
    run(
      statement('DELETE FROM auth_session WHERE "expiresAt" < ?', now),
      statement('DELETE FROM auth_verification WHERE "expiresAt" < ?', now),
      statement('DELETE FROM oauth_record WHERE expires_ms < ?', nowMs),
      // What belongs to them goes with them.
      statement('DELETE FROM auth_user WHERE "emailVerified" = 0 AND "createdAt" < ?', unproved),
      statement(
        `DELETE FROM auth_organization WHERE "createdAt" < ? AND id NOT IN (SELECT owner FROM account_owner)
         AND id NOT IN (SELECT "organizationId" FROM auth_member)`,
        unproved,
      ),
    ),
  );
}
