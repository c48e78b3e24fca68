/**
 * A city whose rows are addresses of permits and whose exports differ in their columns, as an operator sees
 * it: read, build, runs and explain as child processes.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Permit } from '@lintel/contract';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import type { PermitTrace } from '../explain/trace-permit.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-permit-addresses-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const home = join(directory, 'home');
mkdirSync(join(home, 'sources'), { recursive: true });
writeFileSync(
  join(home, 'sources', 'elm-city-ks.json'),
  JSON.stringify({
    ...elmCity,
    format: { type: 'csv' },
    row_key: ['Record'],
    key: 'Permit No',
    row_is: 'address',
    map: { number: 'Permit No', type: 'Type', issue_date: 'Issued', job_value: 'Cost', address: 'Address' },
  }),
);

async function lintel(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runLintel(home, ...args);
  assert.equal(status, 0, stderr);
  return stdout;
}

function file(name: string, ...lines: readonly string[]): string {
  const path = join(directory, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

test('one permit of two addresses is read from two exports, published once and explained with both', async () => {
  const full = file(
    'full.csv',
    'Record,Permit No,Type,Issued,Cost,Address',
    '1,B-1,Roof,2026-06-03,9800,12 Elm St',
    '2,B-1,Roof,2026-06-03,9800,14 Elm St',
    '3,B-2,Deck,2026-06-04,5200,41 Walnut Ave',
  );
  await lintel('ingest', full, '--source', 'elm-city-ks');
  const narrow = file(
    'narrow.csv',
    'Record,Permit No,Type,Issued,Address',
    '1,B-1,Roof,2026-06-03,12 Elm St',
    '2,B-1,Roof,2026-06-03,14 Elm St',
  );
  const read = await lintel('ingest', narrow, '--source', 'elm-city-ks');
  assert.match(read, /run 2, elm-city-ks: columns -Cost\n/);
  assert.match(read, /run 2, elm-city-ks: 2 rows keep earlier values of columns/);
  assert.match(await lintel('runs'), /run 2, elm-city-ks: columns -Cost/);
  assert.match(await lintel('runs', '2'), /drift +columns -Cost\nkept +2 rows keep/);
  await lintel('build', '--publish', '--as-of', '2026-06-30');
  const release = readFileSync(join(home, 'releases', 'current'), 'utf8').trim();
  const text = readFileSync(join(home, 'releases', release, 'permits.ndjson'), 'utf8');
  const permits = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Permit);
  assert.deepEqual(
    permits.map(({ number, job_value }) => [number, job_value]),
    [
      ['B-2', 520_000],
      ['B-1', 980_000],
    ],
  );
  const id = permits[1]?.id ?? '';
  const trace = JSON.parse(await lintel('explain', 'permit', id, '--json')) as PermitTrace;
  assert.deepEqual(
    [trace.row_key, trace.other_rows.map(({ row_key, address }) => [row_key, address]), trace.differs],
    ['1', [['2', '14 ELM ST ELM CITY']], []],
  );
  assert.deepEqual(
    trace.earlier.map(({ run, input, columns }) => [run, input, columns]),
    [[1, full, ['Cost']]],
  );
  const explained = await lintel('explain', 'permit', id);
  assert.match(explained, /Further addresses\n {2}row 2 +14 ELM ST/);
  assert.match(explained, /From run 1 \(as of .*\), because later inputs lack these columns: Cost/);
});
