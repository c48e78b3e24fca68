import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairTurns } from './fair-turns.js';
import { aloneMs, burstMs, leastShare, longestTurnWaitMs } from './limits.js';

const share = leastShare;

/** A clock that goes on when the test says so, and then runs what is due. */
class MadeClock {
  #now = 1_000_000;
  readonly #timers = new Map<() => void, number>();
  readonly now = () => this.#now;

  /** Timers that are set. */
  get set(): number {
    return this.#timers.size;
  }

  after(ms: number, act: () => void): () => void {
    const timer = () => act();
    this.#timers.set(timer, this.#now + ms);
    return () => this.#timers.delete(timer);
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [timer, due] = [...this.#timers].sort(([, a], [, b]) => a - b)[0] ?? [null, 0];
      if (timer === null || due > end) break;
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, due);
      timer();
    }
    this.#now = end;
  }
}

/** Turns by a clock of the test's own, in which work takes the time that it says. */
function turnsAt() {
  const clock = new MadeClock();
  const reported: [string, number][] = [];
  const turns = new FairTurns(clock, (name, ms) => reported.push([name, ms]));
  const work = async (name: string, ms: number, done: () => unknown = () => {}) => {
    await turns.begin(name, true);
    try {
      clock.advance(ms);
      turns.worked({ name, share }, ms);
      await done();
    } finally {
      turns.end({ name, share });
    }
  };
  return { clock, turns, work, reported };
}

test('who asks for twenty answers at once delays another by one of them, not by twenty', async () => {
  const { work } = turnsAt();
  const order: string[] = [];
  const greedy = Array.from({ length: 20 }, () => work('greedy', 3, () => order.push('greedy')));
  await nextTurn();
  await nextTurn();
  const before = order.length;
  await work('modest', 3, () => order.push('modest'));
  assert.ok(before < 5, `${before} answers were found in three turns`);
  assert.ok(order.indexOf('modest') <= before + 1, 'one more at most came first');
  await Promise.all(greedy);
  assert.equal(order.length, 21);
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
  for (const begun = clock.now(); turns.begin('greedy', true) === null; await nextTurn()) {
    turns.worked(modest, 1);
    clock.advance(5);
    turns.worked(greedy, 5);
    taken += 5;
    turns.end({ name: 'greedy', share });
    assert.ok(taken <= (burstMs + clock.now() - begun) * share + 5, `${taken} ms of work`);
  }
  // Of a burst of a tenth of a second, and a fifth of the time that it took.
  assert.ok(taken >= burstMs * share, `${taken} ms of work`);
});

test('beside others also what is not counted of an answer is taken from the share', async () => {
  const { clock, turns } = turnsAt();
  let answers = 0;
  for (const begun = clock.now(); turns.begin('greedy', true) === null; await nextTurn()) {
    turns.worked({ name: 'modest', share }, 0.1);
    clock.advance(1);
    turns.worked({ name: 'greedy', share }, 0.01);
    turns.end({ name: 'greedy', share });
    answers += 1;
    assert.ok(clock.now() - begun < 1000, `${answers} answers of a hundredth of a millisecond`);
  }
  assert.ok(answers >= burstMs * share, `${answers} answers`);
});

test('alone an account has the whole clock, and owes nothing for it when others come', async () => {
  const { clock, turns, work } = turnsAt();
  await work('modest', 1);
  clock.advance(aloneMs + 1);
  for (let i = 0; i < 100; i++) {
    assert.equal(turns.begin('greedy', true), null, `${i}`);
    clock.advance(200);
    turns.worked({ name: 'greedy', share }, 200);
    turns.end({ name: 'greedy', share });
    await nextTurn();
  }
  await work('modest', 1);
  clock.advance(1);
  assert.equal(turns.begin('greedy', true), null);
});

test('a plan with more than the share of the clock has more of it', async () => {
  const { clock, turns, work } = turnsAt();
  for (let i = 0; i < 100; i++) {
    await work('modest', 0);
    assert.equal(turns.begin('paying', true), null, `${i}`);
    clock.advance(200);
    turns.worked({ name: 'paying', share: 2 }, 200);
    turns.end({ name: 'paying', share: 2 });
    await nextTurn();
  }
});

