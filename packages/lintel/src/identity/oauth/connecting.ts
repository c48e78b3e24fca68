/** What somebody decides of an app that asks to be connected, in the browser that the app has sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { printableLine } from '../../base/printable.js';
import { UserError } from '../../base/user-error.js';
import type { Administration, Ledger } from '../../ledger/ledger.js';
import { isDocumented } from './authorization-server.js';
import { keepClient } from './oauth-records.js';
import { keyScopesOf, oauthScopes } from './oauth-scopes.js';

/** Apps that one account has connected at once. */
const maxApps = 50;

/** An app that waits for a decision. */
export interface AskingApp {
  /** What it calls itself. */
  readonly name: string;
  /** The host that gets the code: a program on the person's own computer, or a service. */
  readonly host: string;
  /** Where it describes itself; null for one that has only registered, under any name that it liked. */
  readonly document: string | null;
  readonly scopes: readonly string[];
}

/** What is decided. */
export interface Decision {
  readonly agrees: boolean;
  readonly scopes: readonly string[];
  readonly budget: number | null;
}

/** A request of an app in a browser. */
export interface AskingBrowser {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The request that the page shows. */
  readonly id: string;
}

/** Throws a UserError if this browser was not sent by an app, or too long ago. */
async function detailsOf(server: Provider, { request, response, id }: AskingBrowser) {
  const gone = 'No app waits for an answer in this browser any more. Start again in the app.';
  const details = await server.interactionDetails(request, response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) throw new UserError(gone);
    throw error;
  });
  if (details.uid !== id || details.result !== undefined) throw new UserError(gone);
  return details;
}

export async function askingApp(server: Provider, browser: AskingBrowser): Promise<AskingApp> {
  const { params } = await detailsOf(server, browser);
  const client = await server.Client.find(String(params.client_id));
  if (client === undefined) throw new UserError('The app has withdrawn. Start again in the app.');
  const wanted = String(params.scope ?? '').split(' ');
  const redirect = new URL(String(params.redirect_uri));
  const isOwn = ['127.0.0.1', '[::1]', 'localhost'].includes(redirect.hostname);
  return {
    name: printableLine(client.clientName ?? '').slice(0, 60) || 'An app without a name',
    host: isOwn ? 'this computer' : redirect.host || redirect.protocol,
    document: isDocumented(client) ? client.clientId : null,
    scopes: oauthScopes.filter((scope) => wanted.includes(scope)),
  };
}

/** Notes the decision, and makes the key of the app if it is let in. Resolves with where the browser goes on. */
export async function decide(
  server: Provider,
  ledger: Pick<Ledger, 'storage'>,
  acting: Administration,
  accountId: string,
  browser: AskingBrowser,
  { agrees, scopes, budget }: Decision,
): Promise<string> {
  const app = await askingApp(server, browser);
  const { params } = await detailsOf(server, browser);
  const { request, response } = browser;
  const granted = app.scopes.filter((scope) => scopes.includes(scope));
  if (!agrees) {
    const refusal = { error: 'access_denied', error_description: 'the owner of the account refused' };
    return server.interactionResult(request, response, refusal);
  }
  if (granted.length === 0) throw new UserError('Choose at least one thing that the app may read.');
  const key = await acting.createKey(accountId, {
    kind: 'app',
    name: `${app.name} (${app.host})`,
    scopes: keyScopesOf(granted),
    budget,
    maxInUse: maxApps,
  });
  const clientId = String(params.client_id);
  await keepClient(ledger.storage, clientId);
  const grant = new server.Grant({ accountId: key.id, clientId });
  grant.addResourceScope(String(params.resource), granted.join(' '));
  const grantId = await grant.save();
  const result = { login: { accountId: key.id, remember: false }, consent: { grantId } };
  return server.interactionResult(request, response, result);
}
