import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { contextOfState } from 'lintel/dist/refine/free-record.js';
import type { ContractorMention } from 'lintel/dist/refine/record/refined.js';
import { refine } from 'lintel/dist/refine/refine.js';
import { ClusterDraw, type Pair } from './clusters.js';
import { askText, readAnswers, readVerdicts, scoreApart, scoreClusters, writeVerdicts } from './verdicts.js';

const geography = loadGeography();

function mention(fields: Readonly<Record<string, string>>): ContractorMention {
  const canonical = { kind: 'permits', key: 'k', fields: { number: '1', ...fields } } as const;
  const refined = refine(canonical, contextOfState('IL', geography), geography, { today: '2026-11-01' });
  if (refined.kind !== 'permit' || refined.contractor === null) throw new Error('no contractor');
  return refined.contractor;
}

const phone = '312-986-8000';
const rows = [
  { contractor_name: 'Millick Ostrander Roofing Inc', contractor_phone: phone },
  { contractor_name: 'Millick Ostrandr Roofing', contractor_phone: phone },
  { contractor_name: 'Quill Fairweather Plumbing' },
  { contractor_name: 'Quill Fairwethr Plumbing' },
];

function drawn() {
  const draw = new ClusterDraw('seed');
  for (const row of rows) draw.add('a', mention(row));
  return draw.draw(10, 10);
}

test('joined mentions and near names that were kept apart are drawn as pairs, the same in every run', () => {
  const { clusters, apart, contractors } = drawn();
  assert.equal(contractors, 3);
  assert.deepEqual(
    clusters.map(({ pairs }) => pairs.length),
    [1],
  );
  assert.deepEqual(
    apart.map(({ a, b }) => [a.name, b.name].sort()),
    [['Quill Fairweather Plumbing', 'Quill Fairwethr Plumbing']],
  );
  assert.deepEqual(drawn(), { ...drawn(), clusters, apart });
});

test('a cluster counts as right only when every pair in it is judged the same', () => {
  const pair = (hash: string): Pair => ({ hash, a: told, b: told });
  const told = { name: '', dba: null, license: null, phone: null, email: null, place: '' };
  const clusters = [
    ['a', 'b'],
    ['a', 'c'],
    ['a', 'd'],
    ['a', 'e'],
  ].map((hashes) => ({
    pairs: hashes.map(pair),
    sources: [],
  }));
  const verdicts = new Map([
    ['a', 'same'],
    ['b', 'same'],
    ['c', 'different'],
    ['d', 'unsure'],
  ] as const);
  const { open, ...score } = scoreClusters(clusters, verdicts);
  assert.deepEqual(score, { judged: 3, right: 1, wrong: 1, unsure: 1 });
  assert.deepEqual(
    open.map(({ hash }) => hash),
    ['e'],
  );
  assert.equal(scoreApart([pair('b'), pair('c')], verdicts).missed, 1);
});

test('verdicts are kept as hashes only, and a filled-in file becomes verdicts', () => {
  const directory = mkdtempSync(join(tmpdir(), 'verdicts-'));
  try {
    const path = join(directory, 'verdicts.tsv');
    const { pairs = [] } = drawn().clusters[0] ?? {};
    const asked = askText(pairs);
    assert.deepEqual([...readAnswers(asked)], [], 'nothing is judged yet');
    const answers = readAnswers(asked.replace('"verdict":""', '"verdict":"same"'));
    writeVerdicts(path, answers);
    assert.deepEqual([...readVerdicts(path)], [[pairs[0]?.hash, 'same']]);
    assert.throws(() => readAnswers(asked.replace('"verdict":""', '"verdict":"maybe"')), /line 1.*maybe/);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
