/** Which declared values are far beyond what is usual for their kind in their jurisdiction. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticNumbers, syntheticPermit } from '@lintel/testing/release/synthetic-records.js';
import { ByteSink } from '../../base/memory/byte-sink.js';
import type { PermitRecord } from '../../refine/record/refined.js';
import { packPermit } from '../entry/pack-permit.js';
import { PermitView } from '../entry/permit-view.js';
import { ValueSpreads } from './value-spread.js';

const refined = syntheticPermit(1, syntheticNumbers(1));
if (refined.kind !== 'permit') throw new Error('not a permit');

/** A permit with other facts, as the build has it. */
function packed(changed: Partial<PermitRecord>): PermitView {
  const sink = new ByteSink(new SharedArrayBuffer(4096));
  if (refined.kind === 'permit') packPermit(sink, { ...refined, record: { ...refined.record, ...changed } });
  return new PermitView().moveTo(Buffer.from(sink.taken()));
}

/** `count` values from 5,000 to 15,000 dollars, each a little more than the one before. */
function usual(spreads: ValueSpreads, count: number, type = 'roof'): void {
  for (let i = 0; i < count; i++) {
    spreads.note(packed({ type, job_value: 500_000 + Math.floor((i * 1_000_000) / count) }));
  }
}

test('a value far beyond those of its type is an outlier, one that is only large is not', () => {
  const spreads = new ValueSpreads();
  usual(spreads, 200);
  spreads.note(packed({ type: 'roof', job_value: 61_550_000_000 }));
  spreads.finish();
  assert.equal(spreads.isOutlier(packed({ type: 'roof', job_value: 61_550_000_000 })), true);
  assert.equal(spreads.isOutlier(packed({ type: 'roof', job_value: 10_000_000 })), false);
  assert.equal(spreads.isOutlier(packed({ type: 'roof', job_value: null })), false);
  assert.equal(spreads.isOutlier(packed({ type: 'roof', job_value: 0 })), false);
});

test('each type in each jurisdiction has its own measure, and few values are none', () => {
  const spreads = new ValueSpreads();
  usual(spreads, 200);
  usual(spreads, 99, 'tower');
  spreads.finish();
  const vast = { job_value: 61_550_000_000 };
  const elsewhere = { ...refined.record.geo_ids, jurisdiction_id: null };
  assert.equal(spreads.isOutlier(packed({ type: 'tower', ...vast })), false);
  assert.equal(spreads.isOutlier(packed({ type: null, ...vast })), false);
  assert.equal(spreads.isOutlier(packed({ type: 'roof', ...vast, geo_ids: elsewhere })), false);
});

test('permits without a type or a jurisdiction are not judged by each other', () => {
  const elsewhere = { ...refined.record.geo_ids, jurisdiction_id: null };
  for (const unknown of [{ type: null }, { geo_ids: elsewhere }]) {
    const spreads = new ValueSpreads();
    for (let i = 0; i < 200; i++) spreads.note(packed({ ...unknown, job_value: 500_000 }));
    spreads.finish();
    assert.equal(spreads.isOutlier(packed({ ...unknown, job_value: 61_550_000_000 })), false);
  }
});

test('large projects that follow each other are no outliers, however far the largest is', () => {
  const spreads = new ValueSpreads();
  usual(spreads, 200);
  for (const value of [10, 50, 200, 1_000, 5_000])
    spreads.note(packed({ type: 'roof', job_value: value * 1e6 }));
  spreads.finish();
  assert.equal(spreads.isOutlier(packed({ type: 'roof', job_value: 5e9 })), false);
});

test('a quarter of absurd values does not move what is usual', () => {
  const spreads = new ValueSpreads();
  usual(spreads, 300);
  for (let i = 0; i < 100; i++) spreads.note(packed({ type: 'roof', job_value: 61_550_000_000 }));
  spreads.finish();
  assert.equal(spreads.isOutlier(packed({ type: 'roof', job_value: 61_550_000_000 })), true);
});
