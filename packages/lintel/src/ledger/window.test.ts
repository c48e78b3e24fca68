import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnsAt, usageByDay, usedAt } from '@lintel/testing/ledger/plain-window.js';
import fc from 'fast-check';
import { advance, dayNumber, daysMs, entryTime, fits, headAt, utcDate, windowMs } from './window.js';

const noon = Date.UTC(2026, 0, 15, 12);

test('a credit counts until 30 × 24 h after its use and not a millisecond longer', () => {
  const entries = [{ atMs: noon, credits: 3 }];
  assert.equal(usedAt(entries, noon), 3);
  assert.equal(usedAt(entries, noon + windowMs - 1), 3);
  assert.equal(usedAt(entries, noon + windowMs), 0);
  assert.equal(returnsAt(entries, noon), noon + windowMs);
  assert.equal(returnsAt(entries, noon + windowMs), null);
});

test('usage by day names the day on which its credits stop counting', () => {
  const entries = [
    { atMs: noon, credits: 3 },
    { atMs: noon + 60_000, credits: 4 },
    { atMs: noon + 86_400_000, credits: 1 },
  ];
  assert.deepEqual(usageByDay(entries, noon + 86_400_000), [
    { date: '2026-01-15', credits: 7, expires: '2026-02-14' },
    { date: '2026-01-16', credits: 1, expires: '2026-02-15' },
  ]);
  assert.deepEqual(usageByDay(entries, noon + windowMs), [
    { date: '2026-01-15', credits: 4, expires: '2026-02-14' },
    { date: '2026-01-16', credits: 1, expires: '2026-02-15' },
  ]);
});

test('a charge that fits exactly is granted and one more is not', () => {
  assert.ok(fits(450, 500, 50));
  assert.ok(!fits(451, 500, 50));
  assert.ok(fits(500, 500, 0));
  assert.ok(fits(9_999, null, 50));
});

test('a charge that is not a valid number of credits fails instead of giving credits away', () => {
  for (const credits of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => fits(0, 500, credits), /invariant/);
  }
});

test('a balance that would become negative fails instead of giving credits away', () => {
  assert.throws(() => advance({ used: 1, headMs: 0 }, noon, 2), /invariant/);
});

test('neither a clock that is set back nor a longer window revives expired credits or hides a new charge', () => {
  const balance = { used: 5, headMs: noon };
  assert.equal(headAt(balance, noon + windowMs - 1000, windowMs), noon);
  assert.equal(headAt(balance, noon + windowMs + 1000, daysMs(60)), noon);
  assert.ok(entryTime(balance, 500, noon - 1000) > balance.headMs);
});

test('a large plan keeps one entry per second, a small one per millisecond', () => {
  const balance = { used: 0, headMs: 0 };
  assert.equal(entryTime(balance, 500, noon + 7), noon + 7);
  assert.equal(entryTime(balance, 1_000_000, noon + 7), noon);
  assert.equal(entryTime(balance, null, noon + 7), noon);
});

test('the running balance equals the plain sum over the window for any charges and waits', () => {
  const steps = fc.array(
    fc.record({
      waitMs: fc.oneof(fc.nat(5_000), fc.nat(5 * 86_400_000), fc.constant(windowMs)),
      credits: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (charges) => {
      let now = noon;
      let balance = { used: 0, headMs: noon - windowMs };
      const entries: { atMs: number; credits: number }[] = [];
      for (const { waitMs, credits } of charges) {
        now += waitMs;
        const headMs = headAt(balance, now, windowMs);
        const expired = entries.filter(({ atMs }) => atMs > balance.headMs && atMs <= headMs);
        balance = advance(
          balance,
          headMs,
          expired.reduce((sum, entry) => sum + entry.credits, 0),
        );
        assert.equal(balance.used, usedAt(entries, now));
        entries.push({ atMs: entryTime(balance, 1, now), credits });
        balance = { ...balance, used: balance.used + credits };
        const daily = usageByDay(entries, now);
        assert.equal(
          daily.reduce((sum, day) => sum + day.credits, 0),
          balance.used,
        );
        assert.deepEqual(
          daily.map((day) => day.date),
          [...new Set(daily.map((day) => day.date))].sort(),
        );
        assert.equal(utcDate(dayNumber(now) * 86_400_000), utcDate(now));
      }
    }),
  );
});
