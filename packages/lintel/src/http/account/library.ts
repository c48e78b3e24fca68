/**
 * The endpoints of the authentication library that the pages use, under `/account/api/auth`; its others are not
 * there. Its errors are given the shape of this service's.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressHeader, authPath } from '../../identity/auth-path.js';
import { HttpError } from '../request/http-error.js';
import { type AccountRoute, type Asked, accountApiPath } from './account-route.js';
import { isKnownBrowser, markBrowser } from './known-browser.js';
import { limitAttempts, linksAMinute } from './limit-attempts.js';
import { readBody } from './read-body.js';

/**
 * Attempts a minute to sign in as one person from one address of the network, from there as anybody, and as one person
 * from anywhere. The last is high, so that nobody keeps a person out from one place, and low enough against guessing.
 */
const signInsAMinute = { ofPersonFromOne: 10, fromOne: 30, ofPerson: 100 };

const endpoints = [
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /change-password',
  'POST /change-email',
  'POST /delete-user',
  'POST /update-user',
  'POST /revoke-other-sessions',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/generate-backup-codes',
  'POST /organization/create',
  'POST /organization/update',
  'POST /organization/leave',
  'POST /organization/set-active',
  'POST /organization/invite-member',
  'POST /organization/cancel-invitation',
  'POST /organization/accept-invitation',
  'POST /organization/reject-invitation',
  'POST /organization/remove-member',
  'POST /organization/update-member-role',
  'GET /organization/list',
  'GET /organization/get-full-organization',
  'GET /organization/get-invitation',
  'POST /sign-in/social',
  'GET /callback/oidc',
];

export const libraryRoutes: readonly AccountRoute[] = endpoints.map((endpoint) => {
  const [method, path = ''] = endpoint.split(' ');
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    path: authPath.slice(accountApiPath.length) + path,
    answer: (asked) => answer(asked),
  };
});

async function answer(asked: Asked): Promise<void> {
  const { context, identity, origin, request, reply } = asked;
  // The library asks the database for what it is sent, and PostgreSQL refuses NUL.
  if (request.url.includes('%00')) throw new HttpError('bad_request');
  const body = request.method === 'POST' ? await readBody(request) : null;
  const path = request.routeOptions.url?.slice(authPath.length);
  const email = emailOf(body);
  if (path === '/sign-in/email') await limitSignIn(asked, email);
  if (path === '/request-password-reset') {
    await limitAttempts(context, request, reply, 'link', email, linksAMinute);
  }
  const { handler } = await identity.auth(origin);
  const response = await handler(
    new Request(origin + request.url, {
      method: request.method,
      headers: headersOf(request, origin),
      // Written anew, so that the library reads what was checked here.
      body:
        body === null
          ? null
          : JSON.stringify(path === '/change-password' ? endingOthers(body) : body, withoutExtras),
    }),
  );
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (path === '/sign-in/email' && response.ok) markBrowser(identity, origin, reply, email);
  await send(response, reply);
}

/** The address of the person that a request is about; empty if it names none. */
function emailOf(body: unknown): string {
  const email: unknown = Object(body).email;
  return typeof email === 'string' ? email : '';
}

/**
 * Without what pages never send: an invitation is mailed once, as a new one counts for the limit of invitations, and no
 * browser is let in without the second step.
 */
function withoutExtras(name: string, value: unknown): unknown {
  return name === 'resend' || name === 'trustDevice' ? undefined : value;
}

/** A new password ends the other sessions, whoever asks for it and however. */
function endingOthers(body: unknown): object {
  return { ...Object(body), revokeOtherSessions: true };
}

/** Counts an attempt to sign in for the person whose address it names. */
async function limitSignIn({ context, identity, request, reply }: Asked, email: string): Promise<void> {
  const act = isKnownBrowser(identity, request, email) ? 'sign-in in a known browser' : 'sign-in';
  await limitAttempts(context, request, reply, act, email, signInsAMinute);
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

/** Sends the library's answer; an error in the shape of this service's. */
async function send(response: Response, reply: FastifyReply): Promise<void> {
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300 && response.status < 400) {
    reply.code(response.status).header('location', location).send();
    return;
  }
  const text = await response.text();
  if (response.ok) {
    if (reply.raw.req.complete) reply.removeHeader('connection');
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(withoutToken(text === '' ? null : JSON.parse(text)))));
    return;
  }
  throw errorOf(response, text);
}

/** An answer without the session's token: it belongs into the cookie, where scripts cannot read it. */
function withoutToken(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('token' in answer)) return answer;
  const { token: _token, ...rest } = answer;
  return rest;
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
