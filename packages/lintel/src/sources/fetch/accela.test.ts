/** Permits of pages made for a browser: each once, whatever the portal's pages, limits and faults, or it is said. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AccelaPermit,
  AccelaServer,
  accelaEndMs,
  accelaPermits,
} from '@lintel/testing/portals/accela-server.js';
import { PortalTest, startMs } from '@lintel/testing/portals/portal-test.js';
import { htmlPage } from '@lintel/testing/portals/reply.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import fc from 'fast-check';
import type { CanonicalPermit } from '../../refine/record/canonical.js';
import { makeSource } from '../source/catalog-source.js';
import { sourceFindings, sourceStates } from './source-findings.js';

const t = await PortalTest.open();
after(() => t.close());
const servers: AccelaServer[] = [];
after(() => Promise.all(servers.map((server) => server.close())));

async function portalOf(permits: AccelaPermit[]): Promise<AccelaServer> {
  const server = await new AccelaServer().listen();
  servers.push(server);
  server.permits = permits;
  return server;
}

const { jurisdiction, namespace, time_zone } = elmCity;
const sourceId = 'elm-city-accela';
const id = sourceId;
/** What a definition of such a city says. */
function sourceAt(server: AccelaServer, more: object = {}, id = sourceId) {
  const definition = {
    id,
    kind: 'permits',
    name: 'Elm City, permit portal',
    license: null,
    attribution: null,
    platform: 'accela',
    jurisdiction,
    namespace,
    time_zone,
    fetch: { protocol: 'accela', base_url: server.url, dataset: 'Building', begins: '2026-03-01', ...more },
  };
  return makeSource(definition, `${id}.json`);
}

const begins = '2026-03-01';
/** Numbers of the permits that a fetch must give. */
function wanted(permits: readonly AccelaPermit[]): string[] {
  const some = permits.filter(({ number, opened }) => !number.startsWith('26TMP') && opened >= begins);
  return some.map(({ number }) => number).sort();
}

type Store = ReturnType<typeof t.newStore>;
function numbersIn(store: Store): string[] {
  return [...store.rows(id)].map(({ body }) => String(JSON.parse(body).Number)).sort();
}

test('every permit is read once, with its fields and without its owner', async () => {
  const server = await portalOf(accelaPermits(230, 3));
  server.detailKind = () => 'a firm alone';
  const source = sourceAt(server, { details: true });
  const store = t.newStore();
  const { run, failure } = await t.fetch(store, source);
  assert.equal(failure, null);
  assert.deepEqual(numbersIn(store), wanted(server.permits));
  assert.equal(run?.details.unread, null);
  const rows = [...store.rows(id)].map(({ body }) => JSON.parse(body));
  assert.ok(!JSON.stringify(rows).includes('Ann'), 'no person is stored');
  const row = rows.find(({ Number: number }) => number === 'B26-000001');
  assert.deepEqual(Object.fromEntries(Object.entries(source.map(row).fields).filter(([, value]) => value)), {
    number: 'B26-000001',
    source_url: row.Link,
    type: 'Electrical & Solar',
    description: 'House <1> "new"',
    status_raw: 'Finaled',
    file_date: '06/30/2026',
    job_value: '12500.00',
    contractor_name: 'ELM BUILDERS LLC',
    contractor_license: '223690',
    contractor_trade: 'CCB',
    address: '101 N Elm ST, Elm City KS 67001',
  });
  assert.equal(
    row.Link,
    `${server.origin}/ELMCITY/Cap/CapDetail.aspx?Module=Building&TabName=Building&capID1=26REC&capID2=00000&capID3=00001&agencyCode=ELMCITY`,
  );
});

test('a permit that is the only one of its day is read from its own page, and keeps the columns of a list', async () => {
  const [first, second] = accelaPermits(3).filter(({ number }) => !number.startsWith('26TMP'));
  assert.ok(first !== undefined && second !== undefined);
  const server = await portalOf([first, { ...second, opened: first.opened }]);
  const source = sourceAt(server);
  const store = t.newStore();
  await t.fetch(store, source);
  const fieldsOf = (number: string, rows = store) => {
    const stored = [...rows.rows(id)].find(({ body }) => JSON.parse(body).Number === number);
    const { description, type, status_raw, file_date, address } = source.map(JSON.parse(stored?.body ?? '{}'))
      .fields as CanonicalPermit;
    return { description, type, status_raw, file_date, address };
  };
  const ofList = fieldsOf(first.number);
  assert.ok(ofList.description !== undefined);
  server.permits = [{ ...first, status: 'Expired' }];
  for (const isFull of [false, true]) {
    const { run, failure } = await t.fetch(store, source, { isFull });
    assert.deepEqual([run?.counts.read, failure], [1, null]);
    assert.deepEqual(fieldsOf(first.number), { ...ofList, status_raw: 'Expired' });
  }
  const alone = t.newStore();
  await t.fetch(alone, source);
  const { description, ...others } = fieldsOf(first.number, alone);
  assert.equal(description, undefined, 'a page of a permit does not say it where Lintel can tell');
  const { description: _, ...ofPage } = { ...ofList, status_raw: 'Expired' };
  assert.deepEqual(others, ofPage);
});

