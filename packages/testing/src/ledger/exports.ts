/** Tests of what an export costs, and of its refunds, over any engine of the ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger, Order } from 'lintel/dist/ledger/ledger.js';
import { day, type Engine, hash, noon, order, refunded } from './engine.js';

export function testExports({ name, place, open }: Engine): void {
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
