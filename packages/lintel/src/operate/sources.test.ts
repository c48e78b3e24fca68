/** What is told operators of the last days of a source. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run, RunState } from '../raw/raw-store.js';
import { dailyOf } from './sources.js';

const nowMs = Date.UTC(2026, 0, 30, 12);
const dayMs = 86_400_000;

function run(daysAgo: number, state: RunState, rows: number): Run {
  const counts = { read: rows, new: rows, changed: 0, unchanged: 0, quarantined: 1 };
  const startedMs = nowMs - daysAgo * dayMs;
  const times = { startedMs, asOfMs: startedMs, endedMs: startedMs };
  const rest = { id: daysAgo, kind: 'fetch', source: 'a', input: '', message: null } as const;
  return { ...rest, ...times, state, counts, older: 0, vanished: 0, details: {} };
}

const told = (runs: readonly Run[]) =>
  dailyOf(runs, nowMs)
    .filter(({ rows, quarantined, failed }) => rows + quarantined + failed > 0)
    .map(({ date, rows, quarantined, failed }) => [date, rows, quarantined, failed]);

test('first runs that failed are counted as failed, and the first whole one brings nothing new', () => {
  const firsts = [run(4, 'failed', 0), run(4, 'interrupted', 500), run(3, 'finished', 1000)];
  assert.deepEqual(told(firsts), [['2026-01-26', 0, 0, 1]]);
  const later = [run(2, 'finished', 7), run(1, 'reverted', 90), run(0, 'failed', 3)];
  assert.deepEqual(told([...firsts, ...later]), [
    ['2026-01-26', 0, 0, 1],
    ['2026-01-28', 7, 1, 0],
    ['2026-01-30', 3, 1, 1],
  ]);
});

test('a source that was never read whole brought nothing new, but failed', () => {
  assert.deepEqual(told([run(40, 'failed', 9), run(2, 'failed', 9), run(0, 'running', 9)]), [
    ['2026-01-28', 0, 0, 1],
  ]);
  assert.equal(dailyOf([], nowMs).length, 30);
});
