/**
 * Apps: those that are connected to the account in use, and the one that asks to be, in a browser that it has sent
 * (`/account/api/apps`, `/account/api/asking-apps`). That the browser is the one that the app has sent, a cookie of the
 * authorization server says, so that nobody agrees to what somebody else has begun.
 */
import type { OwnApp } from '@lintel/contract/account';
import { UserError } from '../../base/user-error.js';
import type { Identity } from '../../identity/identity.js';
import type { AskingBrowser } from '../../identity/oauth/connecting.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { HttpError } from '../request/http-error.js';
import { type AccountQuestion, accountRoute } from './account-route.js';
import { actingAs, requireOwnKey } from './keys.js';
import { creditsByKey } from './links.js';
import { requireManager } from './manager.js';
import { keyWire } from './wire.js';

export const listApps = accountRoute('GET /apps', async ({ identity, signedIn }) => ({
  apps: await appsOf(identity, signedIn),
}));

/** The apps connected to the account in use, the newest first. */
export async function appsOf({ ledger }: Identity, { account }: SignedIn): Promise<OwnApp[]> {
  const [keys, credits] = await Promise.all([ledger.keys(account.id), creditsByKey(ledger, account.id)]);
  return keys
    .filter(({ kind }) => kind === 'app')
    .map((app): OwnApp => ({ ...keyWire(app), budget: app.budget, credits: credits.get(app.id) ?? 0 }))
    .reverse();
}

export const removeApp = accountRoute('DELETE /apps/{id}', async ({ identity, id, signedIn }) => {
  requireManager(signedIn);
  await requireOwnKey(identity, signedIn, id, 'app');
  await actingAs(identity, signedIn).revokeKey(id);
});

export const askingApp = accountRoute('GET /asking-apps/{id}', async (question) => {
  const { identity, origin } = question;
  const server = await identity.authorizationServer(origin);
  const connecting = await import('../../identity/oauth/connecting.js');
  const { scopes, ...app } = await orRefused(connecting.askingApp(server, browserOf(question)));
  return { ...app, scopes: [...scopes] };
});

export const decideApp = accountRoute('POST /asking-apps/{id}', async (question) => {
  const { identity, origin, signedIn, body } = question;
  requireManager(signedIn);
  const server = await identity.authorizationServer(origin);
  const { decide } = await import('../../identity/oauth/connecting.js');
  const acting = actingAs(identity, signedIn);
  const deciding = decide(server, identity.ledger, acting, signedIn.account.id, browserOf(question), body);
  return { location: await orRefused(deciding) };
});

function browserOf({ id, request, reply }: Pick<AccountQuestion, 'id' | 'request' | 'reply'>): AskingBrowser {
  return { id, request: request.raw, response: reply.raw };
}

/** The answer; throws a 400 that says why there is none. */
async function orRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UserError) throw new HttpError('bad_request', { detail: error.message });
    throw error;
  }
}
