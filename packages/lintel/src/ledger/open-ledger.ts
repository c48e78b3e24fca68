/**
 * Opens a ledger: a SQLite file, which any number of processes of one machine may have open, or PostgreSQL
 * for several machines. The two differ only in their storage.
 */
import { userInfo } from 'node:os';
import type { Config } from '../base/config.js';
import {
  type AdminContext,
  createAccount,
  findAccount,
  listAccounts,
  setPlan,
  setSuspended,
} from './accounts.js';
import { auditStatement, recentActs } from './audit.js';
import { authenticator } from './authenticate.js';
import { openChargeQueue } from './charge-queue.js';
import { type ChargeContext, commitBatch } from './charges.js';
import {
  countGivenUp,
  finishAttempt,
  lastDeliveries,
  listDeliveries,
  purgeDeliveries,
  replayDelivery,
  takeDelivery,
} from './deliveries.js';
import { createKey, listKeys, revokeKey, rotateKey, setBudget } from './keys.js';
import type { Administration, Ledger, Order } from './ledger.js';
import { chargesAhead, mendClock } from './mend-clock.js';
import { addOperator, isOperator, listOperators, removeOperator } from './operators.js';
import { accountOfOwner, browserCaller, closeAccounts, findAccountOf, giveAccount } from './owners.js';
import { paidTo } from './paid-range-rows.js';
import { plansOf } from './plans.js';
import { openSqliteStorage } from './sqlite-storage.js';
import { steadyClock } from './steady-clock.js';
import { run, type Storage, statement } from './storage.js';
import { noteTrends, takeTurn, trendRows } from './trends.js';
import { accountUsage, ledgerFaults, usageRows } from './usage.js';
import { takeWarnings } from './usage-warnings.js';
import { createVisitor, visitorKeyId } from './visitors.js';
import {
  addWatch,
  findWatch,
  listWatches,
  pauseWatch,
  removeWatch,
  rotateWatchSecret,
  secretOfWatch,
  storeMatches,
} from './watches.js';

export interface LedgerOptions {
  readonly plans: Config['plans'];
  /** Milliseconds since 1970 UTC; default: the engine's own clock. */
  readonly now?: () => number;
  /** A monotonic clock in milliseconds; default: `now` if given, else that of the process. */
  readonly monotonic?: () => number;
  /** Throws if the SQLite file is missing, instead of creating it. */
  readonly mustExist?: boolean;
  /** Opens a ledger in PostgreSQL also while that is away: until then it is unavailable. */
  readonly mayBeAway?: boolean;
  readonly events?: LedgerEvents;
}

/** What an open ledger reports while it works. */
export interface LedgerEvents {
  /** After each commit, with the number of its charges and refunds. */
  onCommit?(size: number): void;
  /** These orders may have been charged without an answer, and could not be given back. */
  onLost?(orders: readonly Order[], error: unknown): void;
  /** The wall clock was set ahead, or back (negative), by more than a minute. Milliseconds. */
  onClockStep?(stepMs: number): void;
  /** An account's window lies ahead of the clock; once for each account. */
  onChargesAhead?(accountId: string, untilMs: number): void;
}

/**
 * Opens the ledger in a file, which is created if missing. Throws a UserError if it is not a ledger of this
 * version.
 */
export function openLedger({ path, ...options }: LedgerOptions & { readonly path: string }): Ledger {
  const { now, mustExist } = options;
  const storage = openSqliteStorage(path, { clock: now, ...(mustExist === true ? { mustExist } : {}) });
  return ledgerOn(storage, { ...options, isCaching: true });
}

/**
 * Opens the ledger in PostgreSQL at a URL such as `postgres://user@host/database`; creates its tables if
 * missing.
 */
export async function openSharedLedger({
  url,
  ...options
}: LedgerOptions & { readonly url: string }): Promise<Ledger> {
  const { openPostgresStorage } = await import('./postgres-storage.js');
  const { now, mayBeAway = false } = options;
  const storage = await openPostgresStorage(url, { clock: now, mayBeAway });
  return ledgerOn(storage, { ...options, isCaching: false });
}

/** Opens the ledger of an installation: in PostgreSQL if its settings say so, else in its file. */
export async function openLedgerOf(
  path: string,
  { plans, ledger_url: url }: Pick<Config, 'plans' | 'ledger_url'>,
  more: Pick<LedgerOptions, 'events' | 'mustExist' | 'mayBeAway'> = {},
): Promise<Ledger> {
  const options = { plans, ...more };
  return url === null ? openLedger({ ...options, path }) : openSharedLedger({ ...options, url });
}

interface Options extends LedgerOptions {
  /** Whether callers may be cached between requests. */
  readonly isCaching: boolean;
}

