/**
 * Accounts of people over HTTP: signing up and in, sessions, keys and organizations, and what attackers try. The ways
 * of people are tried on both engines of the ledger.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { IdentityProvider } from '@lintel/testing/http/identity-provider.js';
import { mailedToken, mailsTo, Person } from '@lintel/testing/http/person.js';
import { type TestOptions, type TestService, testService } from '@lintel/testing/http/service.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { SMTPServer } from 'smtp-server';
import { defaultConfig } from '../../base/config.js';
import { forgetExpired } from '../../identity/forget-expired.js';
import { sendWarnings } from '../../identity/usage-warnings.js';
import type { Ledger } from '../../ledger/ledger.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { one } from '../../ledger/storage.js';
import { accountRoutes } from './routes.js';

const service = testService();
after(() => service.close());

const page = { 'x-lintel-visitor': '1', 'sec-fetch-site': 'same-origin' };
const password = 'correct horse battery';
const newKey = { name: 'first', scopes: null, days: null };

async function withService(options: TestOptions, run: (of: TestService) => Promise<void>): Promise<void> {
  const other = testService(options);
  try {
    await run(other);
  } finally {
    await other.close();
  }
}

/** A mail server that keeps what it gets, with the lines of each text put together again. */
async function startMailServer() {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        mails.push(mail.replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      }, done);
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    async next(): Promise<string> {
      for (;;) {
        const mail = mails.shift();
        if (mail !== undefined) return mail;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => new Promise<void>((closed) => smtp.close(() => closed())),
  };
}

function refused({ status, text }: { status: number; text: string }): void {
  assert.ok([400, 403, 404].includes(status), `${status} ${text}`);
}

