/**
 * One transaction of charges and refunds (C16): reads the balances, lets decide.ts decide, writes what follows. The
 * decision is made inside the transaction from what is stored, so any number of processes share one ledger exactly.
 *
 * An unknown account, a plan that the settings lack or a broken balance fails that account's charges only; whatever the
 * database refuses fails the whole transaction, and nothing of it is charged.
 */
import { UserError } from '../base/user-error.js';
import type { Batch, Committed, Outcome } from './charge-queue.js';
import { type ChargedRequest, type Decision, decide, repeatMs, requestName } from './decide.js';
import type { Order, Plan } from './ledger.js';
import type { Plans } from './plans.js';
import { refundSteps } from './refunds.js';
import type { SteadyClock } from './steady-clock.js';
import { run, type Statement, type Storage, statement, type Work } from './storage.js';
import { advance, type Balance, dayNumber, headAt, isAhead } from './window.js';

/** Expired entries removed by one charge: a few milliseconds of work. What is left over goes with later ones. */
const maxRemoved = 5_000;
/** Days for which usage by key and endpoint is kept. */
const usageDays = 400;

interface AccountRow {
  readonly no: number;
  readonly id: string;
  readonly plan: string;
  readonly used: number;
  readonly head_ms: number;
}

interface RequestRow {
  readonly hash: Uint8Array;
  readonly at_ms: number;
  readonly entry_ms: number;
  readonly credits: number;
  readonly holders: number;
}

/** One account's part of a transaction. */
interface Part {
  readonly account: AccountRow;
  readonly plan: Plan;
  readonly orders: readonly Order[];
  readonly headMs: number;
  /** Entries up to here may be removed for good: the head by the clock that never leaps ahead. */
  readonly removableMs: number;
}

const selectAccount = 'SELECT no, id, plan, used, head_ms FROM account WHERE id = ?';
const sumBetween =
  'SELECT CAST(coalesce(sum(credits), 0) AS BIGINT) AS credits FROM entry WHERE account = ? AND at_ms > ? AND at_ms <= ?';
const selectRequest = 'SELECT hash, at_ms, entry_ms, credits, holders FROM request WHERE hash = ?';

/** What charges are decided by, apart from what is stored. */
export interface ChargeRules {
  readonly storage: Storage;
  readonly plans: Plans;
  readonly steady: SteadyClock;
  /** Told of an account whose window lies ahead of the clock, see mend-clock.ts. */
  onAhead(accountId: string, headMs: number): void;
}

/** The work of one batch. */
export function* commitBatch(batch: Batch, rules: ChargeRules): Work<Committed> {
  const outcomes = new Map<Order, Outcome>();
  const { accounts, known, nowMs } = yield* whatIsStored(batch, rules.storage);
  const steadyMs = rules.steady(nowMs);
  for (const { id, head_ms } of accounts.values()) if (isAhead(head_ms, nowMs)) rules.onAhead(id, head_ms);
  const parts = partsOf(batch.orders, accounts, rules.plans, { nowMs, steadyMs }, outcomes);
  const expired = yield* expiredCredits(parts);
  const writes: Statement[] = [];
  parts.forEach((part, i) => {
    try {
      const balance = advance(balanceOf(part), part.headMs, expired[i] ?? 0);
      const decision = decide(balance, part.plan.creditLimit, part.orders, known, nowMs);
      decision.charges.forEach((charge, n) => {
        const order = part.orders[n];
        if (order) outcomes.set(order, charge);
      });
      writes.push(...writesOf(part, balance, decision, { nowMs, steadyMs }));
    } catch (error) {
      for (const order of part.orders) outcomes.set(order, error as Error);
    }
  });
  for (const [keyId, atMs] of [...batch.seen].sort()) {
    writes.push(statement('UPDATE key SET last_used_ms = ? WHERE id = ?', atMs, keyId));
  }
  yield* run(...writes);
  const refunded: number[] = [];
  for (const receipt of batch.refunds) refunded.push(yield* refundSteps(receipt, nowMs));
  const charged = batch.orders.map(
    (order) => outcomes.get(order) ?? new Error('Ledger invariant broken: no outcome'),
  );
  return { charged, refunded };
}