function ledgerOn(storage: Storage, options: Options): Ledger {
  const { isCaching, events = {}, now } = options;
  const plans = plansOf(options.plans);
  const admin: AdminContext = { storage, plans, actor: `${userInfo().username} (pid ${process.pid})` };
  const monotonic = options.monotonic ?? now ?? (() => performance.now());
  const charging: ChargeContext = {
    storage,
    plans,
    steady: steadyClock(monotonic, (stepMs) => events.onClockStep?.(stepMs)),
    onAhead: oncePerAccount((id, headMs) => events.onChargesAhead?.(id, headMs)),
  };
  const queue = openChargeQueue((batch) => storage.commit(() => commitBatch(batch, charging)), events);
  // The account is made once; when its key is revoked, it stays revoked.
  let hasVisitor = false;
  const { authenticate, authenticateId, authenticateLink, endedKey } = authenticator({
    storage,
    plans,
    isCaching,
    onUse: queue.noteUse,
  });
  return {
    ...administration(admin, storage.write),
    as: (actor) => administration({ ...admin, actor }, storage.commit),
    accounts: () => storage.ask(listAccounts),
    account: (id) => storage.ask(() => findAccount(id)),
    keys: (accountId) => storage.read(() => listKeys(accountId)),
    authenticate,
    authenticateLink,
    endedKey,
    authenticateApp: (id) => authenticateId(id, 'app'),
    countUse: (keyId) =>
      storage.commit(() => run(statement('UPDATE key SET uses = uses + 1 WHERE id = ?', keyId))),
    async visitor() {
      // Noted before the look-up: another request may make the account while its answer is on the way.
      const wasMade = hasVisitor;
      const found = await authenticateId(visitorKeyId, 'key');
      if (found !== null || wasMade) return found;
      await storage.write(() => createVisitor(admin));
      hasVisitor = true;
      return authenticateId(visitorKeyId, 'key');
    },
    charge: queue.charge,
    refund: queue.refund,
    paidTo: (exportHash) => storage.read(() => paidTo(storage, exportHash, charging.steady)),
    usage: (accountId) => storage.read(() => accountUsage(storage, plans, accountId)),
    usageRows: (query) => storage.read(() => usageRows(query)),
    audit: (limit, acts) => storage.ask(() => recentActs(limit, acts)),
    async accountOf(owner, input) {
      const known = await storage.ask(() => findAccountOf(owner));
      return known ?? storage.commit(() => accountOfOwner(admin, owner, input));
    },
    giveAccount: (id, email) => storage.write(() => giveAccount(admin, id, email)),
    browserCaller: (id) => storage.ask(() => browserCaller(plans, id)),
    takeWarnings: (share) => takeWarnings(storage, plans, share),
    operators: {
      add: (email) => storage.write(() => addOperator(admin, email)),
      remove: (email) => storage.write(() => removeOperator(admin, email)),
      list: () => storage.ask(listOperators),
      has: (email) => storage.ask(() => isOperator(email)),
    },
    trends: {
      note: (counts, states) => storage.commit(() => noteTrends(storage, counts, states)),
      takeTurn: (name, everyMs) => storage.commit(() => takeTurn(storage, name, everyMs)),
      rows: (days) => storage.ask(() => trendRows(storage, days)),
    },
    storage,
    watches: watchesOn(admin, charging),
    check: () => storage.read(() => ledgerFaults(plans)),
    chargesAhead: () => storage.read(() => chargesAhead(storage)),
    mendClock: () => storage.write(() => mendClock(admin)),
    probe: () => storage.probe(),
    setPlans: plans.replace,
    async close() {
      await queue.close();
      await storage.close();
    },
  };
}

/** The watches of all accounts and their messages. */
function watchesOn(admin: AdminContext, charging: ChargeContext): Ledger['watches'] {
  const { storage } = admin;
  return {
    add: (input) => storage.write(() => addWatch(admin, input)),
    list: (accountId) => storage.read(() => listWatches(accountId)),
    find: (id) => storage.read(() => findWatch(id)),
    secretOf: (id) => storage.ask(() => secretOfWatch(id)),
    rotateSecret: (id) => storage.write(() => rotateWatchSecret(admin, id)),
    remove: (id) => storage.write(() => removeWatch(admin, id)),
    setPaused: (id, paused) => storage.write(() => pauseWatch(admin, id, paused)),
    store: (id, from, to, messages) => storage.write(() => storeMatches(admin, id, from, to, messages)),
    take: (taking) => storage.commit(() => takeDelivery(charging, taking)),
    finish: (id, result) => storage.write(() => finishAttempt(admin, id, result)),
    replay: (id) => storage.write(() => replayDelivery(admin, id)),
    deliveries: (query) => storage.ask(() => listDeliveries(query)),
    lastDeliveries: (accountId) => storage.ask(() => lastDeliveries(accountId)),
    givenUp: (sinceMs) => storage.ask(() => countGivenUp(sinceMs)),
    purge: (olderMs) => storage.write(() => purgeDeliveries(admin, olderMs)),
  };
}

/** The acts of an actor on accounts and keys, each in one transaction. */
function administration(admin: AdminContext, write: Storage['write']): Administration {
  return {
    createAccount: (input) => write(() => createAccount(admin, input)),
    setPlan: (id, plan) => write(() => setPlan(admin, id, plan)),
    setSuspended: (id, suspended) => write(() => setSuspended(admin, id, suspended)),
    createKey: (id, options = {}) => write(() => createKey(admin, id, options)),
    revokeKey: (keyId) => write(() => revokeKey(admin, keyId)),
    setBudget: (keyId, budget) => write(() => setBudget(admin, keyId, budget)),
    rotateKey: (keyId, overlapMs, maxInUse) => write(() => rotateKey(admin, keyId, overlapMs, maxInUse)),
    addWatch: (input) => write(() => addWatch(admin, input)),
    removeWatch: (id) => write(() => removeWatch(admin, id)),
    closeAccounts: (ofWhom) => write(() => closeAccounts(admin, ofWhom)),
    note: (act, subject, detail) =>
      write(function* () {
        yield* run(auditStatement(admin.actor, yield* admin.storage.now(), act, subject, detail));
      }),
  };
}

/** Accounts reported by one process; each once. */
const maxReported = 10_000;

function oncePerAccount(report: (id: string, headMs: number) => void): (id: string, headMs: number) => void {
  const reported = new Set<string>();
  return (id, headMs) => {
    if (reported.has(id) || reported.size >= maxReported) return;
    reported.add(id);
    report(id, headMs);
  };
}