/** The ways of people, on one engine. */
function testPeople(engine: string, of: () => TestService): void {
  test(`${engine}: a link in a mail proves the address, and the first key works`, async () => {
    const ann = new Person(of().app);
    assert.equal((await ann.ask('GET', '/session')).status, 401);
    await ann.signUp('Ann@example.org', of().identityLog);
    const { body: session } = await ann.ask('GET', '/session');
    assert.equal(session.user.email, 'ann@example.org');
    assert.equal(session.account.plan, 'free');
    const { body: key } = await ann.ask('POST', '/keys', newKey);
    const answer = await of().ask('/v2/list/tags?size=3', { key: key.secret });
    assert.equal(answer.status, 200);
    const { body: usage } = await ann.ask('GET', '/usage');
    assert.equal(usage.credits_used, 3);
    assert.equal(usage.key_names[key.id], 'first');
    const [made] = await of().ledger.audit(1);
    assert.equal(made?.actor, 'ann@example.org');
    const { body: other } = await ann.ask('POST', `/keys/${key.id}/rotate`, { overlap_days: 0 });
    assert.equal((await of().ask('/v2/usage', { key: key.secret })).status, 401);
    assert.equal((await ann.ask('DELETE', `/keys/${other.id}`)).status, 204);
    assert.equal((await of().ask('/v2/usage', { key: other.secret })).status, 401);
    const { body: list } = await ann.ask('GET', '/keys');
    assert.equal(list.keys.length, 2);
    assert.ok(!JSON.stringify(list).includes(other.secret));
  });

  test(`${engine}: a session ends where it is ended, and a new password ends all of them`, async () => {
    const desk = new Person(of().app);
    const phone = new Person(of().app);
    await desk.signUp('bea@example.org', of().identityLog);
    await phone.signIn('bea@example.org');
    const { body: places } = await desk.ask('GET', '/sessions');
    assert.equal(places.length, 2);
    assert.ok(!/token/.test(JSON.stringify(places)));
    const other = places.find(({ current }: { current: boolean }) => !current);
    assert.equal((await desk.ask('DELETE', `/sessions/${other.id}`)).status, 204);
    assert.equal((await phone.ask('GET', '/session')).status, 401);
    assert.equal(
      (await desk.ask('POST', '/auth/request-password-reset', { email: 'bea@example.org' })).status,
      200,
    );
    const token = await mailedToken(of().identityLog, 'bea@example.org');
    const reset = { token, newPassword: 'another horse battery' };
    assert.equal((await phone.ask('POST', '/auth/reset-password', reset)).status, 200);
    assert.equal((await phone.ask('POST', '/auth/reset-password', reset)).status, 400);
    assert.equal((await desk.ask('GET', '/session')).status, 401);
  });

  test(`${engine}: another address counts once the present one has agreed and the new one is proved`, async () => {
    const ann = new Person(of().app);
    const anywhere = new Person(of().app);
    await ann.signUp('old@example.org', of().identityLog);
    const { body: before } = await ann.ask('GET', '/session');
    await anywhere.signUp('taken@example.org', of().identityLog);
    const change = (newEmail: string) => ann.ask('POST', '/auth/change-email', { newEmail });
    assert.equal((await anywhere.ask('POST', '/auth/sign-out', {})).status, 200);
    const mails = mailsTo(of().identityLog, 'old@example.org').length;
    assert.equal((await change('taken@example.org')).status, 200);
    assert.equal(
      mailsTo(of().identityLog, 'old@example.org').length,
      mails,
      'nobody learns that it is taken',
    );
    assert.equal((await change('New@example.org')).status, 200);
    assert.equal(mailsTo(of().identityLog, 'new@example.org').length, 0, 'before the present address agrees');
    const agreed = await mailedToken(of().identityLog, 'old@example.org');
    const confirm = (token: string) => anywhere.ask('POST', '/confirm-address', { token });
    assert.equal((await confirm(`${agreed}x`)).status, 400);
    assert.deepEqual((await confirm(agreed)).body, { changed: false });
    const proved = await mailedToken(of().identityLog, 'new@example.org');
    assert.deepEqual((await confirm(proved)).body, { changed: true });
    for (const token of [agreed, proved]) assert.equal((await confirm(token)).status, 400);
    const { body: after } = await ann.ask('GET', '/session');
    assert.deepEqual([after.user.email, after.account.name], ['new@example.org', 'new@example.org']);
    assert.equal(after.account.id, before.account.id);
    await new Person(of().app).signIn('new@example.org');
  });

  test(`${engine}: a deleted account leaves its charges, and nothing that works or names its owner`, async () => {
    const ann = new Person(of().app);
    const other = new Person(of().app);
    await ann.signUp('gone@example.org', of().identityLog);
    await other.signUp('stays@example.org', of().identityLog);
    const { body: key } = await ann.ask('POST', '/keys', newKey);
    assert.equal((await of().ask('/v2/list/tags?size=3', { key: key.secret })).status, 200);
    const { body: data } = await ann.ask('GET', '/data');
    assert.deepEqual(
      [data.user.email, data.usage.credits_used, data.keys.length],
      ['gone@example.org', 3, 1],
    );
    assert.ok(!JSON.stringify(data).includes(key.secret));
    const { body: organization } = await ann.ask('POST', '/auth/organization/create', {
      name: 'Alone',
      slug: `alone ${engine}`,
    });
    const invitation = { organizationId: organization.id, email: 'stays@example.org', role: 'member' };
    const { body: invited } = await ann.ask('POST', '/auth/organization/invite-member', invitation);
    await other.ask('POST', '/auth/organization/accept-invitation', { invitationId: invited.id });
    assert.equal((await ann.ask('POST', '/auth/delete-user', {})).status, 200);
    const leave = async () =>
      ann.ask('POST', '/auth/delete-user', {
        token: await mailedToken(of().identityLog, 'gone@example.org'),
      });
    const orphaned = await leave();
    assert.equal(orphaned.status, 400);
    assert.match(orphaned.body.detail, /Alone would have no owner/);
    assert.equal((await other.ask('POST', '/auth/organization/leave', invitation)).status, 200);
    assert.equal((await ann.ask('POST', '/auth/delete-user', {})).status, 200);
    const stolen = await mailedToken(of().identityLog, 'gone@example.org');
    refused(await other.ask('POST', '/auth/delete-user', { token: stolen }));
    assert.equal((await ann.ask('POST', '/auth/delete-user', {})).status, 200);
    assert.equal((await leave()).status, 200);
    assert.equal((await ann.ask('GET', '/session')).status, 401);
    assert.equal((await of().ask('/v2/usage', { key: key.secret })).status, 401);
    assert.equal(
      (await ann.ask('POST', '/auth/sign-in/email', { email: 'gone@example.org', password })).status,
      401,
    );
    const accounts = await of().ledger.accounts();
    assert.deepEqual(
      accounts.filter(({ name }) => /gone|Alone/.test(name)),
      [],
    );
    const left = accounts.find(({ id }) => id === data.account.id);
    assert.deepEqual([left?.name, left?.suspended], ['deleted', true]);
    assert.equal((await of().ledger.usage(data.account.id)).used, 3);
  });

  test(`${engine}: members of an organization share its account, and lose it when they are removed`, async () => {
    const owner = new Person(of().app);
    const member = new Person(of().app);
    await owner.signUp('owner@example.org', of().identityLog);
    await member.signUp('member@example.org', of().identityLog);
    const created = await owner.ask('POST', '/auth/organization/create', {
      name: 'Acme',
      slug: `acme ${engine}`,
    });
    assert.equal(created.status, 200, created.text);
    const organizationId = created.body.id;
    await owner.ask('POST', '/auth/organization/set-active', { organizationId });
    const { body: key } = await owner.ask('POST', '/keys', newKey);
    // Before the invitation nothing of the organization is to be had.
    for (const path of ['set-active', 'leave']) {
      refused(await member.ask('POST', `/auth/organization/${path}`, { organizationId }));
    }
    const full = `/auth/organization/get-full-organization?organizationId=${organizationId}`;
    refused(await member.ask('GET', full));
    assert.equal((await member.ask('DELETE', `/keys/${key.id}`)).status, 404);
    assert.equal((await member.ask('POST', `/keys/${key.id}/rotate`, { overlap_days: 0 })).status, 404);
    const invitation = { organizationId, email: 'member@example.org', role: 'member' };
    refused(await member.ask('POST', '/auth/organization/invite-member', invitation));
    const invited = await owner.ask('POST', '/auth/organization/invite-member', invitation);
    assert.equal(invited.status, 200, invited.text);
    const stranger = new Person(of().app);
    await stranger.signUp('stranger@example.org', of().identityLog);
    const accept = { invitationId: invited.body.id };
    refused(await stranger.ask('POST', '/auth/organization/accept-invitation', accept));
    assert.equal((await member.ask('POST', '/auth/organization/accept-invitation', accept)).status, 200);
    await member.ask('POST', '/auth/organization/set-active', { organizationId });
    const { body: session } = await member.ask('GET', '/session');
    assert.equal(session.organization.role, 'member');
    assert.equal((await member.ask('GET', '/keys')).body.keys[0].id, key.id);
    assert.equal((await member.ask('POST', '/keys', newKey)).status, 403);
    assert.equal((await member.ask('DELETE', `/keys/${key.id}`)).status, 403);
    const self = (await owner.ask('GET', full)).body.members.find(
      ({ role }: { role: string }) => role === 'member',
    );
    const raise = { organizationId, memberId: self.id, role: 'owner' };
    refused(await member.ask('POST', '/auth/organization/update-member-role', raise));
    const removal = { organizationId, memberIdOrEmail: self.id };
    assert.equal((await owner.ask('POST', '/auth/organization/remove-member', removal)).status, 200);
    const { body: after } = await member.ask('GET', '/session');
    assert.equal(after.organization, null);
    assert.notEqual(after.account.id, session.account.id);
    assert.equal((await member.ask('DELETE', `/keys/${key.id}`)).status, 404);
  });

  test(`${engine}: pages ask /v2 in the name of who is signed in, and nobody else can`, async () => {
    const ann = new Person(of().app);
    await ann.signUp('eve@example.org', of().identityLog);
    const { body: session } = await ann.ask('GET', '/session');
    const tags = '/v2/list/tags?size=3';
    const used = async () => (await of().ledger.usage(session.account.id)).used;
    assert.equal((await ann.ask('GET', tags, undefined, page)).status, 200);
    assert.equal(await used(), 3);
    assert.equal((await ann.ask('GET', tags)).status, 401);
    for (const site of ['cross-site', 'same-site', 'none']) {
      const forged = { ...page, 'sec-fetch-site': site };
      assert.equal((await ann.ask('GET', tags, undefined, forged)).status, 401, site);
    }
    const other = await of().ledger.createAccount({ name: 'Other', plan: 'free' });
    const { secret } = await of().ledger.createKey(other.id);
    assert.equal((await ann.ask('GET', tags, undefined, { ...page, 'x-api-key': secret })).status, 200);
    assert.equal(await used(), 3);
    await of().ledger.setSuspended(session.account.id, true);
    assert.equal((await ann.ask('GET', tags, undefined, page)).status, 403);
  });

  test(`${engine}: who never opens the link is forgotten, and so are sessions that ended`, async () => {
    const ann = new Person(of().app);
    await ann.signUp('remains@example.org', of().identityLog);
    await new Person(of().app).ask('POST', '/sign-up', { email: 'never@example.org' });
    await mailedToken(of().identityLog, 'never@example.org');
    const count = (table: string) =>
      of().ledger.storage.ask(function* () {
        const { n } = yield* one<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
        return Number(n);
      });
    const people = `auth_user WHERE email IN ('remains@example.org', 'never@example.org')`;
    assert.equal(await count(people), 2);
    await forgetExpired(of().ledger.storage, Date.now() + 3 * 3_600_000);
    assert.equal(await count(people), 1);
    assert.equal(await count('auth_verification'), 0);
    assert.equal((await ann.ask('GET', '/session')).status, 200);
    await forgetExpired(of().ledger.storage, Date.now() + 15 * 86_400_000);
    assert.equal(await count('auth_session'), 0);
  });
}

