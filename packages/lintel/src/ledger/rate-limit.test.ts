import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { openRateLimit } from './open-rate-limit.js';
import { rateLimiter, rateWindowMs } from './rate-limit.js';

test('a key gets its limit in any minute, and the next request when the oldest leaves the minute', () => {
  let now = 1_000_000;
  const limiter = rateLimiter(() => now);
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(limiter({ key: 'a', limit: 3 }), {
      granted: true,
      which: 0,
      limit: 3,
      remaining: 2 - i,
      resetMs: rateWindowMs - i * 1000,
      refusals: 0,
    });
    now += 1000;
  }
  assert.deepEqual(limiter({ key: 'a', limit: 3 }), {
    granted: false,
    which: 0,
    limit: 3,
    remaining: 0,
    resetMs: rateWindowMs - 3000,
    refusals: 1,
  });
  assert.equal(limiter({ key: 'b', limit: 3 }).granted, true, 'another key is not held up');
  now = 1_000_000 + rateWindowMs - 1;
  assert.equal(limiter({ key: 'a', limit: 3 }).granted, false);
  now += 1;
  assert.equal(limiter({ key: 'a', limit: 3 }).granted, true);
  assert.equal(limiter({ key: 'a', limit: 3 }).granted, false);
});

/** Up to 3 units, whose sums are exact. */
const sixtyFourths = fc.integer({ min: 1, max: 192 }).map((count) => count / 64);

test('random requests of any units are granted exactly as by plain lists, in all their counts or in none', () => {
  const request = fc.record({
    waitMs: fc.oneof(fc.nat(5_000), fc.nat(70_000), fc.constant(0)),
    units: fc.uniqueArray(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        units: fc.oneof(fc.constant(1), fc.constant(0), sixtyFourths),
      }),
      { minLength: 1, selector: ({ key }) => key },
    ),
  });
  fc.assert(
    fc.property(fc.array(request, { maxLength: 80 }), fc.integer({ min: 1, max: 20 }), (steps, limit) => {
      let now = 0;
      const limiter = rateLimiter(() => now);
      const granted: { key: string; units: number; at: number }[] = [];
      const usedOf = (wanted: string, at: number) =>
        granted.reduce(
          (sum, { key, units, at: then }) =>
            key === wanted && then <= at && then + rateWindowMs > at ? sum + units : sum,
          0,
        );
      for (const { waitMs, units } of steps) {
        now += waitMs;
        const decision = limiter(...units.map((each) => ({ ...each, limit })));
        const used = units.map(({ key }) => usedOf(key, now));
        // Sums of fractions may differ in their last digit.
        if (used.some((each) => Math.abs(each - limit) < 1e-6)) return;
        assert.equal(
          decision.granted,
          used.every((each) => each < limit),
        );
        if (decision.granted) granted.push(...units.map((each) => ({ ...each, at: now })));
        else {
          const { key } = units[decision.which] ?? { key: '' };
          assert.ok(usedOf(key, now) >= limit, 'a count that has units left does not refuse');
          assert.ok(usedOf(key, now + decision.resetMs) < limit, 'the wait that is named is long enough');
          if (decision.resetMs > 1) assert.ok(usedOf(key, now + decision.resetMs - 1) > limit - 1e-6);
        }
      }
    }),
  );
});

test('a request that one count refuses leaves the others as they were', () => {
  const limiter = rateLimiter(() => 0);
  const both = [
    { key: 'key', limit: 1 },
    { key: 'account', limit: 3 },
  ];
  assert.equal(limiter(...both).granted, true);
  for (let i = 1; i <= 3; i++) {
    const { granted, which, refusals } = limiter(...both);
    assert.deepEqual({ granted, which, refusals }, { granted: false, which: 0, refusals: i });
  }
  assert.equal(limiter({ key: 'account', limit: 3 }).remaining, 1);
});

test('keys idle for a minute are forgotten and start over', () => {
  let now = 0;
  const limiter = rateLimiter(() => now);
  for (let i = 0; i < 10_000; i++) limiter({ key: `key ${i}`, limit: 1 });
  now = rateWindowMs;
  assert.equal(limiter({ key: 'one more', limit: 1 }).granted, true);
  assert.equal(limiter({ key: 'key 0', limit: 1 }).granted, true);
  assert.equal(limiter({ key: 'key 0', limit: 1 }).granted, false);
});

test('a wall clock set back or ahead by a day does not affect requests per minute', async () => {
  const { decide, stop } = await openRateLimit({ ledger_url: null }, { warn: () => assert.fail() });
  const wall = Date.now();
  assert.equal(decide({ key: 'a', limit: 2 }).granted, true);
  for (const stepMs of [-86_400_000, 86_400_000]) {
    const set = mock.method(Date, 'now', () => wall + stepMs);
    assert.equal(
      decide({ key: 'b', limit: 1 }).granted,
      stepMs < 0,
      'what was granted before the step still counts',
    );
    const { resetMs } = decide({ key: 'a', limit: 1 });
    assert.ok(resetMs > 0 && resetMs <= rateWindowMs, `the window gives one more after ${resetMs} ms`);
    set.mock.restore();
  }
  await stop();
});