interface Stored {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  /** The orders' requests that were charged before. */
  readonly known: ReadonlyMap<string, ChargedRequest>;
  readonly nowMs: number;
}

/**
 * The accounts of the batch, locked, always in the same order so that two machines never wait for each other; then what
 * is known of its requests, and the time.
 */
function* whatIsStored({ orders, refunds }: Batch, storage: Storage): Work<Stored> {
  const ids = [...new Set([...orders, ...refunds].map(({ accountId }) => accountId))].sort();
  const hashes = orders.flatMap(({ requestHash }) => (requestHash === null ? [] : [requestHash]));
  const { rows, nowMs } = yield* storage.thenNow([
    ...ids.map((id) => statement(`${selectAccount}${storage.forUpdate}`, id)),
    ...hashes.map((hash) => statement(selectRequest, hash)),
  ]);
  const accounts = rows.slice(0, ids.length).flat() as unknown as AccountRow[];
  const requests = rows.slice(ids.length).flat() as unknown as RequestRow[];
  return {
    accounts: new Map(accounts.map((row) => [row.id, row])),
    known: new Map(
      requests.map(({ hash, at_ms, entry_ms, credits, holders }) => [
        requestName(hash),
        { atMs: at_ms, entryMs: entry_ms, credits, holders },
      ]),
    ),
    nowMs,
  };
}

/** The time of a batch, by the clock and by the one that never leaps ahead. */
interface Times {
  readonly nowMs: number;
  readonly steadyMs: number;
}

function partsOf(
  orders: readonly Order[],
  rows: ReadonlyMap<string, AccountRow>,
  plans: Plans,
  { nowMs, steadyMs }: Times,
  outcomes: Map<Order, Outcome>,
): Part[] {
  const byAccount = new Map<string, Order[]>();
  for (const order of orders) {
    const others = byAccount.get(order.accountId);
    if (others) others.push(order);
    else byAccount.set(order.accountId, [order]);
  }
  return [...byAccount].flatMap(([id, own]) => {
    try {
      const account = rows.get(id);
      if (!account) throw new UserError(`There is no account ${id}.`);
      const plan = plans.require(account.plan);
      const balance = { used: account.used, headMs: account.head_ms };
      const headMs = headAt(balance, nowMs, plan.windowMs);
      const removableMs = Math.min(headMs, steadyMs - plan.windowMs);
      return [{ account, plan, orders: own, headMs, removableMs }];
    } catch (error) {
      for (const order of own) outcomes.set(order, error as Error);
      return [];
    }
  });
}

function balanceOf({ account }: Part): Balance {
  return { used: account.used, headMs: account.head_ms };
}

/** For each part the credits that leave the window now. */
function* expiredCredits(parts: readonly Part[]): Work<number[]> {
  const moved = parts.filter(({ account, headMs }) => headMs > account.head_ms && account.used > 0);
  if (moved.length === 0) return [];
  const sums = yield moved.map(({ account, headMs }) =>
    statement(sumBetween, account.no, account.head_ms, headMs),
  );
  const byPart = new Map(moved.map((part, i) => [part, sums[i]?.[0]?.credits as number]));
  return parts.map((part) => byPart.get(part) ?? 0);
}

/** What a part changes, in the order in which it is written. */
function writesOf(part: Part, balance: Balance, decision: Decision, times: Times): Statement[] {
  const requests = requestWrites(part.account.no, decision, times.nowMs);
  if (decision.credits === 0) return requests;
  return [...requests, ...creditWrites(part, balance, decision), ...removals(part, balance, times)];
}

