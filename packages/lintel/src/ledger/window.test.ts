import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  advance,
  dayNumber,
  decide,
  entryTime,
  returnsAt,
  usageByDay,
  usedAt,
  utcDate,
  windowMs,
} from './window.js';

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
  assert.deepEqual(decide(450, 500, 50), { granted: true, used: 500, limit: 500 });
  assert.deepEqual(decide(451, 500, 50), { granted: false, used: 451, limit: 500 });
  assert.deepEqual(decide(500, 500, 0), { granted: true, used: 500, limit: 500 });
  assert.deepEqual(decide(9_999, null, 50), { granted: true, used: 10_049, limit: null });
});

test('a charge that is no count of credits fails instead of giving credits away', () => {
  for (const credits of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => decide(0, 500, credits), /invariant/);
  }
});

test('a balance that would fall below nothing fails instead of giving credits away', () => {
  assert.throws(() => advance({ used: 1, headMs: 0 }, noon, () => 2), /invariant/);
});

test('a clock that is set back neither revives expired credits nor hides a new charge', () => {
  const balance = { used: 5, headMs: noon };
  const earlier = noon - 1000;
  assert.equal(
    advance(balance, earlier, () => assert.fail('nothing expires')),
    balance,
  );
  assert.ok(entryTime(balance, 500, earlier) > balance.headMs);
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
        balance = advance(balance, now, (after, upTo) =>
          entries
            .filter((entry) => entry.atMs > after && entry.atMs <= upTo)
            .reduce((sum, entry) => sum + entry.credits, 0),
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
