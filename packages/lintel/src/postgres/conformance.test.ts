/**
 * The service over a release in PostgreSQL answers what it answers over the files of the same release, byte for byte:
 * every endpoint, whole walks, and searches made at random.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  type Contractor,
  type Decision,
  type EndpointId,
  endpoints,
  filtersOf,
  type Permit,
  type Property,
} from '@lintel/contract';
import { permitId } from '@lintel/contract/plain';
import { seed, seedName } from '@lintel/testing/base/rounds.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { testService, urlOf } from '@lintel/testing/http/service.js';
import { noPgbouncer, startPgbouncer } from '@lintel/testing/ledger/pgbouncer.js';
import { noPostgres, startPostgres } from '@lintel/testing/ledger/postgres.js';
import { SearchComparison } from '@lintel/testing/release/compare-searches.js';
import { tileOf } from '@lintel/testing/release/naive-map.js';
import { naiveWiderPlace } from '@lintel/testing/release/naive-queries.js';
import type { AllRecords } from '@lintel/testing/release/naive-search.js';
import { readAllRecords } from '@lintel/testing/release/read-all-records.js';
import { redatedRelease } from '@lintel/testing/release/redated-release.js';
import { syntheticAreas } from '@lintel/testing/release/synthetic-areas.js';
import {
  syntheticAddressRows,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { type Home, openHome } from '../base/home.js';
import { silentProgress } from '../base/progress.js';
import { recordsFile } from '../format/layout.js';
import { currentReleaseId } from '../format/published.js';
import { soughtPermits } from '../http/answer/sought.js';
import { aggregatePermits } from '../query/aggregate.js';
import { permitDurations } from '../query/durations.js';
import { permitFacets } from '../query/facets.js';
import type { PermitQuery, PropertyQuery } from '../query/questions.js';
import { openRelease } from '../releases/open-release.js';
import { openReleaseStore } from '../releases/open-store.js';
import type { Release, ServedRelease } from '../releases/release.js';
import { publish } from '../releases/release-store.js';
import { openDatabaseReleases } from './database-releases.js';
import { publishInDatabase } from './publish-release.js';

const { LINTEL_TEST_CITUS_URL: citus } = process.env;
const { signal } = new AbortController();
// Tables are divided, as those of a large release are.
const options = { force: true, keep: 3, progress: silentProgress, signal, partitionRows: 1_000 };
/** Counts must be exact, however busy the machine is. */
const inTest = { countLimitMs: 120_000 };
/** Random searches of each kind. */
const searches = 40;
/** Questions by each filter alone. */
const timesAlone = 2;
const wholeTime = { permit_from: '1900-01-01', permit_to: '2100-01-01' };
/** Pages of a walk that are compared. */
const pagesOfWalk = 4;

