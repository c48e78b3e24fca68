/** When sources are due: after their rhythm, sooner after failures, never an hour later each day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run, RunState } from '../../raw/raw-store.js';
import { nextFetch } from './next-fetch.js';

const hour = 3_600_000;
const day = 24 * hour;

function run(startedMs: number, state: RunState, kind: Run['kind'] = 'fetch'): Run {
  return {
    ...{ id: 1, kind, source: 'a', input: '', startedMs, asOfMs: startedMs, endedMs: startedMs, state },
    ...{ message: null, older: 0, vanished: 0, details: {} },
    counts: { read: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 },
  };
}

test('a source is due its rhythm after the last fetch that finished; files that were read do not count', () => {
  const runs = [run(0, 'finished'), run(5 * hour, 'finished', 'ingest')];
  const due = (updates?: string) => nextFetch(updates, runs, hour).dueMs;
  assert.deepEqual(
    [due('weekly'), due('Daily at 6 am'), due(), due('when it rains')],
    [7 * day, day, day, day],
  );
  assert.deepEqual(nextFetch('daily', [run(0, 'finished', 'ingest')], hour), {
    dueMs: null,
    state: 'due',
    failures: 0,
  });
  const stateAt = (nowMs: number) => nextFetch('daily', runs, nowMs).state;
  assert.deepEqual(
    [stateAt(day - hour), stateAt(day - 60_000), stateAt(day + 7 * hour)],
    ['waiting', 'due', 'overdue'],
  );
});

test('a clock that was years ahead does not stop fetches for years', () => {
  const runs = [run(0, 'finished'), run(900 * day, 'finished')];
  assert.equal(nextFetch('daily', runs, day).state, 'due');
  assert.equal(nextFetch('daily', [...runs, run(day, 'finished')], day + hour).state, 'waiting');
});

test('a job of every hour fetches a daily source once a day, at the same hour', () => {
  const fetchedAt: number[] = [];
  const runs: Run[] = [];
  for (let at = 0; at < 10 * day; at += hour) {
    // The job begins some seconds sooner or later.
    const nowMs = at + ((at / hour) % 7) * 10_000;
    if (nextFetch('daily', runs, nowMs).state === 'waiting') continue;
    runs.push(run(nowMs, 'finished'));
    fetchedAt.push(at / hour);
  }
  assert.deepEqual(fetchedAt, [0, 24, 48, 72, 96, 120, 144, 168, 192, 216]);
});

test('failures put off the next fetch, longer each time, at most for the rhythm; interruptions do not', () => {
  const runs = [run(0, 'finished')];
  const waits: number[] = [];
  for (let i = 1; i <= 7; i++) {
    runs.push(run(i, 'failed'));
    const { dueMs, failures } = nextFetch('daily', runs, 0);
    assert.equal(failures, i);
    waits.push(((dueMs ?? 0) - i) / hour);
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 24, 24]);
  runs.push(run(day, 'interrupted'));
  assert.deepEqual(nextFetch('daily', runs, day), { dueMs: day, state: 'due', failures: 0 });
});
