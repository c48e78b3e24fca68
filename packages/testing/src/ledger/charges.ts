/** Tests of charges within the limit of a plan and of usage reports, over any engine of the ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, type Engine, noon, order } from './engine.js';

export function testCharges({ name, place, open }: Engine): void {
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

export function testUsage({ name, place, open }: Engine): void {
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
