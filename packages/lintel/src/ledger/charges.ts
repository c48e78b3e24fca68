/**
 * One transaction of charges and refunds (C16): read the balances, decide (decide.ts), write the result. The
 * decision is made inside the transaction and only from stored rows, so the limits are exact with any number
 * of processes.
 *
 * An unknown account, a plan missing from the settings or a broken balance fails the charges of that account
 * only. Any error of the database fails the whole transaction, and nothing in it is charged.
 */
import { errorOf, UserError } from '../base/user-error.js';
import type { Batch, BatchResult, Outcome } from './charge-queue.js';
import { type Decision, decide, type PaidRanges } from './decide.js';
import type { Charge, Order, Plan, Refund } from './ledger.js';
import { paidRanges, rangeWrites, selectRanges } from './paid-range-rows.js';
import type { Times } from './paid-ranges.js';
import type { Plans } from './plans.js';
import { refundCharge } from './refunds.js';
import type { SteadyClock } from './steady-clock.js';
import {
  merged,
  overRows,
  run,
  type Statement,
  type Storage,
  statement,
  typedRows,
  type Value,
  type Work,
} from './storage.js';
import { advance, type Balance, dayNumber, headAt, isAhead } from './window.js';

/** Expired entries removed by one transaction: a few milliseconds of work. Later ones remove the rest. */
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

/** The charges of one account in a batch. */
interface AccountBatch {
  readonly account: AccountRow;
  readonly plan: Plan;
  readonly orders: readonly Order[];
  readonly headMs: number;
  /** Entries up to here may be deleted: the head by the clock that never jumps ahead (steady-clock.ts). */
  readonly removableMs: number;
}

const selectAccounts =
  'SELECT no, account.id, plan, used, head_ms FROM given JOIN account ON account.id = given.id ORDER BY account.id';
const sumsBetween = `SELECT given.account AS account, CAST(coalesce(sum(credits), 0) AS BIGINT) AS credits
  FROM given LEFT JOIN entry ON entry.account = given.account AND at_ms > given.since AND at_ms <= given.until
  GROUP BY given.account`;

/** What a decision needs besides the stored rows. */
export interface ChargeContext {
  readonly storage: Storage;
  readonly plans: Plans;
  readonly steady: SteadyClock;
  /** Called for an account whose window is ahead of the clock (mend-clock.ts). */
  onAhead(accountId: string, headMs: number): void;
}

/** The work of one batch. */
export function* commitBatch(batch: Batch, context: ChargeContext): Work<BatchResult> {
  const outcomes = new Map<Order, Outcome>();
  const { accounts, known, nowMs } = yield* readStored(batch, context.storage);
  const times: Times = { nowMs, steadyMs: context.steady(nowMs) };
  for (const { id, head_ms } of accounts.values()) if (isAhead(head_ms, nowMs)) context.onAhead(id, head_ms);
  const batches = splitByAccount(batch.orders, accounts, context.plans, times, outcomes);
  const expired = yield* expiredCredits(batches);
  const spent = yield* spentOfBudgets(batches, nowMs);
  const writes: Statement[] = [];
  for (const own of batches) {
    try {
      // Credits expire only if the account's window has moved on.
      const balance = advance(balanceOf(own), own.headMs, expired.get(own) ?? 0);
      const decision = decide(balance, own.plan.creditLimit, own.orders, known, times, spent);
      for (const [i, order] of own.orders.entries()) outcomes.set(order, chargeAt(decision, i));
      writes.push(...writesOf(own, balance, decision, times));
    } catch (error) {
      for (const order of own.orders) outcomes.set(order, errorOf(error));
    }
  }
  writes.push(...useWrites(batch.usedKeys));
  yield* run(...merged(writes));
  const refunded: Refund[] = [];
  for (const receipt of batch.refunds) refunded.push(yield* refundCharge(receipt, context.plans, nowMs));
  const charged = batch.orders.map(
    (order) => outcomes.get(order) ?? new Error('Ledger invariant broken: no outcome'),
  );
  return { charged, refunded };
}

/** Stores when keys were last used. */
function useWrites(usedKeys: Batch['usedKeys']): Statement[] {
  if (usedKeys.size === 0) return [];
  return [
    overRows(
      'UPDATE key SET last_used_ms = given.at_ms FROM given WHERE key.id = given.id',
      { id: 'TEXT', at_ms: 'BIGINT' },
      [...usedKeys].sort(),
    ),
  ];
}

