/** Requirements for the watches of every engine of the ledger: messages are charged once and never lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from 'lintel/dist/base/config.js';
import type { Ledger } from 'lintel/dist/ledger/ledger.js';
import type { NewDelivery, NewWatch } from 'lintel/dist/ledger/watches.js';
import { type Engine, noon } from './engine.js';

const minute = 60_000;
const taking = { leaseMs: 5 * minute, prices: defaultConfig.prices };

/** A watch of a new account on the plan. */
async function watchOf(ledger: Ledger, plan: string): Promise<NewWatch> {
  const { id } = await ledger.createAccount({ name: 'A', plan });
  return ledger.watches.add({
    accountId: id,
    name: 'Solar',
    kind: 'permits',
    query: 'geo_id=CA',
    changes: ['new'],
    channel: 'webhook',
    target: 'https://example.com/hook',
    seenRelease: 'one',
  });
}

const message = (records: number): NewDelivery => ({ records, body: Buffer.from('{}') });

/** Registers the tests. */
export function testWatches({ name, place, open }: Engine): void {
  test(`${name}: a watch is found again, and its secret only by its own question`, async () => {
    const where = place();
    const first = await open(where, () => noon);
    const { secret, ...watch } = await watchOf(first, 'unlimited');
    assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
    await first.close();
    const second = await open(where, () => noon);
    assert.deepEqual(await second.watches.list(), [watch]);
    assert.deepEqual(await second.watches.list(watch.accountId), [watch]);
    assert.ok(!JSON.stringify(await second.watches.find(watch.id)).includes('whsec'));
    assert.equal(await second.watches.secretOf(watch.id), secret);
    const { secret: other } = await second.watches.rotateSecret(watch.id);
    assert.match(other ?? '', /^whsec_/);
    assert.notEqual(other, secret);
    assert.equal(await second.watches.secretOf(watch.id), other);
    assert.equal((await second.watches.setPaused(watch.id, true)).pausedMs, noon);
    assert.equal((await second.watches.setPaused(watch.id, false)).pausedMs, null);
    await second.watches.remove(watch.id);
    assert.deepEqual(await second.watches.list(), []);
    await assert.rejects(second.watches.find(watch.id), /no watch/);
    const acts = (await second.audit(10)).map(({ act }) => act);
    assert.deepEqual(acts.slice(0, 5), [
      'watch.remove',
      'watch.resume',
      'watch.pause',
      'watch.rotate',
      'watch.add',
    ]);
    await second.close();
  });

  test(`${name}: a release reaches a watch once, whoever stores it`, async () => {
    const where = place();
    const [one, two] = [await open(where, () => noon), await open(where, () => noon)];
    const { id } = await watchOf(one, 'unlimited');
    const stored = await Promise.all(
      [one, two, one, two].map((ledger) => ledger.watches.store(id, 'one', 'two', [message(1), message(2)])),
    );
    assert.deepEqual(stored.filter(Boolean), [true]);
    assert.equal((await one.watches.deliveries({ limit: 10 })).length, 2);
    assert.equal((await two.watches.find(id)).seenRelease, 'two');
    await one.close();
    await two.close();
  });

  test(`${name}: a message is taken by one process and charged once, however often it is tried`, async () => {
    const where = place();
    let nowMs = noon;
    const [one, two] = [await open(where, () => nowMs), await open(where, () => nowMs)];
    const { id, accountId } = await watchOf(one, 'unlimited');
    await one.watches.store(id, 'one', 'two', [message(3), message(4), message(5)]);
    const taken = await Promise.all([one, two, one, two, one].map((ledger) => ledger.watches.take(taking)));
    const ids = taken.flatMap((each) => each?.id ?? []);
    assert.equal(new Set(ids).size, ids.length, 'no message is taken twice');
    while ((await one.watches.take(taking)) !== null);
    assert.equal((await one.usage(accountId)).used, 12);
    nowMs += taking.leaseMs;
    const again = await two.watches.take(taking);
    assert.deepEqual(
      [again?.attempt, again?.refusal],
      [2, null],
      'what was taken and not finished is due again',
    );
    assert.equal((await two.usage(accountId)).used, 12);
    await two.watches.finish(again?.id ?? '', { state: 'delivered', answer: '204' });
    await two.watches.finish(again?.id ?? '', { state: 'dead', answer: 'late' });
    const [delivered] = await one.watches.deliveries({ state: 'delivered', limit: 10 });
    assert.deepEqual([delivered?.id, delivered?.answer], [again?.id, '204'], 'the first end counts');
    assert.deepEqual(await one.check(), []);
    await one.close();
    await two.close();
  });

  test(`${name}: a message that is given up or removed is refunded, and charged again when replayed`, async () => {
    let nowMs = noon;
    const ledger = await open(place(), () => nowMs);
    const { id, accountId } = await watchOf(ledger, 'unlimited');
    await ledger.watches.store(id, 'one', 'two', [message(7)]);
    const taken = await ledger.watches.take(taking);
    assert.ok(taken);
    await assert.rejects(ledger.watches.replay(taken.id), /still waits/);
    nowMs += minute;
    await ledger.watches.finish(taken.id, { state: 'dead', answer: '500' });
    assert.equal((await ledger.usage(accountId)).used, 0);
    assert.equal(await ledger.watches.take(taking), null, 'a dead message is not tried');
    const replayed = await ledger.watches.replay(taken.id);
    assert.deepEqual([replayed.state, replayed.attempts, replayed.credits], ['waiting', 0, 0]);
    const again = await ledger.watches.take(taking);
    assert.deepEqual([again?.id, again?.attempt], [taken.id, 1]);
    assert.equal((await ledger.usage(accountId)).used, 7);
    await ledger.watches.finish(taken.id, { state: 'delivered', answer: '204' });
    await ledger.watches.replay(taken.id);
    await ledger.watches.take(taking);
    assert.equal((await ledger.usage(accountId)).used, 7, 'a delivered message is not charged again');
    await ledger.watches.remove(id);
    assert.equal((await ledger.usage(accountId)).used, 0);
    assert.deepEqual(await ledger.check(), []);
    await ledger.close();
  });

  test(`${name}: a message beyond the credit limit is refused, and charged when there is room`, async () => {
    let nowMs = noon;
    const ledger = await open(place(), () => nowMs);
    const { id, accountId } = await watchOf(ledger, 'tiny');
    await ledger.watches.store(id, 'one', 'two', [message(8)]);
    const refused = await ledger.watches.take(taking);
    assert.match(refused?.refusal ?? '', /limit of 7 is reached: 8 are needed/);
    assert.equal((await ledger.usage(accountId)).used, 0);
    await ledger.watches.finish(refused?.id ?? '', {
      state: 'waiting',
      answer: 'limit',
      dueMs: nowMs + minute,
    });
    assert.equal(await ledger.watches.take(taking), null);
    await ledger.setPlan(accountId, 'unlimited');
    nowMs += minute;
    assert.equal((await ledger.watches.take(taking))?.refusal, null);
    assert.equal((await ledger.usage(accountId)).used, 8);
    const rows = await ledger.usageRows({ accountId, from: '2026-01-01', to: '2026-12-31' });
    assert.deepEqual(
      rows.map(({ keyId, endpoint, credits }) => [keyId, endpoint, credits]),
      [[id, 'watch', 8]],
    );
    await ledger.close();
  });

  test(`${name}: paused watches and suspended accounts send nothing; what is over is forgotten in time`, async () => {
    let nowMs = noon;
    const ledger = await open(place(), () => nowMs);
    const { id, accountId } = await watchOf(ledger, 'unlimited');
    await ledger.watches.store(id, 'one', 'two', [message(1)]);
    await ledger.watches.setPaused(id, true);
    assert.equal(await ledger.watches.take(taking), null);
    await ledger.watches.setPaused(id, false);
    await ledger.setSuspended(accountId, true);
    assert.equal(await ledger.watches.take(taking), null);
    await ledger.setSuspended(accountId, false);
    const taken = await ledger.watches.take(taking);
    nowMs += minute;
    assert.equal(await ledger.watches.purge(0), 0, 'a message that waits is kept');
    await ledger.watches.finish(taken?.id ?? '', { state: 'delivered', answer: '204' });
    assert.equal(await ledger.watches.purge(2 * minute), 0);
    assert.equal(await ledger.watches.purge(minute / 2), 1);
    await ledger.close();
  });
}
