import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { openRateLimit } from './open-rate-limit.js';
import { rateLimiter, rateWindowMs } from './rate-limit.js';

test('a key gets its limit in any minute, and the next request when the oldest leaves the minute', () => {
  let now = 1_000_000;
  const limiter = rateLimiter(() => now);
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(limiter('a', 3), {
      granted: true,
      limit: 3,
      remaining: 2 - i,
      resetMs: rateWindowMs - i * 1000,
    });
    now += 1000;
  }
  assert.deepEqual(limiter('a', 3), { granted: false, limit: 3, remaining: 0, resetMs: rateWindowMs - 3000 });
  assert.equal(limiter('b', 3).granted, true, 'another key is not held up');
  now = 1_000_000 + rateWindowMs - 1;
  assert.equal(limiter('a', 3).granted, false);
  now += 1;
  assert.equal(limiter('a', 3).granted, true);
  assert.equal(limiter('a', 3).granted, false);
});

test('random requests are granted exactly as by a plain list of times', () => {
  const requests = fc.array(
    fc.record({
      waitMs: fc.oneof(fc.nat(5_000), fc.nat(70_000), fc.constant(0)),
      key: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 120 },
  );
  fc.assert(
    fc.property(requests, fc.integer({ min: 1, max: 20 }), (steps, limit) => {
      let now = 0;
      const limiter = rateLimiter(() => now);
      const granted: { key: string; at: number }[] = [];
      for (const { waitMs, key } of steps) {
        now += waitMs;
        const counting = granted.filter((one) => one.key === key && one.at + rateWindowMs > now);
        const decision = limiter(key, limit);
        assert.equal(decision.granted, counting.length < limit);
        if (decision.granted) granted.push({ key, at: now });
      }
    }),
  );
});

test('keys idle for a minute are forgotten and start over', () => {
  let now = 0;
  const limiter = rateLimiter(() => now);
  for (let i = 0; i < 10_000; i++) limiter(`key ${i}`, 1);
  now = rateWindowMs;
  assert.equal(limiter('one more', 1).granted, true);
  assert.equal(limiter('key 0', 1).granted, true);
  assert.equal(limiter('key 0', 1).granted, false);
});

test('a wall clock set back or ahead by a day does not affect requests per minute', async () => {
  const { decide, stop } = await openRateLimit({ ledger_url: null }, { warn: () => assert.fail() });
  const wall = Date.now();
  assert.equal(decide('a', 2).granted, true);
  for (const stepMs of [-86_400_000, 86_400_000]) {
    const set = mock.method(Date, 'now', () => wall + stepMs);
    assert.equal(decide('b', 1).granted, stepMs < 0, 'what was granted before the step still counts');
    const { resetMs } = decide('a', 1);
    assert.ok(resetMs > 0 && resetMs <= rateWindowMs, `the window gives one more after ${resetMs} ms`);
    set.mock.restore();
  }
  await stop();
});
