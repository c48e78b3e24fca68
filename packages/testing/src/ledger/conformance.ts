/**
 * Requirements for every engine of the ledger, as tests over an engine: accounts and keys, exact charges,
 * repeated requests, refunds, several open ledgers at once. The walk of random operations is in `model.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from 'lintel/dist/base/config.js';
import { UserError } from 'lintel/dist/base/user-error.js';
import type { Ledger, Order, Receipt } from 'lintel/dist/ledger/ledger.js';
import type { LedgerOptions } from 'lintel/dist/ledger/open-ledger.js';
import { repeatMs } from 'lintel/dist/ledger/paid-ranges.js';
import { windowMs } from 'lintel/dist/ledger/window.js';
import { testClocks } from './clocks.js';
import { testWatches } from './watches.js';

/** 2026-01-15, noon UTC. */
export const noon = Date.UTC(2026, 0, 15, 12);

export const testPlans = {
  ...defaultConfig.plans,
  tiny: { credits: 7, requests_per_minute: 60 },
  weekly: { credits: 5, requests_per_minute: 60, window_days: 7 },
};

/** An engine: each place holds its own ledger, which may be opened several times. */
export interface Engine {
  readonly name: string;
  place(): string;
  open(place: string, now: () => number, more?: Pick<LedgerOptions, 'monotonic' | 'events'>): Promise<Ledger>;
  /** Random walks of the model; fewer where each step is slow. */
  readonly runs: number;
}

/** An order for records of a credit each, by an arbitrary key. */
export function order(accountId: string, credits: number, more: Partial<Order> = {}): Order {
  const records = { from: 0, to: credits };
  return {
    accountId,
    keyId: 'key_1',
    endpoint: 'permits_by_id',
    credits,
    records,
    requestHash: null,
    ...more,
  };
}

/** The credits that a refund gives back. */
const refunded = async (ledger: Ledger, receipt: Receipt) => (await ledger.refund(receipt)).credits;

const hash = (text: string) => Buffer.from(text.padEnd(16, '.'));
const day = 24 * 60 * 60 * 1000;

/** Registers the tests. */
export function testConformance(engine: Engine): void {
  testAdministration(engine);
  testKeys(engine);
  testVisitors(engine);
  testCharges(engine);
  testUsage(engine);
  testRepeats(engine);
  testExports(engine);
  testRefundBound(engine);
  testClocks(engine);
  testWatches(engine);
}

