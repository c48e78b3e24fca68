/**
 * The messages of watches: what is due, and what became of it.
 *
 * A message is taken by moving its due time ahead, so that no other process takes it and a killed one loses
 * nothing: it is due again when the time is over. The transaction that first takes it also charges its records
 * (C16): a message is charged once, whatever happens between two attempts, and refunded in the transaction
 * that gives it up.
 */
import type { MeteredResource } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import type { AdminContext } from './accounts.js';
import { auditStatement } from './audit.js';
import { type ChargeContext, commitBatch } from './charges.js';
import type { Order } from './ledger.js';
import type { Plans } from './plans.js';
import { refundCharge } from './refunds.js';
import { all, first, one, run, statement, type Work } from './storage.js';
import type { WatchChannel, WatchedKind } from './watches.js';

/** Name of deliveries in the usage, where requests have the operation id of their endpoint. */
const deliveryEndpoint = 'watch';

export type DeliveryState = 'waiting' | 'delivered' | 'dead';

export interface Delivery {
  /** `msg_` and 16 base62 characters: the same at every attempt. */
  readonly id: string;
  readonly watchId: string;
  readonly release: string;
  readonly records: number;
  /** What it cost; 0 while it is not charged, or was refunded. */
  readonly credits: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdMs: number;
  /** When it is tried next, while it waits. */
  readonly dueMs: number;
  readonly finishedMs: number | null;
  /** What the receiver said, or why it could not be sent; null before the first attempt. */
  readonly answer: string | null;
}

/** A message that this process is to send now. */
export interface TakenDelivery {
  readonly id: string;
  readonly watchId: string;
  readonly watchName: string;
  readonly channel: WatchChannel;
  readonly target: string;
  readonly secret: string | null;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  /** As it is sent, compressed with gzip. */
  readonly body: Uint8Array;
  readonly nowMs: number;
  /** Why it may not be sent, such as the account's credit limit; null if it may. */
  readonly refusal: string | null;
}

export interface TakeOptions {
  /** Milliseconds after which another process may take the message. */
  readonly leaseMs: number;
  /** Credits a record, where the plan of the account has no price of its own. */
  readonly prices: Readonly<Record<MeteredResource, number>>;
}

/** What became of an attempt. `dueMs`: when to try again. */
export type AttemptResult =
  | { readonly state: 'delivered'; readonly answer: string }
  | { readonly state: 'waiting'; readonly answer: string; readonly dueMs: number }
  | { readonly state: 'dead'; readonly answer: string };

const columns = `delivery.id, delivery.watch, delivery.of_release, delivery.records, delivery.credits, delivery.state,
  delivery.attempts, delivery.created_ms, delivery.due_ms, delivery.finished_ms, delivery.answer`;

interface DeliveryRow {
  readonly id: string;
  readonly watch: string;
  readonly of_release: string;
  readonly records: number;
  readonly credits: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly created_ms: number;
  readonly due_ms: number;
  readonly finished_ms: number | null;
  readonly answer: string | null;
}

interface ChargedRow {
  readonly watch: string;
  readonly records: number;
  readonly credits: number;
  readonly charged_ms: number | null;
  readonly account_id: string;
}

interface DueRow {
  readonly id: string;
  readonly watch: string;
  readonly records: number;
  readonly attempts: number;
  readonly body: Uint8Array;
  readonly charged_ms: number | null;
}

interface OwnerRow {
  readonly name: string;
  readonly kind: WatchedKind;
  readonly channel: WatchChannel;
  readonly target: string;
  readonly secret: string | null;
  readonly account_id: string;
  readonly plan: string;
}

