/** `GET /account/api/data`: all that the service keeps of who is signed in, as one document to take along. */
import { accountRoute } from './account-route.js';
import { appsOf } from './apps.js';
import { keysOf } from './keys.js';
import { linksOf } from './links.js';
import { profileOf, sessionsOf } from './session.js';
import { usageOfAccount } from './usage.js';

export const ownData = accountRoute('GET /data', async ({ context, identity, reply, signedIn }) => {
  reply.header('content-disposition', 'attachment; filename="lintel-account.json"');
  const [sessions, keys, links, apps, usage, watches] = await Promise.all([
    sessionsOf(identity, signedIn),
    keysOf(identity, signedIn),
    linksOf(identity, signedIn),
    appsOf(identity, signedIn),
    usageOfAccount(context, identity, signedIn),
    identity.ledger.watches.list(signedIn.account.id),
  ]);
  return {
    ...profileOf(signedIn),
    sessions,
    keys,
    links,
    apps,
    usage,
    watches: watches.map(({ name, channel, target, kind }) => ({ name, channel, target, kind })),
  };
});
