/**
 * Apps connect to `/mcp` by its address alone: the official client walks all of it, on both engines of the ledger, and
 * the tricks that OAuth is known for give nothing.
 */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import {
  askedFor,
  askingAddress,
  challenge,
  openIn,
  redirectUri,
  registered,
  send,
  token,
  verifier,
} from '@lintel/testing/http/oauth-app.js';
import { Person } from '@lintel/testing/http/person.js';
import { type TestService, testService } from '@lintel/testing/http/service.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import {
  Client,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { defaultConfig } from '../../base/config.js';
import type { Ledger } from '../../ledger/ledger.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { all } from '../../ledger/storage.js';

const service = testService();
after(() => service.close());

/** The official client's view of an app. */
class App implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: 'Walker', redirect_uris: [redirectUri] };
  readonly kept: { client?: object; tokens?: OAuthTokens; verifier?: string; sentTo?: URL } = {};
  clientInformation = () => this.kept.client as never;
  saveClientInformation = (client: object) => this.#keep({ client });
  tokens = () => this.kept.tokens;
  saveTokens = (tokens: OAuthTokens) => this.#keep({ tokens });
  redirectToAuthorization = (sentTo: URL) => this.#keep({ sentTo });
  saveCodeVerifier = (verifier: string) => this.#keep({ verifier });
  codeVerifier = () => this.kept.verifier ?? '';

  #keep(more: Partial<App['kept']>): void {
    Object.assign(this.kept, more);
  }
}

async function listening({ app }: TestService): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function connected(origin: string, app: App): Promise<Client> {
  const client = new Client({ name: 'walker', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: app }));
  return client;
}

/** What somebody signed in decides of an app that has sent their browser. Returns where the browser goes on. */
async function agree(of: TestService, origin: string, person: Person, sentTo: URL, decision: object) {
  const asked = await openIn(person, of.app, origin, sentTo.pathname + sentTo.search);
  const path = `/asking-apps/${asked.searchParams.get('request')}`;
  const shown = await person.ask('GET', path);
  const decided = await person.ask('POST', path, decision);
  assert.equal(decided.status, 200, decided.text);
  const { pathname } = new URL(decided.body.location);
  return { shown: shown.body, back: await openIn(person, of.app, origin, pathname) };
}

const decision = { agrees: true, scopes: ['read'], budget: 3 };

