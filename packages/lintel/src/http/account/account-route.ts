/**
 * A route of the dashboard's own interface, `/account/api/…`: JSON for the pages of this service alone. It is not part
 * of `/v2`, has no CORS, and its answers are never stored.
 *
 * A request that changes something must come from a page of the same origin: browsers say so in `Origin` or
 * `Sec-Fetch-Site`, and the session's cookie is `SameSite=Strict` besides. Bodies are JSON.
 */

import Type, { Errors, type Static, type TSchema } from '@lintel/contract/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { accountOrigin } from '../request/account-origin.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { limitAddress } from '../request/rate-limiting.js';
import { readBody } from './read-body.js';

/** Below it lie all routes of the dashboard's interface. */
export const accountApiPath = '/account/api';

/** Who may ask: anybody, who is signed in, or an operator of this service. */
export type Audience = 'anybody' | 'signed in' | 'operator';

/** What a handler gets. `signedIn` is null only for `anybody`. */
export interface AccountQuestion<Body> {
  readonly context: ServiceContext;
  readonly identity: Identity;
  /** The origin of the pages, such as `https://permits.example.org`. */
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
}

export interface AccountRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/account/api`, in OpenAPI form: `/keys/{id}`. */
  readonly path: string;
  /** Answers the request; throws the error that the caller receives. */
  answer(asked: Asked): Promise<void>;
}

/** A request before its caller and its body are known. */
export interface Asked {
  readonly context: ServiceContext;
  readonly identity: Identity;
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Options<A extends Audience, S extends TSchema> {
  readonly for: A;
  /** The schema of the body; without it the request has none. */
  readonly body?: S;
}

type Caller<A extends Audience> = A extends 'anybody' ? SignedIn | null : SignedIn;

const NoBody = Type.Undefined();

/**
 * A route. What the handler returns is the JSON of the answer; undefined is 204. A handler that hijacks the reply, for
 * a stream of events, returns undefined.
 */
export function accountRoute<A extends Audience, S extends TSchema = typeof NoBody>(
  method: AccountRoute['method'],
  path: string,
  options: Options<A, S>,
  handle: (question: AccountQuestion<Static<S>> & { readonly signedIn: Caller<A> }) => Promise<unknown>,
): AccountRoute {
  return {
    method,
    path,
    async answer(asked) {
      const { identity, origin, request, reply } = asked;
      const found =
        options.for === 'anybody' ? null : await identity.signedIn(request.headers.cookie, origin);
      if (options.for !== 'anybody' && found === null) throw notSignedIn();
      if (options.for === 'operator' && found?.isOperator !== true) throw new HttpError('forbidden');
      const body = options.body === undefined ? undefined : checked(options.body, await readBody(request));
      const answer = await handle({
        ...asked,
        parameters: request.params as Record<string, string>,
        query: new URLSearchParams(request.url.split('?')[1] ?? ''),
        body: body as Static<S>,
        signedIn: found as Caller<A>,
      });
      if (reply.sent) return;
      sendJson(reply, answer);
    },
  };
}

/** Registers the routes. */
export function addAccountRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  routes: readonly AccountRoute[],
): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: accountApiPath + route.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        await limitAddress(context, request, reply);
        closeToOthers(reply);
        await route.answer({ ...checkedOrigin(context, request), context, request, reply });
        return reply;
      },
    });
  }
}

/** Where the pages are, and the accounts behind them; throws a 403 where people cannot sign in. */
function checkedOrigin(
  { config, identity }: ServiceContext,
  request: FastifyRequest,
): { identity: Identity; origin: string } {
  const origin = accountOrigin(config, request);
  if (identity === null) throw new HttpError('not_found');
  if (origin === null) {
    throw new HttpError('forbidden', {
      detail: 'People can sign in on this machine only, until the operator sets public_url.',
    });
  }
  if (request.method !== 'GET' && !isFromPages(request, origin)) {
    throw new HttpError('forbidden', { detail: `Only pages of ${origin} may ask for this.` });
  }
  return { identity, origin };
}

/** Whether a browser says that a page of the origin sends the request. Programs must say it too. */
function isFromPages({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined ? site === 'same-origin' : headers.origin === origin;
}

/** Takes back what answers of `/v2` allow to pages of other origins. */
export function closeToOthers(reply: FastifyReply): void {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
  reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
}

/** Nobody is signed in, or not any more. */
function notSignedIn(): HttpError {
  return new HttpError('not_authenticated', {
    body: { detail: 'Nobody is signed in.', hint: 'Sign in at /account.' },
  });
}

function sendJson(reply: FastifyReply, answer: unknown): void {
  if (reply.raw.req.complete) reply.removeHeader('connection');
  if (answer === undefined) {
    reply.code(204).send();
    return;
  }
  reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify(answer)));
}

/** The body if it fits the schema; throws a 422 that names the first value that does not. */
function checked<S extends TSchema>(schema: S, body: unknown): Static<S> {
  const [isGood, faults] = Errors(schema, body);
  if (isGood) return body as Static<S>;
  const fault = faults[0];
  throw new HttpError('validation', {
    detail: [
      {
        loc: ['body', ...(fault?.instancePath.split('/').slice(1) ?? [])],
        msg: fault?.message ?? 'is not valid',
        type: fault?.keyword ?? 'value',
      },
    ],
  });
}