testPeople('SQLite', () => service);

if (noPostgres === false) {
  const server = startPostgres();
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
  testPeople('PostgreSQL', () => onPostgres);
} else {
  test('accounts of people in PostgreSQL', { skip: noPostgres }, () => {});
}

test('a page of another origin changes nothing, and reads nothing', async () => {
  const ann = new Person(service.app);
  await ann.signUp('csrf@example.org', service.identityLog);
  for (const { method, path } of accountRoutes.filter((route) => route.method !== 'GET')) {
    const url = path.replace(/\{\w+\}/g, 'any');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: undefined },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://127.0.0.1:8081' },
    ]) {
      const body = method === 'DELETE' ? undefined : {};
      const { status, text } = await ann.ask(method, url, body, headers);
      assert.equal(status, 403, `${method} ${url} ${JSON.stringify(headers)} ${text}`);
    }
  }
  const { headers } = await ann.ask('GET', '/session', undefined, { origin: 'https://evil.example' });
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(headers['cache-control'], 'no-store');
  const form = { 'content-type': 'text/plain' };
  assert.equal((await ann.ask('POST', '/keys', newKey, form)).status, 400);
});

test('without a session only the door answers', async () => {
  const open = ['/entrance', '/sign-up', '/confirm-address', '/auth/'];
  for (const { method, path } of accountRoutes) {
    if (open.some((start) => path.startsWith(start))) continue;
    const url = path.replace(/\{\w+\}/g, 'any');
    const { status, body } = await new Person(service.app).ask(
      method,
      url,
      method === 'GET' ? undefined : {},
    );
    assert.equal(status, 401, `${method} ${url}`);
    assert.deepEqual(Object.keys(body), ['detail', 'hint']);
  }
});

