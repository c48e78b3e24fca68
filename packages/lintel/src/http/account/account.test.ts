/** The ways of people with accounts over HTTP, tried on both engines of the ledger. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OwnLink } from '@lintel/contract/account';
import { mailedToken, mailsTo, Person } from '@lintel/testing/http/person.js';
import { type TestService, testService } from '@lintel/testing/http/service.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import { defaultConfig } from '../../base/config.js';
import { forgetExpired } from '../../identity/forget-expired.js';
import type { Ledger } from '../../ledger/ledger.js';
import { openSharedLedger } from '../../ledger/open-ledger.js';
import { one } from '../../ledger/storage.js';

const service = testService();
after(() => service.close());

const page = { 'x-lintel-visitor': '1', 'sec-fetch-site': 'same-origin' };
const password = 'correct horse battery';
const newKey = { name: 'first', scopes: null, days: null };

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

  test(`${engine}: a link opens its search and no more, is charged once a release within its budget, and ends`, async () => {
    const ann = new Person(of().app);
    await ann.signUp('lin@example.org', of().identityLog);
    const wanted = {
      name: 'Sheet',
      search: 'permit_tags=roofing',
      days: 3_650,
      budget: 400,
    };
    const refused = await ann.ask('POST', '/links', { ...wanted, search: 'permit_form=2020-01-01' });
    assert.match(refused.body.detail, /permit_form/);
    const { status, text, body: link } = await ann.ask('POST', '/links', wanted);
    assert.equal(status, 200, text);
    const path = new URL(link.address).pathname;
    const follow = () => of().app.inject({ url: path, headers: { host: '127.0.0.1:8080' } });
    const opened = await follow();
    assert.equal(opened.statusCode, 200, opened.body);
    assert.match(String(opened.headers['content-type']), /^text\/csv/);
    const records = opened.body.trim().split('\n').length - 1;
    assert.ok(records > 1 && records <= 400, `${records} records`);
    assert.equal((await follow()).body, opened.body);
    const [listed] = (await ann.ask('GET', '/links')).body.links;
    assert.deepEqual([listed.uses, listed.credits], [2, records], 'the same release costs once');
    assert.ok(!JSON.stringify(listed).includes(path.slice(7, 20)), 'the address is shown once');
    const secret = /ls_\w+/.exec(path)?.[0] ?? '';
    assert.equal((await of().ask('/v2/usage', { key: secret })).status, 401, 'a link is no key');
    assert.equal((await follow()).headers['x-export-cursor'] !== undefined, true);
    const small = (await ann.ask('POST', '/links', { ...wanted, budget: 1 })).body;
    await assert.rejects(
      of().app.inject({ url: new URL(small.address).pathname }),
      'its budget cuts the answer',
    );
    const { body: keys } = await ann.ask('GET', '/keys');
    assert.equal(keys.keys.length, 0, 'links are not listed as keys');
    const stranger = new Person(of().app);
    await stranger.signUp('len@example.org', of().identityLog);
    const raised = { budget: 100 };
    assert.equal((await stranger.ask('POST', `/links/${link.id}/budget`, raised)).status, 404);
    assert.equal((await ann.ask('POST', `/links/${link.id}/budget`, { budget: 0 })).status, 422);
    assert.equal((await ann.ask('POST', `/links/${link.id}/budget`, raised)).status, 204);
    const changed = (await ann.ask('GET', '/links')).body.links.find(({ id }: OwnLink) => id === link.id);
    assert.equal(changed.budget, 100);
    assert.equal((await stranger.ask('DELETE', `/links/${link.id}`)).status, 404);
    assert.equal((await ann.ask('DELETE', `/links/${link.id}`)).status, 204);
    assert.equal((await follow()).statusCode, 404);
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
    const { body: organization } = await ann.ask('POST', '/auth/organization/create', { name: 'Alone' });
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
    assert.equal(
      (await other.ask('POST', '/auth/organization/leave', { organizationId: organization.id })).status,
      200,
    );
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
    const created = await owner.ask('POST', '/auth/organization/create', { name: 'Acme' });
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
    await forgetExpired(of().ledger.storage, Date.now() + 25 * 3_600_000);
    assert.equal(await count(people), 1);
    assert.equal(await count('auth_verification'), 0);
    assert.equal((await ann.ask('GET', '/session')).status, 200);
    await forgetExpired(of().ledger.storage, Date.now() + 15 * 86_400_000);
    assert.equal(await count('auth_session'), 0);
  });
}

testPeople('SQLite', () => service);

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
  testPeople('PostgreSQL', () => onPostgres);
} else {
  test('accounts of people in PostgreSQL', { skip: noPostgres }, () => {});
}

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

test('two people who send the same request id pay each for their own page', async () => {
  const people = [new Person(service.app), new Person(service.app)];
  for (const [i, person] of people.entries()) {
    await person.signUp(`twin${i}@example.org`, service.identityLog);
    const headers = { ...page, 'x-request-id': 'the-same' };
    assert.equal((await person.ask('GET', '/v2/list/tags?size=3', undefined, headers)).status, 200);
    assert.equal((await person.ask('GET', '/usage')).body.credits_used, 3);
  }
});
