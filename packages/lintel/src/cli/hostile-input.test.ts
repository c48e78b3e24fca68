/**
 * Commands on hostile input, as an operator runs them: one bad row, file or name does not affect the others.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { lintelHere } from '@lintel/testing/cli/run-lintel.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import type { Trial } from '../sources/draft/source-trial.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-hostile-'));
const home = join(directory, 'home');
after(() => rmSync(directory, { recursive: true, force: true }));

const definition = {
  ...elmCity,
  format: {},
  row_key: ['Permit'],
  map: { number: 'Permit', description: 'Work', address: 'Address', issue_date: 'Issued', type: 'Type' },
};
mkdirSync(join(home, 'sources'), { recursive: true });
const definitionFile = join(home, 'sources', 'elm-city-ks.json');
writeFileSync(definitionFile, JSON.stringify(definition));

const lintel = (args: readonly string[], input?: string) => lintelHere([...args, '--home', home], { input });

/** What a terminal would obey. */
const obeyed = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

const good = { Permit: 'A1', Work: 'Reroof', Address: '12 Elm St', Issued: '2026-06-01', Type: 'Roof' };
const hostile = [
  { ...good, Permit: 'B1', Address: 'NEW '.repeat(200_000) },
  { ...good, Permit: 'B2', Type: `${'/'.repeat(153)}${'Sq. Ft. '.repeat(200)}` },
  { ...good, Permit: 'B3', Work: `${'9'.repeat(400_000)}@` },
  { ...good, Permit: 'B4', Work: '\u001b]0;owned\u0007\u001b[2J\u202egnp.exe' },
];
const rows = [good, ...hostile].map((row) => JSON.stringify(row)).join('\n');

test('a build takes rows of texts without end: each is cut or cleaned, counted, and published', async () => {
  const file = join(directory, 'rows.ndjson');
  writeFileSync(file, `${rows}\n{"Permit":"D1","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}\n`);
  const ingested = await lintel(['ingest', file, '--source', 'elm-city-ks']);
  assert.equal(ingested.status, 0, ingested.stderr);
  const built = await lintel(['build', '--as-of', '2026-06-30', '--publish', '--json']);
  assert.equal(built.status, 0, built.stderr);
  const { report } = JSON.parse(built.stdout) as {
    report: { records: number; quarantined: number; defects: { name: string; field: string }[] };
  };
  assert.deepEqual([report.records, report.quarantined], [5, 1]);
  const cut = report.defects.filter(({ name }) => name === 'text_cut').map(({ field }) => field);
  assert.deepEqual(cut.sort(), ['address', 'description', 'type']);
  const [release = ''] = readdirSync(join(home, 'releases')).filter((name) => name.startsWith('2026-06-30'));
  const permits = readFileSync(join(home, 'releases', release, 'permits.ndjson'), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of permits) {
    const { id } = JSON.parse(line) as { id: string };
    const explained = await lintel(['explain', 'permit', id]);
    assert.equal(explained.status, 0, explained.stderr);
    assert.doesNotMatch(explained.stdout, obeyed);
  }
});

test('refine gives a line for texts without end and for records nested thousands of levels deep', async () => {
  const lines = [
    ...hostile.map((row) => JSON.stringify({ address: row.Address, description: row.Work, type: row.Type })),
  ];
  const input = [...lines, `{"address":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, '{"state":"KS"}', ''].join(
    '\n',
  );
  const run = await lintel(['refine'], input);
  assert.equal(run.stdout.trimEnd().split('\n').length, lines.length + 2);
  assert.match(run.stdout, /"error":"The record is nested more than 100 levels deep\."/);
  assert.deepEqual([run.status, /1 line could not be refined;/.test(run.stderr)], [1, true], run.stderr);
});

test('source check tries them as well', async () => {
  const file = join(directory, 'check.ndjson');
  writeFileSync(file, rows);
  const run = await lintel(['source', 'check', definitionFile, '--file', file, '--json']);
  assert.equal(run.status, 0, run.stderr);
  const { trial } = JSON.parse(run.stdout) as { trial: Trial };
  assert.deepEqual([trial.read, trial.usable], [5, 5]);
  assert.doesNotMatch((await lintel(['source', 'check', definitionFile, '--file', file])).stdout, obeyed);
});

test('nothing that files, names and rows hold is obeyed by a terminal, and JSON holds it exactly', async () => {
  const name = '\u001b[31mred\u001b]0;owned\u0007\nPublished 2026-01-01.ndjson';
  const file = join(directory, name);
  const row = { Work: 'no key \u001b[2J \u009b31m \u202egnp' };
  writeFileSync(file, `${JSON.stringify(row)}\n${JSON.stringify(good)}\n`);
  const ingested = await lintel([
    'ingest',
    file,
    join(directory, 'no \u001b[5m file'),
    '--source',
    'elm-city-ks',
  ]);
  assert.equal(ingested.status, 1);
  for (const text of [
    ingested.stdout,
    ingested.stderr,
    (await lintel(['runs'])).stdout,
    (await lintel(['runs', '2'])).stdout,
  ]) {
    assert.doesNotMatch(text, obeyed);
    assert.doesNotMatch(text, /^Published/m);
  }
  assert.match(ingested.stdout, /\\x1b\[31mred/);
  const listed = await lintel(['quarantine']);
  assert.match(listed.stdout, /no key/);
  assert.doesNotMatch(listed.stdout, obeyed);
  const exact = await lintel(['quarantine', '--json']);
  assert.doesNotMatch(exact.stdout, obeyed);
  const { rows: refused } = JSON.parse(exact.stdout) as { rows: { body: string; input: string }[] };
  const found = refused.find(({ input }) => input === file);
  assert.deepEqual(JSON.parse(found?.body ?? 'null'), row);
  assert.doesNotMatch((await lintel(['fetch', '\u001b[31mnone'])).stderr, obeyed);
  assert.doesNotMatch((await lintel(['\u001b[31mnone'])).stderr, obeyed);
});

test('a home whose raw rows are damaged says so, and what to do', async () => {
  const other = join(directory, 'damaged');
  // In a process of its own, at whose end all is in the file.
  const made = await lintelHere(['sample', '--permits', '1000', '--home', other], { input: '' });
  assert.equal(made.status, 0, made.stderr);
  const file = join(other, 'raw.sqlite');
  // The first page stays, so that it is opened.
  writeFileSync(file, readFileSync(file).fill(0xff, 8192));
  const { status, stderr } = await lintelHere(['runs', '--home', other]);
  assert.equal(status, 1);
  assert.match(stderr, /^lintel: A database of the home is damaged: .* \(lintel restore\)\.\n$/);
});
