/**
 * Portals fail in every known way, at every request: the store after faults and resumes equals that of a
 * clean run, byte for byte; a lasting fault stops its source with a message, keeps what was stored and does
 * not affect other sources.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { syntheticDataset } from '@lintel/testing/portals/dataset.js';
import type { Fault } from '@lintel/testing/portals/portal-server.js';
import { type Manner, manners, sourceOf } from '@lintel/testing/portals/portal-sources.js';
import { dump, PortalTest, shortLimits, startMs } from '@lintel/testing/portals/portal-test.js';
import { UserError } from '../../base/user-error.js';
import { wholeRow } from '../../raw/earlier-values.js';

const t = await PortalTest.open();
after(() => t.close());
const { portal } = t;
const rows = 100;

function ready(manner: Manner, id: string, count = rows) {
  portal.add(syntheticDataset(id, count));
  portal.arcgis = { maxRecordCount: 25, isOld: manner === 'old arcgis' };
  portal.ckan = { rowsMax: 30, hasSql: manner === 'ckan sql' };
  portal.odata = { pageCap: 35, hasLinks: manner === 'odata links' };
  return sourceOf(manner, portal.url, id);
}

async function cleanDump(manner: Manner, id: string, count = rows): Promise<string> {
  portal.fault = () => null;
  const store = t.newStore();
  const { failure } = await t.fetch(store, ready(manner, id, count));
  assert.equal(failure, null);
  return dump(store, id);
}

/** Temporary faults: the same request works when sent again. */
const passingFaults: readonly Fault[] = [
  { kind: 'status', status: 429, retryAfter: '7' },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500, body: '<html><body>Internal Server Error</body></html>' },
  { kind: 'status', status: 503, retryAfter: new Date(startMs + 3000).toUTCString() },
  { kind: 'html' },
  { kind: 'cut' },
  { kind: 'half' },
  { kind: 'hang' },
  { kind: 'stall' },
  { kind: 'bad gzip' },
  { kind: 'json', value: { error: { code: 504, message: 'Timeout', details: [] } } },
];
const isFile = (manner: Manner) => ['csv', 'json', 'ndjson'].includes(manner);
/**
 * Half a text file that claims to be whole, or JSON in its place, is indistinguishable from a file; a bad
 * gzip shows only when it is read.
 */
const isTelling = (manner: Manner, { kind }: Fault) =>
  !isFile(manner) || !['half', 'json', 'bad gzip'].includes(kind);
/** Waiting for a portal takes real time: once per kind of connector is enough. */
const isQuick = (manner: Manner, { kind }: Fault) =>
  ['socrata', 'arcgis', 'csv'].includes(manner) || !['hang', 'stall'].includes(kind);
const isArcgis = (manner: Manner, { kind }: Fault) => kind !== 'json' || manner.endsWith('arcgis');

for (const manner of manners) {
  test(`${manner}: faults that pass, at every request, leave the store of a clean run`, async () => {
    const id = 'elm-faulty';
    const clean = await cleanDump(manner, id);
    const faults = passingFaults.filter(
      (fault) => isTelling(manner, fault) && isArcgis(manner, fault) && isQuick(manner, fault),
    );
    const store = t.newStore();
    const tried = new Map<string, number>();
    const source = ready(manner, id);
    // Every request fails in one way, the next request of the same address works.
    portal.fault = ({ url }, number) => {
      const times = (tried.get(url.href) ?? 0) + 1;
      tried.set(url.href, times);
      return times === 1 ? (faults[number % faults.length] ?? null) : null;
    };
    const { run, failure } = await t.fetch(store, source);
    portal.fault = () => null;
    assert.equal(failure, null);
    assert.equal(dump(store, id), clean);
    assert.ok(Number(run?.details.requests_repeated) > 0);
  });

  test(`${manner}: a fetch that stops at any request goes on there and leaves the store of a clean run`, async () => {
    const id = 'elm-stopping';
    const clean = await cleanDump(manner, id);
    const store = t.newStore();
    const source = ready(manner, id);
    let budget = 0;
    portal.fault = () => (budget-- > 0 ? null : { kind: 'status', status: 404 });
    let fetches = 0;
    for (let finished = false; !finished; fetches += 1) {
      assert.ok(fetches < 20, 'it never comes to an end');
      // Each fetch may send a few requests more than it takes to describe the dataset again.
      budget = manner.startsWith('odata') ? 2 : 4;
      const { run, failure } = await t.fetch(store, source);
      finished = failure === null;
      if (!finished) assert.equal(run?.state, 'failed');
    }
    portal.fault = () => null;
    assert.ok(isFile(manner) || fetches > 1, 'it was never stopped');
    assert.equal(dump(store, id), clean);
    assert.equal([...store.rows(id)].length, rows);
  });
}