/** Takes the message that is due longest and charges it; null if none is due. Paused and suspended ones wait. */
export function* takeDelivery(
  context: ChargeContext,
  { leaseMs, prices }: TakeOptions,
): Work<TakenDelivery | null> {
  const { storage } = context;
  const nowMs = yield* storage.now();
  const due = yield* first<DueRow>(
    `SELECT id, watch, records, attempts, body, charged_ms FROM delivery
     WHERE state = 'waiting' AND due_ms <= ? AND watch IN (
       SELECT watch.id FROM watch JOIN account ON account.no = watch.account
       WHERE watch.paused_ms IS NULL AND account.suspended = 0)
     ORDER BY due_ms, id LIMIT 1${storage.forUpdate}`,
    nowMs,
  );
  if (due === undefined) return null;
  yield* run(
    statement(
      'UPDATE delivery SET due_ms = ?, attempts = attempts + 1 WHERE id = ?',
      nowMs + leaseMs,
      due.id,
    ),
  );
  const owner = yield* one<OwnerRow>(
    `SELECT watch.name, watch.kind, watch.channel, watch.target, watch.secret, account.id AS account_id, account.plan
     FROM watch JOIN account ON account.no = watch.account WHERE watch.id = ?`,
    due.watch,
  );
  const refusal = due.charged_ms === null ? yield* chargeDelivery(context, due, owner, prices) : null;
  const { name: watchName, channel, target, secret } = owner;
  const { id, watch: watchId, attempts, body } = due;
  return { id, watchId, watchName, channel, target, secret, attempt: attempts + 1, body, nowMs, refusal };
}

/** Charges the records of a message; returns why they cannot be charged, or null. */
function* chargeDelivery(
  context: ChargeContext,
  { id, watch, records }: DueRow,
  { account_id, kind, plan }: OwnerRow,
  prices: TakeOptions['prices'],
): Work<string | null> {
  const price = priceOf(context.plans, plan, kind, prices);
  if (price === null) return `The plan ${plan} of the account is not in the settings.`;
  const order: Order = {
    accountId: account_id,
    keyId: watch,
    endpoint: deliveryEndpoint,
    credits: records * price,
    records: { from: 0, to: records },
    requestHash: null,
  };
  const { charged } = yield* commitBatch({ orders: [order], refunds: [], usedKeys: new Map() }, context);
  const [charge] = charged;
  if (charge === undefined || charge instanceof Error)
    throw charge ?? new Error('A charge without an outcome');
  if (!charge.granted) return `The credit limit of ${charge.limit} is reached: ${order.credits} are needed.`;
  yield* run(
    statement(
      'UPDATE delivery SET credits = ?, charged_ms = ? WHERE id = ?',
      order.credits,
      charge.receipt.atMs,
      id,
    ),
  );
  return null;
}

function priceOf(
  plans: Plans,
  plan: string,
  kind: WatchedKind,
  prices: TakeOptions['prices'],
): number | null {
  return plans.has(plan) ? (plans.require(plan).prices[kind] ?? prices[kind]) : null;
}

/** Notes what became of an attempt. A message that is dead is refunded. Nothing happens to one that is over. */
export function* finishAttempt(
  { storage, plans }: AdminContext,
  id: string,
  result: AttemptResult,
): Work<void> {
  const nowMs = yield* storage.now();
  const row = yield* first(
    `SELECT id FROM delivery WHERE id = ? AND state = 'waiting'${storage.forUpdate}`,
    id,
  );
  if (row === undefined) return;
  if (result.state === 'waiting') {
    yield* run(
      statement('UPDATE delivery SET due_ms = ?, answer = ? WHERE id = ?', result.dueMs, result.answer, id),
    );
    return;
  }
  if (result.state === 'dead') yield* refundDelivery(id, plans, nowMs);
  yield* run(
    statement(
      'UPDATE delivery SET state = ?, answer = ?, finished_ms = ? WHERE id = ?',
      result.state,
      result.answer,
      nowMs,
      id,
    ),
  );
}

/** Refunds what was charged for a message. What is not refunded (refunds.ts) stays paid. */
export function* refundDelivery(id: string, plans: Plans, nowMs: number): Work<void> {
  const charged = yield* one<ChargedRow>(
    `SELECT delivery.watch, delivery.records, delivery.credits, delivery.charged_ms, account.id AS account_id
     FROM delivery JOIN watch ON watch.id = delivery.watch JOIN account ON account.no = watch.account WHERE delivery.id = ?`,
    id,
  );
  if (charged.charged_ms === null) return;
  const { account_id: accountId, watch: keyId, credits, charged_ms: atMs } = charged;
  const records = { from: 0, to: charged.records };
  const receipt = { accountId, keyId, endpoint: deliveryEndpoint, credits, records, requestHash: null, atMs };
  const { withheld } = yield* refundCharge(receipt, plans, nowMs);
  const chargedMs = withheld > 0 ? atMs : null;
  yield* run(
    statement('UPDATE delivery SET credits = ?, charged_ms = ? WHERE id = ?', withheld, chargedMs, id),
  );
}

