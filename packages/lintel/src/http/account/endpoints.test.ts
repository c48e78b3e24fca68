/**
 * One loop over every endpoint of the contract of accounts: who may ask, what is refused, and that answers have the
 * statuses and the schemas that it says, and no more. Then requests made at random, on both engines: none may fail by a
 * fault of the service.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type AccountEndpoint, type AccountEndpointId, accountEndpoints } from '@lintel/contract/account';
import { Errors, type TSchema, Value } from '@lintel/contract/typebox';
import { rounds } from '@lintel/testing/base/rounds.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { IdentityProvider } from '@lintel/testing/http/identity-provider.js';
import { askedFor } from '@lintel/testing/http/oauth-app.js';
import { mailedToken, Person, type PersonAnswer } from '@lintel/testing/http/person.js';
import { noon, type TestService, testService, withService } from '@lintel/testing/http/service.js';
import { totp } from '@lintel/testing/http/totp.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import fc from 'fast-check';
import { defaultConfig } from '../../base/config.js';
import { openHome } from '../../base/home.js';
import type { Ledger } from '../../ledger/ledger.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { openTasks } from '../../operate/tasks/tasks.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-account-'));
await copySampleHome(directory);
const home = openHome(directory);
const tasks = openTasks(directory);
const provider = await IdentityProvider.start();
const oidc = { name: 'Example', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
const config = { accounts: { ...defaultConfig.accounts, oidc } };
const more = (ledger: Ledger) => ({ operate: { home, ledger, tasks } });
const service = testService({ config, more });
after(async () => {
  tasks.close();
  await service.close();
  await provider.stop();
  rmSync(directory, { recursive: true, force: true });
});

const password = 'correct horse battery';
const endpoints = Object.entries(accountEndpoints) as [AccountEndpointId, AccountEndpoint][];

/** A request that succeeds. */
interface Good {
  /** Who asks; the operator Ann if it says nothing. */
  readonly by?: Person;
  /** The `{id}` of the path. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: object;
}

/** Statuses that were seen of each endpoint. */
const seen = new Map<AccountEndpointId, Set<number>>(endpoints.map(([id]) => [id, new Set()]));

async function send(
  endpoint: AccountEndpointId,
  by: Person,
  { id = 'none', query = '', body }: Good,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<PersonAnswer> {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = `${path.replace('{id}', encodeURIComponent(id))}${query}`;
  const answer = await by.ask(method as 'GET' | 'POST' | 'DELETE', url, body, headers);
  seen.get(endpoint)?.add(answer.status);
  assert.ok(
    accountEndpoints[endpoint].statuses.includes(answer.status),
    `${endpoint} ${JSON.stringify(body)} ${answer.status} ${answer.text}`,
  );
  assert.equal(answer.headers['access-control-allow-origin'], undefined, endpoint);
  assert.equal(answer.headers['cache-control'], 'no-store', endpoint);
  return answer;
}

let names = 0;
/** Somebody new who is signed in. */
async function somebody(of: TestService = service): Promise<{ person: Person; email: string }> {
  names += 1;
  const email = `person${names}@example.org`;
  const person = new Person(of.app);
  await person.signUp(email, of.identityLog);
  return { person, email };
}

const { person: ann, email: annsEmail } = await somebody();
await service.ledger.operators.add(annsEmail);
const { person: bob, email: bobsEmail } = await somebody();
const newKey = { name: 'a', scopes: ['permits'], days: 3 };
const keyOf = async () => (await ann.ask('POST', '/keys', newKey)).body.id as string;
const accountOf = async () => (await service.ledger.createAccount({ name: 'Other', plan: 'free' })).id;
const releaseOf = async () => (await ann.ask('GET', '/operator/releases')).body.releases[0].id as string;
const sourceOf = async () => (await ann.ask('GET', '/operator/sources')).body.sources[0].id as string;
const taskOf = async () =>
  (await ann.ask('POST', '/operator/tasks', { kind: 'check', quick: true })).body.id as string;
const organizationOf = async () =>
  (await ann.ask('POST', '/auth/organization/create', { name: 'Acme' })).body.id as string;
const linkFor = async (by: Person, path: string, body: object, to: string) => {
  await by.ask('POST', path, body);
  return mailedToken(service.identityLog, to);
};

const newWatch = {
  name: 'My block',
  search: 'near=36.17,-86.78&radius_m=300',
  changes: ['new', 'finaled'],
  webhook: 'https://example.org/new',
};

/** An app that is connected to Ann's account. */
async function connectedApp(): Promise<string> {
  const { account } = (await ann.ask('GET', '/session')).body;
  return (await service.ledger.createKey(account.id, { kind: 'app', name: 'App' })).id;
}

const newLink = { name: 'Sheet', search: 'geo_id=TN', days: 30, budget: 100 };

/** A new organization of Ann, and an invitation of Bob, who may be in it already. */
async function invited(isMember = false) {
  const organizationId = await organizationOf();
  const invitation = { organizationId, email: bobsEmail, role: 'member' };
  const { body } = await ann.ask('POST', '/auth/organization/invite-member', invitation);
  await service.ledger.storage.commit(forgetInvitations);
  const invitationId = String(body.id);
  if (isMember) await bob.ask('POST', '/auth/organization/accept-invitation', { invitationId });
  const full = await ann.ask(
    'GET',
    `/auth/organization/get-full-organization?organizationId=${organizationId}`,
  );
  const members: { id: string; role: string }[] = full.body.members;
  return { organizationId, invitationId, memberId: members.find(({ role }) => role === 'member')?.id ?? '' };
}

/** Moves invitations into the past, so that the limit of a day is not met. */
function* forgetInvitations() {
  yield [
    { sql: `UPDATE auth_invitation SET "createdAt" = '2020-01-01T00:00:00.000Z'`, values: [] },
    { sql: 'DELETE FROM auth_rate_limit', values: [] },
  ];
}

/** Somebody who has turned on the second step, and given the password for it again. */
async function atSecondStep() {
  const { person, email } = await somebody();
  const { body } = await person.ask('POST', '/auth/two-factor/enable', { password });
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
  await person.ask('POST', '/auth/two-factor/verify-totp', { code: totp(secret) });
  const by = new Person(service.app);
  await by.ask('POST', '/auth/sign-in/email', { email, password });
  return { by, person, code: totp(secret, Date.now() + 30_000), backup: String(body.backupCodes[0]) };
}

const good: Readonly<Record<AccountEndpointId, () => Good | Promise<Good>>> = {
  'GET /entrance': () => ({}),
  'POST /sign-up': () => ({ body: { email: 'new@example.org' } }),
  'POST /confirm-address': async () => {
    const { person, email } = await somebody();
    const change = { newEmail: `other-${email}` };
    const token = await linkFor(person, '/auth/change-email', change, email);
    return { by: person, body: { token } };
  },
  'GET /session': () => ({}),
  'GET /sessions': () => ({}),
  'DELETE /sessions/{id}': async () => {
    await new Person(service.app).signIn(annsEmail);
    const { body } = await ann.ask('GET', '/sessions');
    return { id: body.find(({ current }: { current: boolean }) => !current).id };
  },
  'GET /keys': () => ({}),
  'POST /keys': () => ({ body: newKey }),
  'POST /keys/{id}/rotate': async () => ({ id: await keyOf(), body: { overlap_days: 1 } }),
  'DELETE /keys/{id}': async () => ({ id: await keyOf() }),
  'GET /watches': () => ({}),
  'POST /watches': () => ({ body: newWatch }),
  'DELETE /watches/{id}': async () => ({ id: (await ann.ask('POST', '/watches', newWatch)).body.id }),
  'GET /links': () => ({}),
  'GET /apps': () => ({}),
  'POST /apps/{id}/budget': async () => ({ id: await connectedApp(), body: { budget: 5 } }),
  'DELETE /apps/{id}': async () => ({ id: await connectedApp() }),
  'GET /asking-apps/{id}': async () => ({ id: await askedFor(service.app, ann) }),
  'POST /asking-apps/{id}': async () => ({
    id: await askedFor(service.app, ann),
    body: { agrees: true, scopes: ['read'], budget: 5 },
  }),
  'POST /links': () => ({ body: newLink }),
  'POST /links/{id}/budget': async () => ({
    id: (await ann.ask('POST', '/links', newLink)).body.id,
    body: { budget: null },
  }),
  'DELETE /links/{id}': async () => ({ id: (await ann.ask('POST', '/links', newLink)).body.id }),
  'GET /usage': () => ({}),
  'GET /places': () => ({ query: '?q=austin' }),
  'GET /data': () => ({}),
  'POST /auth/sign-in/email': () => ({ by: new Person(service.app), body: { email: annsEmail, password } }),
  'POST /auth/sign-in/social': () => ({ body: {} }),
  'GET /auth/callback/oidc': () => ({ query: '?code=a&state=b' }),
  'POST /auth/sign-out': async () => ({ by: (await somebody()).person, body: {} }),
  'POST /auth/request-password-reset': () => ({ body: { email: bobsEmail } }),
  'POST /auth/reset-password': async () => {
    const { person, email } = await somebody();
    const token = await linkFor(person, '/auth/request-password-reset', { email }, email);
    return { body: { token, newPassword: password } };
  },
  'POST /auth/two-factor/verify-totp': async () => {
    const { by, code } = await atSecondStep();
    return { by, body: { code } };
  },
  'POST /auth/two-factor/verify-backup-code': async () => {
    const { by, backup } = await atSecondStep();
    return { by, body: { code: backup } };
  },
  'POST /auth/two-factor/enable': async () => ({ by: (await somebody()).person, body: { password } }),
  'POST /auth/two-factor/disable': async () => ({ by: (await atSecondStep()).person, body: { password } }),
  'POST /auth/two-factor/generate-backup-codes': async () => ({
    by: (await atSecondStep()).person,
    body: { password },
  }),
  'POST /auth/update-user': () => ({ body: { name: 'Ann' } }),
  'POST /auth/change-password': async () => ({
    by: (await somebody()).person,
    body: { currentPassword: password, newPassword: 'another horse battery' },
  }),
  'POST /auth/change-email': () => ({ by: bob, body: { newEmail: 'newer@example.org' } }),
  'POST /auth/delete-user': async () => {
    const { person, email } = await somebody();
    return { by: person, body: { token: await linkFor(person, '/auth/delete-user', {}, email) } };
  },
  'POST /auth/revoke-other-sessions': () => ({ body: {} }),
  'GET /auth/organization/list': () => ({}),
  'GET /auth/organization/get-full-organization': async () => ({
    query: `?organizationId=${(await invited(true)).organizationId}`,
  }),
  'GET /auth/organization/get-invitation': async () => ({
    by: bob,
    query: `?id=${(await invited()).invitationId}`,
  }),
  'GET /auth/organization/list-user-invitations': async () => {
    await invited();
    return { by: bob };
  },
  'POST /auth/organization/create': () => ({ by: bob, body: { name: 'Acme' } }),
  'POST /auth/organization/set-active': () => ({ body: { organizationId: null } }),
  'POST /auth/organization/leave': async () => {
    const { organizationId } = await invited(true);
    return { by: bob, body: { organizationId } };
  },
  'POST /auth/organization/invite-member': async () => ({
    body: { organizationId: await organizationOf(), email: bobsEmail, role: 'admin' },
  }),
  'POST /auth/organization/cancel-invitation': async () => ({
    body: { invitationId: (await invited()).invitationId },
  }),
  'POST /auth/organization/accept-invitation': async () => ({
    by: bob,
    body: { invitationId: (await invited()).invitationId },
  }),
  'POST /auth/organization/reject-invitation': async () => ({
    by: bob,
    body: { invitationId: (await invited()).invitationId },
  }),
  'POST /auth/organization/remove-member': async () => {
    const { organizationId, memberId } = await invited(true);
    return { body: { organizationId, memberIdOrEmail: memberId } };
  },
  'POST /auth/organization/update-member-role': async () => {
    const { organizationId, memberId } = await invited(true);
    return { body: { organizationId, memberId, role: 'owner' } };
  },
  'GET /operator/accounts': () => ({ query: '?q=person&page=0' }),
  'GET /operator/accounts/{id}': async () => ({ id: await accountOf() }),
  'POST /operator/accounts/{id}/plan': async () => ({ id: await accountOf(), body: { plan: 'free' } }),
  'POST /operator/accounts/{id}/suspended': async () => ({
    id: await accountOf(),
    body: { suspended: true },
  }),
  'POST /operator/keys/{id}/revoke': async () => ({ id: await keyOf(), body: {} }),
  'GET /operator/releases': () => ({}),
  'GET /operator/releases/{id}': async () => ({ id: await releaseOf() }),
  'GET /operator/sources': () => ({}),
  'GET /operator/sources/{id}': async () => ({ id: await sourceOf() }),
  'POST /operator/tasks': () => ({ body: { kind: 'check', quick: true } }),
  'GET /operator/tasks': () => ({}),
  'GET /operator/tasks/{id}': async () => ({ id: await taskOf() }),
  'POST /operator/tasks/{id}/stop': async () => ({ id: await taskOf(), body: {} }),
  'GET /operator/tasks/{id}/events': async () => ({ id: await taskOf() }),
  'GET /operator/trends': () => ({}),
  'GET /operator/activity': () => ({}),
};

/** What an answer says, which must be what its schema describes, and nothing else. */
function assertDescribed(endpoint: AccountEndpointId, answer: unknown): void {
  const schema: TSchema | null = accountEndpoints[endpoint].answer;
  assert.ok(schema !== null, endpoint);
  assert.deepEqual(Errors(schema, answer)[1], [], endpoint);
  assert.deepEqual(Value.Clean(schema, structuredClone(answer)), answer, endpoint);
}

/** Values of which each is wrong for most keys of a body. */
const odd: readonly unknown[] = [null, 5.5, '', 'x'.repeat(5_000), true, [], [null], {}, { toString: 1 }];

test('every endpoint answers what the contract says, and refuses what it does not have', async (context) => {
  for (const [endpoint, { audience, body: schema, query, answer: shape, statuses }] of endpoints) {
    await context.test(endpoint, async () => {
      const request = await good[endpoint]();
      const by = request.by ?? ann;
      const isChange = !endpoint.startsWith('GET ');
      // Whoever may not ask changes nothing, so the request is good still.
      const stranger = new Person(service.app);
      if (audience !== 'anybody') {
        const { status, body } = await send(endpoint, stranger, request);
        assert.deepEqual([status, Object.keys(body)], [401, ['detail', 'hint']]);
      }
      if (audience === 'operator') assert.equal((await send(endpoint, bob, request)).status, 403);
      const elsewhere = [
        ...(isChange ? ['https://evil.example', 'null', undefined, 'http://127.0.0.1:8081'] : []),
      ].map((origin) => ({ origin }));
      const sites = isChange ? ['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site })) : [];
      for (const headers of [...elsewhere, ...sites, { host: 'rebound.example' }]) {
        assert.equal((await send(endpoint, by, request, headers)).status, 403, JSON.stringify(headers));
      }
      const nul = await send(endpoint, by, { ...request, query: `${request.query ?? '?'}&a=%00` });
      assert.equal(nul.status, 400);
      if (query !== undefined) {
        assert.equal((await send(endpoint, by, { ...request, query: '?unknown=1' })).status, 422);
      }
      if (schema !== undefined) await refusesBodies(endpoint, schema, by, request);
      if (endpoint.includes('{id}') && statuses.includes(404)) {
        assert.equal((await send(endpoint, by, { ...request, id: 'none' })).status, 404);
      }
      const answer = await send(endpoint, by, request);
      assert.ok(answer.status < 400, `${answer.status} ${answer.text}`);
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        const events = answer.text.split('\n\n').filter((event) => event.startsWith('data: '));
        assert.ok(events.length > 0);
        for (const event of events) assertDescribed(endpoint, JSON.parse(event.slice(6)));
      } else if (shape === null) {
        assert.equal(answer.text, '');
      } else {
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        assertDescribed(endpoint, answer.body);
      }
    });
  }
});

/** Tries a body that is no JSON, no object, has an unknown key, lacks one, or has a value of another type. */
async function refusesBodies(
  endpoint: AccountEndpointId,
  schema: TSchema,
  by: Person,
  request: Good,
): Promise<void> {
  const given = request.body ?? {};
  assert.deepEqual(Errors(schema, given)[1], [], endpoint);
  const asText = { 'content-type': 'text/plain' };
  assert.equal((await send(endpoint, by, request, asText)).status, 400);
  const changed = Object.keys(given).flatMap((key) => odd.map((value) => ({ ...given, [key]: value })));
  const lacking = Object.keys(given).map((key) => ({ ...given, [key]: undefined }));
  const bodies = [null, [], 'text', 5, { ...given, unknown: 1 }, ...changed, ...lacking].map((body) =>
    body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
  );
  for (const body of bodies.filter((each) => !Errors(schema, each)[0])) {
    const answer = await send(endpoint, by, { ...request, body });
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.equal(answer.body.detail[0].loc[0], 'body');
  }
}

test('every status of the contract is answered, each to what it is for', async () => {
  const nobody = new Person(service.app);
  const wrong = { email: annsEmail, password: 'wrong wrong wrong' };
  assert.equal((await send('POST /auth/sign-in/email', nobody, { body: wrong })).status, 401);
  for (const endpoint of [
    'POST /auth/two-factor/verify-totp',
    'POST /auth/two-factor/verify-backup-code',
  ] as const) {
    assert.equal((await send(endpoint, nobody, { body: { code: '123456' } })).status, 401);
  }
  const token = { body: { token: 'none' } };
  assert.equal((await send('POST /auth/delete-user', ann, token)).status, 404);
  await withService({ config: { anonymous_requests_per_minute: 1 }, more }, async ({ app }) => {
    const busy = new Person(app);
    await busy.ask('GET', '/entrance');
    for (const [endpoint] of endpoints) {
      assert.equal((await send(endpoint, busy, {})).status, 429, endpoint);
    }
  });
  await withService({ more }, async ({ app }) => {
    const social = await send('POST /auth/sign-in/social', new Person(app), { body: {} });
    assert.equal(social.status, 404, 'without an identity provider');
  });
  const unseen = endpoints.flatMap(([endpoint, { statuses }]) =>
    statuses.filter((status) => !seen.get(endpoint)?.has(status)).map((status) => `${endpoint} ${status}`),
  );
  assert.deepEqual(unseen, []);
});

/** Requests to each endpoint. */
const tries = rounds(10, 500);

/** Texts that have broken something somewhere, and any others. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '__proto__',
    'null',
    "'; DROP TABLE auth_user --",
    '\u202e',
    '%00',
    '../..',
    'a@b.c',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 9_000 }),
);
const values = fc.oneof(texts, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>);

const queries = fc.array(fc.tuple(fc.constantFrom('id', 'organizationId', 'q', 'page'), texts));

/** A body near the one that is good: some values changed, some keys left out, some added. */
const near = (body: object): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        Object.fromEntries(
          Object.entries(body).map(([key, value]) => [key, fc.oneof(fc.constant(value as unknown), values)]),
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.oneof(texts, fc.constantFrom(...Object.keys(body), 'image')), values, {
        maxKeys: 4,
      }),
    },
    { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
  );

/** Bodies of the shape that each endpoint reads, with ids of nothing. */
const shapes: Partial<Record<AccountEndpointId, object>> = {
  'POST /sign-up': { email: 'a@example.org' },
  'POST /confirm-address': { token: 'a.b.c' },
  'POST /keys': newKey,
  'POST /keys/{id}/rotate': { overlap_days: 1 },
  'POST /watches': newWatch,
  'POST /links': newLink,
  'POST /links/{id}/budget': { budget: 1 },
  'POST /apps/{id}/budget': { budget: 1 },
  'POST /asking-apps/{id}': { agrees: true, scopes: [], budget: null },
  'POST /auth/sign-in/email': { email: 'a@example.org', password },
  'POST /auth/request-password-reset': { email: 'a@example.org' },
  'POST /auth/reset-password': { token: 'a', newPassword: password },
  'POST /auth/two-factor/verify-totp': { code: '123456' },
  'POST /auth/two-factor/verify-backup-code': { code: 'a-b' },
  'POST /auth/two-factor/enable': { password: 'wrong' },
  'POST /auth/two-factor/disable': { password: 'wrong' },
  'POST /auth/two-factor/generate-backup-codes': { password: 'wrong' },
  'POST /auth/update-user': { name: 'Ann', image: null, slug: [] },
  'POST /auth/change-password': { currentPassword: 'wrong', newPassword: password },
  'POST /auth/change-email': { newEmail: 'b@example.org' },
  'POST /auth/delete-user': { token: 'a' },
  'POST /auth/organization/create': { name: 'Acme' },
  'POST /auth/organization/set-active': { organizationId: 'a' },
  'POST /auth/organization/leave': { organizationId: 'a' },
  'POST /auth/organization/invite-member': { organizationId: 'a', email: 'a@example.org', role: 'member' },
  'POST /auth/organization/cancel-invitation': { invitationId: 'a' },
  'POST /auth/organization/accept-invitation': { invitationId: 'a' },
  'POST /auth/organization/reject-invitation': { invitationId: 'a' },
  'POST /auth/organization/remove-member': { organizationId: 'a', memberIdOrEmail: 'a' },
  'POST /auth/organization/update-member-role': { organizationId: 'a', memberId: 'a', role: 'member' },
  'POST /operator/accounts/{id}/plan': { plan: 'free' },
  'POST /operator/accounts/{id}/suspended': { suspended: true },
  'POST /operator/tasks': { kind: 'publish', release: '2026-01-01-aaaaaaaa', force: true },
};

/** Requests at random to one endpoint after the other, by an operator who may do as much as they like. */
async function tryAtRandom(of: TestService): Promise<void> {
  const { person, email } = await somebody(of);
  await of.ledger.operators.add(email);
  const jar = new Map(person.jar);
  for (const [endpoint, { body: schema, query: reads }] of endpoints) {
    const [method = '', path = ''] = endpoint.split(' ');
    const bodies = schema === undefined ? fc.constant(undefined) : near(shapes[endpoint] ?? {});
    const request = fc.record({
      id: texts,
      query: reads === undefined ? fc.constant([]) : queries,
      body: bodies,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ id, query, body }) => {
        // A browser of its own each time, as attempts from one address are limited.
        const by = new Person(of.app);
        for (const [name, value] of jar) by.jar.set(name, value);
        const search = new URLSearchParams(query);
        const url = `${path.replace('{id}', encodeURIComponent(id) || 'a')}?${search}`;
        const sent = body === undefined && method === 'POST' ? null : body;
        const { status, text } = await by.ask(method as 'GET' | 'POST' | 'DELETE', url, sent as object);
        assert.ok(status < 500, `${status} ${text}`);
      }),
      { numRuns: tries },
    );
    of.advance(61_000);
    if ((await person.ask('GET', '/session')).status === 401) await person.signIn(email);
    for (const [name, value] of person.jar) jar.set(name, value);
  }
}

test('no body, id or query makes the service fail, on SQLite', () => tryAtRandom(service));

if (noPostgres === false) {
  const server = startPostgres();
  let shared: Ledger;
  let onPostgres: TestService;
  before(async () => {
    shared = await openSharedLedger({
      url: server.database(),
      plans: defaultConfig.plans,
      now: () => noon,
    });
    onPostgres = testService({ config, more, ledger: () => shared });
  });
  after(async () => {
    await onPostgres.close();
    await shared.close();
    server.stop();
  });
  test('no body, id or query makes the service fail, on PostgreSQL', () => tryAtRandom(onPostgres));
} else {
  test('requests at random on PostgreSQL', { skip: noPostgres }, () => {});
}
