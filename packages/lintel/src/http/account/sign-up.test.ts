/** Who may sign up, and where people then sign in: settings, operators, invitations, an identity provider. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { until } from '@lintel/testing/base/until.js';
import { IdentityProvider, lies } from '@lintel/testing/http/identity-provider.js';
import { mailsTo, Person } from '@lintel/testing/http/person.js';
import { withService } from '@lintel/testing/http/service.js';
import { SMTPServer } from 'smtp-server';
import { defaultConfig } from '../../base/config.js';

const password = 'correct horse battery';

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
    const { cookies } = await ann.ask('POST', '/auth/sign-in/email', { email: 'a@example.org', password });
    const session = cookies.find((cookie) => cookie.includes('session_token=')) ?? '';
    assert.match(session, /^__Host-lintel\.session_token=.*; Path=\/;.*; Secure/);
    assert.doesNotMatch(session, /Domain/i);
    assert.equal((await ann.ask('GET', '/session')).status, 200);
    const planted = new Person(published.app, { origin: public_url });
    planted.jar.set('lintel.session_token', ann.jar.get('__Host-lintel.session_token') ?? '');
    assert.equal((await planted.ask('GET', '/session')).status, 401, 'a cookie that a neighbour can set');
  });
  await withService({ config: { public_url, accounts } }, async (mute) => {
    await new Person(mute.app, { origin: public_url }).ask('POST', '/sign-up', { email: 'a@example.org' });
    await until('something is logged', () => mute.identityLog.length > 0);
    const [line] = mute.identityLog;
    assert.match(JSON.stringify(line), /not sent, as watch\.smtp_url/);
    assert.ok(!JSON.stringify(line).includes('password#'), 'a log of a public service has no links');
  });
  await withService({}, async (local) => {
    const rebound = new Person(local.app, { origin: 'http://rebound.example' });
    assert.equal((await rebound.ask('GET', '/entrance')).status, 403);
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
    const { body: organization } = await boss.ask('POST', '/auth/organization/create', { name: 'A' });
    await boss.ask('POST', '/auth/organization/invite-member', {
      organizationId: organization.id,
      email: 'ann@example.org',
      role: 'member',
    });
    assert.equal(mailsTo(closed.identityLog, 'ann@example.org').length, 1);
    const ann = new Person(closed.app);
    await ann.ask('POST', '/sign-up', { email: 'ann@example.org' });
    await until('a link is mailed', () => mailsTo(closed.identityLog, 'ann@example.org').length === 2);
    assert.match(mailsTo(closed.identityLog, 'ann@example.org')[1]?.text ?? '', /\/account\/password#/);
    await closed.ledger.operators.remove('boss@example.org');
    assert.equal((await boss.ask('GET', '/session')).body.operator, false);
  });
});

/** Goes to the identity provider and back, with the cookies of a browser. */
async function enter(person: Person, body: { page?: string } = {}) {
  const begun = await person.ask('POST', '/auth/sign-in/social', body);
  assert.equal(begun.status, 200, begun.text);
  const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  assert.equal(back.pathname, '/account/api/auth/callback/oidc');
  return person.ask('GET', `/auth/callback/oidc${back.search}`, undefined, {
    'sec-fetch-site': 'cross-site',
  });
}