/**
 * Sends a message again, from its first attempt. A delivered one costs nothing a second time; a dead one was
 * refunded and is charged again.
 */
export function* replayDelivery({ storage, actor }: AdminContext, id: string): Work<Delivery> {
  const { state } = yield* findDelivery(id);
  if (state === 'waiting') {
    throw new UserError(`The message ${id} still waits for its delivery.`, {
      hint: 'lintel watch deliveries shows when it is tried next.',
    });
  }
  const nowMs = yield* storage.now();
  yield* run(
    statement(
      `UPDATE delivery SET state = 'waiting', attempts = 0, due_ms = ?, finished_ms = NULL WHERE id = ?`,
      nowMs,
      id,
    ),
    auditStatement(actor, nowMs, 'watch.replay', id, ''),
  );
  return yield* findDelivery(id);
}

export interface DeliveryQuery {
  readonly watchId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly limit: number;
}

/** Messages, the newest first. */
export function* listDeliveries({ watchId, state, limit }: DeliveryQuery): Work<readonly Delivery[]> {
  const conditions = [
    ...(watchId === undefined ? [] : [{ sql: 'watch = ?', value: watchId }]),
    ...(state === undefined ? [] : [{ sql: 'state = ?', value: state }]),
  ];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const rows = yield* all<DeliveryRow>(
    `SELECT ${columns} FROM delivery ${where} ORDER BY created_ms DESC, id LIMIT ?`,
    ...conditions.map(({ value }) => value),
    limit,
  );
  return rows.map(toDelivery);
}

/** What became of the newest messages of each watch of an account: of several of one moment, one that did not arrive. */
export function* lastDeliveries(accountId: string): Work<ReadonlyMap<string, Delivery>> {
  const rows = yield* all<DeliveryRow>(
    `SELECT ${columns} FROM delivery JOIN watch ON watch.id = delivery.watch JOIN account ON account.no = watch.account
     WHERE account.id = ? AND delivery.created_ms =
       (SELECT MAX(newest.created_ms) FROM delivery AS newest WHERE newest.watch = delivery.watch)
     ORDER BY CASE delivery.state WHEN 'delivered' THEN 0 ELSE 1 END`,
    accountId,
  );
  return new Map(rows.map((row) => [row.watch, toDelivery(row)]));
}

export function* countGivenUp(sinceMs: number): Work<number> {
  const { count } = yield* one<{ readonly count: number }>(
    `SELECT COUNT(*) AS count FROM delivery WHERE state = 'dead' AND finished_ms >= ?`,
    sinceMs,
  );
  return Number(count);
}

function* findDelivery(id: string): Work<Delivery> {
  const row = yield* first<DeliveryRow>(`SELECT ${columns} FROM delivery WHERE id = ?`, id);
  if (row) return toDelivery(row);
  throw new UserError(`There is no message ${id}.`, {
    hint: 'lintel watch deliveries shows them; they are kept for 30 days.',
  });
}

/** Removes messages that are over and older than this; returns how many. */
export function* purgeDeliveries({ storage }: AdminContext, olderMs: number): Work<number> {
  const nowMs = yield* storage.now();
  const gone = yield* all(
    `DELETE FROM delivery WHERE state <> 'waiting' AND created_ms < ? RETURNING id`,
    nowMs - olderMs,
  );
  return gone.length;
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    watchId: row.watch,
    release: row.of_release,
    records: row.records,
    credits: row.credits,
    state: row.state,
    attempts: row.attempts,
    createdMs: row.created_ms,
    dueMs: row.due_ms,
    finishedMs: row.finished_ms,
    answer: row.answer,
  };
}
