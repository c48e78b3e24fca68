/**
 * People who look at the service's pages without a key. Their requests carry a header that a script of another origin
 * cannot send, since no preflight answer allows it. For somebody who is signed in they are made in the name of their
 * account, for everybody else, where the operator allows it, in that of one account of the ledger, whose key nobody
 * has. Every other request without a key is refused as before (C13).
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import type { Account, Caller } from '../../ledger/ledger.js';
import { accountOrigin } from './account-origin.js';
import { appOf } from './connected-app.js';
import type { ServiceContext } from './context.js';
import { isLocal } from './local-sender.js';

/** The header of requests that the pages make without a key. */
const visitorHeader = 'x-lintel-visitor';

/** Requests in process for what is shown to everybody. */
const forEverybody = new WeakSet<IncomingMessage>();

/** Makes a request in process one of visitors, whoever may visit. */
export function askAsVisitor(inner: IncomingMessage): void {
  forEverybody.add(inner);
}

/** The caller of a request without a key; null if it is not of a page, or visitors are not allowed. */
export async function visitorOf(context: ServiceContext, request: FastifyRequest): Promise<Caller | null> {
  if (forEverybody.has(request.raw)) return context.ledger.visitor();
  const app = appOf(request);
  if (app !== undefined) return context.ledger.authenticateApp(app);
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (headers[visitorHeader] === undefined || (site !== undefined && site !== 'same-origin')) return null;
  const account = await signedInAccount(context, request);
  if (account !== null) return context.ledger.browserCaller(account.id);
  return mayVisit(context.config, request) ? context.ledger.visitor() : null;
}

/** The account of somebody who is signed in, by the cookie of the request; null if nobody is. */
export async function signedInAccount(
  { config, identity }: Pick<ServiceContext, 'config' | 'identity'>,
  request: FastifyRequest,
): Promise<Account | null> {
  const { cookie } = request.headers;
  if (identity === null || cookie === undefined) return null;
  const origin = accountOrigin(config, request);
  return origin === null ? null : ((await identity.signedIn(cookie, origin))?.account ?? null);
}

/** Whether the sender of a request may look without a key. */
export function mayVisit(config: Config, request: FastifyRequest): boolean {
  return config.visitors === 'all' || (config.visitors === 'local' && isLocal(config, request));
}