function testAdministration({ name, place, open }: Engine): void {
  test(`${name}: an account and its key are found again after a restart`, async () => {
    const where = place();
    const first = await open(where, () => noon);
    const account = await first.createAccount({ name: 'Acme Maps', plan: 'free' });
    const key = await first.createKey(account.id, { name: 'laptop' });
    assert.match(account.id, /^acc_[0-9A-Za-z]{16}$/);
    assert.match(key.id, /^key_[0-9A-Za-z]{16}$/);
    await first.close();
    const second = await open(where, () => noon);
    assert.deepEqual(await second.accounts(), [account]);
    assert.deepEqual(await second.account(account.id), account);
    const { secret, ...shown } = key;
    assert.deepEqual(await second.keys(account.id), [shown]);
    const caller = await second.authenticate(secret);
    assert.deepEqual([caller?.keyId, caller?.accountId, caller?.suspended], [key.id, account.id, false]);
    assert.deepEqual([caller?.plan.creditLimit, caller?.plan.windowMs], [500, windowMs]);
    await second.close();
  });

  test(`${name}: operators are known by their address, and who acted is in the audit log`, async () => {
    const ledger = await open(place(), () => noon);
    const ann = await ledger.operators.add(' Ann@Example.org');
    assert.deepEqual(ann, { email: 'ann@example.org', createdMs: noon });
    assert.deepEqual(await ledger.operators.add('ANN@example.org'), ann);
    assert.deepEqual(await ledger.operators.list(), [ann]);
    assert.deepEqual(
      [await ledger.operators.has('ANN@example.org'), await ledger.operators.has('a@b.c')],
      [true, false],
    );
    const account = await ledger.as('ann@example.org').createAccount({ name: 'A', plan: 'free' });
    await ledger.as('ann@example.org').note('release.publish', '20260115', 'forced');
    assert.deepEqual(
      (await ledger.audit(2)).map(({ actor, act, subject, detail }) => [actor, act, subject, detail]),
      [
        ['ann@example.org', 'release.publish', '20260115', 'forced'],
        ['ann@example.org', 'account.create', account.id, 'plan free'],
      ],
    );
    await ledger.operators.remove('ann@example.org');
    assert.equal(await ledger.operators.has('ann@example.org'), false);
    await assert.rejects(ledger.operators.remove('ann@example.org'), UserError);
    await assert.rejects(ledger.operators.add('ann'), UserError);
    await ledger.close();
  });

  test(`${name}: changes by another process to accounts and keys apply from the next request on`, async () => {
    const where = place();
    const [server, admin] = [await open(where, () => noon), await open(where, () => noon)];
    const account = await admin.createAccount({ name: 'A', plan: 'free' });
    const [one, two] = [await admin.createKey(account.id), await admin.createKey(account.id)];
    assert.equal((await server.authenticate(one.secret))?.suspended, false);
    assert.equal((await server.authenticate(two.secret))?.keyId, two.id);
    await admin.setSuspended(account.id, true);
    assert.equal((await server.authenticate(one.secret))?.suspended, true);
    await admin.setSuspended(account.id, false);
    assert.equal((await server.authenticate(one.secret))?.suspended, false);
    await admin.setPlan(account.id, 'tiny');
    assert.equal((await server.authenticate(one.secret))?.plan.creditLimit, 7);
    assert.equal((await admin.revokeKey(one.id)).revokedMs, noon);
    assert.equal(await server.authenticate(one.secret), null);
    assert.equal((await server.authenticate(two.secret))?.keyId, two.id);
    server.setPlans({ ...testPlans, tiny: { credits: 8, requests_per_minute: 60 } });
    assert.equal((await server.authenticate(two.secret))?.plan.creditLimit, 8);
    await server.close();
    await admin.close();
  });

  test(`${name}: an unknown name is refused with the valid ones`, async () => {
    const ledger = await open(place(), () => noon);
    const refuse = (work: Promise<unknown>, message: RegExp) =>
      assert.rejects(work, (error) => error instanceof UserError && message.test(error.message));
    await refuse(
      ledger.createAccount({ name: 'A', plan: 'gold' }),
      /no plan gold.*free, unlimited, visitor, tiny/,
    );
    await refuse(ledger.createAccount({ name: ' ', plan: 'free' }), /name of an account/);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    await refuse(ledger.createKey(account.id, { name: '' }), /name of a key/);
    await refuse(ledger.createKey(account.id, { scopes: ['permitz'] }), /no scope permitz.*permits/);
    await refuse(ledger.createKey(account.id, { scopes: [] }), /at least one scope/);
    await refuse(ledger.createKey(account.id, { expiresMs: noon }), /in the future/);
    await refuse(ledger.setPlan(account.id, 'gold'), /Known plans/);
    await refuse(ledger.setPlan('acc_none', 'free'), /no account acc_none/);
    await refuse(ledger.setSuspended('acc_none', true), /no account/);
    await refuse(ledger.createKey('acc_none'), /no account/);
    await refuse(ledger.keys('acc_none'), /no account/);
    await refuse(ledger.revokeKey('key_none'), /no key key_none/);
    await refuse(ledger.rotateKey('key_none', 0), /no key key_none/);
    await refuse(ledger.usage('acc_none'), /no account/);
    assert.equal(await ledger.account('acc_none'), null);
    await assert.rejects(ledger.charge(order('acc_none', 1)), /no account/);
    await ledger.close();
    await assert.rejects(ledger.charge(order(account.id, 1)), /closed/);
  });

  test(`${name}: every administrative act is in the audit log, without the key`, async () => {
    const ledger = await open(place(), () => noon);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const key = await ledger.createKey(account.id, { name: 'laptop' });
    const next = await ledger.rotateKey(key.id, 1000);
    await ledger.revokeKey(next.id);
    await ledger.setPlan(account.id, 'tiny');
    await ledger.setSuspended(account.id, true);
    await ledger.setSuspended(account.id, false);
    await assert.rejects(ledger.setPlan(account.id, 'gold'));
    const acts = await ledger.audit(100);
    assert.deepEqual(
      acts.map(({ act, subject }) => [act, subject]),
      [
        ['account.resume', account.id],
        ['account.suspend', account.id],
        ['account.set_plan', account.id],
        ['key.revoke', next.id],
        ['key.rotate', next.id],
        ['key.create', key.id],
        ['account.create', account.id],
      ],
    );
    assert.ok(acts.every(({ atMs, actor }) => atMs === noon && actor.includes(String(process.pid))));
    const text = JSON.stringify(acts);
    assert.ok(!text.includes(key.secret.slice(7)) && !text.includes(next.secret.slice(7)));
    assert.equal((await ledger.audit(2)).length, 2);
    await ledger.close();
  });
}

