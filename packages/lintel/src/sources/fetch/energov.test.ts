/** Permits of a city's permit software: each once, whatever the portal's pages, limits and faults, or it is said. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EnergovServer, energovEndMs, energovPermits } from '@lintel/testing/portals/energov-server.js';
import { PortalTest, shortLimits, startMs } from '@lintel/testing/portals/portal-test.js';
import { htmlPage } from '@lintel/testing/portals/reply.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { makeSource } from '../source/catalog-source.js';
import { EnergovConnector } from './energov.js';
import { earlierPrefix, prefixesIn } from './number-prefixes.js';
import { Pace } from './pace.js';
import { openDispatcher, PortalClient } from './portal-client.js';
import { sourceFindings } from './source-findings.js';

const t = await PortalTest.open();
after(() => t.close());
const servers: EnergovServer[] = [];
after(() => Promise.all(servers.map((server) => server.close())));

async function portalOf(count: number, perDay = 1): Promise<EnergovServer> {
  const server = await new EnergovServer().listen();
  servers.push(server);
  server.permits = energovPermits(count, perDay);
  return server;
}

const { jurisdiction, namespace, time_zone } = elmCity;
/** What a definition of such a city says. */
function sourceAt(server: EnergovServer, more: object = {}) {
  const definition = {
    id: 'elm-city-energov',
    kind: 'permits',
    name: 'Elm City, permit portal',
    license: null,
    attribution: null,
    platform: 'energov',
    jurisdiction,
    namespace,
    time_zone,
    fetch: { protocol: 'energov', base_url: server.url, dataset: 'permits', ...more },
  };
  return makeSource(definition, 'elm-city-energov.json');
}

function assertFields(fields: object, expected: Record<string, string | undefined>) {
  const some = Object.keys(expected).map((name) => [name, Reflect.get(fields, name)]);
  assert.deepEqual(Object.fromEntries(some), expected);
}

test('a definition is its platform and its address: every permit is read once, with its fields', async () => {
  const server = await portalOf(250);
  const source = sourceAt(server);
  const store = t.newStore();
  const { run, failure } = await t.fetch(store, source);
  assert.equal(failure, null);
  assert.deepEqual(run?.counts, { read: 250, new: 250, changed: 0, unchanged: 0, quarantined: 0 });
  assert.ok(run);
  const found = (unread: unknown) =>
    sourceFindings(
      { id: source.id, updates: 'daily' },
      [{ ...run, details: { ...run.details, unread } }],
      startMs,
    ).map(({ kind }) => kind);
  assert.deepEqual([run.details.unread, found(null), found('9 of 10 permits …')], [null, [], ['unread']]);
  const [first] = [...store.rows(source.id)];
  const { fields, key } = source.map(JSON.parse(first?.body ?? ''));
  assert.equal(key, 'BLDR-26-000000', 'blanks at the end are none of the number');
  assertFields(fields, {
    number: 'BLDR-26-000000',
    source_url: `${server.url}#/permit/${JSON.parse(first?.body ?? '').CaseId}`,
    type: 'Residential - New',
    status_raw: 'Issued',
    file_date: '2026-06-30T00:00:00',
    issue_date: undefined,
    address: '100 N Elm St',
    unit: '2B',
    zip: '67001',
    city: undefined,
  });
});

test('a portal of small pages, or without the order asked for, gives every permit', async () => {
  const server = await portalOf(130);
  server.pageCap = 20;
  server.orders = [];
  const { run, failure } = await t.fetch(t.newStore(), sourceAt(server));
  assert.deepEqual([run?.counts.read, failure], [130, null]);
});

test('a later fetch reads what was applied for lately, and sees new permits and their status', async () => {
  const server = await portalOf(900);
  const source = sourceAt(server, { recent_days: 30 });
  const store = t.newStore();
  await t.fetch(store, source);
  const [newest, second] = server.permits;
  assert.ok(newest && second);
  second.CaseStatus = 'Closed';
  server.permits = [{ ...newest, CaseId: 'another', CaseNumber: 'BLDR-26-999999' }, ...server.permits];
  const asked = server.searches.length;
  const { run } = await t.fetch(store, source);
  assert.deepEqual([run?.counts.new, run?.counts.changed, run?.details.mode], [1, 1, 'changed rows']);
  assert.equal(run?.details.rows_at_portal, 901);
  assert.ok(server.searches.length - asked <= 4, 'it stops at the first page wholly before the window');
});

/** What a connector gives that knows of a lower ceiling, as its portal has. */
async function readBelow(server: EnergovServer, ceiling: number, cursor: unknown = null) {
  server.ceiling = ceiling;
  const access = {
    dispatcher: openDispatcher(1, ['127.0.0.1'], undefined),
    pace: new Pace(t.clock),
    clock: t.clock,
    limits: shortLimits,
    userAgent: 'Lintel/0',
    tokens: {},
  };
  const definition = { protocol: 'energov', base_url: server.url, dataset: 'permits' } as const;
  const connector = new EnergovConnector(definition, new PortalClient(access, 100, undefined), ceiling);
  await connector.describe(null);
  const ids: string[] = [];
  const cursors: unknown[] = [];
  for await (const page of connector.pages({ cursor, sinceMs: null })) {
    cursors.push(page.cursor);
    for (const item of page.items) ids.push('row' in item ? String(item.row.CaseId) : '');
  }
  await access.dispatcher.destroy();
  return { ids, cursors, unread: connector.unread() };
}