test('whatever a city has in a day, its order of columns, its cap and its faults: each once, or it is said', async () => {
  const server = await portalOf([]);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        days: fc.array(
          fc.integer({ min: 0, max: 118 }).map((per) => Math.floor(per ** 3 / 10_000)),
          { maxLength: 24 },
        ),
        cap: fc.constantFrom(100, Number.POSITIVE_INFINITY),
        isTurned: fc.boolean(),
        isSilent: fc.boolean(),
        fault: fc.constantFrom('none', 'session', 'busy'),
        every: fc.integer({ min: 3, max: 9 }),
      }),
      async ({ days, cap, isTurned, isSilent, fault, every }) => {
        const opened = days.flatMap((count, back) =>
          Array.from({ length: count }, () =>
            new Date(accelaEndMs - back * 86_400_000).toISOString().slice(0, 10),
          ),
        );
        server.permits = accelaPermits(opened.length).map((permit, at) => ({
          ...permit,
          opened: opened[at] ?? '',
        }));
        server.cap = cap;
        server.nothing = isSilent
          ? ''
          : 'Notice: Your search returned no results. Please modify your criteria.';
        const known = Object.entries(new AccelaServer().headings);
        server.headings = Object.fromEntries(
          isTurned ? known.toReversed().map(([name, is]) => [name === 'Date' ? 'Opened' : name, is]) : known,
        );
        const from = server.asked;
        server.before = (asked) => {
          if ((asked - from) % (every * 10) !== every) return null;
          if (fault === 'session') server.endSessions();
          return fault === 'busy' ? { status: 502, headers: {}, body: '' } : null;
        };
        const store = t.newStore();
        const { run, failure } = await t.fetch(store, sourceAt(server));
        assert.equal(failure, null);
        const read = numbersIn(store);
        assert.equal(new Set(read).size, read.length);
        const cut = days.filter((count) => count >= cap || count === 100).length; // A hundred may be all, or the limit.
        if (cut === 0) assert.deepEqual(read, wanted(server.permits));
        assert.equal(run?.details.unread === null, cut === 0, String(run?.details.unread));
        t.closeStore(store);
      },
    ),
    { numRuns: 12, seed: 38 },
  );
});

test('a later fetch reads what was opened lately, and sees new permits and their status', async () => {
  const server = await portalOf(accelaPermits(300, 3));
  const source = sourceAt(server, { recent_days: 10 });
  const store = t.newStore();
  await t.fetch(store, source);
  const [newest, second] = server.permits;
  assert.ok(newest && second);
  second.status = 'Closed';
  server.permits = [{ ...newest, id: 9000, number: 'B26-999999' }, ...server.permits];
  const asked = server.asked;
  const { run } = await t.fetch(store, source);
  assert.deepEqual([run?.counts.new, run?.counts.changed, run?.details.mode], [1, 1, 'changed rows']);
  assert.ok(server.asked - asked < 40, `${server.asked - asked} requests`);
});

test('a fetch that was broken off goes on at its window', async () => {
  const server = await portalOf(accelaPermits(240, 3));
  const store = t.newStore();
  server.before = (asked) =>
    asked > 20 ? { status: 404, headers: { 'content-type': 'text/html' }, body: htmlPage } : null;
  const broken = await t.fetch(store, sourceAt(server));
  assert.match(String(broken.failure), /status 404 and an HTML page/);
  const before = numbersIn(store).length;
  assert.ok(before > 0);
  server.before = () => null;
  const asked = server.asked;
  const { run, failure } = await t.fetch(store, sourceAt(server));
  assert.equal(failure, null);
  assert.notEqual(run?.details.resumed_run, null);
  assert.deepEqual(numbersIn(store), wanted(server.permits));
  assert.ok((run?.counts.unchanged ?? 0) === 0, 'no window was read twice');
  assert.ok(server.asked > asked);
});

