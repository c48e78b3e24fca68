/**
 * `lintel source discover` against a server that speaks the protocol of every public catalog and of the portals that
 * they list: what is found, drafted and dropped, what is asked and when, and what failures leave.
 */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { runLintel, startLintel } from '@lintel/testing/cli/run-lintel.js';
import { datasetOf } from '@lintel/testing/portals/dataset.js';
import { PortalServer } from '@lintel/testing/portals/portal-server.js';
import type { Listing } from '@lintel/testing/portals/speak-catalogs.js';
import type { Report, ReportEntry } from './text/discovery-report.js';

const directory = mkdtempSync(join(tmpdir(), 'lintel-discover-'));
const home = join(directory, 'home');
mkdirSync(home);
writeFileSync(
  join(home, 'lintel.json'),
  '{"fetch": {"requests_per_second": 100, "operator": "Elm City, data@elm.example"}}',
);
const portal = await new PortalServer().listen();
after(async () => {
  await portal.close();
  rmSync(directory, { recursive: true, force: true });
});

const streets = ['Elm St', 'Walnut Ave', 'Pecan Ln'];
const kinds = ['Roof', 'Deck', 'Pool'];
const permits = Array.from({ length: 40 }, (_, index) => ({
  permit_number: `B-${1000 + index}`,
  permit_type: kinds[index % 3],
  status: index % 2 === 0 ? 'Issued' : 'Closed',
  issued_date: `2026-0${(index % 9) + 1}-11T00:00:00.000`,
  description: index % 2 === 0 ? 'Tear off and reroof' : 'New deck',
  job_value: String(5000 + index),
  address: `${100 + index} ${streets[index % 3]}`,
  city: 'Round Rock',
  state: 'TX',
  zip: '78664',
}));
const columns = Object.fromEntries(Object.keys(permits[0] ?? {}).map((name) => [name, 'text']));
const inKansas = permits.map((row) => ({ ...row, city: 'Topeka', state: 'KS', zip: '66603' }));
const signs = permits.map(({ status }, index) => ({ sign: `face ${index % 3}`, status }));
const csv = 'https://files.example.gov/issued_permits.csv';
const service = 'https://gis.example.gov/arcgis/rest/services/permits_layer/MapServer';
const texas = [-97.9, 30.4, -97.5, 30.7] as const;

/** What the catalogs list in the tests: a dataset each that is right, and what is not. */
const listings: readonly Listing[] = [
  {
    catalog: 'socrata',
    id: 'aaaa-1111',
    title: 'Issued Building Permits',
    publisher: 'City of Round Rock',
    columns,
  },
  // Its text says nothing about the place, only its rows do.
  { catalog: 'socrata', id: 'kans-0001', title: 'Building Permits Issued', columns },
  {
    catalog: 'socrata',
    id: 'film-0001',
    title: 'Film Permits',
    publisher: 'City of Austin',
    columns: { name: 'text' },
  },
  {
    catalog: 'socrata',
    id: '3syk-w9eu',
    title: 'Issued Construction Permits',
    host: 'data.austintexas.gov',
    columns,
  },
  {
    catalog: 'hub',
    id: service,
    title: 'Building_Permits_Service',
    box: texas,
    layers: { 3: 'Building Permits', 4: 'Zoning Districts', 5: 'City Limits' },
  },
  { catalog: 'hub', id: `${service}/9`, title: 'Building Permits of Ohio', box: [-84, 39, -83, 40] },
  { catalog: 'ckan', id: 'ckan-table', title: 'Building permits', publisher: 'Development Services' },
  { catalog: 'data.gov', id: csv, title: 'Building permits issued', publisher: 'City of Georgetown, TX' },
  // The same dataset as above, in a second catalog.
  {
    catalog: 'data.gov',
    id: 'https://data.example.com/api/views/aaaa-1111/rows.csv?accessType=DOWNLOAD',
    title: 'Issued Building Permits',
    publisher: 'City of Round Rock',
  },
  {
    catalog: 'opendatasoft',
    id: 'permits-ods',
    title: 'Building permits',
    publisher: 'City of Pflugerville, TX',
    columns,
  },
  {
    catalog: 'opendatasoft',
    id: 'signs-ods',
    title: 'Permits issued for signs',
    publisher: 'Bee Cave, TX',
    columns: {},
  },
];

