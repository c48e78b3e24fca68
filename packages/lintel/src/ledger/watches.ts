/**
 * Watches in the ledger: saved searches of an account, each with the channel on which its matches are
 * delivered. Each change is one transaction with its line in the audit log.
 */
import { randomBytes } from 'node:crypto';
import { permitEvents } from '@lintel/contract';
import { UserError } from '../base/user-error.js';
import { type AdminContext, accountNumber, checkName, newId } from './accounts.js';
import { auditStatement } from './audit.js';
import { refundDelivery } from './deliveries.js';
import { all, first, run, type Statement, statement, type Work } from './storage.js';

export const watchedKinds = ['permits', 'decisions'] as const;
export type WatchedKind = (typeof watchedKinds)[number];
/** New and changed records, and of permits what happened to them (releases/changes/permit-events.ts). */
export const watchedChanges = ['new', 'changed', ...permitEvents] as const;
type WatchedChange = (typeof watchedChanges)[number];
export type WatchChannel = 'webhook' | 'mail';

/** A saved search whose new matches are delivered. */
export interface Watch {
  /** `watch_` and 16 base62 characters. Its credits are in the usage under this id in place of a key's. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly kind: WatchedKind;
  /** The filters, as the query of a search request. */
  readonly query: string;
  readonly changes: readonly WatchedChange[];
  readonly channel: WatchChannel;
  /** URL of a webhook, or mail address. */
  readonly target: string;
  /** The release up to which it was evaluated; null before the first one was published. */
  readonly seenRelease: string | null;
  readonly createdMs: number;
  /** When it was paused; null while it is not. */
  readonly pausedMs: number | null;
}

export type WatchInput = Omit<Watch, 'id' | 'createdMs' | 'pausedMs'>;

/** A new watch; `secret` verifies its webhooks and is shown only once. Null for mail. */
export interface NewWatch extends Watch {
  readonly secret: string | null;
}

/** A message for a watch, before it is stored. */
export interface NewDelivery {
  readonly records: number;
  /** As it is sent, compressed with gzip. */
  readonly body: Uint8Array;
}

interface WatchRow {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly kind: WatchedKind;
  readonly query: string;
  readonly changes: string;
  readonly channel: WatchChannel;
  readonly target: string;
  readonly seen_release: string | null;
  readonly created_ms: number;
  readonly paused_ms: number | null;
}

const watchColumns = `watch.id, account.id AS account_id, watch.name, watch.kind, watch.query, watch.changes,
  watch.channel, watch.target, watch.seen_release, watch.created_ms, watch.paused_ms`;
const select = `SELECT ${watchColumns} FROM watch JOIN account ON account.no = watch.account`;

/** Random bytes of a secret; the Standard Webhooks specification asks for 24 to 64. */
const secretBytes = 32;

function toWatch(row: WatchRow): Watch {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    query: row.query,
    changes: watchedChanges.filter((change) => row.changes.split(' ').includes(change)),
    channel: row.channel,
    target: row.target,
    seenRelease: row.seen_release,
    createdMs: row.created_ms,
    pausedMs: row.paused_ms,
  };
}

const newSecret = () => `whsec_${randomBytes(secretBytes).toString('base64')}`;

