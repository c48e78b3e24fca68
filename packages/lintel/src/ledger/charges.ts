/**
 * Charges by group commit (C16): all charges that wait in this process are decided and written in one immediate
 * transaction, flushed to disk before their promises resolve. The decision reads the database inside the
 * transaction, so any number of processes share one file exactly.
 *
 * When another process holds the lock, the batch is tried again from the event loop after a moment, never by a
 * long sleep inside SQLite; after a limit of time its promises reject and nothing is charged. When writing fails
 * (a full disk) the whole batch is rolled back and rejected.
 */
import { Failure } from '../base/failure.js';
import { type Database, isBusy, transaction } from '../base/sqlite.js';
import type { Charge } from './ledger.js';
import type { Plans } from './plans.js';
import { advance, type Balance, dayNumber, decide, entryTime } from './window.js';

/** Charges in one transaction; the rest waits for the next. */
const maxBatch = 1024;
/** Milliseconds that SQLite itself may sleep for a lock: this long the event loop stands still. */
const lockSleepMs = 3;
/** Milliseconds between two tries of a batch, at most; the wait is random so that processes take turns. */
const retryMs = 4;
/** Milliseconds after which a batch that never got the lock is given up. */
const giveUpMs = 10_000;
/** Expired entries removed by one charge: a few milliseconds of work. What is left over goes with later ones. */
const maxRemoved = 5_000;

interface Pending {
  readonly accountId: string;
  readonly credits: number;
  resolve(charge: Charge): void;
  reject(error: unknown): void;
}

interface AccountRow {
  no: number;
  plan: string;
  used: number;
  head_ms: number;
}

export interface ChargeQueue {
  charge(accountId: string, credits: number): Promise<Charge>;
  /** Resolves when no charge is in flight; later ones are refused. */
  close(): Promise<void>;
}

/** Begins a queue on its own connection. `now` is read inside the transaction: milliseconds since 1970 UTC. */
export function openChargeQueue(database: Database, plans: Plans, now: () => number): ChargeQueue {
  database.exec(`PRAGMA busy_timeout = ${lockSleepMs}`);
  const statements = prepare(database);
  let queue: Pending[] = [];
  let scheduled = false;
  let waitingSince: number | null = null;
  let closed: (() => void) | null = null;
  let isClosed = false;

  function drain(): void {
    const batch = queue.slice(0, maxBatch);
    let settle: (() => void)[];
    try {
      settle = transaction(database, () => decideBatch(batch, statements, plans, Math.floor(now())));
    } catch (error) {
      if (isBusy(error) && tryAgain()) return;
      settle = batch.map((pending) => () => pending.reject(error));
    }
    waitingSince = null;
    queue = queue.slice(batch.length);
    for (const tell of settle) tell();
    if (queue.length > 0) setImmediate(drain);
    else {
      scheduled = false;
      closed?.();
    }
  }

  function tryAgain(): boolean {
    waitingSince ??= performance.now();
    if (performance.now() - waitingSince > giveUpMs) return false;
    setTimeout(drain, Math.random() * retryMs);
    return true;
  }

  return {
    charge(accountId, credits) {
      if (isClosed) return Promise.reject(new Error('The ledger is closed'));
      return new Promise((resolve, reject) => {
        queue.push({ accountId, credits, resolve, reject });
        if (!scheduled) {
          scheduled = true;
          setImmediate(drain);
        }
      });
    },
    close() {
      isClosed = true;
      if (!scheduled) return Promise.resolve();
      return new Promise((resolve) => {
        closed = resolve;
      });
    },
  };
}

/** Decides a batch, each account's charges in order of arrival. Returns what to tell after the commit. */
function decideBatch(
  batch: readonly Pending[],
  statements: Statements,
  plans: Plans,
  nowMs: number,
): (() => void)[] {
  const byAccount = new Map<string, Pending[]>();
  for (const pending of batch) {
    const waiting = byAccount.get(pending.accountId);
    if (waiting) waiting.push(pending);
    else byAccount.set(pending.accountId, [pending]);
  }
  return [...byAccount].flatMap(([id, waiting]) => chargeAccount(id, waiting, statements, plans, nowMs));
}

/** One account's charges become one entry. An unknown account or a broken balance rejects these charges only. */
function chargeAccount(
  accountId: string,
  waiting: readonly Pending[],
  statements: Statements,
  plans: Plans,
  nowMs: number,
): (() => void)[] {
  let decided: Decided;
  try {
    decided = decideAccount(accountId, waiting, statements, plans, nowMs);
  } catch (error) {
    if (isBusy(error)) throw error;
    return waiting.map((pending) => () => pending.reject(error));
  }
  if (decided.credits > 0) write(decided, statements);
  return decided.tell;
}

interface Decided {
  readonly account: AccountRow;
  readonly balance: Balance;
  /** Granted together, and when they are dated. */
  readonly credits: number;
  readonly atMs: number;
  readonly tell: (() => void)[];
}

function decideAccount(
  accountId: string,
  waiting: readonly Pending[],
  statements: Statements,
  plans: Plans,
  nowMs: number,
): Decided {
  const account = statements.account.get(accountId) as AccountRow | undefined;
  if (!account) throw new Failure(`There is no account ${accountId}.`);
  const limit = plans.require(account.plan).creditLimit;
  const before = { used: account.used, headMs: account.head_ms };
  const balance = advance(before, nowMs, (after, upTo) => sumBetween(statements, account.no, after, upTo));
  let used = balance.used;
  const tell = waiting.map((pending) => {
    const charge = decide(used, limit, pending.credits);
    used = charge.used;
    return () => pending.resolve(charge);
  });
  const credits = used - balance.used;
  return { account, balance, credits, atMs: entryTime(balance, limit, nowMs), tell };
}

function write({ account, balance, credits, atMs }: Decided, statements: Statements): void {
  const { no } = account;
  statements.addEntry.run(no, atMs, credits);
  statements.addDay.run(no, dayNumber(atMs), credits);
  statements.setBalance.run(balance.used + credits, balance.headMs, no);
  if (balance.used < account.used) statements.removeEntries.run(no, no, balance.headMs, maxRemoved);
  if (dayNumber(balance.headMs) !== dayNumber(account.head_ms)) {
    statements.removeDays.run(no, dayNumber(balance.headMs));
  }
}

function sumBetween(statements: Statements, account: number, after: number, upTo: number): number {
  return (statements.sumBetween.get(account, after, upTo) as { credits: number }).credits;
}

type Statements = ReturnType<typeof prepare>;

function prepare(database: Database) {
  return {
    account: database.prepare('SELECT no, plan, used, head_ms FROM account WHERE id = ?'),
    sumBetween: database.prepare(
      'SELECT coalesce(sum(credits), 0) AS credits FROM entry WHERE account = ? AND at_ms > ? AND at_ms <= ?',
    ),
    addEntry: database.prepare(
      'INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET credits = credits + excluded.credits',
    ),
    addDay: database.prepare(
      'INSERT INTO day VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET credits = credits + excluded.credits',
    ),
    setBalance: database.prepare('UPDATE account SET used = ?, head_ms = ? WHERE no = ?'),
    removeEntries: database.prepare(
      `DELETE FROM entry WHERE account = ? AND at_ms IN (
         SELECT at_ms FROM entry WHERE account = ? AND at_ms <= ? ORDER BY at_ms LIMIT ?)`,
    ),
    removeDays: database.prepare('DELETE FROM day WHERE account = ? AND day < ?'),
  };
}
