/** Bins and vector tiles over HTTP (C43): what they cost, what is in them, and that their addresses work. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PermitBins, PlaceNames, TileJson } from '@lintel/contract';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { type Answered, testService } from '@lintel/testing/http/service.js';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { TooManyToSortError } from '../query/sorted-search.js';

const service = testService();
after(() => service.close());

const used = async () => ((await service.ask('/v2/usage')).body as { credits_used: number }).credits_used;
const cost = ({ headers }: Answered) => headers['x-credits-request'];

test('bins and tiles cost one credit however many permits they count, and nothing when empty', async () => {
  for (const [url, credits] of [
    ['/v2/permits/bins?bbox=-75,40,-72,42&zoom=8', 1],
    ['/v2/permits/bins?bbox=0,0,1,1&zoom=8', 0],
    ['/v2/permits/tiles/3/2/3', 1],
    ['/v2/permits/tiles/3/0/0', 0],
    ['/v2/permits/tiles', null],
  ] as const) {
    const before = await used();
    const answered = await service.ask(url);
    assert.equal(answered.status, 200, url);
    assert.equal(cost(answered), credits === null ? undefined : String(credits), url);
    assert.equal((await used()) - before, credits ?? 0, url);
    const again = await service.ask(url, { headers: { 'if-none-match': answered.headers.etag ?? '' } });
    assert.equal(again.status, 304, url);
    assert.equal((await used()) - before, credits ?? 0, `304 of ${url}`);
  }
});

test('bins count the permits that the same filters find', async () => {
  const filters = 'bbox=-75,40,-72,42&permit_status=active';
  const { body } = await service.ask(`/v2/permits/bins?${filters}&zoom=8`);
  const { bins, permit_count, sampled_share } = body as PermitBins;
  const search = await service.ask(
    `/v2/permits/search?${filters}&permit_from=1900-01-01&permit_to=2100-01-01&include_count=true&size=1`,
  );
  const { total_count, total_estimate } = search.body as {
    total_count: { value: number };
    total_estimate: object;
  };
  assert.equal(sampled_share, 1);
  assert.equal(
    bins.reduce((sum, bin) => sum + bin.permit_count, 0),
    total_count.value,
  );
  assert.deepEqual(permit_count, total_estimate);
  assert.ok(total_count.value > 0);
});

test('a tile is opened by another decoder, and holds one layer of points', async () => {
  const { bytes } = await service.ask('/v2/permits/tiles/3/2/3');
  const { layers } = new VectorTile(new PbfReader(bytes));
  assert.deepEqual(Object.keys(layers), ['permits']);
  const layer = layers.permits;
  assert.ok(layer);
  assert.deepEqual([layer.version, layer.extent, layer.length], [2, 4096, 1]);
  const feature = layer.feature(0);
  assert.deepEqual({ ...feature.properties }, { count: 60 });
  assert.deepEqual(
    feature
      .loadGeometry()
      .flat()
      .map(({ x, y }) => [x, y]),
    [[2048, 2048]],
  );
});

test('the address in the TileJSON is of this service, has the filters, and gives tiles', async () => {
  const filters = 'permit_tags=roofing&permit_tags=-solar&bbox=-75,40,-72,42&permit_min_job_value=1';
  const { body } = await service.ask(`/v2/permits/tiles?${filters}`, { headers: { host: 'map.example:81' } });
  const { tiles, attribution } = body as TileJson;
  const [address = ''] = tiles;
  assert.ok(address.startsWith('http://map.example:81/v2/permits/tiles/{z}/{x}/{y}?'), address);
  assert.ok(attribution.length > 0);
  const url = new URL(address.replace('{z}/{x}/{y}', '3/2/3'));
  assert.deepEqual(url.searchParams.getAll('permit_tags'), ['roofing', '-solar']);
  assert.equal(url.searchParams.get('bbox'), '-75,40,-72,42');
  assert.equal((await service.ask(url.pathname + url.search)).status, 200);
});

test('the TileJSON of another address has another entity tag, since its tiles are elsewhere', async () => {
  const tagAt = async (host: string) =>
    (await service.ask('/v2/permits/tiles', { headers: { host } })).headers.etag;
  assert.notEqual(await tagAt('map.example'), await tagAt('old.example'));
  assert.equal(await tagAt('map.example'), await tagAt('map.example'));
});

test('a cursor of one box is refused for another', async () => {
  const search = (bbox: string) =>
    `/v2/permits/search?bbox=${bbox}&permit_from=2025-01-01&permit_to=2026-12-31&size=5`;
  const { body } = await service.ask(search('-75,40,-72,42'));
  const { next_cursor: cursor } = body as { next_cursor: string };
  assert.equal((await service.ask(`${search('-75,40,-72,42')}&cursor=${cursor}`)).status, 200);
  assert.equal((await service.ask(`${search('-75,40,-72,43')}&cursor=${cursor}`)).status, 422);
  assert.equal((await service.ask(`${search('-75,40,-72,42')}&sort=job_value&cursor=${cursor}`)).status, 422);
});

test('an order that would take too long is a 422 that names sort', async () => {
  const release = memoryRelease('release-1');
  const searchContractors = () => {
    throw new TooManyToSortError();
  };
  const busy = testService({ releases: memoryReleaseStore({ ...release, searchContractors }) });
  try {
    const { status, body } = await busy.ask(
      '/v2/contractors/search?geo_id=NY&permit_from=2025-01-01&permit_to=2026-12-31&sort=permit_count',
    );
    const [fault] = (body as { detail: { loc: string[]; input: string; msg: string }[] }).detail;
    assert.deepEqual([status, fault?.loc, fault?.input], [422, ['query', 'sort'], 'permit_count']);
    assert.match(fault?.msg ?? '', /More than 1,000,000 records would have to be read/);
  } finally {
    await busy.close();
  }
});

test('the map of a place has the names of its cities or ZIP codes, the most permits first, each amid its own permits', async () => {
  const names = async (geoId: string) =>
    ((await service.ask(`/v2/places/${geoId}/names`)).body as PlaceNames).features;
  const cities = await names('NY');
  assert.ok(cities.length > 0);
  const zips = await names(cities[0]?.properties.geo_id ?? '');
  assert.ok(zips.length > 0);
  for (const features of [cities, zips]) {
    const counts = features.map(({ properties }) => properties.permit_count);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => other - one),
    );
    for (const { properties, geometry } of features) {
      const { geo_id: geoId, name } = properties;
      assert.equal(name.includes(','), false, name);
      const [lng = 0, lat = 0] = geometry.coordinates;
      const around = [lng - 0.5, lat - 0.5, lng + 0.5, lat + 0.5].join(',');
      const { body } = await service.ask(`/v2/permits/bins?geo_id=${geoId}&bbox=${around}&zoom=8`);
      assert.ok((body as PermitBins).bins.length > 0, name);
    }
  }
  const before = await used();
  await names('NY');
  assert.equal(await used(), before);
});
