/** Mails to people: when they are sent, and how many at most to somebody who did not ask for them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailedToken, mailsTo, Person } from '@lintel/testing/http/person.js';
import { testService, withService } from '@lintel/testing/http/service.js';
import { defaultConfig } from '../../base/config.js';
import { sendWarnings } from '../../identity/usage-warnings.js';
import { run, statement } from '../../ledger/storage.js';

const service = testService();
after(() => service.close());

const page = { 'x-lintel-visitor': '1', 'sec-fetch-site': 'same-origin' };

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
  const { body: organization } = await inviter.ask('POST', '/auth/organization/create', { name: 'Spam' });
  const invitation = { organizationId: organization.id, email: victim, role: 'member' };
  const invite = () => inviter.ask('POST', '/auth/organization/invite-member', invitation);
  for (let i = 0; i < 5; i += 1) {
    const { status, body } = await invite();
    assert.equal(status, 200);
    const takenBack = { invitationId: body.id };
    assert.equal((await inviter.ask('POST', '/auth/organization/cancel-invitation', takenBack)).status, 200);
  }
  assert.equal((await invite()).status, 400);
  const subjects = mailsTo(service.identityLog, victim).map(({ subject }) => subject);
  assert.equal(subjects.filter((subject) => /password|account/.test(subject)).length, 6);
  assert.equal(subjects.length, 11);
});

test('nobody can have a stranger flooded with mails about a new address, or themselves', async () => {
  const stranger = 'stranger@example.org';
  const spammer = new Person(service.app);
  await spammer.signUp('changes@example.org', service.identityLog);
  const change = async (person: Person, newEmail: string) => {
    service.advance(61_000);
    // The library counts requests a minute by a clock of its own.
    await forgetRates();
    return person.ask('POST', '/auth/change-email', { newEmail });
  };
  const mails = () => mailsTo(service.identityLog, stranger).length;
  assert.equal((await change(spammer, stranger)).status, 200);
  const token = await mailedToken(service.identityLog, 'changes@example.org');
  for (let i = 0; i < 8; i += 1) {
    service.advance(61_000);
    assert.equal((await new Person(service.app).ask('POST', '/confirm-address', { token })).status, 200);
  }
  assert.equal(mails(), 5, 'the same link opened again and again');
  for (let i = 0; i < 4; i += 1) assert.equal((await change(spammer, `other${i}@example.org`)).status, 200);
  const refused = await change(spammer, 'one-more@example.org');
  assert.equal(refused.status, 400);
  assert.match(refused.body.detail, /too many mails about a new address today/);
  assert.equal(mailsTo(service.identityLog, 'changes@example.org').length, 1 + 5);
  // Several people, and an address that has an account: it is counted too, or the answer would give it away.
  const statuses = [];
  for (let i = 0; i < 6; i += 1) {
    const other = new Person(service.app);
    await other.signUp(`friend${i}@example.org`, service.identityLog);
    statuses.push((await change(other, 'Changes@example.org')).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 400]);
  const leaving = new Person(service.app);
  await leaving.signUp('leaving@example.org', service.identityLog);
  for (let i = 0; i < 7; i += 1) {
    assert.equal((await leaving.ask('POST', '/auth/delete-user', {})).status, 200);
  }
  assert.equal(mailsTo(service.identityLog, 'leaving@example.org').length, 1 + 5);
});

/** Begins a new minute for the limits of the authentication library. */
function forgetRates(): Promise<void> {
  return service.ledger.storage.commit(() => run(statement('DELETE FROM auth_rate_limit')));
}
