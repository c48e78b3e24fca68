/** Tests of repeated requests and of refunds, with their bound, over any engine of the ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger, Order } from 'lintel/dist/ledger/ledger.js';
import { repeatMs } from 'lintel/dist/ledger/paid-ranges.js';
import { day, type Engine, hash, noon, order, refunded } from './engine.js';

export function testRepeats({ name, place, open }: Engine): void {
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

export function testRefundBound({ name, place, open }: Engine): void {
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