test('beyond what one search gives, both ends and the numbers of each year are read, and the rest is said', async () => {
  const server = await portalOf(1000);
  const both = await readBelow(server, 500);
  assert.deepEqual([both.ids.length, new Set(both.ids).size, both.unread], [1000, 1000, null]);
  server.permits = energovPermits(2600);
  const years = await readBelow(server, 500);
  assert.deepEqual([years.ids.length, new Set(years.ids).size, years.unread], [2600, 2600, null]);
  const resumed = await readBelow(server, 500, years.cursors.at(-3));
  assert.match(resumed.unread ?? '', /of 2600 permits it is not known whether all were read/);
  const rest = new Set([...resumed.ids, ...years.ids.slice(0, years.ids.indexOf(resumed.ids[0] ?? ''))]);
  assert.equal(rest.size, 2600);
  server.permits = energovPermits(2600, 20);
  const cut = await readBelow(server, 500);
  assert.equal(cut.unread, `${2600 - cut.ids.length} of 2600 permits are out of reach of its search`);
  assert.ok(cut.ids.length > 1000 && cut.ids.length < 2600);
});

test('rows that move while they are read are not lost', async () => {
  const server = await portalOf(450);
  server.before = (number) => {
    if (number === 5) server.permits = server.permits.slice(3);
    return null;
  };
  const store = t.newStore();
  const { failure } = await t.fetch(store, sourceAt(server));
  assert.equal(failure, null);
  const keys = new Set([...store.rows('elm-city-energov')].map(({ key }) => key));
  for (const { CaseId } of server.permits) assert.ok(keys.has(CaseId), `${CaseId} is lost`);
});

test('a fetch that was broken off goes on at its page, and a busy portal is waited for', async () => {
  const server = await portalOf(500);
  const store = t.newStore();
  server.before = (number) =>
    number > 5 ? { status: 404, headers: { 'content-type': 'text/html' }, body: htmlPage } : null;
  const broken = await t.fetch(store, sourceAt(server));
  assert.match(String(broken.failure), /status 404 and an HTML page/);
  assert.equal(broken.run?.counts.read, 400);
  let isBusy = true;
  server.before = () => {
    const reply = isBusy ? { status: 429, headers: { 'retry-after': '7' }, body: '' } : null;
    isBusy = false;
    return reply;
  };
  const asked = server.searches.length;
  const { run, failure } = await t.fetch(store, sourceAt(server));
  assert.equal(failure, null);
  assert.deepEqual([...store.rows('elm-city-energov')].length, 500);
  assert.ok(server.searches.length - asked <= 6);
  assert.notEqual(run?.details.resumed_run, null);
});

test('what robots.txt forbids is not asked for, and requests keep a second apart', async () => {
  const server = await portalOf(250);
  server.robots = 'User-agent: *\nDisallow: /apps/';
  const refused = await t.fetch(t.newStore(), sourceAt(server));
  assert.match(String(refused.failure), /does not allow programs to search it \(robots.txt\)/);
  assert.deepEqual(server.paths, ['/robots.txt']);
  server.robots = null;
  const before = t.clock.ms;
  const { run } = await t.fetch(t.newStore(), sourceAt(server));
  assert.ok(t.clock.ms - before >= (Number(run?.details.requests) - 1) * 1000);
});

test('the page of a permit is read where the definition asks for it', async () => {
  const server = await portalOf(5);
  const source = sourceAt(server, { details: true });
  const store = t.newStore();
  await t.fetch(store, source);
  const [row] = [...store.rows(source.id)];
  assertFields(source.map(JSON.parse(row?.body ?? '')).fields, {
    job_value: '1000.5',
    job_area: '900',
    contractor_name: 'ELM BUILDERS LLC',
    contractor_trade: 'General Contractor',
    other_contractors: JSON.stringify([{ name: 'BRIGHT WIRES LLC', trade: 'Electrical Contractor' }]),
  });
  const bodies = [...store.rows(source.id)].map(({ body }) => body);
  const contractors = bodies.map((body) => JSON.parse(body).Detail.Contractors.length);
  assert.deepEqual(contractors, [2, 0, 0, 2, 0], 'a contractor without a firm is a person');
  for (const body of bodies) assert.doesNotMatch(body, /Example|EXAMPLE|555-0100|example\.test/);
});

test('contacts that are shown only to those on the record are asked for five times', async () => {
  for (const contacts of ['refused', 'gone'] as const) {
    const server = await portalOf(9);
    server.contacts = contacts;
    const source = sourceAt(server, { details: true });
    const store = t.newStore();
    const { failure } = await t.fetch(store, source);
    assert.equal(failure, null);
    assert.equal(server.paths.filter((path) => path.endsWith('/entity/contacts/search/search')).length, 5);
    const [row] = [...store.rows(source.id)];
    assert.deepEqual(JSON.parse(row?.body ?? '').Detail, {
      Value: 1000.5,
      SquareFeet: 900,
      Contractors: null,
    });
  }
});

test('numbers are followed back year by year', () => {
  assert.deepEqual(prefixesIn(['BLDR-26-03-09326', 'BLDR-26-1', 'E2026-4', '2026-17', 'GASC-075285-2020']), [
    'BLDR-26',
    'E2026',
    '2026',
  ]);
  assert.deepEqual(['BLDR-26', 'E2026', '2026', 'BLDR-00', '1950'].map(earlierPrefix), [
    'BLDR-25',
    'E2025',
    '2025',
    'BLDR-99',
    null,
  ]);
  assert.ok(energovEndMs < startMs);
});
