/** What attackers try at the accounts of people: forged requests, planted sessions, guessing, odd addresses. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { Person } from '@lintel/testing/http/person.js';
import { noon, testService, withService } from '@lintel/testing/http/service.js';
import { defaultConfig } from '../../base/config.js';
import { type RateLimiter, rateLimiter } from '../../ledger/rate-limit.js';

const service = testService();
after(() => service.close());

const password = 'correct horse battery';

test('a body that a form of another site could send is refused, and no answer is for other origins', async () => {
  const ann = new Person(service.app);
  await ann.signUp('csrf@example.org', service.identityLog);
  const { headers } = await ann.ask('GET', '/session', undefined, { origin: 'https://evil.example' });
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(headers['cache-control'], 'no-store');
  const form = { 'content-type': 'text/plain' };
  const newKey = { name: 'first', scopes: null, days: null };
  assert.equal((await ann.ask('POST', '/keys', newKey, form)).status, 400);
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

test('the answer does not wait for the mail server, which would say that an address has an account', async (context) => {
  // It takes a connection and never greets.
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  context.after(() => silent.close());
  const watch = { ...defaultConfig.watch, smtp_url: null as string | null, mail_from: 'permits@example.org' };
  await withService({ config: { watch } }, async (slow) => {
    const ann = new Person(slow.app);
    await ann.signUp('waits@example.org', slow.identityLog);
    watch.smtp_url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const connected = once(silent, 'connection') as Promise<[Socket]>;
    const asked = ann.ask('POST', '/auth/request-password-reset', { email: 'waits@example.org' });
    const [socket] = await connected;
    // Had the answer waited, the mail would have failed first.
    const answer = await asked;
    assert.deepEqual([answer.status, socket.destroyed], [200, false]);
    assert.ok(!slow.identityLog.some((line) => /could not be sent/.test(JSON.stringify(line))));
    socket.destroy();
  });
});

test('passwords cannot be guessed, from however many addresses, and no guesser keeps their owner out', async () => {
  // Fourteen attempts as one person in place of a hundred, each of which takes long to check.
  const rates = rateLimiter(() => noon);
  const limitRate: RateLimiter = (...counts) =>
    rates(...counts.map((count) => (count.limit === 100 ? { ...count, limit: 14 } : count)));
  await withService({ more: () => ({ limitRate }) }, async ({ app, identityLog }) => {
    const email = 'Target@example.org';
    const ann = new Person(app);
    await ann.signUp(email, identityLog);
    const guess = async (person: Person, tried: string) =>
      (await person.ask('POST', '/auth/sign-in/email', { email, password: tried })).status;
    const from = (address: string) => new Person(app, { address });
    // Signing up was the first of the fourteen.
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push(await guess(from('127.0.0.9'), `guess number ${i}`));
    assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
    for (let i = 0; i < 3; i += 1) assert.equal(await guess(from(`127.0.1.${i}`), `another guess ${i}`), 401);
    assert.equal(await guess(from('127.0.2.1'), password), 429);
    // The browser that has signed in before has attempts of its own; another one's mark is worth nothing.
    await ann.signIn(email);
    const other = new Person(app);
    await other.signUp('marked@example.org', identityLog);
    assert.equal(await guess(other, password), 429);
    const ofKnown = [];
    for (let i = 0; i < 10; i += 1) ofKnown.push(await guess(ann, `guess number ${i}`));
    assert.equal(ofKnown.at(-1), 429);
  });
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
  const unknown = await ann.ask('POST', '/sign-up', { email: 'a@example.org', name: 'Ann' });
  assert.match(JSON.stringify(unknown.body), /"body","name".*is unknown here; known: email/);
  assert.equal(service.identityLog.length, log);
  await ann.signUp('crlf@example.org', service.identityLog);
  const name = 'Acme\r\nBcc: b@example.org';
  assert.equal((await ann.ask('POST', '/auth/organization/create', { name })).status, 400);
  assert.equal((await ann.ask('POST', '/auth/update-user', { name })).status, 400);
  for (const odd of [name, 'map\u202eserver']) {
    assert.equal((await ann.ask('POST', '/keys', { name: odd, scopes: null, days: null })).status, 400);
  }
  const blank = { name: ' \u3000 ' };
  assert.equal((await ann.ask('POST', '/auth/organization/create', blank)).status, 400);
});

test('a new password ends the other sessions', async () => {
  const desk = new Person(service.app);
  const thief = new Person(service.app);
  await desk.signUp('changed@example.org', service.identityLog);
  await thief.signIn('changed@example.org');
  const change = { currentPassword: password, newPassword: 'another horse battery' };
  const keeping = { ...change, revokeOtherSessions: false };
  assert.equal((await desk.ask('POST', '/auth/change-password', keeping)).status, 422);
  assert.equal((await desk.ask('POST', '/auth/change-password', change)).status, 200);
  assert.equal((await thief.ask('GET', '/session')).status, 401);
  assert.equal((await desk.ask('GET', '/session')).status, 200);
});

test('no request says where signing in leads to', async () => {
  for (const name of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
    const sent = { [name]: 'https://evil.example/' };
    const { status } = await new Person(service.app).ask('POST', '/auth/sign-in/social', sent);
    assert.equal(status, 422, name);
  }
});