test('an interrupted file resumes where it stopped, with one request for the rest', async () => {
  const id = 'elm-range';
  const clean = await cleanDump('csv', id, 8_000);
  const store = t.newStore();
  const before = portal.requests.length;
  portal.fault = (_request, number) => (number === before + 1 ? { kind: 'cut' } : null);
  const { failure } = await t.fetch(store, ready('csv', id, 8_000));
  portal.fault = () => null;
  assert.equal(failure, null);
  assert.deepEqual(
    portal.requests.slice(before).map(({ headers }) => headers.range?.replace(/\d+/, 'N')),
    [undefined, 'bytes=N-'],
  );
  assert.equal(dump(store, id), clean);
});

test('compressed answers are read like plain ones', async () => {
  for (const manner of ['socrata', 'csv'] as const) {
    const clean = await cleanDump(manner, 'elm-packed');
    portal.isGzipped = true;
    const store = t.newStore();
    const { failure } = await t.fetch(store, ready(manner, 'elm-packed'));
    portal.isGzipped = false;
    assert.equal(failure, null);
    assert.equal(dump(store, 'elm-packed'), clean);
  }
});

test('waits grow, honour Retry-After, and end when a portal asks for too long', async () => {
  const source = ready('socrata', 'elm-waiting');
  const left: Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429, retryAfter: '30' },
  ];
  portal.fault = () => left.shift() ?? null;
  t.clock.sleeps.length = 0;
  assert.equal((await t.fetch(t.newStore(), source)).failure, null);
  const waits = t.clock.sleeps.filter((ms) => ms > 100);
  assert.deepEqual(waits.slice(0, 3), [750, 1500, 3000]);
  assert.ok((waits[3] ?? 0) >= 30_000 && (waits[3] ?? 0) < 40_000, `waited ${waits[3]}`);
  portal.fault = () => ({ kind: 'status', status: 429, retryAfter: '7200' });
  const { failure } = await t.fetch(t.newStore(), source);
  portal.fault = () => null;
  assert.match(failure?.message ?? '', /status 429 and asks to wait 120 minutes/);
});

/** Lasting faults, and the message to the operator. */
const lasting: readonly (readonly [string, Fault, RegExp])[] = [
  [
    'an HTML page',
    { kind: 'html' },
    /GET http.* sent an HTML page.* in the last of 2 attempts; expected was/,
  ],
  [
    'an HTML page with status 500',
    { kind: 'status', status: 500, body: '<html></html>' },
    /status 500 and an HTML page in the last of 2/,
  ],
  [
    'an error inside a 200',
    { kind: 'json', value: { error: true, message: 'No such dataset' } },
    /sent .*No such dataset.*expected was/,
  ],
  ['half a page', { kind: 'half' }, /sent JSON that is broken or cut off; \d+ characters came, ending in/],
  [
    'a redirect to a sign-in',
    { kind: 'redirect', to: '/login' },
    /redirected to http:\S+\/login and sent an HTML page, .* expected was/,
  ],
  [
    'redirects without end',
    { kind: 'redirect', to: '/again' },
    /redirected more than 5 times, at last to \S+again/,
  ],
  [
    'a stream that never ends',
    { kind: 'endless' },
    /sent more than 2\.0 MB in one answer and did not end it/,
  ],
  ['an answer that stalls', { kind: 'stall' }, /stopped sending in the middle of its answer/],
  ['no answer', { kind: 'hang' }, /did not begin to answer in time/],
  ['a broken connection', { kind: 'cut' }, /broke the connection/],
  ['a body that is not gzip', { kind: 'bad gzip' }, /sent a gzip body that cannot be unpacked/],
  ['a refusal', { kind: 'status', status: 403, body: 'Forbidden' }, /status 403 and Forbidden; expected was/],
];
const limits = { ...shortLimits, pageBytes: 2_000_000, attempts: 2 };

