/** Waits before a retry, and the meaning of connection errors: no wait that cannot help. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fetchLimits } from './limits.js';
import { Pace } from './pace.js';
import { connectionFault } from './portal-fault.js';
import { backoffMs, retryAfterMs } from './retry.js';

const now = Date.UTC(2026, 5, 30, 12);

test('Retry-After is read as seconds or as a date, and as nothing when it is neither', () => {
  assert.equal(retryAfterMs('120', now), 120_000);
  assert.equal(retryAfterMs('Tue, 30 Jun 2026 12:00:09 GMT', now), 9000);
  assert.equal(retryAfterMs('Tue, 30 Jun 2026 11:00:00 GMT', now), 0);
  assert.equal(retryAfterMs('soon', now), null);
  assert.equal(retryAfterMs(undefined, now), null);
});

test('a backoff never exceeds its limit, and a wait is never shorter than the portal asks', () => {
  const attempt = fc.integer({ min: 1, max: 60 });
  const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(attempt, random, fc.option(fc.integer({ min: 0, max: 900_000 })), (times, spread, asked) => {
      const wait = backoffMs(times, asked, spread, fetchLimits);
      if (asked === null) assert.ok(wait >= 500 && wait <= fetchLimits.longestWaitMs);
      else assert.ok(wait >= asked);
    }),
  );
});

test('requests to one host are spaced, also from two sources, and wait as long as the host asked', async () => {
  let ms = 0;
  const clock = {
    now: () => ms,
    random: () => 0,
    sleep: async (span: number) => {
      ms += span;
    },
  };
  const pace = new Pace(clock);
  const starts: number[] = [];
  for (let request = 0; request < 4; request += 1) {
    await pace.turn('a.example.com', 2, undefined);
    starts.push(ms);
  }
  assert.deepEqual(starts, [0, 500, 1000, 1500]);
  assert.equal(await pace.turn('b.example.com', 2, undefined), 0, 'another host is not waited for');
  pace.hold('a.example.com', 10_000);
  await pace.turn('a.example.com', 2, undefined);
  assert.equal(ms, 11_500);
});

const errors: readonly (readonly [string, boolean, RegExp])[] = [
  ['DEPTH_ZERO_SELF_SIGNED_CERT', false, /has a certificate that is not valid \(DEPTH_ZERO_/],
  ['CERT_HAS_EXPIRED', false, /certificate that is not valid/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', false, /certificate that is not valid/],
  ['ENOTFOUND', true, /host name that is not known/],
  ['ECONNREFUSED', true, /refused the connection/],
  ['ECONNRESET', true, /broke the connection \(ECONNRESET/],
  ['UND_ERR_HEADERS_TIMEOUT', true, /did not begin to answer in time/],
];
for (const [code, isPassing, message] of errors) {
  test(`${code} is ${isPassing ? 'tried again' : 'not tried again'} and described in words`, () => {
    const error = Object.assign(new Error('as the system says'), { code });
    const fault = connectionFault(new Error('fetch failed', { cause: error }));
    assert.equal(fault.isPassing, isPassing);
    assert.match(fault.message, message);
  });
}
