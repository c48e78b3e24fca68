/**
 * `lintel source` as an operator uses it: a draft of files and of portals, its check, the list and the words.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { syntheticDataset } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import type { Trial } from '../sources/draft/source-trial.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-source-'));
const home = join(directory, 'home');
const portal = await new PortalServer().listen();
after(async () => {
  await portal.close();
  rmSync(directory, { recursive: true, force: true });
});

const lintel = (...args: string[]) => runLintel(home, 'source', ...args);

async function trialOf(...args: string[]): Promise<Trial> {
  const { status, stdout, stderr } = await lintel('check', ...args, '--json');
  assert.equal(status, 0, stdout + stderr);
  return (JSON.parse(stdout) as { trial: Trial }).trial;
}

const csv = join(directory, 'permits.csv');
writeFileSync(
  csv,
  [
    'Permit No;Type;Work Description;Status;Issued;Cost;Address;City;Zip;Ward',
    'B-1;Roof;Tear off and reroof;Issued;6/3/2026;9800;12 Elm St;Topeka;66603;4',
    'B-2;Deck;New deck;At the counter;6/4/2026;5200;41 Walnut Ave;Topeka;66603;4',
    'B-2;Deck;New deck;At the counter;6/4/2026;5200;41 Walnut Ave;Topeka;66603;4',
  ].join('\n'),
);
const draft = join(directory, 'topeka-ks.json');

test('a draft of a file lists open questions, never overwrites a file, and passes the check', async () => {
  const args = ['new', csv, '--id', 'topeka-ks', '--geoid', '2071000', '--out', draft];
  const { status, stdout } = await lintel(...args);
  assert.equal(status, 0);
  assert.match(stdout, /Columns without a place in the mapping\n.*\nWard /);
  assert.match(stdout, /what does "at the counter" mean/);
  assert.match(stdout, /Topeka is the place that most rows name/);
  const definition = JSON.parse(readFileSync(draft, 'utf8'));
  assert.equal(definition.jurisdiction.county_geoid, '20177');
  assert.equal(definition.time_zone, 'America/Chicago');
  assert.match((await lintel(...args)).stderr, /already exists/);
  const trial = await trialOf(draft, '--file', csv);
  assert.deepEqual([trial.read, trial.usable, trial.repeatedKeys], [3, 3, 1]);
  const [row] = trial.rows;
  assert.ok(row !== undefined);
  assert.equal(row.raw['Permit No'], 'B-1');
  assert.equal((row.record as { job_value: number }).job_value, 980_000);
  assert.deepEqual(trial.unreadColumns, [{ column: 'Ward', example: '4' }]);
});

test('a check counts a field as filled only in rows that have it', async () => {
  const path = join(directory, 'gaps.csv');
  const rows = ['B-1;Roof;;Issued;6/3/2026;;12 Elm St;Topeka;66603', 'B-2;;New deck;;;5200;;;'];
  writeFileSync(
    path,
    ['Permit No;Type;Work Description;Status;Issued;Cost;Address;City;Zip', ...rows].join('\n'),
  );
  const { fields, rows: tried } = await trialOf(draft, '--file', path);
  const fill = Object.fromEntries(
    fields.map(({ field, filled, distinct, examples }) => [field, { filled, distinct, examples }]),
  );
  assert.deepEqual(fill.number, { filled: 2, distinct: 2, examples: ['B-1', 'B-2'] });
  assert.deepEqual(fill.description, { filled: 1, distinct: 1, examples: ['New deck'] });
  assert.deepEqual(fill.job_value, { filled: 1, distinct: 1, examples: ['5200'] });
  assert.equal(tried[1]?.canonical.address, undefined);
  assert.match((await lintel('check', draft, '--file', path)).stdout, /^description +50 % +1 +New deck/m);
});

test('a check says which columns are missing, which words are unknown, and fails when no row can be used', async () => {
  const definition = JSON.parse(readFileSync(draft, 'utf8'));
  definition.map.fees = 'Coast';
  definition.map.description = 'Wrok';
  definition.map.owner_name = 'Zebra';
  delete definition.status_words;
  const path = join(directory, 'wrong', 'topeka-ks.json');
  mkdirSync(join(directory, 'wrong'));
  writeFileSync(path, JSON.stringify(definition));
  const { stdout } = await lintel('check', path, '--file', csv);
  assert.match(stdout, /"Coast" \(nearest: "Cost"\)/);
  assert.match(stdout, /"Zebra"$/m, 'nothing is near that name, so none is guessed');
  assert.match(stdout, /Status words without a meaning.*\n {2}At the counter \(2\)/);
  assert.match(stdout, /1 rows have the row key of an earlier row/);
  definition.row_key = ['Nothing'];
  definition.required = [];
  writeFileSync(path, JSON.stringify(definition));
  const failed = await lintel('check', path, '--file', csv);
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /lacks the column "Nothing"/);
  definition.row_key = [{ match: 'Type', pattern: 'nothing' }];
  writeFileSync(path, JSON.stringify(definition));
  const unused = await lintel('check', path, '--file', csv);
  assert.deepEqual([unused.status, /no row key/.test(unused.stdout)], [1, true]);
  assert.match(unused.stderr, /No row of .* can be used/);
});

test('a check shows numbers on several rows, and a source may say that its rows are addresses', async () => {
  const path = join(directory, 'rows', 'topeka-ks.json');
  mkdirSync(join(directory, 'rows'));
  const file = join(directory, 'rows', 'permits.csv');
  const lines = [
    'Record;Permit No;Type;Work Description;Status;Issued;Cost;Address;City;Zip;Ward',
    '1;B-1;Roof;Tear off;Issued;6/3/2026;9800;12 Elm St;Topeka;66603;4',
    '2;B-1;Roof;Tear off;Issued;6/3/2026;9800;14 Elm St;Topeka;66603;4',
    '3;B-2;Deck;New deck;Issued;6/4/2026;5200;41 Walnut Ave;Topeka;66603;4',
    '4;B-2;Plumbing;New sink;Issued;6/9/2026;500;41 Walnut Ave;Topeka;66603;4',
  ];
  writeFileSync(file, lines.join('\n'));
  const definition = { ...JSON.parse(readFileSync(draft, 'utf8')), row_key: ['Record'] };
  const write = (more: object) => writeFileSync(path, JSON.stringify({ ...definition, ...more }));
  write({});
  assert.deepEqual((await trialOf(path, '--file', file)).sharedNumbers, { numbers: 2, rows: 4, alike: 1 });
  const { stdout } = await lintel('check', path, '--file', file);
  assert.match(stdout, /2 permit numbers are on 4 rows; the rows of 1 of them agree.*"row_is": "address"/);
  write({ row_is: 'address' });
  const wrong = await lintel('check', path, '--file', file);
  assert.deepEqual([wrong.status, /row_is needs "key"/.test(wrong.stderr)], [1, true]);
  write({ row_is: 'address', key: 'Permit No' });
  assert.equal((await trialOf(path, '--file', file)).sharedNumbers, null);
  const shown = await lintel('show', 'san-francisco-ca');
  assert.match(shown.stdout, /a row is +an address of the permit/);
});

test('a draft of a portal reads its column list and rows, and is checked against it', async () => {
  const dataset = syntheticDataset('abcd-1234', 60);
  portal.add(dataset);
  const path = join(directory, 'elm.json');
  const address = `${portal.url}/d/abcd-1234`;
  const made = await lintel(
    'new',
    address,
    '--id',
    'elm',
    '--state',
    'KS',
    '--county',
    'Sedgwick',
    '--out',
    path,
  );
  assert.equal(made.status, 0, made.stderr);
  const definition = JSON.parse(readFileSync(path, 'utf8'));
  assert.deepEqual(definition.fetch, { protocol: 'socrata', base_url: portal.url, dataset: 'abcd-1234' });
  assert.deepEqual(definition.row_key, ['permit_number']);
  const refused = await lintel('check', path, '--portal', '--rows', '50');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /127\.0\.0\.1 is not an address of the public internet.*"allow_hosts"/);
  const allowing = join(directory, 'allowing');
  mkdirSync(allowing, { recursive: true });
  writeFileSync(join(allowing, 'lintel.json'), '{"fetch": {"allow_hosts": ["127.0.0.1"]}}');
  const trial = await trialOf(path, '--portal', '--rows', '50', '--home', allowing);
  assert.deepEqual([trial.read, trial.usable], [50, 50]);
  const elsewhere = { ...definition, fetch: { ...definition.fetch, base_url: 'https://portal.invalid' } };
  writeFileSync(path, JSON.stringify(elsewhere));
  assert.equal((await trialOf(path, '--base-url', portal.url, '--rows', '5')).usable, 5);
});

test('verify marks the definitions that hold, says what is wrong with the others, and share makes a pull request', async () => {
  const allowing = join(directory, 'allowing');
  const own = join(allowing, 'sources');
  mkdirSync(own, { recursive: true });
  const drafted = JSON.parse(readFileSync(join(directory, 'elm.json'), 'utf8'));
  const elm = { ...drafted, fetch: { ...drafted.fetch, base_url: portal.url } };
  writeFileSync(join(own, 'elm.json'), JSON.stringify(elm, null, 2));
  const wrong = { ...elm, id: 'elm-wrong', map: { ...elm.map, type: 'permit_kind' } };
  writeFileSync(join(own, 'elm-wrong.json'), JSON.stringify(wrong, null, 2));
  const marked = join(directory, 'marked');
  mkdirSync(marked);
  writeFileSync(join(marked, 'elm.json'), JSON.stringify(elm, null, 2));
  const tried = await lintel('verify', 'elm-wrong', 'elm', '--home', allowing, '--write', marked);
  assert.equal(tried.status, 1);
  assert.match(tried.stdout, /elm-wrong: does not hold\n {2}- There is no column "permit_kind"/);
  assert.match(tried.stdout, /elm: holds on 60 rows\n1 of 2 definitions hold/);
  const { verified, ...rest } = JSON.parse(readFileSync(join(marked, 'elm.json'), 'utf8'));
  assert.deepEqual([verified.rows, rest], [60, elm]);
  const listed = await lintel('list', '--verified', '--state', 'KS', '--home', allowing);
  assert.match(listed.stdout, new RegExp(`^elm +KS +permits +${verified.on}`, 'm'));
  assert.doesNotMatch(listed.stdout, /elm-wrong/);
  const out = join(directory, 'shared');
  const shared = await lintel('share', 'elm', '--portal', '--home', allowing, '--out', out);
  assert.equal(shared.status, 0, shared.stdout + shared.stderr);
  const made = (path: string) => readFileSync(join(out, path), 'utf8');
  assert.equal(JSON.parse(made('packages/lintel/src/sources/catalog/elm.json')).verified.rows, 60);
  const fixture = JSON.parse(made('packages/testing/catalog/elm.json'));
  assert.deepEqual([fixture.rows.length, fixture.records.length], [3, 3]);
  assert.doesNotMatch(JSON.stringify(fixture), /shed|deck/i);
  assert.match(made('report.md'), /60 rows were read, 60 usable[\s\S]*\| `number` \|/);
});

test('the list is filtered by state, kind and mark, fits eighty columns, and creates no home', async () => {
  const { stdout } = await lintel('list', '--state', 'fl', '--kind', 'permits', '--json');
  const listed = JSON.parse(stdout) as { id: string; state: string; verified: object | null }[];
  for (const id of ['hernando-county-fl', 'lakeland-fl', 'marion-county-fl', 'tampa-fl'])
    assert.ok(
      listed.some((source) => source.id === id && source.verified !== null),
      id,
    );
  assert.ok(listed.every(({ state }) => state === 'FL') && listed.some(({ verified }) => verified === null));
  assert.match((await lintel('list', '--state', 'ZZ')).stdout, /No source matches/);
  assert.doesNotMatch((await lintel('list', '--verified')).stdout, / unverified /);
  const none = join(directory, 'none');
  const all = (await lintel('list', '--home', none)).stdout.split('\n');
  assert.ok(all.length > 200 && all.every((line) => line.length <= 80), 'a line a source');
  assert.equal(existsSync(none), false);
});

test('every source of the catalog can be said in words', async () => {
  const { sources } = (await import('../sources/source/load-catalog.js')).loadCatalog();
  const { sourceText } = await import('./text/source-text.js');
  for (const source of sources) {
    const text = sourceText(source);
    assert.ok(text.includes(source.name) && !/undefined|\[object/.test(text), text);
  }
  const { status, stdout } = await lintel('show', 'marion-county-fl');
  assert.equal(status, 0);
  assert.match(stdout, /inspections_passed +how many of "inspection" where "RESULT" fits/);
  const wrong = await lintel('show', 'marion-county-fx');
  assert.match(wrong.stderr, /Did you mean "marion-county-fl"/);
});
