/** Tests of accounts, operators and the audit log, over any engine of the ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from 'lintel/dist/base/user-error.js';
import { windowMs } from 'lintel/dist/ledger/window.js';
import { type Engine, noon, order, testPlans } from './engine.js';

export function testAdministration({ name, place, open }: Engine): void {
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