test('a fetch ends after so many requests, and at the end of its hours; the next goes on', async () => {
  const server = await portalOf(accelaPermits(240, 3));
  const store = t.newStore();
  const limited = (hours: string | null, requests: number) =>
    t.fetch(store, sourceAt(server), { manners: { ...t.manners, visit: { hours, requests } } });
  const { run: first } = await limited(null, 20);
  assert.deepEqual([first?.state, server.asked], ['interrupted', 19], 'and robots.txt');
  assert.match(first?.message ?? '', /Stopped after 20 requests, .* the next one goes on from here/);
  const zoned = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: time_zone });
  const hour = Number(zoned.format(t.clock.ms));
  const outside = await limited(`${(hour + 2) % 24}-${(hour + 23) % 24}`, 1000);
  assert.match(String(outside.failure), /is asked from \d\d:00 to \d\d:00, America\/Chicago only/);
  assert.deepEqual([outside.run, server.asked], [null, 19]);
  server.before = (asked) => {
    if (asked === 30) t.clock.ms += 2 * 3_600_000;
    return null;
  };
  const { run: second } = await limited(`${hour}-${(hour + 1) % 24}`, 1000);
  assert.deepEqual([second?.state, server.asked], ['interrupted', 30]);
  const { failure } = await limited(null, 1000);
  assert.equal(failure, null);
  assert.deepEqual(numbersIn(store), wanted(server.permits));
});

test('agencies of one host are read one after the other, whatever the operator allows at once', async () => {
  const server = await portalOf(accelaPermits(20));
  const seen: string[] = [];
  const watch = {
    started: (source: string) => seen.push(`${source} begins`),
    progressed: () => undefined,
    ended: ({ source }: { readonly source: string }) => seen.push(`${source} ends`),
  };
  const sources = ['elm', 'oak'].map((name) => sourceAt(server, { begins: '2026-06-20' }, name));
  const manners = { ...t.manners, concurrencyPerHost: 8 };
  const fetched = await t.fetchAll(t.newStore(), sources, { manners, watch });
  assert.deepEqual(
    fetched.map(({ failure }) => failure),
    [null, null],
  );
  assert.deepEqual(seen, ['elm begins', 'elm ends', 'oak begins', 'oak ends']);
});

test('a portal that refuses ends the fetch at once, is a finding, and is not asked again for a week', async () => {
  const server = await portalOf(accelaPermits(30));
  server.before = () => ({ status: 403, headers: { 'content-type': 'text/html' }, body: htmlPage });
  const source = sourceAt(server);
  const store = t.newStore();
  const { run } = await t.fetch(store, source);
  assert.equal(run?.details.refused, 'blocked');
  assert.equal(server.asked, 1);
  const [finding] = sourceFindings({ id, updates: 'daily' }, store.runs(), t.clock.ms);
  assert.equal(finding?.kind, 'blocked');
  assert.equal(sourceStates([source], store.runs(), {}, t.clock.ms)[0]?.refusal, 'blocked');
  server.before = () => null;
  const beganMs = t.clock.ms;
  const insisted = await t.fetch(store, source, { isFull: true });
  assert.match(
    String(insisted.failure),
    /The portal refused on .* \(blocked\), and is not asked again before/,
  );
  assert.deepEqual([insisted.run, server.asked], [null, 1]);
  t.clock.ms = Math.max(beganMs, run?.endedMs ?? 0) + 7 * 86_400_000;
  const { failure } = await t.fetch(store, source);
  assert.equal(failure, null);
  assert.deepEqual(
    sourceFindings({ id, updates: 'daily' }, store.runs(), t.clock.ms).map(({ kind }) => kind),
    [],
  );
});

test('a portal that cannot be read says why', async () => {
  const server = await portalOf(accelaPermits(30));
  const failure = async (more: object = {}) => {
    const before = t.clock.ms;
    const fetched = await t.fetch(t.newStore(), sourceAt(server, more));
    assert.ok(t.clock.ms - before >= (Number(fetched.run?.details.requests) - 1) * 1000, 'a second apart');
    return String(fetched.failure);
  };
  server.robots = 'User-agent: *\nDisallow: /ELMCITY/Cap/';
  assert.match(await failure(), /does not allow programs to search it \(robots.txt\)/);
  assert.deepEqual(server.paths, ['/robots.txt']);
  server.robots = null;
  assert.match(
    await failure({ dataset: 'Planning' }),
    /says "An error has occurred. Invalid Module param value" of the module "Planning"/,
  );
  server.hasDates = false;
  assert.match(await failure(), /shows no search by dates/);
  server.hasDates = true;
  server.isLoginOnly = true;
  assert.match(await failure(), /shows its search only to those who sign in/);
  server.isLoginOnly = false;
  server.ignoresDates = true;
  assert.match(await failure(), /gave the same permits for other days/);
  server.before = () => {
    server.endSessions();
    return null;
  };
  assert.match(await failure(), /led to its page of errors/);
  assert.ok(accelaEndMs < startMs);
});