beforeEach(() => {
  portal.datasets.clear();
  portal.requests.length = 0;
  portal.listings = listings;
  portal.robots = null;
  portal.fault = () => null;
  portal.add(
    datasetOf('aaaa-1111', permits),
    datasetOf('kans-0001', inKansas),
    datasetOf('permits_layer', permits),
    datasetOf('ckan-table', permits),
    datasetOf('issued_permits', permits),
    datasetOf('permits-ods', permits),
    datasetOf('signs-ods', signs),
  );
});

const discover = (out: string, ...args: string[]) =>
  runLintel(
    home,
    ...[
      'source',
      'discover',
      '--state',
      'TX',
      '--base-url',
      portal.url,
      '--out',
      join(directory, out),
      ...args,
    ],
  );
const reportIn = (out: string) =>
  JSON.parse(readFileSync(join(directory, out, 'report.json'), 'utf8')) as Report;
const asked = () => portal.requests.map(({ url }) => url.pathname + url.search);
const requestsFor = (path: RegExp) => asked().filter((url) => path.test(url));

test('each catalog is searched in its protocol, and the right datasets are drafted, reported and fetched', async () => {
  const { status, stdout, stderr } = await discover('first');
  assert.equal(status, 0, stderr);
  const { drafts, known, left_out: leftOut } = reportIn('first');
  const found = new Map(drafts.map((draft) => [draft.identity, draft]));
  assert.deepEqual([...found.keys()].sort(), [
    'arcgis gis.example.gov/arcgis/rest/services/permits_layer/server/3',
    'ckan data.openlaredo.com/ckan-table',
    'ckan data.sanantonio.gov/ckan-table',
    'file data.opendatasoft.com/api/explore/v2.1/catalog/datasets/permits-ods/exports/jsonl',
    'file files.example.gov/issued_permits.csv',
    'socrata aaaa-1111',
  ]);
  assert.deepEqual(known, ['austin-tx'], 'a dataset that the catalog has is not drafted again');
  assert.match(leftOut.find(({ title }) => /signs/.test(title))?.reason ?? '', /not those of permits/);
  const first = found.get('socrata aaaa-1111');
  assert.ok(first !== undefined);
  assert.deepEqual(first.catalogs, ['Socrata', 'data.gov'], 'one dataset, listed twice');
  assert.deepEqual(
    [first.place, first.rows, first.license, first.faults],
    ['Round Rock, TX', 40, 'Public Domain', []],
  );
  assert.equal(first.fields.find(({ field }) => field === 'number')?.from, '"permit_number"');
  assert.equal(first.sample.rows.length, 3);
  assert.match(JSON.stringify(first.sample.rows[0]?.record), /"number":"B-1000"/);
  assert.equal(found.get('file files.example.gov/issued_permits.csv')?.place, 'Georgetown, TX');
  const lines = stdout.split('\n');
  assert.ok(
    lines.every((line) => line.length <= 80 || line.includes('source add') || line.includes('report.md')),
    stdout,
  );
  const markdown = readFileSync(join(directory, 'first', 'report.md'), 'utf8');
  assert.match(markdown, /## round-rock-tx\n[\s\S]*\| `issue\\?_date` \| "issued\\_date" \| \d+ % \| 100 %/);
  assert.match(
    markdown,
    /Row 1, as sent:[\s\S]*"permit_number": "B-1000"[\s\S]*becomes[\s\S]*"number": "B-1000"/,
  );
  for (const { headers } of portal.requests)
    assert.match(headers['user-agent'] ?? '', /^Lintel\/\S+ \(Elm City, data@elm\.example\)$/);
  for (const { headers, url } of portal.requests)
    assert.equal(headers['x-api-key'], url.pathname.startsWith('/technology') ? 'DEMO_KEY' : undefined);

  const file = join(directory, 'first', first.file);
  const added = await runLintel(home, 'source', 'add', file);
  assert.match(added.stdout, /Next: lintel fetch round-rock-tx/);
  assert.match((await runLintel(home, 'source', 'add', file)).stderr, /exists already/);
  const fetched = await runLintel(home, 'fetch', first.id, '--base-url', portal.url);
  assert.equal(fetched.status, 0, fetched.stderr);
  assert.match(fetched.stdout, /\b40\b/);
  rmSync(join(home, 'sources'), { recursive: true });
});

test('a search that is killed goes on, and nothing is asked twice, until a month has passed', async () => {
  let hang = () => {};
  const hangs = new Promise<void>((resolve) => {
    hang = resolve;
  });
  portal.fault = (_asked, number) => {
    if (number === 25) hang();
    return number === 25 ? { kind: 'hang' } : null;
  };
  const arguments_ = [
    'source',
    'discover',
    '--state',
    'TX',
    '--base-url',
    portal.url,
    '--out',
    join(directory, 'killed'),
  ];
  const running = startLintel(home, ...arguments_);
  await hangs;
  running.child.kill('SIGKILL');
  await running.ended;
  const before = asked().slice(0, 24);
  portal.fault = () => null;
  portal.requests.length = 0;
  assert.equal((await discover('killed')).status, 0);
  const answered = new Set(before);
  const again = asked().filter((url) => answered.has(url) && !/^\/(?:resource|api\/views|arcgis)/.test(url));
  assert.deepEqual(again, []);
  const { drafts } = reportIn('killed');
  assert.equal(drafts.length, 6);
  portal.requests.length = 0;
  assert.equal((await discover('killed')).status, 0);
  assert.deepEqual(asked(), [], 'all of it was asked within the week');

  // A month later: a draft that somebody edited, and a dataset that is new.
  const answers = join(directory, 'killed', 'answers.ndjson');
  writeFileSync(answers, readFileSync(answers, 'utf8').replace(/"atMs":(\d)/g, '"atMs":0'));
  const edited = join(directory, 'killed', 'sources', 'round-rock-tx.json');
  writeFileSync(edited, '{"mine": true}');
  portal.add(datasetOf('bbbb-2222', permits));
  portal.listings = [
    {
      catalog: 'socrata',
      id: 'bbbb-2222',
      title: 'Building Permits 2026',
      publisher: 'City of Round Rock',
      columns,
    },
    ...listings,
  ];
  const { stdout } = await discover('killed');
  assert.match(stdout, /new: Building Permits 2026/);
  const later = reportIn('killed').drafts;
  assert.deepEqual(
    later.filter(({ is_new: isNew }) => isNew).map(({ identity }) => identity),
    ['socrata bbbb-2222'],
  );
  const ids = (entries: readonly ReportEntry[]) => entries.map(({ identity, id }) => `${identity} ${id}`);
  assert.deepEqual(
    ids(drafts).filter((entry) => !ids(later).includes(entry)),
    [],
    'ids stay',
  );
  assert.equal(readFileSync(edited, 'utf8'), '{"mine": true}');
  assert.equal(new Set(later.map(({ file }) => file)).size, 7);
});

test('a catalog that fails is named and asked again, and the others go on', async () => {
  portal.fault = ({ url }) =>
    url.pathname.startsWith('/api/search/v1')
      ? { kind: 'status', status: 403 }
      : url.pathname.startsWith('/technology')
        ? { kind: 'json', value: { results: 'none' } }
        : null;
  const { status, stderr } = await discover('failing');
  assert.equal(status, 1);
  assert.match(stderr, /ArcGIS Hub was not asked to its end: GET .*status 403/);
  assert.match(
    stderr,
    /data\.gov was not asked to its end: .*sent "none" where the list "results" was expected/,
  );
  const { catalogs, drafts } = reportIn('failing');
  assert.deepEqual(
    catalogs.filter(({ failure }) => failure !== null).map(({ name }) => name),
    ['ArcGIS Hub', 'data.gov'],
  );
  assert.equal(drafts.length, 4);
  assert.match(
    readFileSync(join(directory, 'failing', 'report.md'), 'utf8'),
    /\*\*ArcGIS Hub was not asked to its end/,
  );
  portal.fault = ({ url }, number) =>
    url.pathname.startsWith('/api/search/v1') && number === 1
      ? { kind: 'status', status: 429, retryAfter: '0' }
      : null;
  portal.requests.length = 0;
  assert.equal((await discover('failing')).status, 0);
  assert.deepEqual(requestsFor(/^\/api\/(?:catalog|explore)/), [], 'those that answered are not asked again');
  assert.equal(reportIn('failing').drafts.length, 6);
});

test('what robots.txt does not allow is not asked, and Crawl-delay slows the rest', async () => {
  portal.robots = 'User-agent: *\nDisallow: /api/3/\nDisallow: /resource/\nCrawl-delay: 0.05\n';
  const startedMs = Date.now();
  const { status, stdout } = await discover('robots');
  assert.equal(status, 0, stdout);
  assert.ok(Date.now() - startedMs >= 50 * (portal.requests.length - 3), 'it waits between requests');
  assert.deepEqual(requestsFor(/^\/api\/3\/|^\/resource/), []);
  assert.equal(requestsFor(/^\/robots\.txt/).length, 1);
  const { catalogs, left_out: leftOut } = reportIn('robots');
  const refused = catalogs.filter(({ isRefused }) => isRefused).map(({ name }) => name);
  assert.deepEqual(refused, ['data.openlaredo.com', 'data.sanantonio.gov']);
  assert.match(leftOut.find(({ identity }) => identity === 'socrata aaaa-1111')?.reason ?? '', /robots\.txt/);

  // A host that allows a request a day must not hold the others up.
  portal.robots = 'User-agent: *\nCrawl-delay: 86400\n';
  assert.match(
    (await discover('slow')).stderr,
    /No catalog answered[\s\S]*Socrata: The robots\.txt of .* asks for 86400 s between requests/,
  );
});

test('nothing that a portal sends passes for a part of the report or for an order to the terminal', async () => {
  const column = 'note`\n\n# Take all of these\n\u001b]0;mine\u0007';
  const title = 'Building permits <b>| \u001b[31m![x](https://x.example)';
  portal.add(
    datasetOf(
      'aaaa-1111',
      permits.map((row) => ({ ...row, [column]: 'x' })),
    ),
  );
  portal.listings = [
    { catalog: 'socrata', id: 'aaaa-1111', title, publisher: 'City of Round Rock', columns },
  ];
  const { status, stdout, stderr } = await discover('hostile');
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stdout + stderr, /\u001b/);
  const markdown = readFileSync(join(directory, 'hostile', 'report.md'), 'utf8');
  assert.doesNotMatch(markdown, /[^\P{Cc}\n]|^# Take|<b>|[^\\]!\[/mu);
  assert.match(markdown, /Columns that are not read: .*`note # Take all of these/);
});

test('without any catalog, or for a place that is not known, it says so and writes no report', async () => {
  portal.fault = () => ({ kind: 'status', status: 404 });
  const none = await discover('none');
  assert.equal(none.status, 1);
  assert.match(none.stderr, /No catalog answered\. Is this machine connected.*\n {2}Socrata: /);
  assert.ok(!existsSync(join(directory, 'none', 'report.json')));
  assert.match(
    (await discover('none', '--place', 'Nowhere County')).stderr,
    /No county or city "Nowhere County"/,
  );
  const many = await runLintel(
    home,
    'source',
    'discover',
    '--place',
    'Washington County',
    '--out',
    join(directory, 'many'),
  );
  assert.match(many.stderr, /is in several states: AL, AR, .*--state/);
  assert.ok(!readdirSync(directory).includes('many'));
  assert.match((await discover('none', '--kind', 'parks')).stderr, /--kind takes permits, contractors/);
});