test('a session begins with a cookie of its own, which scripts cannot read, and ends on the server', async () => {
  const ann = new Person(service.app);
  ann.jar.set('lintel.session_token', 'planted.by-somebody-else');
  await ann.signUp('fixed@example.org', service.identityLog);
  const cookie = ann.jar.get('lintel.session_token') ?? '';
  assert.notEqual(cookie, 'planted.by-somebody-else');
  const answer = await ann.ask('POST', '/auth/sign-in/email', {
    email: 'fixed@example.org',
    password: 'correct horse battery',
  });
  const set = answer.cookies.find((one) => one.startsWith('lintel.session_token=')) ?? '';
  assert.match(set, /; HttpOnly/);
  assert.match(set, /; SameSite=Strict/i);
  assert.ok(!answer.text.includes('token'), answer.text);
  const kept = new Map(ann.jar);
  assert.equal((await ann.ask('POST', '/auth/sign-out', {})).status, 200);
  for (const [name, value] of kept) ann.jar.set(name, value);
  assert.equal((await ann.ask('GET', '/session')).status, 401);
  ann.jar.set('lintel.session_token', cookie.replace(/\.[^.]*$/, '.AAAA'));
  assert.equal((await ann.ask('GET', '/session')).status, 401);
});

test('nobody learns which addresses have accounts', async () => {
  const ann = new Person(service.app);
  await ann.signUp('known@example.org', service.identityLog);
  const answers = async (path: string, more: object = {}) => {
    const both = [];
    for (const email of ['known@example.org', 'unknown@example.org']) {
      const { status, text } = await new Person(service.app).ask('POST', path, { email, ...more });
      both.push(`${status} ${text}`);
    }
    return both;
  };
  for (const [path, more] of [
    ['/sign-up', {}],
    ['/auth/request-password-reset', {}],
    ['/auth/sign-in/email', { password: 'wrong wrong wrong' }],
  ] as const) {
    const [known, unknown] = await answers(path, more);
    assert.equal(known, unknown, path);
  }
});