function walk(engine: string, of: () => TestService): void {
  test(`${engine}: the official client discovers, registers, is let in, asks within its budget, renews and is shut out`, async () => {
    const origin = await listening(of());
    const ann = new Person(of().app, { origin });
    await ann.signUp('ann-of-apps@example.org', of().identityLog);
    const app = new App();
    await assert.rejects(connected(origin, app), UnauthorizedError);
    const sentTo = app.kept.sentTo ?? assert.fail('the browser was sent nowhere');
    const { shown, back } = await agree(of(), origin, ann, sentTo, decision);
    assert.deepEqual(shown, {
      name: 'Walker',
      host: 'this computer',
      document: null,
      scopes: ['read', 'contractors'],
    });
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: app });
    await transport.finishAuth(back.searchParams);
    const client = await connected(origin, app);
    assert.ok((await client.listTools()).tools.length > 5);
    const [listed] = (await ann.ask('GET', '/apps')).body.apps;
    assert.deepEqual([listed.name, listed.budget], ['Walker (this computer)', 3]);
    const first = app.kept.tokens ?? assert.fail('no token');
    // A token for the tools is no key.
    assert.equal((await of().ask('/v2/usage', { key: first.access_token })).status, 401);
    const records = (ids: readonly string[]) =>
      client.callTool({ name: 'get_records', arguments: { kind: 'permits', ids } });
    const [afforded, refused] = [await records(permitIds.slice(0, 2)), await records(permitIds.slice(2, 4))];
    assert.equal(afforded.isError ?? false, false, JSON.stringify(afforded));
    assert.match(JSON.stringify(refused), /budget of this app/);
    const [used] = (await ann.ask('GET', '/apps')).body.apps;
    assert.equal(used.credits, 2);
    assert.equal((await ann.ask('POST', `/apps/${listed.id}/budget`, { budget: 4 })).status, 204);
    const more = await records(permitIds.slice(2, 4));
    assert.equal(more.isError ?? false, false, JSON.stringify(more));
    const { client_id = '' } = app.kept.client as { client_id?: string };
    const renewal = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '', client_id };
    const renewed = await token(of().app, origin, renewal);
    assert.equal(renewed.statusCode, 200, renewed.body);
    app.saveTokens(renewed.json());
    assert.ok(await connected(origin, app));
    // The key of the app ends with the connection, and with it every token.
    assert.equal((await ann.ask('DELETE', `/apps/${listed.id}`)).status, 204);
    assert.equal(await mcpStatus(of(), origin, renewed.json().access_token), 401);
    const late = { ...renewal, refresh_token: renewed.json().refresh_token };
    assert.equal((await token(of().app, origin, late)).json().error, 'invalid_grant');
    const acts = (await of().ledger.audit(20)).filter(({ act }) => act.startsWith('app.'));
    assert.deepEqual(
      acts.map(({ act, actor }) => [act, actor]),
      [
        ['app.revoke', 'ann-of-apps@example.org'],
        ['app.budget', 'ann-of-apps@example.org'],
        ['app.create', 'ann-of-apps@example.org'],
      ],
    );
  });

  test(`${engine}: a code or what renews a token counts once, and using it again ends the connection`, async () => {
    const origin = await listening(of());
    const bea = new Person(of().app, { origin });
    await bea.signUp('bea-of-apps@example.org', of().identityLog);
    const client_id = await registered(of().app, origin);
    const ask = async () => {
      const sentTo = new URL(askingAddress(origin, client_id), origin);
      const { back } = await agree(of(), origin, bea, sentTo, decision);
      return { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', client_id };
    };
    const whole = async () => ({ ...(await ask()), redirect_uri: redirectUri, code_verifier: verifier });
    const exchange = await whole();
    const [one, two] = await Promise.all([1, 2].map(() => token(of().app, origin, exchange)));
    assert.deepEqual([one, two].map((answer) => answer?.statusCode).sort(), [200, 400]);
    const again = await whole();
    const good = await token(of().app, origin, again);
    assert.equal(await mcpStatus(of(), origin, good.json().access_token), 200);
    assert.equal((await token(of().app, origin, again)).statusCode, 400);
    assert.equal(
      await mcpStatus(of(), origin, good.json().access_token),
      401,
      'a replayed code ends its tokens',
    );
    const wrongs = [
      { code_verifier: 'another-verifier-of-at-least-forty-three-chars' },
      { redirect_uri: 'http://127.0.0.1:9/other' },
      { client_id: await registered(of().app, origin) },
    ];
    for (const wrong of wrongs)
      assert.equal((await token(of().app, origin, { ...(await whole()), ...wrong })).statusCode, 400);
    const { refresh_token } = (await token(of().app, origin, await whole())).json();
    const renewal = { grant_type: 'refresh_token', refresh_token, client_id };
    const renewed = await token(of().app, origin, renewal);
    assert.equal((await token(of().app, origin, renewal)).json().error, 'invalid_grant');
    assert.equal(
      await mcpStatus(of(), origin, renewed.json().access_token),
      401,
      'a stolen renewal ends all',
    );
    const last = (await token(of().app, origin, await whole())).json();
    const revoking = await send(of().app, origin, {
      method: 'POST',
      url: '/oauth/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: last.refresh_token, client_id }).toString(),
    });
    assert.equal(revoking.statusCode, 200);
    assert.equal(await mcpStatus(of(), origin, last.access_token), 401);
    const dump = JSON.stringify(await of().ledger.storage.ask(() => all('SELECT * FROM oauth_record')));
    for (const secret of [refresh_token, last.access_token, good.json().access_token])
      assert.ok(!dump.includes(secret), 'tokens are stored as hashes');
  });
}

walk('SQLite', () => service);

if (noPostgres === false) {
  const server = sharedPostgres();
  let shared: Ledger;
  let onPostgres: TestService;
  before(async () => {
    shared = await openSharedLedger({ url: server.database(), plans: defaultConfig.plans });
    onPostgres = testService({ ledger: () => shared });
  });
  after(async () => {
    await onPostgres.close();
    await shared.close();
    server.stop();
  });
  walk('PostgreSQL', () => onPostgres);
}

