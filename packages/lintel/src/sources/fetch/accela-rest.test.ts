/** Permits of Accela's interface: each once, without people, or it is said why not. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AccelaRestServer, accelaAppId, accelaFault } from '@lintel/testing/portals/accela-rest-server.js';
import { accelaEndMs, accelaPermits } from '@lintel/testing/portals/accela-server.js';
import { PortalTest } from '@lintel/testing/portals/portal-test.js';
import { json } from '@lintel/testing/portals/reply.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import fc from 'fast-check';
import { makeSource } from '../source/catalog-source.js';

const t = await PortalTest.open();
after(() => t.close());
const id = 'elm-city-accela-rest';
const begins = '2026-01-01';
const { jurisdiction, namespace, time_zone } = elmCity;

async function portalOf(permits = accelaPermits(0)) {
  const server = await new AccelaRestServer().listen();
  after(() => server.close());
  server.permits = permits;
  const { host } = new URL(server.origin);
  const manners = { ...t.manners, appTokens: { [host]: accelaAppId } };
  return { server, host, manners };
}

function sourceAt(server: AccelaRestServer, more: object = {}) {
  const definition = {
    ...{ id, kind: 'permits', name: 'Elm City', license: null, attribution: null, platform: 'accela_rest' },
    ...{ jurisdiction, namespace, time_zone },
    fetch: { protocol: 'accela_rest', base_url: server.origin, dataset: 'ELMCITY/Building', begins, ...more },
  };
  return makeSource(definition, `${id}.json`);
}

type Store = ReturnType<typeof t.newStore>;
const rowsIn = (store: Store) => [...store.rows(id)].map(({ body }) => JSON.parse(body));
const numbersIn = (store: Store) =>
  rowsIn(store)
    .map(({ customId }) => customId as string)
    .sort();
function wanted(permits: ReturnType<typeof accelaPermits>): string[] {
  const some = permits.filter(({ number, opened }) => !number.startsWith('26TMP') && opened >= begins);
  return some.map(({ number }) => number).sort();
}

test('a permit has its fields and its firms, and nobody of the staff', async () => {
  const { server, manners } = await portalOf(accelaPermits(300, 3));
  const source = sourceAt(server, { details: true });
  const store = t.newStore();
  const { run, failure } = await t.fetch(store, source, { manners });
  assert.deepEqual([failure, run?.details.unread], [null, null]);
  assert.deepEqual(numbersIn(store), wanted(server.permits));
  assert.doesNotMatch(JSON.stringify(rowsIn(store)), /ann|sam |pat |@|555-/i);
  const row = rowsIn(store).find(({ customId }) => customId === 'B26-000001');
  const fields = Object.entries(source.map(row).fields).filter(([, value]) => value);
  assert.deepEqual(Object.fromEntries(fields), {
    number: 'B26-000001',
    type: 'Electrical & Solar',
    description: 'House <1> "new"',
    status_raw: 'Finaled',
    file_date: '2026-06-30 00:00:00',
    job_value: '12500',
    contractor_name: 'BLUE ROOFS OF ELM INC',
    contractor_license: 'CCC0000051',
    contractor_trade: 'Roofing Contractor',
    other_contractors: '[{"name":"CLEAR PIPES LLC","license":"CFC0000432","trade":"Plumbing"}]',
    address: '101 N Elm St',
    city: 'Elm City',
    state: 'KS',
    zip: '67001',
  });
});

test('whatever a day has, its pages, counts and faults: each permit once, or it is said', async () => {
  const { server, manners } = await portalOf();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        days: fc.array(fc.integer({ min: 0, max: 260 }), { maxLength: 20 }),
        pageCap: fc.constantFrom(25, 100),
        cap: fc.constantFrom(120, Number.POSITIVE_INFINITY),
        counts: fc.boolean(),
        saysMore: fc.boolean(),
        every: fc.integer({ min: 2, max: 9 }),
        fault: fc.constantFrom('none', 'busy', 'broken'),
      }),
      async ({ days, pageCap, cap, counts, saysMore, every, fault }) => {
        const opened = days.flatMap((count, back) =>
          Array<string>(count).fill(new Date(accelaEndMs - back * 86_400_000).toISOString().slice(0, 10)),
        );
        server.permits = accelaPermits(opened.length).map((permit, at) => ({
          ...permit,
          opened: opened[at] ?? '',
        }));
        Object.assign(server, { cap, counts: counts || cap === 120, saysMore: saysMore || pageCap === 25 });
        server.pageCap = pageCap;
        const from = server.asked;
        server.before = (asked) => {
          if (fault === 'none' || (asked - from) % (every * 3) !== every) return null;
          return fault === 'busy'
            ? { status: 429, headers: { 'retry-after': '2' }, body: '' }
            : json('{', 500);
        };
        const store = t.newStore();
        const { run, failure } = await t.fetch(store, sourceAt(server), { manners });
        assert.equal(failure, null);
        const read = numbersIn(store);
        assert.equal(new Set(read).size, read.length);
        const cut = days.filter((count) => count > cap).length;
        if (cut === 0) assert.deepEqual(read, wanted(server.permits));
        assert.equal(run?.details.unread === null, cut === 0, String(run?.details.unread));
        t.closeStore(store);
      },
    ),
    { numRuns: 12, seed: 38 },
  );
});

test('a later fetch asks for lately opened permits only, and sees their status', async () => {
  const { server, manners } = await portalOf(accelaPermits(600, 3));
  const source = sourceAt(server, { recent_days: 10 });
  const store = t.newStore();
  await t.fetch(store, source, { manners });
  const [newest] = server.permits;
  assert.ok(newest);
  newest.status = 'Closed';
  const asked = server.asked;
  const { run } = await t.fetch(store, source, { manners });
  assert.deepEqual([run?.counts.changed, run?.details.mode], [1, 'changed rows']);
  assert.ok(server.asked - asked < 8, `${server.asked - asked} requests`);
});

test('without an app id nothing is asked; without leave the source rests, until it has a token', async () => {
  const { server, host, manners } = await portalOf(accelaPermits(30));
  const store = t.newStore();
  const bare = await t.fetch(t.newStore(), sourceAt(server));
  assert.match(String(bare.failure), /answers programs with an app id only, and the settings have none/);
  assert.equal(server.asked, 0);
  server.hasAnonymousUser = false;
  const { run, failure } = await t.fetch(store, sourceAt(server), { manners });
  assert.match(String(failure), /anonymous_user_unavailable/);
  assert.deepEqual([run?.details.refused, server.asked], ['login only', 1]);
  const again = await t.fetch(store, sourceAt(server), { manners });
  assert.match(String(again.failure), /\(login only\), and is not asked again before/);
  assert.equal(server.asked, 1);
  server.token = 'token-of-the-agency';
  const signed = { ...manners, accessTokens: { [host]: 'token-of-the-agency' } };
  assert.equal((await t.fetch(store, sourceAt(server), { manners: signed })).failure, null);
  assert.deepEqual(numbersIn(store), wanted(server.permits));
});

test('what it does not answer is said in its own words', async () => {
  const { server, host, manners } = await portalOf(accelaPermits(30));
  const failure = async (more: object = {}, with_: object = {}) =>
    String(
      (await t.fetch(t.newStore(), sourceAt(server, more), { manners: { ...manners, ...with_ } })).failure,
    );
  assert.match(
    await failure({ dataset: 'OAKCITY/Building' }),
    /bad_request \(Agency OAKCITY does not exist\)/,
  );
  assert.match(await failure({}, { appTokens: { [host]: '1' } }), /App ID or access token is required/);
  assert.match(await failure({}, { accessTokens: { [host]: 'old' } }), /token_expired/);
  server.ignoresDates = true;
  assert.match(await failure(), /gave the same permits for other days/);
  server.before = () => accelaFault(403, 'forbidden', 'The current request is forbidden.');
  assert.match(await failure(), /answered forbidden/);
  server.before = () => json({ status: 200, result: [{ customId: 'B26-1' }] });
  assert.match(await failure(), /sent record 1 without its "id"/);
  server.before = () => json({ hello: 'world' });
  assert.match(await failure(), /sent \{"hello":"world"\}/);
  assert.throws(
    () => sourceAt(server, { dataset: 'Building' }),
    /agency and module, such as ELMCITY\/Building/,
  );
});
