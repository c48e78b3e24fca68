import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fairTurns } from './fair-turns.js';

test('who asks for a hundred answers at once delays another by one of them, not by a hundred', async () => {
  let now = 0;
  const turns = fairTurns(() => now);
  const order: string[] = [];
  const work = (name: string) => async () => {
    now += 5;
    order.push(name);
  };
  const greedy = Array.from({ length: 100 }, () => turns('greedy', work('greedy')));
  await nextTurn();
  await nextTurn();
  const before = order.length;
  await turns('modest', work('modest'));
  assert.ok(before < 5, `${before} answers were found in three turns`);
  assert.ok(order.length <= before + 2, 'one more at most came first');
  await Promise.all(greedy);
  assert.equal(order.length, 101);
});

test('an account finds one answer at a time, in order, and learns which of them waited', async () => {
  const turns = fairTurns(() => 0);
  const seen: [number, boolean][] = [];
  let open = 0;
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      turns('one', async (hasWaited) => {
        open += 1;
        assert.equal(open, 1);
        await nextTurn();
        open -= 1;
        seen.push([i, hasWaited]);
      }),
    ),
  );
  assert.deepEqual(
    seen,
    Array.from({ length: 20 }, (_, i) => [i, i > 0]),
  );
});

test('answers that take little are found in one turn of the event loop', async () => {
  let now = 0;
  const turns = fairTurns(() => now);
  let done = 0;
  for (let i = 0; i < 10; i++) {
    void turns('one', async () => {
      now += 0.15;
      done += 1;
    });
  }
  await nextTurn();
  assert.equal(done, 10);
});

test('work that fails gives its turn up', async () => {
  const turns = fairTurns(() => 0);
  const failing = Array.from({ length: 3 }, () =>
    turns('one', async () => {
      throw new Error('no');
    }),
  );
  for (const each of await Promise.allSettled(failing)) assert.equal(each.status, 'rejected');
  assert.equal(await turns('one', async () => 'done'), 'done');
});