function chargeAt({ charges }: Decision, i: number): Charge {
  const charge = charges[i];
  if (charge === undefined) throw new Error('Ledger invariant broken: an order without a decision');
  return charge;
}

interface Stored {
  readonly accounts: ReadonlyMap<string, AccountRow>;
  /** What the orders' requests and exports have paid before. */
  readonly known: PaidRanges;
  readonly nowMs: number;
}

/**
 * Reads the accounts of the batch, its earlier requests and the clock. The accounts are locked, always in the
 * same order so that two machines never deadlock.
 */
function* readStored({ orders, refunds }: Batch, storage: Storage): Work<Stored> {
  const ids = [...new Set([...orders, ...refunds].map(({ accountId }) => accountId))].sort();
  const hashes = orders.flatMap(({ requestHash }) => (requestHash === null ? [] : [requestHash]));
  const column = <V extends Value>(values: readonly V[]) => values.map((value) => [value]);
  const { rows, nowMs } = yield* storage.thenNow([
    overRows(`${selectAccounts}${storage.forUpdate}`, { id: 'TEXT' }, column(ids)),
    overRows(selectRanges, { hash: 'BYTEA' }, column(hashes)),
  ]);
  const [accountRows, rangeRows] = rows;
  const accounts = typedRows<AccountRow>(accountRows);
  return {
    accounts: new Map(accounts.map((row) => [row.id, row])),
    known: paidRanges(rangeRows),
    nowMs,
  };
}

/** The orders grouped by account. Orders that cannot be decided get their error in `outcomes` instead. */
function splitByAccount(
  orders: readonly Order[],
  rows: ReadonlyMap<string, AccountRow>,
  plans: Plans,
  { nowMs, steadyMs }: Times,
  outcomes: Map<Order, Outcome>,
): AccountBatch[] {
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
      for (const order of own) outcomes.set(order, errorOf(error));
      return [];
    }
  });
}

function balanceOf({ account }: AccountBatch): Balance {
  return { used: account.used, headMs: account.head_ms };
}

/** The credits that leave the window now, for each account whose window has moved on. */
function* expiredCredits(batches: readonly AccountBatch[]): Work<ReadonlyMap<AccountBatch, number>> {
  const moved = batches.filter(({ account, headMs }) => headMs > account.head_ms && account.used > 0);
  if (moved.length === 0) return new Map();
  const [rows] = yield [
    overRows(
      sumsBetween,
      { account: 'BIGINT', since: 'BIGINT', until: 'BIGINT' },
      moved.map(({ account, headMs }) => [account.no, account.head_ms, headMs]),
    ),
  ];
  const sums = new Map(
    typedRows<{ account: number; credits: number }>(rows).map(({ account, credits }) => [account, credits]),
  );
  return new Map(
    moved.map((own) => {
      const credits = sums.get(own.account.no);
      if (credits === undefined) throw new Error('Ledger invariant broken: an account without a sum');
      return [own, credits];
    }),
  );
}