test('passwords cannot be guessed, from however many addresses, and no guesser keeps their owner out', async () => {
  const email = 'Target@example.org';
  const ann = new Person(service.app);
  await ann.signUp(email, service.identityLog);
  const guess = async (address: string, password?: string) => {
    const guesser = new Person(service.app, { address });
    return (await guesser.ask('POST', '/auth/sign-in/email', { email, password })).status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) statuses.push(await guess('127.0.0.9', `guess number ${i}`));
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
  // Counted before the password is looked at, so the rest of the hundred can do without one.
  for (let i = 0; i < 89; i += 1) assert.equal(await guess(`127.0.1.${i}`), 400);
  assert.equal(await guess('127.0.2.1', password), 429);
  // The browser that has signed in before has attempts of its own; another one's mark is worth nothing.
  await ann.signIn(email);
  const other = new Person(service.app);
  await other.signUp('marked@example.org', service.identityLog);
  const guessedBy = async (person: Person) =>
    (await person.ask('POST', '/auth/sign-in/email', { email })).status;
  assert.equal(await guessedBy(other), 429);
  const ofKnown = [];
  for (let i = 0; i < 10; i += 1) ofKnown.push(await guessedBy(ann));
  assert.equal(ofKnown.at(-1), 429);
});

test('limits of attempts hold over serving processes', async () => {
  await withService({ ledger: () => service.ledger }, async (second) => {
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { app } = attempt % 2 === 0 ? service : second;
      const guesser = new Person(app, { address: '127.9.9.9' });
      const guess = { token: `guess${attempt}`, newPassword: 'correct horse battery' };
      statuses.push((await guesser.ask('POST', '/auth/reset-password', guess)).status);
    }
    assert.deepEqual([statuses[0], statuses[9], statuses[10]], [400, 400, 429]);
  });
});

test('an address with a line break is refused, and a name with one too', async () => {
  const ann = new Person(service.app);
  const log = service.identityLog.length;
  for (const email of [
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    '<a@example.org>',
  ]) {
    assert.equal((await ann.ask('POST', '/sign-up', { email })).status, 422, email);
  }
  const odd = { email: { toString: 1 }, password: 'correct horse battery' };
  assert.equal((await ann.ask('POST', '/auth/sign-in/email', odd)).status, 400);
  assert.equal(service.identityLog.length, log);
  await ann.signUp('crlf@example.org', service.identityLog);
  const name = 'Acme\r\nBcc: b@example.org';
  assert.equal((await ann.ask('POST', '/auth/organization/create', { name, slug: 'crlf' })).status, 400);
  assert.equal((await ann.ask('POST', '/auth/update-user', { name })).status, 400);
});

test('people sign in at public_url alone, with secure cookies, and no mail names another host', async (context) => {
  const public_url = 'https://permits.example';
  const accounts = { ...defaultConfig.accounts, sign_up: 'open' as const };
  const server = await startMailServer();
  context.after(() => server.close());
  const watch = { ...defaultConfig.watch, smtp_url: server.url, mail_from: 'Lintel <permits@example.org>' };
  await withService({ config: { public_url, accounts, watch } }, async (published) => {
    const ann = new Person(published.app, { origin: public_url });
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    assert.equal((await ann.ask('POST', '/sign-up', { email: 'a@example.org' }, forged)).status, 200);
    const mail = await server.next();
    const [, token] = /https:\/\/permits\.example\/account\/password#([\w-]+)\//.exec(mail) ?? [];
    assert.ok(token !== undefined, mail);
    assert.ok(!mail.includes('evil'));
    await ann.ask('POST', '/auth/reset-password', { token, newPassword: password });
    await ann.signIn('a@example.org');
    assert.ok(ann.jar.has('__Secure-lintel.session_token'));
  });
  await withService({ config: { public_url, accounts } }, async (mute) => {
    await new Person(mute.app, { origin: public_url }).ask('POST', '/sign-up', { email: 'a@example.org' });
    while (mute.identityLog.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const [line] = mute.identityLog;
    assert.match(JSON.stringify(line), /not sent, as watch\.smtp_url/);
    assert.ok(!JSON.stringify(line).includes('password#'), 'a log of a public service has no links');
  });
  const { status } = await new Person(service.app, { origin: 'http://rebound.example' }).ask(
    'GET',
    '/entrance',
  );
  assert.equal(status, 403);
});

test('signing in redirects to no other site', async () => {
  const oidc = { name: 'Example', issuer: 'http://127.0.0.1:1', client_id: 'a', client_secret: 'b' };
  await withService({ config: { accounts: { ...defaultConfig.accounts, oidc } } }, async (other) => {
    for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      for (const url of [
        'https://evil.example/',
        '//evil.example',
        '/\\evil.example',
        'javascript:alert(1)',
      ]) {
        const ann = new Person(other.app);
        const answer = await ann.ask('POST', '/auth/sign-in/social', { provider: 'oidc', [name]: url });
        assert.equal(answer.status, 403, `${name} ${url} ${answer.text}`);
      }
    }
  });
});