test('an identity provider lets in whom sign-up lets in, if it vouches for the address', async (context) => {
  const provider = await IdentityProvider.start();
  context.after(() => provider.stop());
  const oidc = { name: 'Example', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
  const accounts = { ...defaultConfig.accounts, sign_up: 'invited' as const, oidc };
  await withService({ config: { accounts } }, async (of) => {
    await of.ledger.operators.add('ann@example.org');
    provider.claims = { sub: '1', email: 'ann@example.org', email_verified: true };
    const ann = new Person(of.app);
    const entered = await enter(ann);
    assert.equal(entered.headers.location, '/account');
    assert.equal((await ann.ask('GET', '/session')).body.operator, true);
    provider.claims = { sub: '2', email: 'stranger@example.org', email_verified: true };
    const stranger = new Person(of.app);
    assert.match((await enter(stranger)).headers.location ?? '', /^\/account\/keys\?error=/);
    // An app's request is kept over signing in, and over a failure of it.
    const page = '/account/connect?request=a-b_1';
    assert.match((await enter(stranger, { page })).headers.location ?? '', /connect\?request=a-b_1&error=/);
    for (const elsewhere of ['https://evil.example', '//evil.example', '/account//evil.example', '/v2/usage'])
      assert.equal((await ann.ask('POST', '/auth/sign-in/social', { page: elsewhere })).status, 422);
    assert.equal((await stranger.ask('GET', '/session')).status, 401);
    await of.ledger.operators.add('boss@example.org');
    provider.claims = { sub: '3', email: 'boss@example.org', email_verified: false };
    const pretender = new Person(of.app);
    await enter(pretender);
    assert.equal((await pretender.ask('GET', '/session')).status, 401);
    // The answer of the provider counts in the browser that asked alone.
    provider.claims = { sub: '1', email: 'ann@example.org', email_verified: true };
    assert.equal((await enter(ann, { page })).headers.location, page);
    const begun = await ann.ask('POST', '/auth/sign-in/social', {});
    const { headers } = await fetch(begun.body.url, { redirect: 'manual' });
    const victim = new Person(of.app);
    await victim.ask('GET', `/auth/callback/oidc${new URL(headers.get('location') ?? '').search}`);
    assert.equal((await victim.ask('GET', '/session')).status, 401);
  });
});

test('an identity provider that lies lets nobody in', async (context) => {
  const provider = await IdentityProvider.start();
  context.after(() => provider.stop());
  const oidc = { name: 'Example', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
  const accounts = { ...defaultConfig.accounts, sign_up: 'open' as const, oidc };
  await withService({ config: { accounts } }, async (of) => {
    for (const [name, lie] of [...Object.entries(lies), ['the truth', {}] as const]) {
      provider.claims = {
        sub: name,
        email: `${name.replaceAll(' ', '-')}@example.org`,
        email_verified: true,
      };
      provider.lie = lie;
      const person = new Person(of.app);
      const { status, headers } = await enter(person);
      assert.ok(status < 500, `${name}: ${status}`);
      const isLet = name === 'the truth';
      assert.equal(
        (await person.ask('GET', '/session')).status,
        isLet ? 200 : 401,
        `${name}: ${headers.location}`,
      );
    }
    // The last one has an account, which nobody else gets by claiming its address.
    provider.claims = { ...provider.claims, sub: 'another', email_verified: false };
    const thief = new Person(of.app);
    await enter(thief);
    assert.equal((await thief.ask('GET', '/session')).status, 401);
  });
});

test('an identity provider that says nothing keeps nobody from signing in with a password', {
  timeout: 60_000,
}, async (context) => {
  const provider = await IdentityProvider.start();
  context.after(() => provider.stop());
  const oidc = { name: 'Example', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
  const accounts = { ...defaultConfig.accounts, sign_up: 'open' as const, oidc };
  await withService({ config: { accounts } }, async (of) => {
    provider.lie = { silentAt: '/.well-known/openid-configuration' };
    const person = new Person(of.app);
    const wrong = { email: 'ann@example.org', password };
    assert.equal((await person.ask('POST', '/auth/sign-in/email', wrong)).status, 401);
    // Through the provider itself it is a refusal, and works as soon as it answers.
    assert.equal((await person.ask('POST', '/auth/sign-in/social', {})).status, 404);
    provider.lie = { endlessAt: '/.well-known/openid-configuration' };
    assert.equal((await person.ask('POST', '/auth/sign-in/social', {})).status, 404);
    provider.lie = {};
    provider.claims = { sub: '1', email: 'ann@example.org', email_verified: true };
    await enter(person);
    assert.equal((await person.ask('GET', '/session')).status, 200);
  });
});

test('an identity provider that calls itself another than the operator does lets nobody in', async (context) => {
  const provider = await IdentityProvider.start();
  context.after(() => provider.stop());
  const oidc = { name: 'Example', issuer: provider.issuer, client_id: 'lintel', client_secret: 'secret' };
  const accounts = { ...defaultConfig.accounts, sign_up: 'open' as const, oidc };
  for (const [stated, status] of [
    ['https://other.example.org', 401],
    [`${provider.issuer}/`, 200],
  ] as const) {
    provider.stated = stated;
    provider.claims = { sub: stated, email: `${status}@example.org`, email_verified: true };
    await withService({ config: { accounts } }, async (of) => {
      const person = new Person(of.app);
      assert.ok((await enter(person)).status < 500);
      assert.equal((await person.ask('GET', '/session')).status, status, stated);
    });
  }
});
