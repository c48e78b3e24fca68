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
import { type ChargeRules, commitBatch } from './charges.js';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.js';
import type { Ledger } from './ledger.js';
import { chargesAhead, mendClock } from './mend-clock.js';
import { plansOf } from './plans.js';
import { openSqliteStorage } from './sqlite-storage.js';
import { steadyClock } from './steady-clock.js';
import type { Storage } from './storage.js';
import { accountUsage, ledgerFaults, usageRows } from './usage.js';

export interface LedgerOptions {
  readonly plans: Config['plans'];
  /** Milliseconds since 1970 UTC; default: the engine's own clock. */
  readonly now?: () => number;
  /** Milliseconds of a clock that is never set; default: the process's, or `now` where that is given. */
  readonly monotonic?: () => number;
  /** Refuses a SQLite file that is missing instead of making it. */
  readonly mustExist?: boolean;
  readonly events?: LedgerEvents;
}

/** What an open ledger reports while it works. */
export interface LedgerEvents {
  /** After each commit: how many charges and refunds it held. */
  onCommit?(size: number): void;
  /** The wall clock was set ahead by so many milliseconds, or back (negative), by more than a minute. */
  onClockStep?(stepMs: number): void;
  /** An account's window lies ahead of the clock; once for each account. */
  onChargesAhead?(accountId: string, untilMs: number): void;
}

/** Opens the ledger in a file, created when missing. Throws a UserError when the file is not a ledger of this version. */
export function openLedger({ path, ...options }: LedgerOptions & { readonly path: string }): Ledger {
  const { now, mustExist } = options;
  const storage = openSqliteStorage(path, { clock: now, ...(mustExist === true ? { mustExist } : {}) });
  return ledgerOn(storage, { ...options, remember: true });
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
  more: Pick<LedgerOptions, 'events' | 'mustExist'> = {},
): Promise<Ledger> {
  const options = { plans, ...more };
  return url === null ? openLedger({ ...options, path }) : openSharedLedger({ ...options, url });
}

interface Options extends LedgerOptions {
  /** Whether callers may be remembered between requests. */
  readonly remember: boolean;
}

function ledgerOn(storage: Storage, options: Options): Ledger {
  const { remember, events = {}, now } = options;
  const plans = plansOf(options.plans);
  const given: Administration = { storage, plans, auditor: `${userInfo().username} (pid ${process.pid})` };
  const monotonic = options.monotonic ?? now ?? (() => performance.now());
  const rules: ChargeRules = {
    storage,
    plans,
    steady: steadyClock(monotonic, (stepMs) => events.onClockStep?.(stepMs)),
    onAhead: oncePerAccount((id, headMs) => events.onChargesAhead?.(id, headMs)),
  };
  const queue = openChargeQueue(
    (batch) => storage.commit(() => commitBatch(batch, rules)),
    (size) => events.onCommit?.(size),
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
    chargesAhead: () => storage.read(() => chargesAhead(storage)),
    mendClock: () => storage.write(() => mendClock(given)),
    probe: () => storage.probe(),
    setPlans: plans.replace,
    async close() {
      await queue.close();
      await storage.close();
    },
  };
}

/** Accounts that are remembered so that each is reported once. */
const maxReported = 10_000;

function oncePerAccount(report: (id: string, headMs: number) => void): (id: string, headMs: number) => void {
  const reported = new Set<string>();
  return (id, headMs) => {
    if (reported.has(id) || reported.size >= maxReported) return;
    reported.add(id);
    report(id, headMs);
  };
}
