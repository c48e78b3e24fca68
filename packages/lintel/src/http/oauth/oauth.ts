/**
 * The authorization server over HTTP: its metadata and that of `/mcp`, and its endpoints, which the library answers. It
 * is there where people can sign in. Requests without an account count for the address they came from; registrations and
 * fetches of metadata documents have limits of their own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mcpResource } from '../../identity/identity.js';
import { oauthPaths, wellKnown } from '../../identity/oauth/oauth-paths.js';
import { oauthScopes } from '../../identity/oauth/oauth-scopes.js';
import { accountOrigin } from '../request/account-origin.js';
import { networkOf } from '../request/client-network.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { applyRate, limitAddress } from '../request/rate-limiting.js';

/** Paths that are read; those of the authorization server are `oauthPaths`. */
export const metadataPaths = Object.values(wellKnown);

/** A minute, from one address of the network and from all. */
const registrations = { fromOne: 10, ofAll: 60 };
const documents = { fromOne: 20, ofAll: 120 };

export function addOAuth(app: FastifyInstance, context: ServiceContext): void {
  for (const path of [wellKnown.resource, wellKnown.resourceOfHost]) {
    app.get(path, async (request, reply) => {
      await limitAddress(context, request, reply);
      const origin = originOf(context, request);
      openToPages(reply);
      reply.header('content-type', 'application/json').send(
        Buffer.from(
          JSON.stringify({
            resource: mcpResource(origin),
            resource_name: 'Building permits',
            authorization_servers: [origin],
            scopes_supported: oauthScopes,
            bearer_methods_supported: ['header'],
            resource_documentation: `${origin}/docs/agents`,
          }),
        ),
      );
      return reply;
    });
  }
  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    await passOn(context, request, reply);
    return reply;
  };
  app.get(wellKnown.server, pass);
  app.get(oauthPaths.authorization, pass);
  app.get(`${oauthPaths.authorization}/:uid`, pass);
  for (const path of [oauthPaths.token, oauthPaths.revocation, oauthPaths.registration]) app.post(path, pass);
}

/** Lets the library answer a request. */
async function passOn(context: ServiceContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await limitAddress(context, request, reply);
  const origin = originOf(context, request);
  const [path = '', query = ''] = (request.raw.url ?? '').split('?');
  if (path === oauthPaths.registration) await limit(context, request, reply, 'registration', registrations);
  const parameters = new URLSearchParams(query);
  if (parameters.get('client_id')?.startsWith('https://') === true)
    await limit(context, request, reply, 'client document', documents);
  const server = await context.identity?.authorizationServer(origin);
  if (server === undefined) throw new HttpError('not_found');
  const { raw } = request;
  // An app that names no scope may ask for what its owner allows.
  if (path === oauthPaths.authorization && !parameters.has('scope'))
    raw.url = `${path}?${query}&scope=${encodeURIComponent(oauthScopes.join(' '))}`;
  const { protocol, host } = new URL(origin);
  Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
  // Who is signed in, our pages know: each request stands for itself.
  const cookies = (raw.headers.cookie ?? '')
    .split(/; */)
    .filter((each) => /^lintel_connect(?!_session)/.test(each));
  raw.headers.cookie = cookies.join('; ');
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader('cache-control', 'no-store');
  reply.hijack();
  await server.callback()(raw, reply.raw);
}

/** Where people sign in; throws a 404 where nobody can. */
function originOf({ config, identity }: ServiceContext, request: FastifyRequest): string {
  const origin = accountOrigin(config, request);
  if (origin !== null && identity !== null) return origin;
  throw new HttpError('not_found', {
    detail: 'Apps can connect to this service only once its operator has set public_url. Use a key.',
  });
}

/** Metadata says nothing that not everybody may read, and apps in browsers ask for it. */
function openToPages(reply: FastifyReply): void {
  reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' });
}

async function limit(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  act: string,
  { fromOne, ofAll }: typeof registrations,
): Promise<void> {
  const count = async (key: string, limit: number) =>
    applyRate('attempts', await context.limitRate({ key, limit }), reply);
  await count(`${act} from ${networkOf(request.ip)}`, fromOne);
  await count(act, ofAll);
}
