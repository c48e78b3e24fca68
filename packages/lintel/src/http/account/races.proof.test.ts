/**
 * Limits that simultaneous requests must not pass, over real HTTP at two servers of one ledger, on both engines: keys,
 * organizations, members, invitations, owners, mails, and an account made at the first visit.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { mailedToken, type PersonAnswer } from '@lintel/testing/http/person.js';
import { totp } from '@lintel/testing/http/totp.js';
import { noPostgres, sharedPostgres } from '@lintel/testing/ledger/postgres.js';
import { type Config, defaultConfig } from '../../base/config.js';
import { openHome } from '../../base/home.js';
import { deletePerson } from '../../identity/delete-person.js';
import { forgetExpired } from '../../identity/forget-expired.js';
import { openIdentity } from '../../identity/identity.js';
import type { Ledger } from '../../ledger/ledger.js';
import { openLedgerOf } from '../../ledger/open-ledger.js';
import { one, run, statement } from '../../ledger/storage.js';
import { cursorSecret } from '../process/cursor-secret.js';
import { type Server, startServer } from '../process/server.js';

const public_url = 'https://permits.example';
const password = 'correct horse battery';
const dayMs = 86_400_000;

interface Answer extends Pick<PersonAnswer, 'status' | 'body'> {
  /** The cookie of the session that the answer began; else the one that was sent. */
  readonly cookie: string;
  /** All that were set. */
  readonly cookies: readonly string[];
}

/** Two servers of one ledger, and what a test does to it directly. */
class Service {
  readonly directory = mkdtempSync(join(tmpdir(), 'lintel-races-'));
  readonly home = openHome(this.directory);
  servers: Server[] = [];
  config: Config = defaultConfig;
  #ledger: Ledger | null = null;
  #asked = 0;

  async start(more: Partial<Config>): Promise<void> {
    const settings = { public_url, trusted_proxies: ['127.0.0.1'], anonymous_requests_per_minute: 100_000 };
    const accounts = { ...defaultConfig.accounts, sign_up: 'open' as const };
    this.config = { ...defaultConfig, ...settings, accounts, ...more };
    const { home, config } = this;
    const options = { home, config, host: '127.0.0.1', port: 0, logLevel: 'silent' } as const;
    this.servers = [await startServer(options), await startServer(options)];
    this.#ledger = await openLedgerOf(home.ledger, config);
  }