function testVisitors({ name, place, open }: Engine): void {
  test(`${name}: visitors without a key have one account, whoever asks first, until it is closed`, async () => {
    const where = place();
    const ledgers = [await open(where, () => noon), await open(where, () => noon)] as const;
    const callers = await Promise.all(ledgers.flatMap((ledger) => [ledger.visitor(), ledger.visitor()]));
    for (const caller of callers) {
      assert.deepEqual(
        [caller?.accountId, caller?.keyId, caller?.plan.name, caller?.scopes],
        ['acc_visitors', 'key_visitors', 'visitor', null],
      );
    }
    assert.equal((await ledgers[0].accounts()).length, 1);
    assert.equal((await ledgers[0].keys()).length, 1);
    await ledgers[0].setSuspended('acc_visitors', true);
    assert.equal((await ledgers[1].visitor())?.suspended, true);
    await ledgers[0].revokeKey('key_visitors');
    assert.equal(await ledgers[1].visitor(), null);
    const later = await open(where, () => noon);
    assert.equal(await later.visitor(), null);
    for (const ledger of [...ledgers, later]) await ledger.close();
  });
}

function testKeys({ name, place, open }: Engine): void {
  test(`${name}: a key ends when it expires, and a rotated one keeps working during its overlap`, async () => {
    let now = noon;
    const ledger = await open(place(), () => now);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const key = await ledger.createKey(account.id, { name: 'x', scopes: ['permits'], expiresMs: noon + day });
    const next = await ledger.rotateKey(key.id, 1000);
    assert.deepEqual([next.name, next.scopes, next.expiresMs], ['x', ['permits'], noon + day]);
    now = noon + 999;
    assert.deepEqual((await ledger.authenticate(key.secret))?.scopes, ['permits']);
    assert.equal((await ledger.authenticate(next.secret))?.keyId, next.id);
    now = noon + 1000;
    assert.equal(await ledger.authenticate(key.secret), null);
    await assert.rejects(ledger.rotateKey(key.id, 1000), /no longer in use/);
    now = noon + day - 1;
    assert.equal((await ledger.authenticate(next.secret))?.keyId, next.id);
    now = noon + day;
    assert.equal(await ledger.authenticate(next.secret), null);
    await ledger.close();
  });

  test(`${name}: a key's last use is known to about a minute`, async () => {
    const where = place();
    let now = noon;
    let ledger = await open(where, () => now);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const key = await ledger.createKey(account.id);
    const last = async () => {
      await ledger.close();
      ledger = await open(where, () => now);
      return (await ledger.keys(account.id))[0]?.lastUsedMs;
    };
    assert.equal(await last(), null);
    await ledger.authenticate(key.secret);
    assert.equal(await last(), noon);
    now += 61_000;
    await ledger.authenticate(key.secret);
    assert.equal(await last(), noon + 61_000);
    await ledger.close();
  });
}

