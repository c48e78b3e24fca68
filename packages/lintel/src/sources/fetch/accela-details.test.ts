/** The pages of single permits: contractors without persons, asked once each, whatever a city shows to whom. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { detailKinds } from '@lintel/testing/portals/accela-detail.js';
import { AccelaServer, accelaPermits } from '@lintel/testing/portals/accela-server.js';
import { PortalTest } from '@lintel/testing/portals/portal-test.js';
import { elmCity } from '@lintel/testing/sources/elm-city.js';
import { makeSource } from '../source/catalog-source.js';
import { licensedProfessionals } from './accela-professionals.js';

const t = await PortalTest.open();
after(() => t.close());
const id = 'elm-city-accela';
const { jurisdiction, namespace, time_zone } = elmCity;

async function portalOf(count: number) {
  const server = await new AccelaServer().listen();
  after(() => server.close());
  server.permits = accelaPermits(count, 3);
  const definition = {
    ...{ id, kind: 'permits', name: 'Elm City', license: null, attribution: null, platform: 'accela' },
    ...{ jurisdiction, namespace, time_zone },
    fetch: {
      ...{
        protocol: 'accela',
        base_url: server.url,
        dataset: 'Building',
        begins: '2026-03-01',
        details: true,
      },
    },
  };
  return { server, source: makeSource(definition, `${id}.json`) };
}

function rowsIn(store: ReturnType<typeof t.newStore>) {
  return [...store.rows(id)].map(({ body }) => JSON.parse(body));
}

const ofContractors = [
  'contractor_name',
  'contractor_license',
  'contractor_trade',
  'other_contractors',
] as const;

test('a permit has the firms of its page with licence and trade, and nobody else of it', async () => {
  const { server, source } = await portalOf(60);
  const store = t.newStore();
  const { run, failure } = await t.fetch(store, source);
  assert.deepEqual([failure, run?.details.unshown], [null, null]);
  const rows = rowsIn(store);
  assert.doesNotMatch(JSON.stringify(rows), /ann example|pat|sam|@|5550|elm rd/i);
  const shown = new Map(
    rows
      .filter(({ Link }) => Link !== null)
      .map((row) => {
        const { fields } = source.map(row) as { readonly fields: Readonly<Record<string, string>> };
        const kind = detailKinds[Number(row.Number.slice(-6)) % detailKinds.length];
        return [kind, ofContractors.map((name) => fields[name] ?? null)] as const;
      }),
  );
  assert.deepEqual(Object.fromEntries(shown), {
    one: ['BLUE ROOFS OF ELM INC', 'CCC0000051', 'Roofing Contractor', null],
    several: [
      ...['BLUE ROOFS OF ELM INC', 'CCC0000051', 'Roofing Contractor'],
      JSON.stringify([
        { name: 'CLEAR PIPES LLC', license: 'CFC0000432', trade: 'Plumbing' },
        { name: 'LEE EXAMPLE', license: 'ME-0042', trade: 'Master Electrician' },
      ]),
    ],
    'no section': [null, null, null, null],
    'a firm alone': ['ELM BUILDERS LLC', '223690', 'CCB', null],
    'a person alone': ['LEE EXAMPLE', 'ME-0042', 'Master Electrician', null],
    broken: ['CLEAR PIPES LLC', 'CFC0000432', 'Plumbing', null],
  });
  assert.equal(server.detailed, rows.filter(({ Detail }) => Detail !== undefined).length);
});

test('pages for those who sign in are noticed after five, said, and cost no permit', async () => {
  const { server, source } = await portalOf(60);
  server.details = 'login';
  const store = t.newStore();
  const { run, failure } = await t.fetch(store, source);
  assert.equal(failure, null);
  const asked = rowsIn(store).filter(({ Detail }) => Detail === null).length;
  assert.equal(run?.details.unshown, `0 pages of permits shown, 5 not, ${asked - 5} not asked for`);
  assert.deepEqual([server.detailed, rowsIn(store).length > asked], [5, true]);
});

test('a refusal of a single page ends the fetch, and the source rests', async () => {
  const { server, source } = await portalOf(30);
  server.details = 'refused';
  const { run } = await t.fetch(t.newStore(), source);
  assert.deepEqual([run?.details.refused, server.detailed], ['blocked', 1]);
});

test('a session that ends in the middle is begun anew, and every page is read', async () => {
  const { server, source } = await portalOf(60);
  server.details = 'session';
  const kindOf = server.detailKind;
  server.detailKind = (permit) => {
    if (permit.id % 9 === 4) server.endSessions();
    return kindOf(permit);
  };
  const store = t.newStore();
  const { run, failure } = await t.fetch(store, source);
  assert.deepEqual([failure, run?.details.unshown], [null, null]);
  assert.ok(rowsIn(store).every(({ Detail, Link }) => Link === null || Detail?.Value === '12500.00'));
});

test('a fetch that may ask little goes on at the page of a permit where the one before ended', async () => {
  const { server, source } = await portalOf(60);
  const store = t.newStore();
  const manners = { ...t.manners, visit: { hours: null, requests: 30 } };
  let visits = 0;
  for (let state = 'interrupted'; state === 'interrupted'; visits += 1) {
    assert.ok(visits < 20, 'it comes to an end');
    state = (await t.fetch(store, source, { manners })).run?.state ?? 'failed';
  }
  const read = rowsIn(store).filter(({ Detail }) => Detail?.Value === '12500.00').length;
  assert.equal(read, server.permits.filter(({ id, number }) => id % 11 !== 7 && /^B/.test(number)).length);
  assert.ok(visits > 3 && server.detailed < read + visits * 10, `${server.detailed} pages of ${read}`);
});

test('a later fetch asks for the pages of permits that changed, and --full for all', async () => {
  const { server, source } = await portalOf(60);
  const store = t.newStore();
  await t.fetch(store, source);
  const all = server.detailed;
  const [, second] = server.permits;
  assert.ok(second);
  second.status = 'Closed';
  const { run } = await t.fetch(store, source);
  assert.deepEqual([server.detailed - all, run?.counts.changed, run?.counts.new], [1, 1, 0]);
  assert.ok(rowsIn(store).every(({ Detail, Link }) => Link === null || Detail?.Value === '12500.00'));
  await t.fetch(store, source, { isFull: true });
  assert.equal(server.detailed, 2 * all + 1);
});

test('cells of other cities: numbers between name and street, firms that begin with one, no licence', () => {
  const cases: Readonly<Record<string, readonly (string | null)[]>> = {
    'PAT EXAMPLE<br>ARC GROUP LLC<br>26012<br>132 CAP DR<br>ALTO, GA, 30510<br>ELEC CONT ER100005': [
      ...['ARC GROUP LLC', 'ER100005', 'ELEC CONT'],
    ],
    'PAT EXAMPLE<br>4 SEASONS AIR<br>HWY 17<br>ELM, FL, 33880<br>Air Condition Class A CAC057<br>863-555-0148':
      [...['4 SEASONS AIR', 'CAC057', 'Air Condition Class A']],
    'BIG SKY BUILDERS<br>PO BOX 1951<br>HELENA, MT, 59601<br>CONTRACTOR 2015-MSS-CON-62': [
      ...['BIG SKY BUILDERS', '2015-MSS-CON-62', 'CONTRACTOR'],
    ],
    'PAT EXAMPLE<br>KB HOME<br>Fax: 4075550185<br>Residential CRC133 INACTIVE': [
      'KB HOME',
      'CRC133',
      'Residential',
    ],
    'OAK BUILDERS<br>12 OAK ST<br>STE 4<br>EL PASO, Texas, 79925': ['OAK BUILDERS', null, null],
    'PAT JOSEPH EXAMPLE<br>25383<br>BUNGALOW GROUP<br>CRC:11516516': ['BUNGALOW GROUP', 'CRC:11516516', null],
  };
  for (const [cell, [Name, License, Type]] of Object.entries(cases))
    assert.deepEqual(
      licensedProfessionals(`<table id="tbl_licensedps"><tr><td></td><td>${cell}</td></tr></table>`),
      [{ Name, License, Type }],
      cell,
    );
  assert.deepEqual(licensedProfessionals('<table id="tbl_licensedps"><tr><td></table><td>A<br>'), []);
});
