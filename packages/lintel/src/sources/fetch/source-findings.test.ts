import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Run } from '../../raw/raw-store.js';
import { sourceFindings } from './source-findings.js';

const dayMs = 86_400_000;
const source = { id: 'elm-city-ks', updates: 'daily' };

interface Made {
  readonly day: number;
  /** New or changed rows. */
  readonly rows: number;
  readonly vanished?: number;
  readonly details?: Run['details'];
  readonly state?: Run['state'];
}

function run({ day, rows, vanished = 0, details = {}, state = 'finished' }: Made, id: number): Run {
  return {
    id,
    kind: 'fetch',
    source: source.id,
    input: 'http://portal/elm',
    startedMs: day * dayMs,
    asOfMs: day * dayMs,
    endedMs: day * dayMs + 60_000,
    state,
    message: null,
    counts: { read: rows, new: rows, changed: 0, unchanged: 0, quarantined: 0 },
    older: 0,
    vanished,
    details,
  };
}

/** The findings on the day after the last run. */
function kindsOf(made: readonly Made[], limits = {}, now = (made.at(-1)?.day ?? 0) + 0.5): string[] {
  return sourceFindings(source, made.map(run), now * dayMs, limits).map(({ kind }) => kind);
}

/** The first night brings all rows, the others 80 to 120 on weekdays and none at weekends. */
const usual: readonly Made[] = Array.from({ length: 24 }, (_, day) => ({
  day,
  rows: day === 0 ? 5000 : day % 7 >= 5 ? 0 : 80 + ((day * 13) % 41),
}));

test('a usual source has no findings, on any of its days', () => {
  for (let nights = 1; nights <= usual.length; nights += 1)
    assert.deepEqual(kindsOf(usual.slice(0, nights)), [], `after ${nights} nights`);
});

test('rows that a full fetch no longer finds, or the portal no longer counts, are found', () => {
  const full = (vanished: number) => [
    ...usual,
    { day: 24, rows: 90, vanished, details: { rows_before: 3096 } },
  ];
  assert.deepEqual(kindsOf(full(1548)), ['lost_rows']);
  assert.deepEqual(kindsOf(full(300)), []);
  assert.deepEqual(kindsOf(full(1548), { vanished_share: 0.6 }), []);
  const counted = (now: number) => [
    ...usual,
    { day: 24, rows: 90, details: { rows_before: 3096, rows_at_portal: now } },
  ];
  assert.deepEqual(kindsOf(counted(1500)), ['lost_rows']);
  assert.deepEqual(kindsOf(counted(3100)), []);
  const [finding] = sourceFindings(source, counted(1500).map(run), 24 * dayMs);
  assert.equal(
    finding?.text,
    'elm-city-ks: 1,596 of 3,096 rows are gone from its portal. A fetch of all rows (lintel fetch elm-city-ks --full) shows which.',
  );
});

test('a night outside everything before is found, unless any number is usual', () => {
  assert.deepEqual(kindsOf([...usual, { day: 24, rows: 2000 }]), ['many_rows']);
  assert.deepEqual(kindsOf([...usual, { day: 24, rows: 2000 }], { any_rows: true }), []);
  assert.deepEqual(kindsOf([...usual, { day: 24, rows: 200 }]), []);
  const steady = usual.map(({ day }) => ({ day, rows: day === 0 ? 5000 : 90 }));
  assert.deepEqual(kindsOf([...steady, { day: 24, rows: 3 }]), ['few_rows']);
  // A second fetch of the same night adds to it, and an interrupted one counts with the one that resumed it.
  assert.deepEqual(kindsOf([...steady, { day: 24, rows: 90 }, { day: 24.2, rows: 0 }]), []);
  assert.deepEqual(
    kindsOf([...steady, { day: 24, rows: 85, state: 'interrupted' }, { day: 24.1, rows: 5 }]),
    [],
  );
});

test('a source that brings nothing for longer than it ever did is silent', () => {
  const quiet = (days: number) =>
    Array.from({ length: days }, (_, at) => ({ day: usual.length + at, rows: 0 }));
  assert.deepEqual(kindsOf([...usual, ...quiet(5)]), []);
  assert.deepEqual(kindsOf([...usual, ...quiet(9)]), ['silent']);
  assert.deepEqual(kindsOf([...usual, ...quiet(9)], { silent_days: 30 }), []);
  assert.deepEqual(kindsOf([...usual, ...quiet(2)], { silent_days: 1 }), ['silent']);
});

test('a source that was never fetched whole has none', () => {
  assert.deepEqual(kindsOf([]), []);
  assert.deepEqual(kindsOf([{ day: 0, rows: 10, state: 'failed' }]), []);
});
