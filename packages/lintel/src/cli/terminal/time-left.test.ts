import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftText, TimeLeft } from './time-left.js';

/** What is shown every half second while work proceeds at these rates (share of the total per second). */
function told(rates: readonly number[]): (number | null)[] {
  const timeLeft = new TimeLeft();
  let done = 0;
  let nowMs = 1_000_000;
  timeLeft.add(nowMs, done);
  return rates.flatMap((rate) =>
    [0, 1].map(() => {
      nowMs += 500;
      done += rate / 2;
      timeLeft.add(nowMs, done);
      return timeLeft.leftMs();
    }),
  );
}

test('nothing is shown during the first seconds, however steady they are', () => {
  assert.deepEqual(told([0.01, 0.01, 0.01, 0.01, 0.01]), Array(10).fill(null));
});

test('a slow start gives no hours: a guess comes when the throughput is steady, and is then about right', () => {
  // A build of two minutes whose threads start and whose code is compiled for ten seconds.
  const rates = [0, 0, 0.0002, 0.0005, 0.001, 0.002, 0.004, 0.006, 0.008, 0.009, ...Array(60).fill(0.01)];
  const guesses = told(rates);
  const first = guesses.findIndex((guess) => guess !== null);
  assert.ok(first > 20, `the first guess came after ${first / 2} s`);
  let done = 0;
  for (const [index, guess] of guesses.entries()) {
    done += (rates[Math.floor(index / 2)] ?? 0) / 2;
    const true_ = (1 - done) / 0.01;
    if (guess !== null)
      assert.ok(guess / 1000 < 1.35 * true_ && guess / 1000 > 0.9 * true_, `${index / 2} s: ${guess}`);
  }
});

test('work that stalls is not given a time', () => {
  const guesses = told([...Array(10).fill(0.05), 0, 0, 0, 0]);
  assert.ok(guesses[19] !== null);
  assert.equal(guesses.at(-1), null);
});

test('a time left is as rough as it is known', () => {
  const texts = [3_000, 18_000, 58_000, 150_000, 3_590_000, 4_900_000].map(leftText);
  assert.deepEqual(texts, [
    'a few seconds left',
    'about 20 s left',
    'about 1 min left',
    'about 3 min left',
    'about 1 h left',
    'about 1 h 20 min left',
  ]);
});