for (const [what, fault, message] of lasting) {
  test(`${what} stops that source in a sentence, keeps its rows, and the other source goes on`, async () => {
    const bad = ready('socrata', 'elm-bad');
    const good = ready('socrata', 'elm-good');
    const store = t.newStore();
    portal.fault = ({ url }) => {
      const isLater = url.searchParams.get('$where')?.includes('row-000080') === true;
      const isStuck = url.pathname.startsWith('/again');
      return (url.pathname.includes('elm-bad') && isLater) || isStuck ? fault : null;
    };
    const [first, second] = await t.fetchAll(store, [bad, good], { limits });
    portal.fault = () => null;
    assert.ok(first?.failure instanceof UserError);
    assert.match(first.failure.message, message);
    assert.ok(first.failure.message.length < 700, first.failure.message);
    assert.deepEqual([first.run?.state, first.run?.counts.new], ['failed', 80]);
    assert.equal(first.run?.message, first.failure.message);
    assert.deepEqual([second?.failure, second?.run?.counts.new], [null, rows]);
    const { run } = await t.fetch(store, bad);
    assert.deepEqual([run?.state, run?.counts.new, run?.counts.read], ['finished', 20, 20]);
  });
}

test('a portal that sends a byte now and then, or fails slowly, does not hold its source for long', async () => {
  const source = ready('socrata', 'elm-slow');
  portal.fault = () => ({ kind: 'drip' });
  const slow = { ...shortLimits, idleMs: 10_000, pageMs: 60_000, slowMs: 300, attempts: 2 };
  const dripped = await t.fetch(t.newStore(), source, { limits: slow });
  assert.match(dripped.failure?.message ?? '', /sent only \d+ bytes in \d+ s in the last of 2 attempts/);
  let requests = 0;
  portal.before = () => {
    requests += 1;
    t.clock.ms += 400_000;
  };
  portal.fault = () => ({ kind: 'status', status: 503 });
  const failed = await t.fetch(t.newStore(), source, { limits: shortLimits });
  portal.before = () => {};
  portal.fault = () => null;
  assert.match(failed.failure?.message ?? '', /status 503 in the last of 2 attempts/);
  assert.equal(requests, 2);
});

test('a dataset of more columns than anybody publishes is refused before its rows are read', async () => {
  const source = ready('socrata', 'elm-wide');
  const columns = Array.from({ length: 10_001 }, (_, index) => ({ fieldName: `c${index}` }));
  portal.fault = ({ url }) =>
    url.pathname.startsWith('/api/views') ? { kind: 'json', value: { columns } } : null;
  const { failure } = await t.fetch(t.newStore(), source);
  portal.fault = ({ url }) => {
    const row = Object.fromEntries(columns.map(({ fieldName }) => [fieldName, 1]));
    const isLater = url.searchParams.get('$where') !== null;
    return url.pathname.startsWith('/resource') && /limit/.test(url.search)
      ? { kind: 'json', value: isLater ? [] : [{ ':id': 'row-000001', ...row }] }
      : null;
  };
  const store = t.newStore();
  await t.fetch(store, ready('socrata', 'elm-wide-row'));
  portal.fault = () => null;
  assert.match(failure?.message ?? '', /lists more than 10000 columns/);
  assert.match([...store.quarantined()][0]?.reason ?? '', /has more than 10000 columns/);
});

test('an unreachable portal, or a plain answer at an https address, is reported as such', async () => {
  const source = ready('socrata', 'elm-away');
  const dead = await t.fetch(t.newStore(), source, { baseUrl: 'http://127.0.0.1:1' });
  assert.match(
    dead.failure?.message ?? '',
    /127\.0\.0\.1:1\/api\/views\/\S+: the portal refused the connection/,
  );
  const notTls = await t.fetch(t.newStore(), source, { baseUrl: portal.url.replace('http:', 'https:') });
  assert.match(notTls.failure?.message ?? '', /broke the connection/);
});

