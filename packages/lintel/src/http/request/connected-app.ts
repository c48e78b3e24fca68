/**
 * Apps that connect to `/mcp` with an access token of the authorization server (identity/oauth), in place of a key. A
 * token counts for `/mcp` alone, never for `/v2`: tools ask in process, in the name of the app.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { wellKnown } from '../../identity/oauth/oauth-paths.js';
import type { Caller } from '../../ledger/ledger.js';
import { accountOrigin } from './account-origin.js';
import type { ServiceContext } from './context.js';

/** The ids of the apps that made requests, or for which requests in process are made. */
const apps = new WeakMap<IncomingMessage, string>();

/** The app that sent a request with a token; undefined for a key. */
export const appOf = (request: FastifyRequest): string | undefined => apps.get(request.raw);

/** Makes a request in process one of the app. */
export function askAsApp(inner: IncomingMessage, app: string): void {
  apps.set(inner, app);
}

/** The caller behind the access token of a request; null if it is none, has ended, or is for another service. */
export async function appByToken(context: ServiceContext, request: FastifyRequest): Promise<Caller | null> {
  const token = /^bearer +([\w-]{20,100})$/i.exec(request.headers.authorization?.trim() ?? '')?.[1];
  const origin = accountOrigin(context.config, request);
  if (token === undefined || origin === null || context.identity === null) return null;
  const app = await context.identity.appOf(token, origin);
  const caller = app === null ? null : await context.ledger.authenticateApp(app);
  if (caller !== null) apps.set(request.raw, caller.keyId);
  return caller;
}

/** The challenge that leads apps to the authorization server (RFC 9728, section 5.1); null where nobody can sign in. */
export function appChallenge({ config, identity }: ServiceContext, request: FastifyRequest): string | null {
  const origin = accountOrigin(config, request);
  if (origin === null || identity === null) return null;
  const wrong = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
  return `Bearer realm="lintel", resource_metadata="${origin}${wellKnown.resource}"${wrong}`;
}