/** The status of a request for the list of tools with a token. */
async function mcpStatus({ app }: TestService, origin: string, token: string): Promise<number> {
  const answer = await send(app, origin, {
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return answer.statusCode;
}

test('the metadata names one authorization server, PKCE with S256 alone, and no secrets of clients', async () => {
  const origin = await listening(service);
  const refused = await send(service.app, origin, { method: 'POST', url: '/mcp', payload: '{}' });
  assert.equal(refused.statusCode, 401);
  const says = String(refused.headers['www-authenticate']);
  const [, address = ''] = /^Bearer .*resource_metadata="([^"]+)"/.exec(says) ?? [];
  const resource = (await send(service.app, origin, { url: new URL(address).pathname })).json();
  assert.deepEqual([resource.resource, resource.authorization_servers], [`${origin}/mcp`, [origin]]);
  const answer = await send(service.app, origin, { url: '/.well-known/oauth-authorization-server' });
  const server = answer.json();
  assert.deepEqual(
    [server.issuer, server.code_challenge_methods_supported, server.token_endpoint_auth_methods_supported],
    [origin, ['S256'], ['none']],
  );
  assert.equal(server.client_id_metadata_document_supported, true);
});

test('nothing is sent to an address that the app has not registered, and no code comes without PKCE or for another resource', async () => {
  const origin = await listening(service);
  const client = await registered(service.app, origin);
  const ask = (more: Readonly<Record<string, string>>) =>
    send(service.app, origin, { url: askingAddress(origin, client, more) });
  for (const redirect_uri of ['https://evil.example/cb', `${redirectUri}/../evil`]) {
    const answer = await ask({ redirect_uri });
    assert.equal(answer.statusCode, 400, redirect_uri);
    assert.equal(answer.headers.location, undefined);
  }
  const faults = [
    { code_challenge_method: 'plain' },
    { code_challenge: '' },
    { resource: 'https://other.example/mcp' },
    { response_type: 'token' },
  ];
  for (const fault of faults) {
    const answer = await ask(fault);
    const { searchParams, hash } = new URL(String(answer.headers.location ?? 'x:'), origin);
    assert.ok(answer.statusCode === 400 || searchParams.has('error') || hash.includes('error='), answer.body);
    assert.ok(!searchParams.has('code') && !searchParams.has('request'));
  }
  assert.equal(challenge.length, 43);
  const inner = await ask({ client_id: 'https://127.0.0.1:1/client.json' });
  assert.equal(inner.statusCode, 400, 'a metadata document of the inner network is not fetched');
});

test('nobody agrees to what another browser has begun, nor twice, nor after refusing', async () => {
  const origin = await listening(service);
  const [thief, victim] = [new Person(service.app, { origin }), new Person(service.app, { origin })];
  await victim.signUp('victim-of-apps@example.org', service.identityLog);
  const id = await askedFor(service.app, thief, origin);
  const path = `/asking-apps/${id}`;
  assert.equal((await victim.ask('GET', path)).status, 400);
  assert.equal((await victim.ask('POST', path, decision)).status, 400);
  assert.equal((await thief.ask('POST', path, decision)).status, 401);
  const own = await askedFor(service.app, victim, origin);
  assert.equal((await victim.ask('POST', `/asking-apps/${own}`, { ...decision, scopes: [] })).status, 400);
  const refusal = await victim.ask('POST', `/asking-apps/${own}`, { ...decision, agrees: false });
  assert.equal((await victim.ask('POST', `/asking-apps/${own}`, decision)).status, 400);
  const back = await openIn(victim, service.app, origin, new URL(refusal.body.location).pathname);
  assert.equal(back.searchParams.get('error'), 'access_denied');
  assert.equal((await victim.ask('GET', '/apps')).body.apps.length, 0);
});

test('registrations are few a minute from one address, and where nobody can sign in there are none', async () => {
  const flooded = testService();
  const origin = 'http://127.0.0.1:8080';
  const statuses = new Set<number>();
  for (let i = 0; i < 12; i += 1) {
    const answer = await send(flooded.app, origin, {
      method: 'POST',
      url: '/oauth/register',
      headers: { 'content-type': 'application/json' },
      payload: { redirect_uris: [redirectUri] },
    });
    statuses.add(answer.statusCode);
  }
  assert.deepEqual([...statuses], [201, 429]);
  const elsewhere = { headers: { host: 'permits.example.org' }, remoteAddress: '203.0.113.7' };
  const metadata = await flooded.app.inject({ url: '/.well-known/oauth-protected-resource', ...elsewhere });
  assert.equal(metadata.statusCode, 404);
  const refused = await flooded.app.inject({ method: 'POST', url: '/mcp', payload: '{}', ...elsewhere });
  assert.ok(!String(refused.headers['www-authenticate']).includes('resource_metadata'));
  await flooded.close();
});
