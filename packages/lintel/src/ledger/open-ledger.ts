/**
 * Opens a ledger: on a SQLite file, which any number of processes of one machine may have open, or in PostgreSQL, for
 * several machines. Everything but the storage is the same for both.
 */
import { userInfo } from 'node:os';
import type { Config } from '../base/config.js';
import {
  type Administration,
  createAccount,
  findAccount,
  listAccounts,
  setPlan,
  setSuspended,
} from './accounts.js';
import { lastActs } from './audit.js';
import { authenticator } from './authenticate.js';
import { openChargeQueue } from './charge-queue.js';
import { commitBatch } from './charges.js';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.js';
import type { Ledger } from './ledger.js';
import { plansOf } from './plans.js';
import { openSqliteStorage } from './sqlite-storage.js';
import type { Storage } from './storage.js';
import { accountUsage, ledgerFaults, usageRows } from './usage.js';

export interface LedgerOptions {
  readonly plans: Config['plans'];
  /** Milliseconds since 1970 UTC; default: the engine's own clock. */
  readonly now?: () => number;
  /** Told after each commit how many charges and refunds it held. */
  readonly onCommit?: (size: number) => void;
}

/** Opens the ledger in a file, created when missing. Throws a Failure when the file is not a ledger of this version. */
export function openLedger({ path, ...options }: LedgerOptions & { readonly path: string }): Ledger {
  return ledgerOn(openSqliteStorage(path, options.now), { ...options, remember: true });
}

/** Opens the ledger in PostgreSQL at an address such as `postgres://user@host/database`; makes its tables when missing. */
export async function openSharedLedger({
  url,
  ...options
}: LedgerOptions & { readonly url: string }): Promise<Ledger> {
  const { openPostgresStorage } = await import('./postgres-storage.js');
  return ledgerOn(await openPostgresStorage(url, options.now), { ...options, remember: false });
}

/** The ledger of an installation: in PostgreSQL when its settings say so, else in its file. */
export async function openLedgerOf(
  path: string,
  { plans, ledger_url: url }: Pick<Config, 'plans' | 'ledger_url'>,
  onCommit?: (size: number) => void,
): Promise<Ledger> {
  const options = { plans, ...(onCommit ? { onCommit } : {}) };
  return url === null ? openLedger({ ...options, path }) : openSharedLedger({ ...options, url });
}

interface Options extends LedgerOptions {
  /** Whether callers may be remembered between requests. */
  readonly remember: boolean;
}

function ledgerOn(storage: Storage, { plans: settings, remember, onCommit }: Options): Ledger {
  const plans = plansOf(settings);
  const given: Administration = { storage, plans, auditor: `${userInfo().username} (pid ${process.pid})` };
  const queue = openChargeQueue(
    (batch) => storage.commit(() => commitBatch(batch, storage, plans)),
    onCommit,
  );
  return {
    createAccount: (input) => storage.write(() => createAccount(given, input)),
    accounts: () => storage.ask(listAccounts),
    account: (id) => storage.ask(() => findAccount(id)),
    setPlan: (id, plan) => storage.write(() => setPlan(given, id, plan)),
    setSuspended: (id, suspended) => storage.write(() => setSuspended(given, id, suspended)),
    createKey: (id, options = {}) => storage.write(() => createKey(given, id, options)),
    keys: (accountId) => storage.read(() => listKeys(accountId)),
    revokeKey: (keyId) => storage.write(() => revokeKey(given, keyId)),
    rotateKey: (keyId, overlapMs) => storage.write(() => rotateKey(given, keyId, overlapMs)),
    authenticate: authenticator({ storage, plans, remember, see: queue.see }),
    charge: queue.charge,
    refund: queue.refund,
    usage: (accountId) => storage.read(() => accountUsage(storage, plans, accountId)),
    usageRows: (question) => storage.read(() => usageRows(question)),
    audit: (limit) => storage.ask(() => lastActs(limit)),
    check: () => storage.read(() => ledgerFaults(plans)),
    setPlans: plans.replace,
    async close() {
      await queue.close();
      await storage.close();
    },
  };
}
