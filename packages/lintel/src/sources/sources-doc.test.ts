/** docs/sources.md is correct and complete: its examples work, and nothing is missing. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { openRawStore } from '../raw/sqlite-raw-store.js';
import { contractorFields, decisionFields, givenFields, permitFields } from '../refine/record/canonical.js';
import { encodings, Format, formatTypes, SourceDefinition } from './definition/catalog-schema.js';
import { fetchKeys, parseFetch, protocols } from './definition/fetch-schema.js';
import { ingestFile } from './ingest/ingest.js';
import { compileExpression, mappingFunctions } from './mapping/expression.js';
import type { SourceRow } from './mapping/value.js';
import { loadCatalog } from './source/load-catalog.js';

const text = readFileSync(resolve('docs/sources.md'), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'lintel-sources-doc-'));
after(() => rmSync(directory, { recursive: true, force: true }));

interface Example {
  readonly expression: unknown;
  readonly row: SourceRow;
  readonly gives: string | null;
}
const examples = [...text.matchAll(/```json example\n(.*?)```/gs)].map(
  ([, block]) => JSON.parse(block ?? '') as Example,
);

function fileOf(name: string): string {
  const block = text.match(new RegExp(`\`\`\`\\w+ file=${name}\\n(.*?)\`\`\``, 's'))?.[1];
  assert.ok(block, `${name} is not in the document`);
  return block;
}

test('every example gives what the document says', () => {
  for (const { expression, row, gives } of examples) {
    const place = { file: 'docs/sources.md', path: '' };
    const evaluate = compileExpression(expression, { place, columns: new Set(), slotChoices: new Map() });
    assert.equal(evaluate(row) ?? null, gives, JSON.stringify(expression));
  }
});

test('every function, key, format and field is documented', () => {
  const shown = examples.flatMap(({ expression }) =>
    typeof expression === 'object' ? Object.keys(expression ?? {}) : [],
  );
  for (const name of Object.keys(mappingFunctions)) {
    assert.ok(shown.includes(name), `no example of ${name}`);
    assert.ok(text.includes(`**${name}**:`), `${name} is not explained`);
  }
  const names = [
    'sample-',
    ...Object.keys(SourceDefinition.properties),
    ...Object.keys(Format.properties),
    ...formatTypes,
    ...protocols,
    ...fetchKeys,
    ...encodings,
    ...permitFields,
    ...contractorFields,
    ...decisionFields,
  ];
  for (const name of names) assert.ok(text.includes(`\`${name}\``), `${name} is not documented`);
});

test('every fetch block of the document is one, and every protocol has one', () => {
  const blocks = [...text.matchAll(/```json fetch\n(.*?)```/gs)].map(([, block]) =>
    parseFetch(JSON.parse(block ?? ''), { file: 'docs/sources.md', path: 'fetch' }),
  );
  assert.deepEqual(blocks.map(({ protocol }) => protocol).sort(), [...protocols].sort());
});

test('the complete definition reads its example file', async () => {
  const folder = join(directory, 'sources');
  mkdirSync(folder);
  writeFileSync(join(folder, 'elm-city-ks.json'), fileOf('elm-city-ks.json'));
  const path = join(directory, 'permits.csv');
  writeFileSync(path, fileOf('permits.csv'));
  const source = loadCatalog({ directory: folder }).require('elm-city-ks');
  const store = openRawStore(join(directory, 'raw.sqlite'));
  const run = await ingestFile({ store, source, path });
  assert.deepEqual(run.counts, { read: 2, new: 2, changed: 0, unchanged: 0, quarantined: 0 });
  const [roof, deck] = [...store.rows('elm-city-ks')].map((row) =>
    Object.fromEntries(givenFields(source.map(JSON.parse(row.body)).fields)),
  );
  assert.deepEqual(roof, {
    number: 'B-26-0001',
    type: 'Roof',
    description: 'Tear off and reroof',
    status_raw: 'CO issued',
    issue_date: '6/3/2026',
    job_value: '9800',
    address: '12 Elm St',
    contractor_name: 'Prairie Roofing LLC',
  });
  assert.deepEqual(deck, {
    number: 'B-26-0002',
    type: 'Deck',
    description: 'New deck,\n12 by 14 ft',
    status_raw: 'At counter',
    job_value: '5200',
    address: '41 Walnut Ave',
  });
  store.close();
});