function testCharges({ name, place, open }: Engine): void {
  test(`${name}: simultaneous charges are granted in order of arrival until one does not fit`, async () => {
    const ledger = await open(place(), () => noon);
    const account = await ledger.createAccount({ name: 'A', plan: 'tiny' });
    const credits = [3, 3, 3, 1, 1, 0];
    const charges = await Promise.all(credits.map((each) => ledger.charge(order(account.id, each))));
    assert.deepEqual(
      charges.map(({ granted, used }) => [granted, used]),
      [
        [true, 3],
        [true, 6],
        [false, 6],
        [true, 7],
        [false, 7],
        [true, 7],
      ],
    );
    assert.equal((await ledger.usage(account.id)).used, 7);
    await ledger.close();
  });

  test(`${name}: an unlimited plan is charged but never refused`, async () => {
    const ledger = await open(place(), () => noon);
    const account = await ledger.createAccount({ name: 'A', plan: 'unlimited' });
    for (const credits of [1_000_000, 1_000_000]) {
      assert.equal((await ledger.charge(order(account.id, credits))).granted, true);
    }
    const { used, limit, availableAt } = await ledger.usage(account.id);
    assert.deepEqual([used, limit, availableAt], [2_000_000, null, null]);
    await ledger.close();
  });

  test(`${name}: a plan with a window of its own gives credits back after it`, async () => {
    let now = noon;
    const ledger = await open(place(), () => now);
    const account = await ledger.createAccount({ name: 'A', plan: 'weekly' });
    assert.ok((await ledger.charge(order(account.id, 5))).granted);
    assert.deepEqual((await ledger.usage(account.id)).daily, [
      { date: '2026-01-15', credits: 5, expires: '2026-01-22' },
    ]);
    now = noon + 7 * day - 1;
    assert.ok(!(await ledger.charge(order(account.id, 1))).granted);
    now += 1;
    assert.deepEqual((await ledger.usage(account.id)).used, 0);
    assert.ok((await ledger.charge(order(account.id, 5))).granted);
    await ledger.close();
  });

  test(`${name}: several open ledgers charging one account never exceed its limit and use its last credit`, async () => {
    const where = place();
    const ledgers = [
      await open(where, () => noon),
      await open(where, () => noon),
      await open(where, () => noon),
    ];
    const account = await ledgers[0]?.createAccount({ name: 'A', plan: 'free' });
    assert.ok(account);
    const answers = await Promise.all(
      Array.from({ length: 900 }, (_, i) => ledgers[i % 3]?.charge(order(account.id, 1 + (i % 3)))),
    );
    const granted = answers.reduce((sum, answer, i) => sum + (answer?.granted ? 1 + (i % 3) : 0), 0);
    assert.equal(granted, 500);
    assert.ok(answers.every((answer) => (answer?.used ?? 0) <= 500));
    for (const ledger of ledgers) {
      assert.equal((await ledger.usage(account.id)).used, 500);
      assert.deepEqual(await ledger.check(), []);
    }
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
}

function testUsage({ name, place, open }: Engine): void {
  test(`${name}: usage is reported by day, account, key and endpoint`, async () => {
    let now = noon;
    const ledger = await open(place(), () => now);
    const a = await ledger.createAccount({ name: 'A', plan: 'free' });
    const b = await ledger.createAccount({ name: 'B', plan: 'free' });
    await ledger.charge(order(a.id, 2));
    await ledger.charge(order(a.id, 3));
    await ledger.charge(order(a.id, 1, { keyId: 'key_2' }));
    await ledger.charge(order(b.id, 4, { endpoint: 'tags' }));
    await ledger.charge(order(b.id, 500));
    now += day;
    await ledger.charge(order(a.id, 5));
    const all = await ledger.usageRows({ from: '2026-01-15', to: '2026-01-16' });
    const rows = (id: string) =>
      all
        .filter(({ accountId }) => accountId === id)
        .map(({ date, keyId, endpoint, requests, credits }) => [date, keyId, endpoint, requests, credits]);
    assert.deepEqual(rows(a.id), [
      ['2026-01-15', 'key_1', 'permits_by_id', 2, 5],
      ['2026-01-15', 'key_2', 'permits_by_id', 1, 1],
      ['2026-01-16', 'key_1', 'permits_by_id', 1, 5],
    ]);
    assert.deepEqual(rows(b.id), [['2026-01-15', 'key_1', 'tags', 1, 4]]);
    const one = { accountId: a.id, from: '2026-01-16', to: '2026-01-16' };
    assert.equal((await ledger.usageRows(one)).length, 1);
    await ledger.close();
  });
}

function testExports({ name, place, open }: Engine): void {
  /** An order for records of an export, a credit each. */
  const part = (accountId: string, from: number, to: number, exportPart: Order['exportPart'] = 'further') =>
    order(accountId, to - from, { requestHash: hash('export'), records: { from, to }, exportPart });

  test(`${name}: records of an export are charged once, however often they are asked for within a day`, async () => {
    let now = noon;
    const ledger = await open(place(), () => now);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const charge = async (from: number, to: number, exportPart: Order['exportPart'] = 'further') => {
      const before = (await ledger.usage(account.id)).used;
      const answer = await ledger.charge(part(account.id, from, to, exportPart));
      assert.ok(answer.granted);
      assert.equal(answer.receipt.credits, (await ledger.usage(account.id)).used - before);
      return answer.receipt.credits;
    };
    assert.equal(await charge(0, 10, 'first'), 10);
    assert.equal(await charge(10, 20), 10);
    assert.equal(await charge(3, 10, 'first'), 0, 'records that were paid');
    assert.equal(await charge(15, 30), 10, 'some paid, some not');
    now += day - 1;
    assert.equal(await charge(0, 30), 0, 'nearly a day after the last use');
    now += day;
    assert.equal(await charge(20, 30), 10, 'a day after the last use');
    assert.equal(await charge(0, 10), 10, 'records before those that are known to be paid');
    const rows = await ledger.usageRows({ accountId: account.id, from: '2026-01-15', to: '2026-01-18' });
    // An export counts as one request on the day on which it began.
    assert.deepEqual(
      rows.map(({ date, requests, credits }) => [date, requests, credits]),
      [['2026-01-15', 1, 30]],
    );
    assert.deepEqual(await ledger.check(), []);
    await ledger.close();
  });

  test(`${name}: of the last charge of an export, records that nobody was handed are refunded, once`, async () => {
    const where = place();
    const [one, two] = [await open(where, () => noon), await open(where, () => noon)];
    const account = await one.createAccount({ name: 'A', plan: 'free' });
    const used = async () => (await one.usage(account.id)).used;
    const charged = async (ledger: Ledger, from: number, to: number) => {
      const answer = await ledger.charge(part(account.id, from, to));
      assert.ok(answer.granted);
      return answer.receipt;
    };
    await charged(one, 0, 100);
    const broken = await charged(one, 100, 200);
    assert.equal(await refunded(one, { ...broken, handedTo: 140 }), 60);
    assert.equal(await refunded(one, { ...broken, handedTo: 100 }), 0, 'a second refund');
    assert.equal(await used(), 140);
    // A second request resumes while the first still hangs: the one that was handed more decides.
    const first = await charged(one, 140, 200);
    const second = await charged(two, 120, 200);
    assert.deepEqual([first.credits, second.credits, await used()], [60, 0, 200]);
    assert.equal(await refunded(one, { ...first, handedTo: 190 }), 0);
    assert.equal(await refunded(two, { ...second, handedTo: 150 }), 10);
    assert.equal(await used(), 190);
    // Once the next records are charged, all before them were handed over.
    const last = await charged(two, 190, 200);
    await charged(two, 200, 300);
    assert.equal(await refunded(two, { ...last, handedTo: 190 }), 0);
    assert.equal(await used(), 300);
    assert.deepEqual(await one.check(), []);
    await one.close();
    await two.close();
  });

  test(`${name}: an export that does not fit is refused with the number of records that do`, async () => {
    const ledger = await open(place(), () => noon);
    const account = await ledger.createAccount({ name: 'A', plan: 'tiny' });
    await ledger.charge(part(account.id, 0, 4));
    const refused = await ledger.charge(part(account.id, 2, 10));
    assert.deepEqual(refused, { granted: false, used: 4, limit: 7, fitting: 5 });
    assert.ok((await ledger.charge(part(account.id, 2, 7))).granted);
    assert.equal((await ledger.usage(account.id)).used, 7);
    await ledger.close();
  });
}

function testRepeats({ name, place, open }: Engine): void {
  test(`${name}: the same request within a minute is charged once: in one batch, from another open ledger, or later`, async () => {
    const where = place();
    let now = noon;
    const [one, two] = [await open(where, () => now), await open(where, () => now)];
    const account = await one.createAccount({ name: 'A', plan: 'tiny' });
    const same = order(account.id, 3, { requestHash: hash('same') });
    const together = await Promise.all([one.charge(same), one.charge(same)]);
    assert.deepEqual(
      together.map((charge) => charge.granted && charge.repeated),
      [false, true],
    );
    now += repeatMs - 1;
    const later = await two.charge(same);
    assert.ok(later.granted && later.repeated);
    assert.equal(later.used, 3);
    const longer = order(account.id, 7, { requestHash: hash('same') });
    const grown = await two.charge(longer);
    assert.ok(grown.granted && !grown.repeated);
    assert.deepEqual(
      [grown.receipt.credits, grown.used],
      [4, 7],
      'a page that has grown costs what it has more',
    );
    assert.ok((await one.charge(longer)).granted, 'a repeat is served over the limit');
    now += repeatMs;
    assert.ok(!(await one.charge(same)).granted, 'after a minute it is a new request');
    assert.equal((await one.usage(account.id)).used, 7);
    await Promise.all([one.close(), two.close()]);
  });

  test(`${name}: a refund returns exactly the charge, once, and a held request only when nobody holds it`, async () => {
    const ledger = await open(place(), () => noon);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const charged = async (given: Order) => {
      const charge = await ledger.charge(given);
      assert.ok(charge.granted);
      return charge.receipt;
    };
    const used = async () => (await ledger.usage(account.id)).used;
    await charged(order(account.id, 10));
    assert.equal(await refunded(ledger, await charged(order(account.id, 5))), 5);
    assert.equal(await used(), 10);
    const named = order(account.id, 7, { requestHash: hash('named') });
    const [first, second] = [await charged(named), await charged(named)];
    assert.equal(await refunded(ledger, first), 0);
    assert.equal(await used(), 17, 'the second caller holds it');
    assert.equal(await refunded(ledger, second), 7);
    assert.equal(await used(), 10);
    assert.equal(await refunded(ledger, second), 0);
    assert.equal(await used(), 10, 'a refund was made twice');
    await charged(named);
    assert.equal(await used(), 17, 'after the refund it is charged again');
    const rows = await ledger.usageRows({ from: '2026-01-15', to: '2026-01-15' });
    assert.deepEqual([rows[0]?.requests, rows[0]?.credits], [2, 17]);
    assert.deepEqual(await ledger.check(), []);
    await ledger.close();
  });

  test(`${name}: of a page, the records that were not handed over are refunded, and a repeat pays for them alone`, async () => {
    const ledger = await open(place(), () => noon);
    const account = await ledger.createAccount({ name: 'A', plan: 'free' });
    const used = async () => (await ledger.usage(account.id)).used;
    const charged = async (given: Order) => {
      const charge = await ledger.charge(given);
      assert.ok(charge.granted);
      return charge.receipt;
    };
    const twice = (credits: number) => order(account.id, credits, { records: { from: 0, to: credits / 2 } });
    assert.equal(await refunded(ledger, { ...(await charged(twice(20))), handedTo: 4 }), 12);
    assert.equal(await used(), 8);
    const named = order(account.id, 10, { requestHash: hash('cut') });
    const [one, two] = [await charged(named), await charged(named)];
    assert.equal(await refunded(ledger, { ...one, handedTo: 6 }), 0);
    assert.equal(await refunded(ledger, { ...two, handedTo: 3 }), 4, 'the one that was handed more decides');
    assert.equal((await charged(named)).credits, 4);
    assert.equal(await used(), 18);
    const rows = await ledger.usageRows({ from: '2026-01-15', to: '2026-01-15' });
    assert.deepEqual([rows[0]?.requests, rows[0]?.credits], [3, 18]);
    assert.deepEqual(await ledger.check(), []);
    await ledger.close();
  });
}

function testRefundBound({ name, place, open }: Engine): void {
  test(`${name}: an account is refunded a fifth of its credits in a day, by all processes; the rest stays charged`, async () => {
    const where = place();
    let now = noon;
    const ledgers = [await open(where, () => now), await open(where, () => now)] as const;
    const account = await ledgers[0].createAccount({ name: 'A', plan: 'free' });
    const cut = async (ledger: Ledger, credits: number, handedTo: number, more: Partial<Order> = {}) => {
      const charge = await ledger.charge(order(account.id, credits, more));
      assert.ok(charge.granted);
      return ledger.refund({ ...charge.receipt, handedTo });
    };
    assert.deepEqual(await cut(ledgers[0], 60, 0), { credits: 60, withheld: 0 });
    const requestHash = hash('beyond');
    assert.deepEqual(await cut(ledgers[1], 60, 10, { requestHash }), { credits: 40, withheld: 10 });
    assert.deepEqual(await cut(ledgers[0], 5, 0), { credits: 0, withheld: 5 });
    assert.equal((await ledgers[0].usage(account.id)).used, 25);
    const again = await ledgers[0].charge(order(account.id, 20, { requestHash }));
    assert.ok(again.granted && again.repeated, 'what was not refunded is paid');
    now += day;
    assert.deepEqual(await cut(ledgers[0], 5, 0), { credits: 5, withheld: 0 });
    assert.deepEqual(await ledgers[1].check(), []);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
}