/** Credits that the keys with a budget have used since the first of the month in UTC, by their ids. */
function* spentOfBudgets(batches: readonly AccountBatch[], nowMs: number): Work<ReadonlyMap<string, number>> {
  const rows = new Map<string, readonly Value[]>();
  const now = new Date(nowMs);
  const since = dayNumber(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  for (const { account, orders } of batches) {
    for (const { keyId, budget } of orders) if (budget != null) rows.set(keyId, [account.no, keyId, since]);
  }
  if (rows.size === 0) return new Map();
  const [found] = yield [
    overRows(
      `SELECT given.key AS key, CAST(coalesce(sum(credits), 0) AS BIGINT) AS credits
       FROM given LEFT JOIN usage_day ON usage_day.account = given.account AND usage_day.day >= given.since
         AND usage_day.key = given.key GROUP BY given.key`,
      { account: 'BIGINT', key: 'TEXT', since: 'BIGINT' },
      [...rows.values()],
    ),
  ];
  const sums = typedRows<{ key: string; credits: number }>(found);
  return new Map(sums.map(({ key, credits }) => [key, credits]));
}

/** The changes of one account, in the order of writing. */
function writesOf(own: AccountBatch, balance: Balance, decision: Decision, times: Times): Statement[] {
  const paid = rangeWrites(own.account.no, decision.ranges, times);
  if (decision.credits === 0) return paid;
  return [...paid, ...creditWrites(own, balance, decision), ...removals(own, balance, times)];
}

/** Adds the credits to the entries, the day, the balance, and the usage by key and endpoint. */
function creditWrites(
  { account: { no }, orders }: AccountBatch,
  balance: Balance,
  { credits, entryMs, charges }: Decision,
): Statement[] {
  const day = dayNumber(entryMs);
  const charged = orders.flatMap((order, i) => {
    const credits = chargedCredits(charges[i]);
    return credits === 0 ? [] : [{ order, credits }];
  });
  return [
    overRows(
      `INSERT INTO entry (account, at_ms, credits) SELECT account, at_ms, credits FROM given WHERE true
       ON CONFLICT (account, at_ms) DO UPDATE SET credits = entry.credits + excluded.credits`,
      { account: 'BIGINT', at_ms: 'BIGINT', credits: 'BIGINT' },
      [[no, entryMs, credits]],
    ),
    overRows(
      `INSERT INTO day (account, day, credits) SELECT account, day, credits FROM given WHERE true
       ON CONFLICT (account, day) DO UPDATE SET credits = day.credits + excluded.credits`,
      { account: 'BIGINT', day: 'BIGINT', credits: 'BIGINT' },
      [[no, day, credits]],
    ),
    overRows(
      'UPDATE account SET used = given.used, head_ms = given.head_ms FROM given WHERE account.no = given.no',
      { no: 'BIGINT', used: 'BIGINT', head_ms: 'BIGINT' },
      [[no, balance.used + credits, balance.headMs]],
    ),
    ...usageWrites(no, day, charged),
  ];
}

/** Deletes entries and days that have left the window, and usage older than is kept. */
function removals(
  { account, headMs, removableMs }: AccountBatch,
  balance: Balance,
  { nowMs, steadyMs }: Times,
): Statement[] {
  const writes: Statement[] = [];
  const { no } = account;
  if (balance.used < account.used) {
    writes.push(
      overRows(
        `DELETE FROM entry WHERE (account, at_ms) IN (
           SELECT entry.account, entry.at_ms FROM given
           JOIN entry ON entry.account = given.account AND entry.at_ms <= given.until LIMIT ?)`,
        { account: 'BIGINT', until: 'BIGINT' },
        [[no, removableMs]],
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

function chargedCredits(charge: Charge | undefined): number {
  return charge?.granted === true ? charge.receipt.credits : 0;
}

/** An order, and the credits that it was charged. */
interface ChargedOrder {
  readonly order: Order;
  readonly credits: number;
}

/** Usage by key and endpoint: one row for all charges of a batch with the same key and endpoint. */
function usageWrites(account: number, day: number, orders: readonly ChargedOrder[]): Statement[] {
  const sums = new Map<string, { order: Order; requests: number; credits: number }>();
  for (const { order, credits } of orders) {
    const name = `${order.keyId} ${order.endpoint}`;
    const sum = sums.get(name) ?? { order, requests: 0, credits: 0 };
    // An export is one request, however many charges it takes.
    const requests = sum.requests + (order.exportPart === 'further' ? 0 : 1);
    sums.set(name, { order, requests, credits: sum.credits + credits });
  }
  if (sums.size === 0) return [];
  return [
    overRows(
      `INSERT INTO usage_day (account, day, key, endpoint, requests, credits)
       SELECT account, day, key, endpoint, requests, credits FROM given WHERE true
       ON CONFLICT (account, day, key, endpoint) DO UPDATE SET
       requests = usage_day.requests + excluded.requests, credits = usage_day.credits + excluded.credits`,
      {
        account: 'BIGINT',
        day: 'BIGINT',
        key: 'TEXT',
        endpoint: 'TEXT',
        requests: 'BIGINT',
        credits: 'BIGINT',
      },
      [...sums.values()].map(({ order, requests, credits }) => [
        account,
        day,
        order.keyId,
        order.endpoint,
        requests,
        credits,
      ]),
    ),
  ];
}
