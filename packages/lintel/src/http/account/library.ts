/**
 * The endpoints of the authentication library that the contract names, under `/account/api/auth`; its others are not
 * there. Its errors are given the shape of this service's.
 */
import { randomUUID } from 'node:crypto';
import { type AccountAnswer, type AccountEndpointId, libraryEndpoints } from '@lintel/contract/account';
import type { FastifyRequest } from 'fastify';
import { addressHeader } from '../../identity/auth-path.js';
import { HttpError } from '../request/http-error.js';
import { type AccountQuestion, type AccountRoute, accountRoute } from './account-route.js';
import { isKnownBrowser, markBrowser } from './known-browser.js';
import { limitAttempts, linksAMinute } from './limit-attempts.js';

type LibraryEndpointId = keyof typeof libraryEndpoints;

/**
 * Attempts a minute to sign in as one person from one address of the network, from there as anybody, and as one person
 * from anywhere. The last is high, so that nobody keeps a person out from one place, and low enough against guessing.
 */
const signInsAMinute = { ofPersonFromOne: 10, fromOne: 30, ofPerson: 100 };

export const libraryRoutes: readonly AccountRoute[] = (
  Object.keys(libraryEndpoints) as LibraryEndpointId[]
).map((endpoint) => accountRoute(endpoint, (question) => answer(endpoint, question)));

/** What the library is told besides the body of the pages, which has no say in it. */
const added: Partial<Record<LibraryEndpointId, (body: object | undefined) => object>> = {
  'POST /auth/change-password': () => ({ revokeOtherSessions: true }),
  // A name that nobody sees, but which must be unique.
  'POST /auth/organization/create': () => ({ slug: randomUUID() }),
  'POST /auth/sign-in/social': (body) => {
    const page = body !== undefined && 'page' in body ? body.page : null;
    return {
      provider: 'oidc',
      callbackURL: page ?? '/account',
      errorCallbackURL: page ?? '/account/keys',
    };
  },
};

/** Asks the library. Its answer is what the contract says only when it has been checked by it. */
async function answer<I extends LibraryEndpointId>(
  endpoint: I,
  question: AccountQuestion<I>,
): Promise<AccountAnswer<I> | undefined> {
  const { identity, origin, request, reply } = question;
  const body: object | undefined = question.body;
  const email = emailOf(body);
  if (endpoint === 'POST /auth/sign-in/email') await limitSignIn(question, email);
  if (endpoint === 'POST /auth/request-password-reset') {
    await limitAttempts(question, 'link', email, linksAMinute);
  }
  const { handler } = await identity.auth(origin);
  const response = await handler(
    new Request(origin + request.url, {
      method: request.method,
      headers: headersOf(request, origin),
      // Written anew, so that the library reads what was checked here.
      body: body === undefined ? null : JSON.stringify({ ...body, ...added[endpoint]?.(body) }),
    }),
  );
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300 && response.status < 400) {
    reply.code(response.status).header('location', location);
    return undefined;
  }
  const text = await response.text();
  if (!response.ok) throw errorOf(response, text);
  if (endpoint === 'POST /auth/sign-in/email') markBrowser(identity, origin, reply, email);
  return (text === '' ? {} : (JSON.parse(text) ?? {})) as AccountAnswer<I>;
}

/** The address of the person that a request is about; empty if it names none. */
function emailOf(body: object | undefined): string {
  return body !== undefined && 'email' in body ? String(body.email) : '';
}

/** Counts an attempt to sign in for the person whose address it names. */
async function limitSignIn(question: AccountQuestion<AccountEndpointId>, email: string): Promise<void> {
  const isKnown = isKnownBrowser(question.identity, question.request, email);
  const act = isKnown ? 'sign-in in a known browser' : 'sign-in';
  await limitAttempts(question, act, email, signInsAMinute);
}

/** What the library needs of the request: cookies, who asks, and where from. */
function headersOf({ headers, ip }: FastifyRequest, origin: string): Headers {
  const passed = new Headers({ origin, [addressHeader]: ip });
  for (const name of ['cookie', 'content-type', 'user-agent'] as const) {
    const value = headers[name];
    if (value !== undefined) passed.set(name, value);
  }
  return passed;
}

function errorOf({ status, headers }: Response, text: string): HttpError {
  const { message, code } = fieldsOf(text);
  const body = { detail: message ?? 'That did not work.', ...(code === undefined ? {} : { code }) };
  if (status === 429) {
    return new HttpError('rate_limited', {
      headers: { 'retry-after': headers.get('x-retry-after') ?? '60' },
    });
  }
  if (status === 401) return new HttpError('not_authenticated', { body });
  if (status === 403) return new HttpError('forbidden', { body });
  if (status === 404) return new HttpError('not_found', { body });
  return status < 500 ? new HttpError('bad_request', { body }) : new HttpError('internal');
}

function fieldsOf(text: string): { message?: string; code?: string } {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
