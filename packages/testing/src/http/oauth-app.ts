/** An app that wants to be connected, as far as its person's browser is concerned: tests act for both. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Person } from './person.js';

export const redirectUri = 'http://127.0.0.1:9/callback';
export const verifier = 'a-verifier-of-at-least-forty-three-characters';
export const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Registers an app. Returns its id. */
export async function registered(app: FastifyInstance, origin: string, more: object = {}): Promise<string> {
  const answer = await send(app, origin, {
    method: 'POST',
    url: '/oauth/register',
    headers: { 'content-type': 'application/json' },
    payload: { client_name: 'An app', redirect_uris: [redirectUri], ...more },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().client_id;
}

/** The address to which an app sends the browser. */
export function askingAddress(
  origin: string,
  client: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${origin}/mcp`,
    ...more,
  });
  return `/oauth/authorize?${query}`;
}

/** Opens an address of the authorization server in the person's browser. Returns where it leads. */
export async function openIn(
  person: Person,
  app: FastifyInstance,
  origin: string,
  url: string,
): Promise<URL> {
  const cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await send(app, origin, { url, headers: { cookie } });
  for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(set)) ?? [];
    person.jar.set(name, value);
  }
  assert.equal(answer.statusCode, 303, answer.body);
  return new URL(String(answer.headers.location), origin);
}

/** The id of the request of a new app, which waits in the person's browser for an answer. */
export async function askedFor(
  app: FastifyInstance,
  person: Person,
  origin = 'http://127.0.0.1:8080',
): Promise<string> {
  const url = askingAddress(origin, await registered(app, origin));
  return (await openIn(person, app, origin, url)).searchParams.get('request') ?? '';
}

/** Sends a request as a program does. */
export function send(app: FastifyInstance, origin: string, options: InjectOptions) {
  const { headers } = options;
  return app.inject({ ...options, headers: { host: new URL(origin).host, ...headers } });
}

/** Asks for tokens. */
export function token(app: FastifyInstance, origin: string, fields: Readonly<Record<string, string>>) {
  return send(app, origin, {
    method: 'POST',
    url: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
}