/** Remembers the requests that were charged, and forgets those that may not repeat any more. */
function requestWrites(account: number, { requests }: Decision, nowMs: number): Statement[] {
  if (requests.size === 0) return [];
  const remembered = [...requests].map(([name, { atMs, entryMs, credits, holders }]) =>
    statement(
      `INSERT INTO request (hash, account, at_ms, entry_ms, credits, holders) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET at_ms = excluded.at_ms, entry_ms = excluded.entry_ms,
       credits = excluded.credits, holders = excluded.holders`,
      Buffer.from(name, 'hex'),
      account,
      atMs,
      entryMs,
      credits,
      holders,
    ),
  );
  return [
    ...remembered,
    statement('DELETE FROM request WHERE account = ? AND at_ms <= ?', account, nowMs - repeatMs),
    statement('DELETE FROM request WHERE account = ? AND at_ms >= ?', account, nowMs + repeatMs),
  ];
}

/** Adds the credits to the entries, the day, the balance, and the usage by key and endpoint. */
function creditWrites(
  { account: { no }, orders }: Part,
  balance: Balance,
  { credits, entryMs, charges }: Decision,
): Statement[] {
  const day = dayNumber(entryMs);
  const charged = orders.filter((order, i) => isCharged(charges[i]) && order.credits > 0);
  return [
    statement(
      `INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (account, at_ms)
       DO UPDATE SET credits = entry.credits + excluded.credits`,
      no,
      entryMs,
      credits,
    ),
    statement(
      `INSERT INTO day VALUES (?, ?, ?) ON CONFLICT (account, day)
       DO UPDATE SET credits = day.credits + excluded.credits`,
      no,
      day,
      credits,
    ),
    statement(
      'UPDATE account SET used = ?, head_ms = ? WHERE no = ?',
      balance.used + credits,
      balance.headMs,
      no,
    ),
    ...usageWrites(no, day, charged),
  ];
}

/** Removes entries that have left the window, and days that have left it or what is kept of usage. */
function removals(
  { account, headMs, removableMs }: Part,
  balance: Balance,
  { nowMs, steadyMs }: Times,
): Statement[] {
  const writes: Statement[] = [];
  const { no } = account;
  if (balance.used < account.used) {
    writes.push(
      statement(
        `DELETE FROM entry WHERE account = ? AND at_ms IN (
           SELECT at_ms FROM entry WHERE account = ? AND at_ms <= ? ORDER BY at_ms LIMIT ?)`,
        no,
        no,
        removableMs,
        maxRemoved,
      ),
    );
  }
  if (dayNumber(headMs) !== dayNumber(account.head_ms)) {
    writes.push(
      statement('DELETE FROM day WHERE account = ? AND day < ?', no, dayNumber(removableMs)),
      statement(
        'DELETE FROM usage_day WHERE account = ? AND day < ?',
        no,
        dayNumber(Math.min(nowMs, steadyMs)) - usageDays,
      ),
    );
  }
  return writes;
}

function isCharged(charge: Outcome | undefined): boolean {
  return charge !== undefined && 'granted' in charge && charge.granted && !charge.repeated;
}

/** Usage by key and endpoint: one row for the charges of a batch that agree in both. */
function usageWrites(account: number, day: number, orders: readonly Order[]): Statement[] {
  const sums = new Map<string, { order: Order; requests: number; credits: number }>();
  for (const order of orders) {
    const name = `${order.keyId} ${order.endpoint}`;
    const sum = sums.get(name) ?? { order, requests: 0, credits: 0 };
    sums.set(name, { order, requests: sum.requests + 1, credits: sum.credits + order.credits });
  }
  return [...sums.values()].map(({ order, requests, credits }) =>
    statement(
      `INSERT INTO usage_day VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (account, day, key, endpoint)
       DO UPDATE SET requests = usage_day.requests + excluded.requests, credits = usage_day.credits + excluded.credits`,
      account,
      day,
      order.keyId,
      order.endpoint,
      requests,
      credits,
    ),
  );
}