test('who waits for too long for the share is refused, but not a further part of an answer', async () => {
  const { clock, turns } = turnsAt();
  turns.worked({ name: 'other', share }, 1);
  assert.equal(turns.begin('one', true), null);
  const waiting = [turns.begin('one', true), turns.begin('one', false), turns.begin('one', true)];
  clock.advance(longestTurnWaitMs + 1);
  turns.worked({ name: 'other', share }, 1);
  turns.worked({ name: 'one', share }, burstMs * share);
  await nextTurn();
  const refused = [waiting[0], waiting[2]].map((each) => assert.rejects(async () => each, { status: 429 }));
  turns.end({ name: 'one', share });
  await Promise.all(refused);
  const answerMs = 1 / share;
  clock.advance(answerMs);
  assert.equal(await waiting[1], longestTurnWaitMs + 1 + answerMs);
});

const debtMs = 30_000;

/** An account that owes half a minute, because it asked for so much beside another, and has so many who wait. */
function owing(waiters: number, mayEnd = true) {
  const { clock, turns } = turnsAt();
  turns.worked({ name: 'other', share }, 1);
  turns.worked({ name: 'one', share }, (debtMs + burstMs) * share);
  const begun: number[] = [];
  const waiting = Array.from({ length: waiters }, async () => {
    const waitedMs = await turns.begin('one', mayEnd);
    begun.push(clock.now());
    return waitedMs;
  });
  /** Time goes on while the other asks again and again. */
  const beside = async (ms: number) => {
    for (let past = 0; past < ms; past += 500) {
      turns.worked({ name: 'other', share }, 1);
      clock.advance(500);
      await nextTurn();
    }
  };
  return { clock, turns, waiting, beside, begun };
}

test('who waits for the share is refused when the time is over, not when the debt is paid', async () => {
  const { waiting, beside } = owing(20_000);
  const headers = { 'retry-after': String((debtMs - longestTurnWaitMs) / 1000) };
  const refused = Promise.allSettled(waiting);
  await beside(longestTurnWaitMs + 500);
  const outcomes = (await refused).map((each) => (each.status === 'rejected' ? each.reason : null));
  const [first] = outcomes;
  assert.deepEqual([first.status, first.headers], [429, headers]);
  assert.ok(outcomes.every((each) => each?.status === 429));
});

test('who waits for the share begins when the others have gone, however much was taken beside them', async () => {
  const { clock, waiting } = owing(1);
  clock.advance(aloneMs + 1);
  assert.equal(await waiting[0], aloneMs + 1);
});

test('a further part of an answer begins when the debt is paid, also that of work done meanwhile', async () => {
  const { clock, turns, waiting, beside, begun } = owing(1, false);
  const since = clock.now();
  await beside(debtMs / 2);
  turns.worked({ name: 'one', share }, (debtMs / 2) * share);
  await beside(debtMs - 1000);
  assert.deepEqual(begun, []);
  await beside(2000);
  await waiting[0];
  assert.ok(Math.abs((begun[0] ?? 0) - since - debtMs * 1.5) <= 2, `${begun[0]}`);
});

test('who gives up leaves no timer behind, and sets a new one when somebody waits again', async () => {
  const { clock, turns, waiting } = owing(2);
  await nextTurn();
  assert.equal(clock.set, 1);
  turns.giveUp('one', new Error('away'));
  for (const each of waiting) await assert.rejects(each, /away/);
  assert.equal(clock.set, 0);
  const again = turns.begin('one', true);
  clock.advance(aloneMs + 1);
  assert.equal(await again, aloneMs + 1);
});

test('while others ask, two answers of an account are found in a turn of the event loop, however little they take', async () => {
  const { clock, work } = turnsAt();
  let done = 0;
  await work('other', 0.1);
  for (let i = 0; i < 10; i++) void work('one', 0.15, () => (done += 1));
  await nextTurn();
  assert.ok(done <= 4, `${done} answers were found in two turns`);
  for (let i = 0; i < 5; i++) await nextTurn();
  assert.equal(done, 10);
  clock.advance(aloneMs + 1);
  for (let i = 0; i < 10; i++) void work('one', 0.1, () => (done += 1));
  await nextTurn();
  assert.equal(done, 20, 'alone it has the whole turn');
});

test('who waited for anything else than the share is not refused', async () => {
  const { clock, turns } = turnsAt();
  turns.begin('one', true);
  const waiting = turns.begin('one', true);
  clock.advance(longestTurnWaitMs + 1);
  turns.end({ name: 'one', share });
  assert.equal(await waiting, longestTurnWaitMs + 1);
});

test('all who wait give up together, and the next begins at once', async () => {
  const { turns } = turnsAt();
  turns.begin('one', true);
  const waiting = Array.from({ length: 3 }, async () => turns.begin('one', true));
  turns.giveUp('one', new Error('away'));
  for (const each of waiting) await assert.rejects(each, /away/);
  turns.end({ name: 'one', share });
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
