/** A file given for the wrong source is refused with the source that reads it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../../base/user-error.js';
import { firstRows } from '../read/first-rows.js';
import { type CatalogSource, makeSource } from '../source/catalog-source.js';
import { loadCatalog } from '../source/load-catalog.js';
import { otherSourcesOf } from '../source/other-sources.js';
import { betterSource, fittingSources, withMeantSource } from './fitting-sources.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-fitting-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const { sources, require: sourceOf } = loadCatalog();
const austin = sourceOf('austin-tx');
const daily = sourceOf('austin-tx-daily');

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

const dailyFile = file(
  'permits.csv',
  'permit_number,sub_type,work_type,permit_location,date_issued,status\n2016-1,R- 101,New,12 ELM ST,2016-01-04,Active\n',
);
const portalFile = file(
  'portal.json',
  JSON.stringify([
    {
      permit_number: '2026-1',
      permit_type_desc: 'Building Permit',
      status_current: 'Active',
      issue_date: '2026-01-04',
    },
  ]),
);

/** The refusal of a file by a source, with the source probably meant. */
async function refusal(path: string, source: CatalogSource): Promise<string> {
  const error = await firstRows(path, source, 1).then(
    () => assert.fail('the file was read'),
    (refused: unknown) => refused,
  );
  assert.ok(error instanceof UserError);
  const { message, hint } = await withMeantSource(error, source, sources, path);
  return `${message} ${hint}`;
}

test('the two definitions of Austin name each other', async () => {
  assert.deepEqual(otherSourcesOf(austin, sources), [daily]);
  assert.deepEqual(otherSourcesOf(daily, sources), [austin]);
  assert.match(
    await refusal(dailyFile, austin),
    /not like the JSON .* It fits austin-tx-daily \(.*--source austin-tx-daily\./,
  );
  assert.match(
    await refusal(portalFile, daily),
    /not like the CSV .* It fits austin-tx \(.*--source austin-tx\./,
  );
});

test('a file of neither is refused with the other sources of the place', async () => {
  const text = await refusal(file('other.csv', 'a,b\n1,2\n'), daily);
  assert.match(text, /lacks the columns .* Of Austin there is also austin-tx \(.*; from its portal\)\./);
});

test('a file of another city is refused with the source of that city', async () => {
  const path = file('lafayette.csv', `${sourceOf('lafayette-co').columns.join(',')}\n${'1,'.repeat(11)}1\n`);
  assert.match(await refusal(path, daily), /It fits lafayette-co /);
});

test('a refusal that is about something else is left as it is', async () => {
  const failure = new UserError('The disk is full.');
  assert.equal(await withMeantSource(failure, austin, sources, dailyFile), failure);
});

test('an unknown id is refused with the nearest one and the others of its place', () => {
  assert.throws(() => sourceOf('austin'), /Did you mean "austin-tx"\? Of the same place: austin-tx-daily\./);
});

test('of two sources that can read a file, the one that finds far more of its columns wins', async () => {
  const base = {
    kind: 'permits',
    license: null,
    attribution: null,
    dataset: { platform: 'file' },
    jurisdiction: {
      geoid: '4805000',
      name: 'Austin',
      state: 'TX',
      county_geoid: null,
      default_city: 'Austin',
    },
    namespace: 'austin-tx',
    time_zone: 'America/Chicago',
    format: { type: 'csv' },
    row_key: ['No'],
  };
  const full = { number: 'No', type: 'Type', address: 'Address', file_date: 'Filed' };
  const rich = makeSource({ ...base, id: 'rich', name: 'Rich', map: full }, 'rich.json');
  const other = { number: 'No', type: 'Kind', address: 'Where', file_date: 'On', description: 'What' };
  const poor = makeSource({ ...base, id: 'poor', name: 'Poor', map: other }, 'poor.json');
  const path = file('rich.csv', 'No,Type,Address,Filed\n1,Roof,12 ELM ST,2026-01-02\n');
  const both = await fittingSources(path, [poor, rich]);
  assert.deepEqual(
    both.map(({ id }) => id),
    ['rich', 'poor'],
  );
  assert.equal((await betterSource(path, poor, [poor, rich]))?.id, 'rich');
  assert.equal(await betterSource(path, rich, [poor, rich]), null);
});