if (noPostgres === false || citus !== undefined) {
  const server = noPostgres === false && citus === undefined ? startPostgres() : null;
  const address = citus ?? server?.database() ?? '';
  const root = mkdtempSync(join(tmpdir(), 'lintel-conformance-'));
  const directory = join(root, 'home');
  await copySampleHome(directory);
  const home = openHome(directory);
  const [earlier, id] = await changedHome(home);
  await publishInDatabase(address, join(home.releases, id), options);
  const config = { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } };
  const files = openReleaseStore(home);
  const database = await openDatabaseReleases(address, { ...inTest, directory: home.fromDatabase });
  const services = {
    files: testService({ releases: files, config }),
    database: testService({ releases: database, config }),
  };
  after(async () => {
    await services.files.close();
    await services.database.close();
    files.close();
    await database.close();
    server?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const all = readAllRecords(join(home.releases, id));
  const [permit, contractor, property] = [all.permits[3], all.contractors[5], all.properties[7]];
  assert.ok(permit !== undefined && contractor !== undefined && property !== undefined);
  const decisions = files
    .current()
    ?.all('decisions', 0, 3)
    .items.map((item) => JSON.parse(item.toString()) as Decision);
  const urls = goodUrls(permit, contractor, property, decisions?.[0]?.id ?? '', earlier);

  /** Asks both; gives the cursor of the next page. */
  async function compare(url: string): Promise<{ status: number; next: string | null }> {
    const [expected, found] = [await services.files.ask(url), await services.database.ask(url)];
    assert.equal(found.status, expected.status, url);
    assert.deepEqual(comparable(found.headers), comparable(expected.headers), url);
    assert.equal(found.bytes.toString('latin1'), expected.bytes.toString('latin1'), url);
    const { next_cursor: next = null } = (expected.body ?? {}) as { next_cursor?: string | null };
    return { status: expected.status, next };
  }

  test('every endpoint answers the same, page by page', async () => {
    const { openapi: _, usage: __, ...asked } = urls;
    assert.deepEqual(Object.keys(urls).sort(), Object.keys(endpoints).sort());
    for (const [endpoint, url] of Object.entries(asked)) {
      let next: string | null = null;
      for (let page = 0; page === 0 || (next !== null && page < pagesOfWalk); page++) {
        const cursor: string =
          next === null ? '' : `${url.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(next)}`;
        const answered = await compare(url + cursor);
        assert.ok(answered.status === 200 || endpoint === 'permit_provenance', `${url}: ${answered.status}`);
        next = answered.next;
      }
    }
  });

  test('through pgbouncer every endpoint answers the same; only publishing is refused', {
    skip: server === null ? 'runs on a server of the test' : noPgbouncer,
  }, async (t) => {
    assert.ok(server !== null);
    const pgbouncer = await startPgbouncer(server);
    const through = pgbouncer.through(address);
    const releases = await openDatabaseReleases(through, { directory: home.fromDatabase });
    const pooled = testService({ releases, config });
    t.after(async () => {
      await pooled.close();
      await releases.close();
      pgbouncer.stop();
    });
    const { openapi: _, usage: __, ...asked } = urls;
    for (const url of Object.values(asked)) {
      const [expected, found] = [await services.database.ask(url), await pooled.ask(url)];
      assert.deepEqual([found.status, found.bytes], [expected.status, expected.bytes], url);
    }
    for (const wrong of [through, through.replace('&pgbouncer=true', '')]) {
      const publishing = publishInDatabase(wrong, join(home.releases, id), options);
      await assert.rejects(publishing, /needs the server itself/);
    }
  });

  test('unknown ids and places, empty pages and counts are answered the same', async () => {
    const period = { permit_from: '1901-01-01', permit_to: '1901-12-31' };
    for (const url of [
      '/v2/permits/0000000000000000',
      '/v2/contractors/0000000000/permits',
      '/v2/contractors/0000000000/spellings',
      urlOf('/v2/permits/search', { geo_id: 'WY', ...period }),
      urlOf('/v2/permits/search', { geo_id: permit.address.state ?? 'CA', ...period }),
      urlOf('/v2/permits/search', { bbox: '-1,50,1,52', ...period }),
      urlOf('/v2/decisions/search', { geo_id: 'WY', decision_from: '2020-01-01', decision_to: '2026-01-01' }),
      urlOf('/v2/properties/search', { geo_id: 'CA', permit_tags: '-roofing', include_count: 'true' }),
      '/v2/cities?geo_id=AAAAAAAAAAA',
      '/v2/meta/changes?from=2020-01-01-00000000',
      // PostgreSQL refuses texts with NUL.
      '/v2/permits/a%00',
      '/v2/permits?id=%00',
      '/v2/permits/a%00/provenance',
      '/v2/contractors/a%00/permits',
      '/v2/decisions/%00',
      '/v2/properties/search?geo_id=TX&legal_owner=%00&include_count=true',
    ]) {
      await compare(url);
    }
  });

  test('cities with most but not all permits of their authority name it alike', async () => {
    const [one, other] = [files.current(), database.current()];
    assert.ok(one !== null && other !== null);
    const cities = [...new Set(all.permits.map(({ geo_ids: ids }) => ids.city_id ?? ''))];
    const named = cities.filter((city) => naiveWiderPlace(all.permits, city) !== null);
    assert.ok(named.length > 0);
    for (const city of cities) {
      const expected = naiveWiderPlace(all.permits, city);
      assert.deepEqual([one.widerPlace(city), other.widerPlace(city)], [expected, expected], city);
    }
    await compare(urlOf('/v2/permits/search', { geo_id: named[0] ?? '', ...wholeTime }));
  });

  test(`searches made at random find the same, with the same counts ${seedName}`, async () => {
    const [one, other] = [files.current(), database.current()];
    assert.ok(one !== null && other !== null);
    await compareSearches(one, other, all, searches);
  });

  if (server !== null) {
    test(`permits are found by each of their addresses and ids, as in files ${seedName}`, async () => {
      const chance = syntheticNumbers(3);
      const made = () => syntheticPermit(Math.floor(chance() * 1e6), chance);
      const permits = Array.from({ length: 150 }, made);
      const regionalIds = permits.map((_, i) => permitId('made-up-region', `d${i}`));
      const world = makeWorld(root, (store) => {
        const rows = permits.map((permit, i) =>
          syntheticAddressRows(permit, [made(), made()]).map((row, j) => syntheticRow(`c${i}-${j}`, row)),
        );
        ingest(store, 'permits-c', rows.flat());
        const regional = permits.map((permit, i) => {
          assert.ok(permit.kind === 'permit');
          const record = { ...permit.record, id: regionalIds[i] ?? '', source_id: 'permits-d' };
          return syntheticRow(`d${i}`, { ...permit, record });
        });
        ingest(store, 'permits-d', regional);
      });
      const { directory } = await world.build({ areas: syntheticAreas });
      world.store.close();
      const several = server.database();
      await publishInDatabase(several, directory, options);
      const [one, served] = [
        openRelease(directory),
        await openDatabaseReleases(several, { ...inTest, directory: join(root, 'copies') }),
      ];
      const other = served.current();
      assert.ok(other !== null);
      const records = readAllRecords(directory);
      assert.ok(records.permits.some(({ other_addresses: others }) => others !== undefined));
      await compareSearches(one, other, records, 15);
      const own = new Set(records.permits.map(({ id }) => id));
      const former = regionalIds.filter((id) => !own.has(id));
      assert.ok(former.length > 50, `${former.length} permits of two sources`);
      const [found, expected] = [
        await other.records('permits', former),
        await one.records('permits', former),
      ];
      assert.equal(found.length, former.length);
      assert.deepEqual(found.map(String), expected.map(String));
      const months = { from: 0, to: 12 * 9999 };
      const addresses = records.permits.flatMap(({ other_addresses: others = [] }) => others);
      for (const { address_id: id } of addresses.slice(0, 10)) {
        const ask = (release: ServedRelease) =>
          release.monthlyMetrics('address', id ?? '', { tag: 'all', propertyType: 'all' }, months);
        assert.deepEqual(plain(await ask(other)), plain(await ask(one)), id ?? '');
      }
      one.close();
      await served.close();
    });

    test('while the server is gone the service answers 503 without a charge, and then as before', async () => {
      const url = `/v2/permits/${permit.id}`;
      const counted = urlOf('/v2/permits/search', { geo_id: 'CA', ...wholeTime, include_count: 'true' });
      // Questions in flight, also those that wait for a connection, end as well.
      const inFlight = Array.from({ length: 20 }, (_, i) =>
        services.database.ask(`${counted}&size=${i + 1}`),
      );
      await server.crash();
      for (const { status } of await Promise.all(inFlight)) assert.ok(status === 200 || status === 503);
      const { status, headers } = await services.database.ask(url);
      assert.equal(status, 503);
      assert.ok(Number(headers['retry-after']) > 0);
      await server.start();
      assert.equal((await services.database.ask(url)).status, 200);
    });
  }
} else {
  test('the service over a release in PostgreSQL', { skip: noPostgres }, () => {});
}

/** Compares searches made at random of a release in files and of the same one in a database. */
async function compareSearches(
  one: Release,
  other: ServedRelease,
  all: AllRecords,
  searches: number,
): Promise<void> {
  const chance = syntheticNumbers(seed);
  const comparison = new SearchComparison(one, all, chance);
  const both = async (what: string, ask: (release: ServedRelease) => unknown): Promise<unknown> => {
    const [expected, found] = [await ask(one), await ask(other)];
    assert.deepEqual(plain(found), plain(expected), what);
    return expected;
  };
  /** Compares the pages of a search. */
  const walk = async (
    what: string,
    page: (release: ServedRelease, from: number, size: number) => unknown,
  ) => {
    let from: number | null = 0;
    for (let pages = 0; from !== null && pages < pagesOfWalk; pages++) {
      const [at, size]: [number, number] = [from, 1 + Math.floor(chance() * 50)];
      const { next } = (await both(what, (release) => page(release, at, size))) as { next: number | null };
      from = next;
    }
  };
  const comparePermits = async (permits: PermitQuery) => {
    const what = JSON.stringify(permits);
    await walk(what, (release, from, size) => release.searchPermits(permits, from, size));
    await both(what, (release) => release.countPermits(permits));
    await both(what, (release) => release.countPermits(permits, true));
  };
  const compareProperties = async (properties: PropertyQuery) => {
    const what = JSON.stringify(properties);
    await walk(what, (release, from, size) => release.searchProperties(properties, from, size));
    await both(what, (release) => release.countProperties(properties));
    await both(what, (release) => release.countProperties(properties, true));
  };
  const { queries } = comparison;
  // Each filter alone, with every value that questions are made of often enough.
  for (let i = 0; i < timesAlone; i++) {
    for (const name of filtersOf(endpoints.permit_search))
      await comparePermits({ ...queries.views([name]), sort: 'date' });
    for (const name of filtersOf(endpoints.property_search))
      await compareProperties(queries.properties([name]));
  }
  for (let i = 0; i < searches; i++) {
    const permits = queries.permits();
    await comparePermits(permits);
    const contractors = queries.contractors();
    const what = JSON.stringify(contractors);
    await walk(what, (release, from, size) => release.searchContractors(contractors, from, size));
    await both(what, (release) => release.countContractors(contractors));
    await both(what, (release) => release.countContractors(contractors, true));
    const bbox = permits.bbox ?? [-125, 24, -66, 50];
    await both(what, (release) => permitDurations(release, permits, i % 2 === 0));
    const aggregate = queries.aggregates();
    const sought = soughtPermits(aggregate);
    await both(JSON.stringify(aggregate), (release) => aggregatePermits(release, aggregate, sought));
    const facets = queries.facets();
    const most = i % 3 === 0 ? 50 : undefined;
    await both(JSON.stringify(facets), (release) => permitFacets(release, facets, most));
    await both(what, (release) => release.permitBins({ ...permits, bbox }, Math.floor(23 * (i / searches))));
    const z = Math.floor(chance() * 19);
    const [x, y] = tileOf(queries.point(), z);
    await both(what, (release) => release.permitTile(permits, { z, x, y }));
    await compareProperties(queries.properties());
  }
}

/** Publishes an earlier release and then this one, so that what changed is known; gives the ids of both. */
async function changedHome(home: Home): Promise<[earlier: string, later: string]> {
  const later = currentReleaseId(home) ?? '';
  const earlier = redatedRelease(join(home.releases, later), '2026-06-01');
  const path = join(home.releases, earlier, recordsFile('permits'));
  const permits = readFileSync(path, 'latin1').replaceAll('"description":"R', '"description":"r');
  writeFileSync(path, permits, 'latin1');
  for (const id of [earlier, later]) await publish(home, id, { isVerified: true, force: true });
  return [earlier, later];
}

/** A request of every endpoint, about these records. */
function goodUrls(
  permit: Permit,
  contractor: Contractor,
  property: Property,
  decision: string,
  earlier: string,
): Record<EndpointId, string> {
  const { geo_ids: ids, address } = permit;
  const state = address.state ?? '';
  const places = {
    address: ['addresses', ids.address_id],
    city: ['cities', ids.city_id],
    county: ['counties', ids.county_id],
    jurisdiction: ['jurisdictions', ids.jurisdiction_id],
    state: ['states', state],
    zipcode: ['zipcodes', address.zip_code],
  } as const;
  const metrics = Object.entries(places).flatMap(([kind, [path, place]]) => [
    [`${kind}_metrics_current`, `/v2/${path}/${place}/metrics/current?tag=all`],
    [
      `${kind}_metrics_monthly`,
      `/v2/${path}/${place}/metrics/monthly?tag=all&metric_from=2000-01-01&metric_to=2026-12-31&size=7`,
    ],
  ]);
  const withType = metrics.map(([name = '', url = '']) => [
    name,
    name.startsWith('address') ? url : `${url}&property_type=all`,
  ]);
  const period = { geo_id: state, ...wholeTime };
  const counted = { include_count: 'true', size: 7 };
  return {
    ...(Object.fromEntries(withType) as Record<Extract<EndpointId, `${string}_metrics_${string}`>, string>),
    release: '/v2/meta/release',
    usage: '/v2/usage',
    tags: '/v2/list/tags',
    permits_by_id: urlOf('/v2/permits', { id: [permit.id] }),
    permit_search: urlOf('/v2/permits/search', { ...period, ...counted, facets: 'tags,type,source' }),
    permit_aggregate: urlOf('/v2/permits/aggregate', {
      geo_id: state,
      group_by: 'quarter,county',
      measures: 'median_job_value,avg_units,contractors',
      include_empty: 'true',
      order: '-count',
      limit: 50,
    }),
    permit_bins: '/v2/permits/bins?bbox=-125,24,-66,50&zoom=6',
    permit_durations: urlOf('/v2/permits/durations', { geo_id: state }),
    permit_tiles: '/v2/permits/tiles?permit_tags=roofing',
    permit_tile: '/v2/permits/tiles/5/5/12',
    permit_history: `/v2/permits/${permit.id}/history`,
    streets: '/v2/streets?bbox=-122.44,37.74,-122.36,37.8',
    permit_provenance: `/v2/permits/${permit.id}/provenance`,
    contractor_search: urlOf('/v2/contractors/search', { ...period, ...counted }),
    contractor_spellings: `/v2/contractors/${contractor.id}/spellings`,
    contractor_permits: `/v2/contractors/${contractor.id}/permits?size=3`,
    properties_by_id: urlOf('/v2/properties', { id: [property.id] }),
    property_search: urlOf('/v2/properties/search', { geo_id: state, ...counted }),
    decisions_by_id: urlOf('/v2/decisions', { id: [decision] }),
    contractors_by_id: urlOf('/v2/contractors', { id: [contractor.id] }),
    address_search: urlOf('/v2/addresses/search', { q: `${address.street_no} ${address.street}`, size: 3 }),
    export_permits: urlOf('/v2/export/permits', { geo_id: state, permit_tags: 'roofing' }),
    export_contractors: '/v2/export/contractors',
    export_properties: '/v2/export/properties?format=csv',
    export_decisions: urlOf('/v2/export/decisions', { geo_id: state }),
    export_addresses: '/v2/export/addresses',
    export_official: '/v2/export/official',
    city_details: urlOf('/v2/cities', { geo_id: ids.city_id ?? '' }),
    city_search: urlOf('/v2/cities/search', { q: 'spring' }),
    county_details: urlOf('/v2/counties', { geo_id: ids.county_id ?? '' }),
    jurisdiction_details: urlOf('/v2/jurisdictions', { geo_id: ids.jurisdiction_id ?? '' }),
    contractor_metrics: `/v2/contractors/${contractor.id}/metrics?tag=all&property_type=all&metric_from=2000-01-01&metric_to=2026-12-31`,
    coverage: urlOf('/v2/meta/coverage', {
      geo_type: 'county',
      geo_id: ids.county_id ?? '',
      date_from: '2020-01-01',
      date_to: '2026-01-31',
    }),
    quality: '/v2/meta/quality',
    compared_releases: '/v2/meta/releases',
    metrics_by_area: '/v2/metrics/areas?kind=county&tag=roofing',
    changes: urlOf('/v2/meta/changes', { from: earlier, size: 5 }),
    decision_search: urlOf('/v2/decisions/search', {
      geo_id: 'CA',
      decision_from: '1900-01-01',
      decision_to: '2100-01-01',
      ...counted,
    }),
    permit: `/v2/permits/${permit.id}?fields=id,address`,
    contractor: `/v2/contractors/${contractor.id}`,
    decision: `/v2/decisions/${decision}`,
    county_search: urlOf('/v2/counties/search', { q: 'orange' }),
    jurisdiction_search: urlOf('/v2/jurisdictions/search', { q: 'austin' }),
    state_search: urlOf('/v2/states/search', { q: 'york' }),
    zipcode_search: urlOf('/v2/zipcodes/search', { q: '787' }),
    state_details: urlOf('/v2/states', { geo_id: state }),
    official_counts: `/v2/places/${state}/official`,
    place_names: `/v2/places/${state}/names`,
    official_cities: `/v2/places/${state}/official/cities`,
    zipcode_details: urlOf('/v2/zipcodes', { geo_id: address.zip_code ?? '' }),
    zipcodes: '/v2/list/zip?size=50',
    openapi: '/v2/openapi.json',
    liveness: '/healthz',
    readiness: '/readyz',
  };
}

/** What headers say of the answer: not when, to whom, or at which price so far. */
function comparable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = [
    'x-request-id',
    'date',
    'x-export-cursor',
    'x-credits-remaining',
    'ratelimit',
    'x-ratelimit-remaining',
  ];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}

/** Records as texts, for a readable difference. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part: unknown) => {
      const isBytes = typeof part === 'object' && part !== null && 'type' in part && part.type === 'Buffer';
      return isBytes && 'data' in part ? Buffer.from(part.data as number[]).toString() : part;
    }),
  );
}
