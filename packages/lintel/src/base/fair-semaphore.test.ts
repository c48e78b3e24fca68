import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { FairSemaphore, SemaphoreTimeout } from './fair-semaphore.js';

/** Work that lasts until it is ended, by name, in the order in which it began. */
function jobs(semaphore: FairSemaphore) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    began,
    begin: (name: string, holder: string | null) =>
      semaphore.run(holder, () => {
        began.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    async end(name: string) {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

test('a holder has half of the permits at most, and the last free one is for who has none', async () => {
  const { began, begin, end } = jobs(new FairSemaphore(6, 60_000));
  const all = [1, 2, 3, 4].map((number) => begin(`a${number}`, 'a'));
  all.push(...[1, 2, 3].map((number) => begin(`b${number}`, 'b')));
  await nextTurn();
  assert.deepEqual(began, ['a1', 'a2', 'a3', 'b1', 'b2']);
  all.push(begin('c1', 'c'), begin('d1', 'd'));
  await nextTurn();
  assert.equal(began.at(-1), 'c1', 'who has none begins at once');
  await end('a1');
  assert.equal(began.at(-1), 'd1', 'before others that have waited for longer');
  await end('c1');
  await end('d1');
  assert.deepEqual(began.slice(7), ['a4'], 'one stays free');
  for (const name of ['a2', 'a3', 'a4', 'b1', 'b2']) await end(name);
  await end('b3');
  await Promise.all(all);
});

test('no holder may have all permits, in the order of coming', async () => {
  const { began, begin, end } = jobs(new FairSemaphore(2, 60_000));
  const all = ['one', 'two', 'three'].map((name) => begin(name, null));
  await nextTurn();
  assert.deepEqual(began, ['one', 'two']);
  await end('two');
  assert.deepEqual(began, ['one', 'two', 'three']);
  await end('one');
  await end('three');
  await Promise.all(all);
});

test('who has waited too long leaves, and the next one has its permit', async () => {
  const { began, begin, end } = jobs(new FairSemaphore(1, 20));
  const first = begin('first', 'a');
  await assert.rejects(begin('late', 'b'), SemaphoreTimeout);
  const next = begin('next', 'c');
  await end('first');
  assert.deepEqual(began, ['first', 'next']);
  await end('next');
  await Promise.all([first, next]);
  await sleep(40);
  const last = begin('last', 'a');
  await nextTurn();
  assert.deepEqual(began, ['first', 'next', 'last']);
  await end('last');
  await last;
});

test('work that fails releases its permit', async () => {
  const semaphore = new FairSemaphore(1, 60_000);
  await assert.rejects(
    semaphore.run('a', async () => {
      throw new RangeError('made-up');
    }),
    RangeError,
  );
  assert.equal(await semaphore.run('a', async () => 1), 1);
});
