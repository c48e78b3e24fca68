/**
 * Opens the ledger of an installation on SQLite: accounts and keys, usage, and charges by group commit.
 *
 * Two connections: one for reading and for administration, which may wait for a lock, and one for charges, which
 * must not hold up the event loop. Any number of processes may have the file open.
 */
import type { Config } from '../base/config.js';
import { accountStore, authenticator } from './accounts.js';
import { openChargeQueue } from './charges.js';
import type { Ledger } from './ledger.js';
import { plansOf } from './plans.js';
import { openLedgerFile } from './schema.js';
import { usageReader } from './usage.js';

export interface LedgerOptions {
  /** The file; created when missing. */
  readonly path: string;
  readonly plans: Config['plans'];
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
}

/** Opens the ledger. Throws a Failure when the file is not a ledger of this version. */
export function openLedger({ path, plans: settings, now = Date.now }: LedgerOptions): Ledger {
  const plans = plansOf(settings);
  const database = openLedgerFile(path);
  const chargeDatabase = openLedgerFile(path);
  const queue = openChargeQueue(chargeDatabase, plans, now);
  return {
    ...accountStore(database, plans, now),
    authenticate: authenticator(database, plans),
    charge: queue.charge,
    usage: usageReader(database, plans, now),
    async close() {
      await queue.close();
      chargeDatabase.close();
      database.close();
    },
  };
}
