import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairTurns } from './fair-turns.js';
import { aloneMs, burstMs, leastShare, longestTurnWaitMs } from './limits.js';

const share = leastShare;

/** Turns by a clock of the test's own, in which work takes the time that it says. */
function turnsAt(start = 1_000_000) {
  const clock = { now: start };
  const reported: [string, number][] = [];
  const turns = new FairTurns(
    () => clock.now,
    (name, ms) => reported.push([name, ms]),
  );
  const work = async (name: string, ms: number, done: () => unknown = () => {}) => {
    await turns.begin(name, true);
    try {
      clock.now += ms;
      turns.worked({ name, share }, ms);
      await done();
    } finally {
      turns.end(name);
    }
  };
  return { clock, turns, work, reported };
}

test('who asks for a hundred answers at once delays another by one of them, not by a hundred', async () => {
  const { work } = turnsAt();
  const order: string[] = [];
  const greedy = Array.from({ length: 100 }, () => work('greedy', 5, () => order.push('greedy')));
  await nextTurn();
  await nextTurn();
  const before = order.length;
  await work('modest', 5, () => order.push('modest'));
  assert.ok(before < 5, `${before} answers were found in three turns`);
  assert.ok(order.indexOf('modest') <= before + 1, 'one more at most came first');
  await Promise.all(greedy);
  assert.equal(order.length, 101);
});

test('an account finds one answer at a time, in order', async () => {
  const { work } = turnsAt();
  const seen: number[] = [];
  let open = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      work('one', 0, async () => {
        open += 1;
        assert.equal(open, 1);
        await nextTurn();
        open -= 1;
        seen.push(i);
      }),
    ),
  );
  assert.deepEqual(
    seen,
    Array.from({ length: 20 }, (_, i) => i),
  );
});

test('who need not wait begins at once', () => {
  const { turns } = turnsAt();
  assert.equal(turns.begin('one', true), null);
  assert.notEqual(turns.begin('one', true), null);
  assert.equal(turns.begin('other', true), null);
});

test('answers that take little are found in one turn of the event loop', async () => {
  const { work } = turnsAt();
  let done = 0;
  for (let i = 0; i < 10; i++) void work('one', 0.15, () => (done += 1));
  await nextTurn();
  assert.equal(done, 10);
});

test('work that fails gives its turn up', async () => {
  const { work } = turnsAt();
  const fail = () => Promise.reject(new Error('no'));
  const failing = Array.from({ length: 3 }, () => work('one', 1, fail));
  for (const each of await Promise.allSettled(failing)) assert.equal(each.status, 'rejected');
  await work('one', 1);
});

test('beside others an account has its share of the clock, after a burst', async () => {
  const { clock, turns } = turnsAt();
  const modest = { name: 'modest', share };
  const greedy = { name: 'greedy', share };
  let taken = 0;
  for (const begun = clock.now; turns.begin('greedy', true) === null; await nextTurn()) {
    turns.worked(modest, 1);
    clock.now += 5;
    turns.worked(greedy, 5);
    taken += 5;
    turns.end('greedy');
    assert.ok(taken <= (burstMs + clock.now - begun) * share + 5, `${taken} ms of work`);
  }
  // Of a burst of half a second, and a quarter of the time that it took.
  assert.ok(taken > burstMs * share, `${taken} ms of work`);
});

test('alone an account has the whole clock, and owes nothing for it when others come', async () => {
  const { clock, turns, work } = turnsAt();
  await work('modest', 1);
  clock.now += aloneMs + 1;
  for (let i = 0; i < 100; i++) {
    assert.equal(turns.begin('greedy', true), null, `${i}`);
    clock.now += 200;
    turns.worked({ name: 'greedy', share }, 200);
    turns.end('greedy');
    await nextTurn();
  }
  await work('modest', 1);
  clock.now += 1;
  assert.equal(turns.begin('greedy', true), null);
});

test('a plan with more than the share of the clock has more of it', async () => {
  const { clock, turns, work } = turnsAt();
  for (let i = 0; i < 100; i++) {
    await work('modest', 0);
    assert.equal(turns.begin('paying', true), null, `${i}`);
    clock.now += 200;
    turns.worked({ name: 'paying', share: 2 }, 200);
    turns.end('paying');
    await nextTurn();
  }
});

test('who waits for too long for the share is refused, but not a further part of an answer', async () => {
  const { clock, turns } = turnsAt();
  turns.worked({ name: 'other', share }, 1);
  assert.equal(turns.begin('one', true), null);
  const waiting = [turns.begin('one', true), turns.begin('one', false), turns.begin('one', true)];
  clock.now += longestTurnWaitMs + 1;
  turns.worked({ name: 'other', share }, 1);
  turns.worked({ name: 'one', share }, burstMs * share);
  await nextTurn();
  const refused = assert.rejects(async () => waiting[0], { status: 429, headers: { 'retry-after': '1' } });
  turns.end('one');
  await refused;
  await waiting[1];
  const last = assert.rejects(async () => waiting[2], { status: 429 });
  turns.end('one');
  await last;
});

test('who waited for anything else than the share is not refused', async () => {
  const { clock, turns } = turnsAt();
  turns.begin('one', true);
  const waiting = turns.begin('one', true);
  clock.now += longestTurnWaitMs + 1;
  turns.end('one');
  assert.equal(await waiting, longestTurnWaitMs + 1);
});

test('all who wait give up together, and the next begins at once', async () => {
  const { turns } = turnsAt();
  turns.begin('one', true);
  const waiting = Array.from({ length: 3 }, async () => turns.begin('one', true));
  turns.giveUp('one', new Error('away'));
  for (const each of waiting) await assert.rejects(each, /away/);
  turns.end('one');
  assert.equal(turns.begin('one', true), null);
});

test('work is reported once: when it is asked for, or a second later', async () => {
  const { turns, work, reported } = turnsAt();
  await work('one', 3);
  await work('one', 4);
  assert.equal(turns.unreported('one'), 7);
  assert.equal(turns.unreported('one'), 0);
  await work('one', 5);
  while (reported.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(reported, [['one', 5]]);
  assert.equal(turns.unreported('one'), 0);
});