export function* addWatch({ storage, actor }: AdminContext, input: WatchInput): Work<NewWatch> {
  checkName('a watch', input.name);
  const account = yield* accountNumber(input.accountId);
  const id = newId('watch');
  const secret = input.channel === 'webhook' ? newSecret() : null;
  const createdMs = yield* storage.now();
  yield* run(
    statement(
      `INSERT INTO watch (id, account, name, kind, query, changes, channel, target, secret, seen_release, created_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      account,
      input.name,
      input.kind,
      input.query,
      input.changes.join(' '),
      input.channel,
      input.target,
      secret,
      input.seenRelease,
      createdMs,
    ),
    auditStatement(actor, createdMs, 'watch.add', id, input.accountId),
  );
  return { ...input, id, createdMs, pausedMs: null, secret };
}

export function* listWatches(accountId?: string): Work<readonly Watch[]> {
  const order = 'ORDER BY watch.created_ms, watch.id';
  if (accountId === undefined) return (yield* all<WatchRow>(`${select} ${order}`)).map(toWatch);
  const account = yield* accountNumber(accountId);
  return (yield* all<WatchRow>(`${select} WHERE watch.account = ? ${order}`, account)).map(toWatch);
}

export function* findWatch(id: string): Work<Watch> {
  const row = yield* first<WatchRow>(`${select} WHERE watch.id = ?`, id);
  if (row) return toWatch(row);
  throw new UserError(`There is no watch ${id}.`, { hint: 'lintel watch list shows them all.' });
}

/** The secret that signs the webhooks of a watch; never for output. */
export function* secretOfWatch(id: string): Work<string | null> {
  const row = yield* first<{ secret: string | null }>('SELECT secret FROM watch WHERE id = ?', id);
  return row?.secret ?? null;
}

/** Replaces the secret that signs the webhooks of a watch; messages that wait are signed with the new one. */
export function* rotateWatchSecret({ storage, actor }: AdminContext, id: string): Work<NewWatch> {
  const watch = yield* findWatch(id);
  if (watch.channel !== 'webhook') {
    throw new UserError(`${id} sends mail, which has no secret.`);
  }
  const secret = newSecret();
  const nowMs = yield* storage.now();
  yield* run(
    statement('UPDATE watch SET secret = ? WHERE id = ?', secret, id),
    auditStatement(actor, nowMs, 'watch.rotate', id, watch.accountId),
  );
  return { ...watch, secret };
}

/** Removes a watch with its messages. What was charged for a message that was not delivered is refunded. */
export function* removeWatch({ storage, plans, actor }: AdminContext, id: string): Work<Watch> {
  const watch = yield* findWatch(id);
  const nowMs = yield* storage.now();
  const waiting = yield* all<{ id: string }>(
    `SELECT id FROM delivery WHERE watch = ? AND state = 'waiting' ORDER BY id`,
    id,
  );
  for (const delivery of waiting) yield* refundDelivery(delivery.id, plans, nowMs);
  yield* run(
    statement('DELETE FROM delivery WHERE watch = ?', id),
    statement('DELETE FROM watch WHERE id = ?', id),
    auditStatement(actor, nowMs, 'watch.remove', id, watch.accountId),
  );
  return watch;
}

export function* pauseWatch({ storage, actor }: AdminContext, id: string, paused: boolean): Work<Watch> {
  const watch = yield* findWatch(id);
  if ((watch.pausedMs !== null) === paused) return watch;
  const nowMs = yield* storage.now();
  yield* run(
    statement('UPDATE watch SET paused_ms = ? WHERE id = ?', paused ? nowMs : null, id),
    auditStatement(actor, nowMs, paused ? 'watch.pause' : 'watch.resume', id, watch.accountId),
  );
  return yield* findWatch(id);
}

/**
 * Stores the messages of a watch about a release, and that it has seen this release. False, and nothing is
 * stored, if it has not seen `from` last: another process was faster.
 */
export function* storeMatches(
  { storage }: AdminContext,
  id: string,
  from: string | null,
  to: string,
  messages: readonly NewDelivery[],
): Work<boolean> {
  const moved = yield* all(
    `UPDATE watch SET seen_release = ? WHERE id = ? AND coalesce(seen_release, '') = ? RETURNING id`,
    to,
    id,
    from ?? '',
  );
  if (moved.length === 0) return false;
  const nowMs = yield* storage.now();
  const inserts = messages.map(
    ({ records, body }): Statement =>
      statement(
        `INSERT INTO delivery (id, watch, of_release, records, body, created_ms, state, due_ms)
         VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?)`,
        newId('msg'),
        id,
        to,
        records,
        body,
        nowMs,
        nowMs,
      ),
  );
  yield* run(...inserts);
  return true;
}
