/** A source is active, stalled or an archive by its newest record, the day and its rhythm; silent by its pauses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshness, usualSilenceMs } from './source-silence.js';

const dayMs = 86_400_000;
const state = (newest: number, everyDays: number) =>
  freshness({ updates: 'x', everyMs: everyDays * dayMs, portalRows: 7, refusal: null }, newest, '2026-06-30')
    .state;

test('a source has stalled after three renewals and a week, and is an archive after a year', () => {
  assert.equal(state(20_260_630, 1), 'active');
  assert.equal(state(20_260_623, 1), 'active');
  assert.equal(state(20_260_622, 1), 'stalled');
  assert.equal(state(20_260_401, 30), 'active');
  assert.equal(state(20_260_331, 30), 'stalled');
  assert.equal(state(20_250_630, 1), 'stalled');
  assert.equal(state(20_250_629, 365), 'archive');
});

test('a silence is usual up to three renewals, twice the longest pause, or what the operator says', () => {
  assert.equal(usualSilenceMs({ everyMs: dayMs }), 3 * dayMs);
  assert.equal(usualSilenceMs({ everyMs: dayMs }, 10 * dayMs), 20 * dayMs);
  assert.equal(usualSilenceMs({ everyMs: dayMs, silentDays: 2 }, 10 * dayMs), 2 * dayMs);
  const told = { updates: null, everyMs: dayMs, portalRows: null, refusal: null, silentDays: 30 };
  assert.equal(freshness(told, 20_260_601, '2026-06-30').state, 'active');
});

test('a source whose portal refused the last fetch says so, whatever its records are', () => {
  const renewal = { updates: null, everyMs: dayMs, portalRows: null };
  assert.equal(freshness({ ...renewal, refusal: 'blocked' }, 20_260_630, '2026-06-30').state, 'blocked');
  assert.equal(freshness({ ...renewal, refusal: 'login_only' }, 0, '2026-06-30').state, 'login_only');
});

test('without a record or a definition nothing is claimed', () => {
  assert.deepEqual(freshness(undefined, 0, '2026-06-30'), {
    ...{ portal_rows: null, newest_record: null, updates: null, state: null },
  });
  assert.equal(freshness(undefined, 20_260_629, '2026-06-30').newest_record, '2026-06-29');
});
