/**
 * A route of the interface behind the pages of accounts, `/account/api/…`: JSON for the pages of this service alone. It is
 * not part of `/v2`, has no CORS, and its answers are never stored. The contract (`@lintel/contract/account`) says what
 * each route takes and answers: here requests are checked by it, and what it does not describe is left out of answers.
 *
 * A request that changes something must come from a page of the same origin: browsers say so in `Origin` or
 * `Sec-Fetch-Site`, and the session's cookie is `SameSite=Strict` besides. Bodies are JSON.
 */

import {
  type AccountAnswer,
  type AccountBody,
  type AccountEndpoint,
  type AccountEndpointId,
  type AccountQuery,
  accountEndpoints,
} from '@lintel/contract/account';
import { Errors, type TSchema, Value } from '@lintel/contract/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../../identity/identity.js';
import type { SignedIn } from '../../identity/signed-in.js';
import { accountOrigin } from '../request/account-origin.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { limitAddress } from '../request/rate-limiting.js';
import { readBody } from './read-body.js';

/** Below it lie all routes of the interface. */
const accountApiPath = '/account/api';

/** A request before its caller and its body are known. */
interface AccountRequest {
  readonly context: ServiceContext;
  readonly identity: Identity;
  /** The origin of the pages, such as `https://permits.example.org`. */
  readonly origin: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Caller<I extends AccountEndpointId> = (typeof accountEndpoints)[I]['audience'] extends 'anybody'
  ? null
  : SignedIn;

/** What a handler gets. */
export interface AccountQuestion<I extends AccountEndpointId = AccountEndpointId> extends AccountRequest {
  /** The `{id}` of the path; empty without one. */
  readonly id: string;
  readonly query: AccountQuery<I>;
  readonly body: AccountBody<I>;
  /** Who asks; null where anybody may. */
  readonly signedIn: Caller<I>;
}

export interface AccountRoute {
  readonly endpoint: AccountEndpointId;
  /** Answers the request; throws the error that the caller receives. */
  answer(asked: AccountRequest): Promise<void>;
}

/**
 * A route. What the handler returns is the JSON of the answer; undefined where the contract has none. A handler that
 * hijacks the reply, for a stream of events, returns undefined.
 */
export function accountRoute<I extends AccountEndpointId>(
  endpoint: I,
  handle: (question: AccountQuestion<I>) => Promise<AccountAnswer<I> | undefined>,
): AccountRoute {
  const { audience, query, body, answer }: AccountEndpoint = accountEndpoints[endpoint];
  return {
    endpoint,
    async answer(asked) {
      const { request, reply } = asked;
      const question = {
        ...asked,
        id: (request.params as { readonly id?: string }).id ?? '',
        signedIn: audience === 'anybody' ? null : await callerOf(asked, audience),
        query:
          query &&
          checked('query', query, Object.fromEntries(new URLSearchParams(request.url.split('?')[1]))),
        body: body && checked('body', body, await readBody(request)),
      };
      // Each part was read by the schema of the endpoint.
      const answered = await handle(question as unknown as AccountQuestion<I>);
      if (reply.sent) return;
      if (reply.raw.req.complete) reply.removeHeader('connection');
      if (answer === null) {
        reply.code(reply.statusCode === 200 ? 204 : reply.statusCode).send();
        return;
      }
      const text = JSON.stringify(described(endpoint, answer, answered));
      reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(text));
    },
  };
}

/** Registers the routes. */
export function addAccountRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  routes: readonly AccountRoute[],
): void {
  const missing = new Set(Object.keys(accountEndpoints));
  for (const route of routes) {
    const [method = '', path = ''] = route.endpoint.split(' ');
    missing.delete(route.endpoint);
    app.route({
      method,
      url: accountApiPath + path.replace('{id}', ':id'),
      handler: async (request, reply) => {
        closeToOthers(reply);
        await limitAddress(context, request, reply);
        // PostgreSQL refuses NUL in what it is asked for.
        if (request.url.includes('%00')) throw new HttpError('bad_request');
        await route.answer({ ...checkedOrigin(context, request), context, request, reply });
        return reply;
      },
    });
  }
  if (missing.size > 0) throw new Error(`No route answers ${[...missing].join(', ')}`);
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
function closeToOthers(reply: FastifyReply): void {
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
  reply.headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' });
}

/** Who is signed in; throws a 401 if nobody is, or not any more, and a 403 for whom it is not. */
async function callerOf(
  { identity, origin, request }: AccountRequest,
  audience: 'signed in' | 'operator',
): Promise<SignedIn> {
  const found = await identity.signedIn(request.headers.cookie, origin);
  if (found === null) {
    throw new HttpError('not_authenticated', {
      body: { detail: 'Nobody is signed in.', hint: 'Sign in at /account.' },
    });
  }
  if (audience === 'operator' && !found.isOperator) throw new HttpError('forbidden');
  return found;
}

/** What was sent if it fits the schema; throws a 422 that names the first value that does not. */
function checked(part: 'body' | 'query', schema: TSchema, sent: unknown): unknown {
  const [isGood, faults] = Errors(schema, sent);
  if (isGood) return sent;
  const fault = faults[0];
  // Of an unknown field the library only says that its schema is false.
  const known = Object.keys((schema as { readonly properties?: object }).properties ?? {});
  const message =
    fault?.keyword === 'boolean' ? `is unknown here; known: ${known.join(', ')}` : fault?.message;
  throw new HttpError('validation', {
    detail: [
      {
        loc: [part, ...(fault?.instancePath.split('/').slice(1) ?? [])],
        msg: message ?? 'is not valid',
        type: fault?.keyword ?? 'value',
      },
    ],
  });
}

/** An answer without what its schema does not describe; throws if something that it describes is missing. */
function described(endpoint: AccountEndpointId, schema: TSchema, answer: unknown): unknown {
  const cleaned = Value.Clean(schema, structuredClone(answer));
  const [isGood, faults] = Errors(schema, cleaned);
  if (isGood) return cleaned;
  throw new Error(
    `${endpoint} answers what the contract does not have: ${faults[0]?.instancePath} ${faults[0]?.message}`,
  );
}
