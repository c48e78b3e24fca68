/** What becomes of charges whose commit has no outcome in time. Commits are made up: none of a database ends so at will. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { order } from '@lintel/testing/ledger/engine.js';
import { type Batch, type BatchResult, openChargeQueue } from './charge-queue.js';
import type { Order } from './ledger.js';
import { CommitUnknown, LedgerUnavailable } from './unavailable.js';

const granted = (batch: Batch): BatchResult => ({
  charged: batch.orders.map((each) => ({
    granted: true,
    used: each.credits,
    limit: null,
    repeated: false,
    receipt: { ...each, atMs: 1 },
  })),
  refunded: batch.refunds.map(({ credits }) => ({ credits, withheld: 0 })),
});

/** A queue whose first commit has no outcome until `end` is called. */
function unknownQueue() {
  const batches: Batch[] = [];
  const lost: Order[] = [];
  let end: { is(committed: boolean): void; givenUp(): void } | null = null;
  const queue = openChargeQueue(
    async (batch) => {
      batches.push(batch);
      if (batches.length > 1) return granted(batch);
      const outcome = new Promise<{ result: BatchResult } | null>((resolve, reject) => {
        end = {
          is: (committed) => resolve(committed ? { result: granted(batch) } : null),
          givenUp: () => reject(new Error('given up')),
        };
      });
      throw new CommitUnknown('nobody knows', outcome);
    },
    { onLost: (orders) => lost.push(...orders) },
  );
  return { queue, batches, lost, end: () => end };
}

/** The refunds that a queue has committed. */
const refundsOf = (batches: readonly Batch[]) => batches.flatMap(({ refunds }) => refunds);

async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo() && turns < 1_000; turns++) await nextTurn();
  assert.ok(isSo());
}

test('a charge without an outcome fails at once, and is given back when it proves to have been made', async () => {
  const { queue, batches, lost, end } = unknownQueue();
  await assert.rejects(queue.charge(order('one', 5)), LedgerUnavailable);
  assert.equal((await queue.charge(order('two', 7))).granted, true, 'later charges go on');
  end()?.is(true);
  await until(() => refundsOf(batches).length === 1);
  assert.deepEqual(
    refundsOf(batches).map(({ accountId, credits }) => [accountId, credits]),
    [['one', 5]],
  );
  await queue.close();
  assert.deepEqual(lost, []);
});

test('a charge that proves not to have been made is not given back', async () => {
  const { queue, batches, end } = unknownQueue();
  await assert.rejects(queue.charge(order('one', 5)), LedgerUnavailable);
  end()?.is(false);
  for (let turns = 0; turns < 10; turns++) await nextTurn();
  await queue.close();
  assert.deepEqual(refundsOf(batches), []);
});

test('a charge whose fate is not found out is reported', async () => {
  const { queue, lost, end } = unknownQueue();
  await assert.rejects(queue.charge(order('one', 5)), LedgerUnavailable);
  end()?.givenUp();
  await until(() => lost.length === 1);
  assert.equal(lost[0]?.accountId, 'one');
  await queue.close();
});

test('charges that wait behind a database that does not answer fail with those it did not answer', async () => {
  const begun: Batch[] = [];
  let fail = () => {};
  const queue = openChargeQueue((batch) => {
    begun.push(batch);
    return new Promise((_, reject) => {
      fail = () => reject(new LedgerUnavailable('unreachable', 'made-up'));
    });
  });
  const first = assert.rejects(queue.charge(order('one', 1)), LedgerUnavailable);
  await until(() => begun.length === 1);
  const second = assert.rejects(queue.charge(order('two', 1)), LedgerUnavailable);
  fail();
  await Promise.all([first, second]);
  assert.equal(begun.length, 1, 'the second was not begun');
  await queue.close();
});
