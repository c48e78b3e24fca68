import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptBy } from './retention.js';

const dayMs = 86_400_000;
/** A release every night of two years, the newest first; the newest is of a Wednesday. */
const nights = Array.from({ length: 730 }, (_, night) => {
  const builtAt = new Date(Date.UTC(2026, 10, 25, 2, 15) - night * dayMs).toISOString();
  return { id: builtAt.slice(0, 10), builtAt };
});

test('a year of nights leaves the last, and the newest of days, weeks and months', () => {
  const kept = keptBy(nights, { last: 3, daily: 7, weekly: 4, monthly: 12 });
  const of = (reason: string) =>
    [...kept].flatMap(([id, reasons]) => (reasons.some((r) => r === reason) ? [id] : []));
  assert.deepEqual(of('last'), ['2026-11-25', '2026-11-24', '2026-11-23']);
  assert.equal(of('daily').length, 7);
  assert.deepEqual(of('weekly'), ['2026-11-25', '2026-11-22', '2026-11-15', '2026-11-08']);
  assert.deepEqual(of('monthly').slice(0, 3), ['2026-11-25', '2026-10-31', '2026-09-30']);
  assert.equal(of('monthly').at(-1), '2025-12-31');
  assert.equal(kept.size, 7 + 2 + 11, 'a release is kept once for all its reasons');
});

test('pruned night by night, the same releases are left as at once', () => {
  const retention = { last: 2, daily: 3, weekly: 4, monthly: 5 };
  let left: typeof nights = [];
  for (const night of nights.toReversed()) {
    const all = [night, ...left];
    const kept = keptBy(all, retention);
    left = all.filter(({ id }) => kept.has(id));
  }
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set(keptBy(nights, retention).keys()));
});

test('days without a release count for nothing, and several of one day are one', () => {
  const at = (builtAt: string) => ({ id: builtAt, builtAt });
  const rare = ['2026-11-25T09', '2026-11-25T02', '2026-03-01T02', '2025-01-01T02'].map(at);
  assert.deepEqual([...keptBy(rare, { last: 1, daily: 2 }).keys()], ['2026-11-25T09', '2026-03-01T02']);
  assert.deepEqual(
    [...keptBy(rare, { last: 0 }).keys()],
    ['2026-11-25T09'],
    'the published one always stays',
  );
});
