/**
 * The watches of the account in use: `/account/api/watches`. Mail goes to the address of whoever asks and to no other,
 * so that nobody can have it sent to people who did not ask for it.
 */
import type { OwnWatch } from '@lintel/contract/account';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Delivery } from '../../ledger/deliveries.js';
import type { Watch } from '../../ledger/watches.js';
import { canMail, checkWebhookUrl, mailUnset } from '../../watch/channels.js';
import { checkSearch } from '../../watch/saved-search.js';
import { publishedRelease } from '../answer/published-release.js';
import { HttpError } from '../request/http-error.js';
import { accountRoute } from './account-route.js';
import { requireManager } from './manager.js';
import { moment } from './wire.js';

/** Watches of one account. */
const maxWatches = 100;

export const listWatches = accountRoute('GET /watches', async ({ context, identity, signedIn }) => {
  const { watches } = identity.ledger;
  const { id } = signedIn.account;
  const [all, last] = await Promise.all([watches.list(id), watches.lastDeliveries(id)]);
  return {
    mail: canMail(context.config),
    watches: all.map((watch) => watchWire(watch, last.get(watch.id))).reverse(),
  };
});

export const addWatch = accountRoute('POST /watches', async ({ context, identity, signedIn, body }) => {
  requireManager(signedIn);
  const { config, releases } = context;
  const { name, search, changes, webhook } = body;
  const { account, user } = signedIn;
  const ledger = identity.ledger.as(user.email);
  try {
    checkSearch('permits', search);
    if (webhook !== null) checkWebhookUrl(webhook, config.watch.allow_hosts);
    else if (!canMail(config)) throw new UsageError(mailUnset);
    if ((await identity.ledger.watches.list(account.id)).length >= maxWatches) {
      throw new UsageError(`The account has ${maxWatches} watches already: remove one first.`);
    }
    const watch = await ledger.addWatch({
      accountId: account.id,
      name,
      kind: 'permits',
      query: search,
      changes: [...new Set(changes)],
      channel: webhook === null ? 'mail' : 'webhook',
      target: webhook ?? user.email,
      seenRelease: publishedRelease(releases).id,
    });
    return { ...watchWire(watch), secret: watch.secret };
  } catch (error) {
    if (error instanceof UserError) throw new HttpError('bad_request', { detail: error.message });
    throw error;
  }
});

export const removeWatch = accountRoute('DELETE /watches/{id}', async ({ identity, id, signedIn }) => {
  requireManager(signedIn);
  const own = await identity.ledger.watches.list(signedIn.account.id);
  if (!own.some((watch) => watch.id === id)) throw new HttpError('not_found');
  await identity.ledger.as(signedIn.user.email).removeWatch(id);
});

function watchWire(watch: Watch, last?: Delivery): OwnWatch {
  const { id, name, query, changes, channel, target, createdMs, pausedMs } = watch;
  return {
    id,
    name,
    search: query,
    changes: [...changes],
    channel,
    target,
    created_at: moment(createdMs),
    paused: pausedMs !== null,
    last: last === undefined ? null : lastWire(last),
  };
}

const lastWire = ({ state, records, answer, dueMs, finishedMs }: Delivery): OwnWatch['last'] => ({
  at: moment(finishedMs ?? dueMs),
  state,
  records,
  answer,
});