test('where sign-up is closed, only operators and invited people get a link', async () => {
  const accounts = { ...defaultConfig.accounts, sign_up: 'invited' as const };
  await withService({ config: { accounts } }, async (closed) => {
    await closed.ledger.operators.add('Boss@example.org');
    const boss = new Person(closed.app);
    await boss.signUp('boss@example.org', closed.identityLog);
    assert.equal((await boss.ask('GET', '/session')).body.operator, true);
    const stranger = new Person(closed.app);
    assert.equal((await stranger.ask('POST', '/sign-up', { email: 'ann@example.org' })).status, 200);
    const { body: organization } = await boss.ask('POST', '/auth/organization/create', {
      name: 'A',
      slug: 'a',
    });
    await boss.ask('POST', '/auth/organization/invite-member', {
      organizationId: organization.id,
      email: 'ann@example.org',
      role: 'member',
    });
    assert.equal(mailsTo(closed.identityLog, 'ann@example.org').length, 1);
    const ann = new Person(closed.app);
    await ann.ask('POST', '/sign-up', { email: 'ann@example.org' });
    for (let wait = 0; wait < 100 && mailsTo(closed.identityLog, 'ann@example.org').length < 2; wait += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.match(mailsTo(closed.identityLog, 'ann@example.org')[1]?.text ?? '', /\/account\/password#/);
    await closed.ledger.operators.remove('boss@example.org');
    assert.equal((await boss.ask('GET', '/session')).body.operator, false);
  });
});

test('one mail in a window says that 80 % of the credits are used', async () => {
  const plans = { ...defaultConfig.plans, free: { credits: 10, requests_per_minute: 100 } };
  await withService({ config: { plans } }, async (small) => {
    const ann = new Person(small.app);
    await ann.signUp('low@example.org', small.identityLog);
    const sent: string[] = [];
    const send = async ({ to, subject }: { to: string; subject: string }) => {
      sent.push(`${to} ${subject}`);
    };
    await ann.ask('GET', '/v2/list/tags?size=7', undefined, page);
    await sendWarnings(small.ledger, send, null);
    assert.deepEqual(sent, []);
    await ann.ask('GET', '/v2/list/tags?size=1', undefined, page);
    await Promise.all([1, 2].map(() => sendWarnings(small.ledger, send, null)));
    await sendWarnings(small.ledger, send, null);
    assert.deepEqual(sent, ['low@example.org 80 % of your credits are used']);
    small.advance(31 * 86_400_000);
    await ann.ask('GET', '/v2/list/tags?size=9', undefined, page);
    await sendWarnings(small.ledger, send, null);
    assert.equal(sent.length, 2);
  });
});

test('an account of the command line is given to a person, who then uses it', async () => {
  const ann = new Person(service.app);
  await ann.signUp('claims@example.org', service.identityLog);
  const before = (await ann.ask('GET', '/session')).body.account.id;
  await service.ledger.giveAccount(service.account.id, 'Claims@example.org');
  const { body: session } = await ann.ask('GET', '/session');
  assert.equal(session.account.id, service.account.id);
  assert.notEqual(session.account.id, before);
  const other = new Person(service.app);
  await other.signUp('other@example.org', service.identityLog);
  await other.ask('GET', '/session');
  await assert.rejects(service.ledger.giveAccount(service.account.id, 'other@example.org'), /somebody else/);
  await assert.rejects(service.ledger.giveAccount(service.account.id, 'nobody@example.org'), /Nobody/);
});

test('an identity provider lets in whom sign-up lets in, if it vouches for the address', async (context) => {
  const provider = await IdentityProvider.start();
  context.after(() => provider.stop());
  const oidc = { name: 'Example', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
  const accounts = { ...defaultConfig.accounts, sign_up: 'invited' as const, oidc };
  await withService({ config: { accounts } }, async (of) => {
    await of.ledger.operators.add('ann@example.org');
    /** Goes to the provider and back, with the cookies of a browser. */
    const enter = async (person: Person) => {
      const begun = await person.ask('POST', '/auth/sign-in/social', {
        provider: 'oidc',
        callbackURL: '/account',
      });
      assert.equal(begun.status, 200, begun.text);
      const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
      const back = new URL(headers.get('location') ?? '');
      assert.equal(back.pathname, '/account/api/auth/callback/oidc');
      return person.ask('GET', `/auth/callback/oidc${back.search}`, undefined, {
        'sec-fetch-site': 'cross-site',
      });
    };
    provider.claims = { sub: '1', email: 'ann@example.org', email_verified: true };
    const ann = new Person(of.app);
    const entered = await enter(ann);
    assert.equal(entered.headers.location, '/account');
    assert.equal((await ann.ask('GET', '/session')).body.operator, true);
    provider.claims = { sub: '2', email: 'stranger@example.org', email_verified: true };
    const stranger = new Person(of.app);
    assert.match(
      (await enter(stranger)).headers.location ?? '',
      /^http:\/\/127\.0\.0\.1:8080\/account\/keys\?error=/,
    );
    assert.equal((await stranger.ask('GET', '/session')).status, 401);
    await of.ledger.operators.add('boss@example.org');
    provider.claims = { sub: '3', email: 'boss@example.org', email_verified: false };
    const pretender = new Person(of.app);
    await enter(pretender);
    assert.equal((await pretender.ask('GET', '/session')).status, 401);
    // The answer of the provider counts in the browser that asked alone.
    provider.claims = { sub: '1', email: 'ann@example.org', email_verified: true };
    const begun = await ann.ask('POST', '/auth/sign-in/social', {
      provider: 'oidc',
      callbackURL: '/account',
    });
    const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
    const victim = new Person(of.app);
    await victim.ask('GET', `/auth/callback/oidc${new URL(headers.get('location') ?? '').search}`);
    assert.equal((await victim.ask('GET', '/session')).status, 401);
  });
});

test('two people who send the same request id pay each for their own page', async () => {
  const people = [new Person(service.app), new Person(service.app)];
  for (const [i, person] of people.entries()) {
    await person.signUp(`twin${i}@example.org`, service.identityLog);
    const headers = { ...page, 'x-request-id': 'the-same' };
    assert.equal((await person.ask('GET', '/v2/list/tags?size=3', undefined, headers)).status, 200);
    assert.equal((await person.ask('GET', '/usage')).body.credits_used, 3);
  }
});

test('nobody can have somebody flooded with mails, from however many addresses', async () => {
  const victim = 'flooded@example.org';
  await new Person(service.app).signUp(victim, service.identityLog);
  const statuses = [];
  for (let i = 0; i < 12; i += 1) {
    // A new minute with each request.
    service.advance(61_000);
    const path = i % 2 === 0 ? '/sign-up' : '/auth/request-password-reset';
    statuses.push((await new Person(service.app).ask('POST', path, { email: victim })).status);
  }
  assert.deepEqual(new Set(statuses), new Set([200]));
  const inviter = new Person(service.app);
  await inviter.signUp('spammer@example.org', service.identityLog);
  const { body: organization } = await inviter.ask('POST', '/auth/organization/create', {
    name: 'Spam',
    slug: 'spam',
  });
  const invitation = { organizationId: organization.id, email: victim, role: 'member', resend: true };
  const invite = () => inviter.ask('POST', '/auth/organization/invite-member', invitation);
  for (let i = 0; i < 5; i += 1) assert.equal((await invite()).status, 200);
  assert.equal((await invite()).status, 400);
  const subjects = mailsTo(service.identityLog, victim).map(({ subject }) => subject);
  assert.equal(subjects.filter((subject) => /password|account/.test(subject)).length, 6);
  assert.equal(subjects.length, 11);
});