test('a portal that gives fewer rows than it counts, or suddenly none, makes nothing vanish', async () => {
  const source = ready('socrata', 'elm-short');
  const store = t.newStore();
  await t.fetch(store, source);
  portal.fault = ({ url }) =>
    url.searchParams.get('$where')?.includes('row-000040') ? { kind: 'json', value: [] } : null;
  const short = await t.fetch(store, source, { isFull: true });
  assert.match(short.failure?.message ?? '', /counts 100 rows, but gave only 40/);
  portal.fault = () => null;
  portal.add(syntheticDataset('elm-short', 0));
  const empty = await t.fetch(store, source, { isFull: true });
  const emptyToo = await t.fetch(store, source);
  for (const { failure } of [empty, emptyToo])
    assert.match(failure?.message ?? '', /has no rows at all; at the last full fetch it had 100/);
  assert.ok([...store.rows('elm-short')].every(({ vanishedMs }) => vanishedMs === null));
});

test('a new column or a lost unread one is reported; a lost or retyped mapped one stops the source', async () => {
  for (const manner of ['socrata', 'arcgis', 'ckan', 'carto', 'csv'] as const) {
    const id = 'elm-drift';
    const source = ready(manner, id);
    const dataset = portal.datasets.get(id) ?? assert.fail();
    const store = t.newStore();
    assert.equal((await t.fetch(store, source)).failure, null);
    const [description, cost, status] =
      manner === 'arcgis' ? ['Description', 'Cost', 'Status'] : ['description', 'cost', 'status'];
    const told = () =>
      [...store.rows(id)].map(wholeRow).map(({ [cost]: value, [description]: text }) => ({ value, text }));
    const before = told();
    dataset.extra = { inspector: 'text' };
    dataset.lost = [cost];
    const drifted = await t.fetch(store, source, { isFull: true });
    assert.equal(drifted.failure, null);
    assert.deepEqual(drifted.run?.details.drift, { added: ['inspector'], lost: [cost], retyped: [] }, manner);
    dataset.lost = [cost, description];
    const lost = await t.fetch(store, source, { isFull: true });
    assert.match(
      lost.failure?.message ?? '',
      new RegExp(`has lost the column "${description}".*which the mapping`),
    );
    assert.equal([...store.rows(id)].length, rows);
    const accepted = await t.fetch(store, source, { isFull: true, acceptColumns: true });
    assert.equal(accepted.failure, null);
    assert.deepEqual(told(), before, `values of lost columns survive in ${manner}`);
    if (manner === 'csv') continue;
    dataset.retyped = { [status]: 'blob' };
    const retyped = await t.fetch(store, source, { isFull: true });
    assert.match(
      retyped.failure?.message ?? '',
      new RegExp(`changed the type of ${status}: \\S+ → blob`),
      manner,
    );
  }
});

test('a first fetch of a dataset without the columns that the source needs is refused', async () => {
  const source = ready('socrata', 'elm-other');
  (portal.datasets.get('elm-other') ?? assert.fail()).lost = ['permit_number'];
  const { failure } = await t.fetch(t.newStore(), source);
  assert.match(failure?.message ?? '', /lacks the column "permit_number"/);
});

test('two fetches at once are refused, and a source without a portal says so', async () => {
  const path = t.newPath();
  const source = ready('socrata', 'elm-twice');
  t.newStore(path).holdLock();
  await assert.rejects(t.fetch(t.newStore(path), source), /Another process is writing/);
  const { failure } = await t.fetch(t.newStore(), { ...source, fetch: null });
  assert.match(failure?.message ?? '', /has no "fetch" in its definition/);
});

test('an abort ends the run as interrupted, and the next one resumes', async () => {
  const source = ready('socrata', 'elm-abort');
  const store = t.newStore();
  const abort = new AbortController();
  portal.before = ({ url }) => {
    if (url.searchParams.get('$where')?.includes('row-000080')) abort.abort();
  };
  const stopped = await t.fetch(store, source, { signal: abort.signal });
  portal.before = () => {};
  assert.deepEqual([stopped.failure, stopped.run?.state, stopped.run?.counts.new], [null, 'interrupted', 80]);
  const { run } = await t.fetch(store, source);
  assert.deepEqual([run?.counts.read, run?.details.resumed_run], [20, stopped.run?.id]);
});

test('another base URL keeps the path of the portal, unless it has a path of its own', async () => {
  const source = ready('arcgis', 'elm-moved');
  const away = {
    ...source,
    fetch: { ...(source.fetch ?? assert.fail()), base_url: 'https://x.example.com/arcgis/rest/services' },
  };
  for (const baseUrl of [portal.url, `${portal.url}/arcgis/rest/services/`]) {
    assert.equal((await t.fetch(t.newStore(), away, { baseUrl })).run?.counts.new, rows);
  }
});