  get ledger(): Ledger {
    assert.ok(this.#ledger !== null);
    return this.#ledger;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.#ledger?.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Asks one server after the other, each time from another address of the network. */
  async ask(cookie: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    this.#asked += 1;
    const { url = '' } = this.servers[this.#asked % 2] ?? {};
    const answer = await fetch(`${url}/account/api${path}`, {
      method,
      headers: {
        cookie,
        origin: public_url,
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': `203.0.${this.#asked >> 8}.${this.#asked & 255}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      cookie: cookies.find((each) => /(?:session_token|two_factor)=./.test(each)) ?? cookie,
      cookies,
    };
  }

  /** Somebody who is signed in: their id, address and cookie. */
  async person(name: string) {
    const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
    const token = await this.link(email);
    await this.ask('', 'POST', '/auth/reset-password', { token, newPassword: password });
    const { body, cookie } = await this.ask('', 'POST', '/auth/sign-in/email', { email, password });
    return { id: String(body.user.id), email, cookie };
  }

  /** The token of the link with which the owner of an address chooses a password. */
  async link(email: string): Promise<string> {
    const log: object[] = [];
    const settings = { ...this.config, public_url: null };
    const identity = openIdentity({
      ledger: this.ledger,
      secret: cursorSecret(this.home.secret),
      settings: () => settings,
      log: { info: (fields) => log.push(fields), error: (fields) => log.push(fields) },
    });
    await identity.signUp(email, public_url);
    return mailedToken(log, email);
  }

  async newOrganization(cookie: string): Promise<string> {
    const made = await this.ask(cookie, 'POST', '/auth/organization/create', { name: 'Acme' });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    return made.body.id;
  }

  /** Members of an organization who never signed in. */
  async fill(organizationId: string, count: number): Promise<void> {
    const now = new Date().toISOString();
    for (let i = 0; i < count; i += 1) {
      const id = randomUUID();
      await this.ledger.storage.commit(() =>
        run(
          statement(
            `INSERT INTO auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
             VALUES (?, '', ?, 1, ?, ?)`,
            ...[id, `${id}@example.org`, now, now],
          ),
          statement(
            `INSERT INTO auth_member (id, "organizationId", "userId", role, "createdAt")
             VALUES (?, ?, ?, 'member', ?)`,
            ...[id, organizationId, id, now],
          ),
        ),
      );
    }
  }

  async join(owner: string, organizationId: string, person: { email: string; cookie: string }, role: string) {
    const invited = await this.ask(owner, 'POST', '/auth/organization/invite-member', {
      ...{ organizationId, email: person.email, role },
    });
    assert.equal(invited.status, 200, JSON.stringify(invited.body));
    const invitationId = invited.body.id;
    return () => this.ask(person.cookie, 'POST', '/auth/organization/accept-invitation', { invitationId });
  }

  async count(from: string, ...values: string[]): Promise<number> {
    const row = await this.ledger.storage.ask(() =>
      one<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values),
    );
    return Number(row.n);
  }
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
const times = <T>(count: number, work: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));

/** Work done at once; none of it may fail by an error of the service. */
async function atOnce(work: readonly Promise<Answer>[]): Promise<Answer[]> {
  const answers = await Promise.all(work);
  for (const { status, body } of answers) assert.ok(status < 500, `${status} ${JSON.stringify(body)}`);
  return answers;
}

function testRaces(engine: string, of: Service): void {
  test(`${engine}: no simultaneous requests make more than a hundred keys, new or rotated`, async () => {
    const ann = await of.person('keys');
    const { body } = await of.ask(ann.cookie, 'GET', '/session');
    const keys = await Promise.all(times(97, () => of.ledger.createKey(body.account.id)));
    const inUse = async () =>
      (await of.ledger.keys(body.account.id)).filter(
        ({ revokedMs, expiresMs }) => revokedMs === null && (expiresMs === null || expiresMs > Date.now()),
      ).length;
    const created = await atOnce(
      times(10, (i) => of.ask(ann.cookie, 'POST', '/keys', { name: `new ${i}`, scopes: null, days: null })),
    );
    assert.deepEqual(statuses(created), [...Array(3).fill(200), ...Array(7).fill(400)]);
    assert.equal(await inUse(), 100);
    const rotate = (id: string, overlap_days: number) =>
      of.ask(ann.cookie, 'POST', `/keys/${id}/rotate`, { overlap_days });
    const overlapping = await rotate(keys[0]?.id ?? '', 7);
    assert.equal(overlapping.status, 400);
    assert.match(overlapping.body.detail, /at most 100 keys in use/);
    assert.equal((await rotate(keys[0]?.id ?? '', 0)).status, 200);
    for (const { id } of keys.slice(1, 4)) await of.ledger.revokeKey(id);
    const rotated = await atOnce(keys.slice(10, 20).map(({ id }) => rotate(id, 7)));
    assert.deepEqual(statuses(rotated), [...Array(3).fill(200), ...Array(7).fill(400)]);
    assert.equal(await inUse(), 100);
  });

  test(`${engine}: a key that is replaced several times at once gets one successor`, async () => {
    const ann = await of.person('rotate');
    const { body: key } = await of.ask(ann.cookie, 'POST', '/keys', { name: 'a', scopes: null, days: null });
    const rotated = await atOnce(
      times(8, () => of.ask(ann.cookie, 'POST', `/keys/${key.id}/rotate`, { overlap_days: 0 })),
    );
    assert.deepEqual(statuses(rotated), [200, ...Array(7).fill(400)]);
    assert.equal((await of.ask(ann.cookie, 'GET', '/keys')).body.keys.length, 2);
  });

  test(`${engine}: who comes first with several requests at once has one account`, async () => {
    const ann = await of.person('first');
    const sessions = await atOnce(times(12, () => of.ask(ann.cookie, 'GET', '/session')));
    assert.deepEqual(new Set(statuses(sessions)), new Set([200]));
    assert.equal(new Set(sessions.map(({ body }) => body.account.id)).size, 1);
  });

  test(`${engine}: nobody makes an eleventh organization`, async () => {
    const ann = await of.person('founder');
    for (let i = 0; i < 8; i += 1) await of.newOrganization(ann.cookie);
    const made = await atOnce(
      times(8, () => of.ask(ann.cookie, 'POST', '/auth/organization/create', { name: 'More' })),
    );
    assert.equal(made.filter(({ status }) => status === 200).length, 2);
    assert.equal(await of.count('auth_member WHERE "userId" = ?', ann.id), 10);
    await forgetExpired(of.ledger.storage, Date.now() + 3 * 3_600_000);
    assert.equal(await of.count("auth_organization WHERE name = 'More'"), 2, 'nothing is left of the others');
  });

  test(`${engine}: the hundredth place is taken once, and who came too late may try again`, async () => {
    const owner = await of.person('owner');
    const organizationId = await of.newOrganization(owner.cookie);
    await of.fill(organizationId, 98);
    const invited = await Promise.all(times(5, (i) => of.person(`late${i}`)));
    const accepting = [];
    for (const person of invited)
      accepting.push(await of.join(owner.cookie, organizationId, person, 'member'));
    const answers = await atOnce(accepting.map((accept) => accept()));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(await of.count('auth_member WHERE "organizationId" = ?', organizationId), 100);
    const open = `auth_invitation WHERE status = 'pending' AND "organizationId" = ?`;
    assert.equal(await of.count(open, organizationId), 4, 'the invitations of the others are open still');
    const late = answers.findIndex(({ status }) => status !== 200);
    await of.ledger.storage.commit(() =>
      run(
        statement(
          `DELETE FROM auth_member WHERE id IN (SELECT id FROM auth_member WHERE "organizationId" = ?
             AND role = 'member' ORDER BY "createdAt" LIMIT 1)`,
          organizationId,
        ),
      ),
    );
    assert.equal((await accepting[late]?.())?.status, 200);
  });

  test(`${engine}: an organization has fifty open invitations, and nobody two of them`, async () => {
    const owner = await of.person('inviter');
    const organizationId = await of.newOrganization(owner.cookie);
    const invite = (email: string) =>
      of.ask(owner.cookie, 'POST', '/auth/organization/invite-member', {
        ...{ organizationId, email, role: 'member' },
      });
    const open = `auth_invitation WHERE status = 'pending' AND "organizationId" = ?`;
    const same = await atOnce(times(4, () => invite('twice@example.org')));
    assert.equal(same.filter(({ status }) => status === 200).length, 1);
    assert.equal(await of.count(open, organizationId), 1);
    const long = new Date(Date.now() - 2 * dayMs).toISOString();
    const later = new Date(Date.now() + dayMs).toISOString();
    for (let i = 0; i < 46; i += 1) {
      await of.ledger.storage.commit(() =>
        run(
          statement(
            `INSERT INTO auth_invitation (id, "organizationId", email, role, status, "expiresAt", "createdAt", "inviterId")
             VALUES (?, ?, ?, 'member', 'pending', ?, ?, ?)`,
            ...[randomUUID(), organizationId, `old${i}@example.org`, later, long, owner.id],
          ),
        ),
      );
    }
    const answers = await atOnce(times(8, (i) => invite(`new${i}-${randomUUID()}@example.org`)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    assert.equal(await of.count(open, organizationId), 50);
  });

  test(`${engine}: an address gets five invitations a day, from however many organizations at once`, async () => {
    const email = `popular-${randomUUID()}@example.org`;
    const owners = await Promise.all(times(8, (i) => of.person(`fan${i}`)));
    const asked = await Promise.all(
      owners.map(async ({ cookie }) => ({ cookie, organizationId: await of.newOrganization(cookie) })),
    );
    const answers = await atOnce(
      asked.map(({ cookie, organizationId }) =>
        of.ask(cookie, 'POST', '/auth/organization/invite-member', { organizationId, email, role: 'member' }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 5);
    assert.equal(await of.count('auth_invitation WHERE email = ?', email), 5);
  });

  test(`${engine}: a new address is asked for five times a day, also when it is asked for at once`, async () => {
    const ann = await of.person('restless');
    const answers = await atOnce(
      times(10, (i) => of.ask(ann.cookie, 'POST', '/auth/change-email', { newEmail: `x${i}-${ann.email}` })),
    );
    assert.deepEqual(statuses(answers), [...Array(5).fill(200), ...Array(5).fill(400)]);
  });

  test(`${engine}: a mailed link works once, however often it is opened at once`, async () => {
    const email = `link-${randomUUID().slice(0, 8)}@example.org`;
    const token = await of.link(email);
    const opened = await atOnce(
      times(8, (i) =>
        of.ask('', 'POST', '/auth/reset-password', { token, newPassword: `password number ${i}` }),
      ),
    );
    assert.deepEqual(statuses(opened), [200, ...Array(7).fill(400)]);
  });

  test(`${engine}: a code of the second step, or a backup code, lets in once`, async () => {
    const ann = await of.person('codes');
    const on = await of.ask(ann.cookie, 'POST', '/auth/two-factor/enable', { password });
    const secret = new URL(on.body.totpURI).searchParams.get('secret') ?? '';
    // The app shows the next code half a minute later, and the library accepts it a little before.
    const codes = [totp(secret), totp(secret, Date.now() + 30_000)];
    const begun = await of.ask(ann.cookie, 'POST', '/auth/two-factor/verify-totp', { code: codes[0] });
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const enter = async (path: string, code: string) => {
      const { cookie } = await of.ask('', 'POST', '/auth/sign-in/email', { email: ann.email, password });
      return () => of.ask(cookie, 'POST', `/auth/two-factor/${path}`, { code });
    };
    for (const [path, code] of [
      ['verify-totp', codes[1]],
      ['verify-backup-code', on.body.backupCodes[0]],
    ] as const) {
      const entering = [];
      for (let i = 0; i < 4; i += 1) entering.push(await enter(path, code));
      const entered = await atOnce(entering.map((each) => each()));
      assert.equal(entered.filter(({ status }) => status === 200).length, 1, path);
      assert.ok(!entered.some(({ cookies }) => cookies.some((each) => each.includes('trust_device'))));
    }
    assert.equal((await (await enter('verify-totp', codes[0] ?? ''))()).status, 401, 'the first code again');
  });

  /** An organization with two owners, who both do something that ends with no owner unless one is refused. */
  async function twoOwners() {
    const [ann, bea] = await Promise.all([of.person('ann'), of.person('bea')]);
    const organizationId = await of.newOrganization(ann.cookie);
    assert.equal((await (await of.join(ann.cookie, organizationId, bea, 'owner'))()).status, 200);
    await of.fill(organizationId, 1);
    const full = await of.ask(
      ann.cookie,
      'GET',
      `/auth/organization/get-full-organization?organizationId=${organizationId}`,
    );
    const memberOf = (person: { id: string }) =>
      full.body.members.find(({ userId }: { userId: string }) => userId === person.id)?.id as string;
    const owners = `auth_member WHERE role LIKE '%owner%' AND "organizationId" = ?`;
    return { ann, bea, organizationId, memberOf, owners: () => of.count(owners, organizationId) };
  }

  test(`${engine}: the last owner stays, whatever two owners do at once`, async () => {
    type Owners = Awaited<ReturnType<typeof twoOwners>>;
    type Person = Owners['ann'];
    const acts: Record<string, (of: Owners, self: Person, other: Person) => Promise<Answer>> = {
      leave: ({ organizationId }, self) =>
        of.ask(self.cookie, 'POST', '/auth/organization/leave', { organizationId }),
      remove: ({ organizationId, memberOf }, self, other) =>
        of.ask(self.cookie, 'POST', '/auth/organization/remove-member', {
          ...{ organizationId, memberIdOrEmail: memberOf(other) },
        }),
      demote: ({ organizationId, memberOf }, self, other) =>
        of.ask(self.cookie, 'POST', '/auth/organization/update-member-role', {
          ...{ organizationId, memberId: memberOf(other), role: 'member' },
        }),
      'step down': ({ organizationId, memberOf }, self) =>
        of.ask(self.cookie, 'POST', '/auth/organization/update-member-role', {
          ...{ organizationId, memberId: memberOf(self), role: 'member' },
        }),
    };
    for (const [name, act] of Object.entries(acts)) {
      for (let round = 0; round < 3; round += 1) {
        const owners = await twoOwners();
        await atOnce([act(owners, owners.ann, owners.bea), act(owners, owners.bea, owners.ann)]);
        assert.equal(await owners.owners(), 1, name);
      }
    }
  });

  test(`${engine}: two owners who delete their accounts at once leave one of them`, async () => {
    const { ann, bea, owners } = await twoOwners();
    const other = await openLedgerOf(of.home.ledger, of.config);
    const reasons = await Promise.all([deletePerson(of.ledger, ann), deletePerson(other, bea)]);
    await other.close();
    assert.equal(reasons.filter((reason) => reason === null).length, 1, JSON.stringify(reasons));
    assert.equal(await owners(), 1);
  });
}

const onSqlite = new Service();
before(() => onSqlite.start({}));
after(() => onSqlite.stop());
testRaces('SQLite', onSqlite);

if (noPostgres !== false) {
  test('races of people in PostgreSQL', { skip: noPostgres }, () => {});
} else {
  const server = sharedPostgres();
  const onPostgres = new Service();
  before(() => onPostgres.start({ ledger_url: server.database() }));
  after(async () => {
    await onPostgres.stop();
    server.stop();
  });
  testRaces('PostgreSQL', onPostgres);
}
