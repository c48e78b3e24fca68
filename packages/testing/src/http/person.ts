/** A person with a browser: asks the dashboard's interface of a test service, and keeps its cookies. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';

export interface PersonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The cookies that were set, as sent. */
  readonly cookies: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back.
  readonly body: any;
  readonly text: string;
}

interface PersonOptions {
  /** Where the pages are. */
  readonly origin?: string;
  /** Address of the browser in the network; default: one of its own on this machine. */
  readonly address?: string;
}

export class Person {
  readonly jar = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #origin: string;
  readonly #address: string;

  constructor(
    app: FastifyInstance,
    { origin = 'http://127.0.0.1:8080', address = newAddress() }: PersonOptions = {},
  ) {
    this.#app = app;
    this.#origin = origin;
    this.#address = address;
  }

  /** Asks as a page of the service does. A header of `undefined` is left out. */
  async ask(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<PersonAnswer> {
    const sent = {
      host: new URL(this.#origin).host,
      ...(method === 'GET' ? {} : { origin: this.#origin }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.jar.size === 0
        ? {}
        : { cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...headers,
    };
    const answer = await this.#app.inject({
      method,
      url: path.startsWith('/v2/') || path === '/web.json' ? path : `/account/api${path}`,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      remoteAddress: this.#address,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String);
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      cookies,
      body: isJson && answer.payload !== '' ? JSON.parse(answer.payload) : undefined,
      text: answer.payload,
    };
  }

  /** Signs up with the link of the mail, and signs in. */
  async signUp(email: string, log: readonly object[], password = 'correct horse battery'): Promise<void> {
    assert.equal((await this.ask('POST', '/sign-up', { email })).status, 200);
    const token = await mailedToken(log, email);
    const chosen = await this.ask('POST', '/auth/reset-password', { token, newPassword: password });
    assert.equal(chosen.status, 200, chosen.text);
    await this.signIn(email, password);
  }

  async signIn(email: string, password = 'correct horse battery'): Promise<void> {
    const answer = await this.ask('POST', '/auth/sign-in/email', { email, password });
    assert.equal(answer.status, 200, answer.text);
  }
}

/** The mails to an address, in the order in which they were sent. */
export function mailsTo(log: readonly object[], email: string): readonly { subject: string; text: string }[] {
  return log.filter(
    (line): line is { to: string; subject: string; text: string } =>
      'to' in line && line.to === email.toLowerCase(),
  );
}

/** What lies behind `#` in the link of the newest mail to an address, up to the next slash. It waits for the mail. */
export async function mailedToken(log: readonly object[], email: string): Promise<string> {
  for (let wait = 0; wait < 200; wait += 1) {
    const mails = mailsTo(log, email);
    const token = /#([\w.-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
    if (token !== undefined && !used.has(token)) {
      used.add(token);
      return token;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no mail to ${email}`);
}

let addresses = 0;

function newAddress(): string {
  addresses += 1;
  return `127.1.${addresses >> 8}.${addresses & 255}`;
}

const used = new Set<string>();
