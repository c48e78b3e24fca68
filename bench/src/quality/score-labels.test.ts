import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { realData, testOnRealData } from '@lintel/testing/base/real-data.js';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { refineFreeRecord } from 'lintel/dist/refine/free-record.js';
import { readLines } from './read-lines.js';
import { type LabelledPermit, precision, recall, scoreLabels } from './score-labels.js';

const permit = (label: Partial<LabelledPermit['label']>): LabelledPermit => ({
  key: 'made-up#1',
  description: 'Reroof',
  label: { tags: [], property_type: null, status: null, unsure: [], ...label },
});

test('tags that a label is not sure of count neither for nor against', () => {
  const permits = [permit({ tags: ['reroof', 'roofing'], unsure: ['solar', 'roofing'] })];
  const score = scoreLabels(permits, () => ({
    tags: ['solar', 'plumbing'],
    status: null,
    property_type: null,
  }));
  assert.deepEqual(score.tags, { right: 0, extra: 1, missed: 1 });
  assert.deepEqual(
    score.faults.map(({ name, expected, got, text }) => [name, expected, got, text]),
    [
      ['plumbing', null, 'plumbing', 'description: Reroof'],
      ['reroof', 'reroof', null, 'description: Reroof'],
    ],
  );
});

test('precision and recall are over all tags of all permits together', () => {
  const permits = [permit({ tags: ['roofing', 'reroof'] }), permit({ tags: ['solar'] })];
  const { tags, byTag } = scoreLabels(permits, () => ({
    tags: ['roofing'],
    status: null,
    property_type: null,
  }));
  assert.deepEqual(tags, { right: 1, extra: 1, missed: 2 });
  assert.equal(precision(tags), 1 / 2);
  assert.equal(recall(tags), 1 / 3);
  assert.deepEqual(byTag.get('roofing'), { right: 1, extra: 1, missed: 0 });
  assert.equal(precision({ right: 0, extra: 0, missed: 3 }), 1);
});

test('values count if the label has one, and values for an empty label are counted separately', () => {
  const permits = [permit({ status: 'final' }), permit({ status: 'active' }), permit({})];
  const { status, propertyType } = scoreLabels(permits, () => ({
    tags: [],
    status: 'final',
    property_type: null,
  }));
  assert.deepEqual(status, { labelled: 2, right: 1, silent: 1, invented: 1 });
  assert.deepEqual(propertyType, { labelled: 0, right: 0, silent: 3, invented: 0 });
});

testOnRealData('the page on data quality says of round 0 what the default labels give', () => {
  const geography = loadGeography();
  const labels = join(realData, 'labels/permits.ndjson');
  const permits = readLines<LabelledPermit>(labels, ({ label }) => typeof label === 'object') ?? [];
  const { tags, status, propertyType } = scoreLabels(permits, (permit) =>
    refineFreeRecord({ ...permit }, geography, { source: null, today: '2026-11-01' }),
  );
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const share = ({ right, labelled }: { right: number; labelled: number }) =>
    `${percent(right / labelled)} of ${labelled}`;
  const page = readFileSync(new URL('../../../docs/data-quality.md', import.meta.url), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith('| 0 ')) ?? '';
  assert.deepEqual(
    row
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim()),
    [
      String(permits.length),
      String(tags.right + tags.missed),
      percent(precision(tags)),
      percent(recall(tags)),
      share(status),
      share(propertyType),
    ],
  );
});
