/** An identity provider that lies in every known way, beside a service as an operator starts it. */
import { IdentityProvider, lies } from '@lintel/testing/http/identity-provider.js';
import type { Attack } from './attack.js';

/** Where people sign in, behind a proxy that this attack plays. */
const origin = 'https://permits.example.org';
/** Each browser comes from an address of its own: one that tries so often is refused for that. */
let browsers = 0;
/** Milliseconds within which a person who does not sign in through the provider is answered. */
const promptMs = 20_000;

export const lyingProvider: Attack = {
  name: 'lying-provider',
  promise:
    'an identity provider that lies or never ends lets nobody in, and one that says nothing holds up nobody else',
  async run({ serve, tell }) {
    const provider = await IdentityProvider.start();
    try {
      const oidc = { name: 'X', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
      provider.lie = { silentAt: '/.well-known/openid-configuration' };
      const { url } = await serve({
        trusted_proxies: ['127.0.0.1'],
        public_url: origin,
        accounts: { sign_up: 'open', oidc },
      });
      const faults: string[] = [];
      const begun = performance.now();
      const body = JSON.stringify({ email: 'ann@example.org', password: 'correct horse battery' });
      const wrong = await ask(url, 'POST', '/auth/sign-in/email', { body });
      if (wrong?.status !== 401 || performance.now() - begun > promptMs)
        faults.push(`a wrong password got ${wrong?.status ?? 'nothing'} beside a silent provider`);
      const told = { ...lies, 'nothing at /token': { silentAt: '/token' }, 'the truth': {} };
      for (const [name, lie] of Object.entries(told)) {
        const email = `${name.replaceAll(/[^a-z]/gi, '-')}@example.org`;
        provider.claims = { sub: name, email, email_verified: true };
        provider.lie = lie;
        const status = await statusAfter(url);
        tell(`${name}: ${status}`);
        if (status !== (name === 'the truth' ? 200 : 401)) faults.push(`${name}: ${status}`);
      }
      return {
        held: faults.length === 0,
        seen: faults.join('; ') || `${Object.keys(told).length - 1} lies, and the truth`,
      };
    } finally {
      provider.stop();
    }
  },
};

interface Sent {
  readonly body?: string;
  readonly cookie?: string;
}

async function ask(
  url: string,
  method: string,
  path: string,
  { body, cookie = '' }: Sent,
): Promise<Response | null> {
  const headers = {
    origin,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': `203.0.113.${browsers}`,
    cookie,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const signal = AbortSignal.timeout(3 * promptMs);
  const sent = { method, headers, signal, redirect: 'manual' as const, ...(body !== undefined && { body }) };
  return fetch(`${url}/account/api${path}`, sent).catch(() => null);
}

const cookiesOf = (answer: Response | null) =>
  (answer?.headers.getSetCookie() ?? []).map((each) => each.split(';')[0]).join('; ');

/** Signs in through the provider with a new browser; the status of what only people with a session get. */
async function statusAfter(url: string): Promise<number> {
  browsers += 1;
  const begun = await ask(url, 'POST', '/auth/sign-in/social', { body: '{}' });
  if (begun?.status !== 200) return begun?.status ?? 0;
  const { url: there } = (await begun.json()) as { url: string };
  const { headers } = await fetch(there, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  const cookie = cookiesOf(begun);
  const entered = await ask(url, 'GET', `/auth/callback/oidc${back.search}`, { cookie });
  const session = await ask(url, 'GET', '/session', { cookie: `${cookie}; ${cookiesOf(entered)}` });
  return session?.status ?? 0;
}
