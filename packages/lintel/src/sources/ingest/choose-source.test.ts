/** A file without a named source is read as that of the definition that fits, or refused with the reason. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UserError } from '../../base/user-error.js';
import { loadGeography } from '../../geography/load.js';
import { makeSource } from '../source/catalog-source.js';
import { chooseSource } from './choose-source.js';
import { knownOfPlace, knownText } from './same-place.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-choose-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const geography = loadGeography();

const columns = ['number', 'type', 'issue_date', 'address', 'city', 'zip'];
const places = {
  austin: { geoid: '4805000', name: 'Austin', state: 'TX', county_geoid: '48453', default_city: 'Austin' },
  topeka: { geoid: '2071000', name: 'Topeka', state: 'KS', county_geoid: '20177', default_city: 'Topeka' },
};

/** A source that reads these columns, each as the field of its name. */
function sourceOf(id: string, place: keyof typeof places, names: readonly string[] = columns) {
  const definition = {
    id,
    kind: 'permits',
    name: id,
    license: null,
    attribution: null,
    jurisdiction: places[place],
    namespace: id,
    time_zone: 'America/Chicago',
    format: { type: 'csv' },
    row_key: ['number'],
    map: Object.fromEntries(names.map((name) => [name, name])),
  };
  return makeSource(definition, id);
}

function fileOf(name: string, rows: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const path = join(directory, `${name}.csv`);
  writeFileSync(
    path,
    [names, ...rows.map((row) => Object.values(row))].map((row) => row.join(',')).join('\n'),
  );
  return path;
}

const row = { number: 'P-1', type: 'Building', issue_date: '2026-01-04', address: '1 ELM ST' };
const austin = fileOf('austin', [{ ...row, city: 'Austin', zip: '78701' }]);
const nowhere = fileOf('nowhere', [{ ...row, city: '', zip: '' }]);
const sources = [sourceOf('austin-tx', 'austin'), sourceOf('topeka-ks', 'topeka')];

async function refusal(path: string, catalog = sources): Promise<string> {
  const error = await chooseSource(path, catalog, geography).then(
    () => assert.fail('a source was chosen'),
    (refused: unknown) => refused,
  );
  assert.ok(error instanceof UserError);
  return `${error.message} ${error.hint}`;
}

test('of two places with the same columns the one that the rows are from is chosen, and the reason is said', async () => {
  const { source, reason } = await chooseSource(austin, sources, geography);
  assert.equal(source.id, 'austin-tx');
  assert.match(reason, /it has 6 of its 6 columns, and its rows are from Austin, TX/);
});

test('of two definitions of a place the one that reads clearly more of the file is chosen', async () => {
  const few = sourceOf('austin-tx-few', 'austin', ['number', 'type', 'zip', 'city']);
  const { source } = await chooseSource(austin, [few, ...sources], geography);
  assert.equal(source.id, 'austin-tx');
});

test('a file is of no source where it fits none, where its rows are from elsewhere, and where it fits several', async () => {
  const other = fileOf('other', [{ folio: '1', kind: 'Building', day: '2026-01-04' }]);
  assert.match(await refusal(other), /no definition has its columns.*source new/);
  assert.match(
    await refusal(austin, sources.slice(1)),
    /those of topeka-ks, but its rows are from elsewhere/,
  );
  assert.match(await refusal(nowhere), /austin-tx and topeka-ks have its columns.*--source/);
  assert.match(
    await refusal(nowhere, sources.slice(0, 1)),
    /nothing in its rows says that they are from there/,
  );
});

test('who drafts a definition of a place is told of those that it has', () => {
  const [first] = sources;
  assert.ok(first !== undefined);
  const draft = sourceOf('austin-tx-2', 'austin');
  const known = knownOfPlace(draft, ['NUMBER', 'type', 'zip'], sources);
  assert.deepEqual(known, [{ id: 'austin-tx', name: 'austin-tx', from: 'files', columns: 6, found: 3 }]);
  assert.match(
    knownText({ name: 'Austin' }, known) ?? '',
    /austin-tx .* reads 6 columns, 3 of them are here/,
  );
  assert.equal(knownText({ name: 'Austin' }, []), null);
});
