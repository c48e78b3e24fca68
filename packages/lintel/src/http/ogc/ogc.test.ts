/**
 * The abstract tests of OGC API Features (Part 1: core, oas30, geojson; Part 3: queryables, filter) and of CQL2 by their
 * names, as the table of `docs/ogc.md` has them, over invented permits and the real outlines; and the credits of it all.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { permitIds } from '@lintel/testing/http/memory-records.js';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { type Answered, type AskOptions, testService, urlOf } from '@lintel/testing/http/service.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FeatureCollection } from 'geojson';
import type { Release } from '../../releases/release.js';
import { maxTestedRows } from '../request/limits.js';
import { conformanceClasses } from './metadata.js';
import { ogcRoutes } from './routes.js';

const releases = memoryReleaseStore();
const service = testService({
  releases,
  config: { plans: { free: { credits: null, requests_per_minute: 100_000 } } },
});
after(() => service.close());

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
}
interface Linked {
  readonly links: readonly Link[];
}
interface Described extends Linked {
  readonly id: string;
  readonly extent: { readonly spatial: { readonly bbox: readonly number[][] }; readonly temporal?: object };
  readonly crs: readonly string[];
}
type Items = FeatureCollection &
  Linked & { readonly numberMatched?: number; readonly numberReturned: number };

const origin = 'http://localhost:80';
const pathOf = (href: string) => href.replace(origin, '');
const read = <T>({ bytes }: Answered) => JSON.parse(bytes.toString()) as T;
const ask = (url: string, options: AskOptions = {}) => service.ask(url, options);
async function json<T>(url: string, options: AskOptions = {}): Promise<T> {
  const answered = await ask(url, options);
  assert.equal(answered.status, 200, `${url}: ${answered.bytes}`);
  return read<T>(answered);
}
const open = { key: null };
const path = '/ogc/collections/permits';
const items = (query: Record<string, string | number> = {}) => json<Items>(urlOf(`${path}/items`, query));
const linkOf = ({ links }: Linked, rel: string) => links.find((each) => each.rel === rel);
const nameOfClass = (uri: string) => uri.split('/').at(-1) ?? uri;
const idsOf = ({ features }: Items) => features.map(({ id }) => String(id));

test('core/root-op, core/root-success, core/api-definition-op, core/conformance-op, core/http, oas30/oas-definition-1: the landing page links to the API, conformance and data', async () => {
  const landing = await json<Linked>('/ogc/', open);
  assert.deepEqual(await json<Linked>('/ogc', open), landing);
  assert.equal(linkOf(landing, 'service-desc')?.type, 'application/vnd.oai.openapi+json;version=3.0');
  const { href: page, type } = linkOf(landing, 'service-doc') ?? {};
  assert.deepEqual([page, type], [`${origin}/docs/ogc`, 'text/html']);
  for (const rel of ['self', 'service-desc', 'conformance', 'data']) {
    const { href = '', type = '' } = linkOf(landing, rel) ?? {};
    const answered = await ask(pathOf(href), open);
    assert.equal(answered.status, 200, rel);
    assert.equal(answered.headers['content-type'], type, rel);
  }
});

test('core/conformance-success, */get-conformance: the classes that are tested here are declared, with those of CQL2', async () => {
  const { conformsTo } = await json<{ conformsTo: string[] }>('/ogc/conformance', open);
  assert.deepEqual(conformsTo, conformanceClasses);
  assert.deepEqual(conformsTo.map(nameOfClass), [
    ...['core', 'oas30', 'geojson', 'queryables', 'queryables-query-parameters', 'filter', 'features-filter'],
    ...['basic-cql2', 'cql2-text', 'cql2-json'],
  ]);
});

test('core/api-definition-success, oas30/oas-impl, oas30/completeness, oas30/exceptions-codes, oas30/security: the definition names every path, parameter and status', async () => {
  const api = await json<{
    openapi: string;
    servers: { url: string }[];
    paths: Record<
      string,
      { get: { responses: object; security: object[]; parameters: { $ref?: string; name?: string }[] } }
    >;
    components: { parameters: Record<string, { name: string }>; securitySchemes: object };
  }>('/ogc/api', open);
  assert.match(api.openapi, /^3\.0\./);
  assert.equal(api.servers[0]?.url, `${origin}/ogc`);
  const served = ogcRoutes.map(({ endpoint }) => endpoint.path.replace(/^\/ogc(?=\/|$)/, '') || '/');
  assert.deepEqual(Object.keys(api.paths).sort(), served.sort());
  for (const [where, { get }] of Object.entries(api.paths)) {
    for (const parameter of get.parameters) {
      const name = parameter.name ?? api.components.parameters[parameter.$ref?.split('/').at(-1) ?? '']?.name;
      assert.ok(name !== undefined, where);
      if (where.endsWith('/permits/items')) {
        const { bytes } = await ask(urlOf(`${path}/items`, { [name]: '!' }));
        assert.ok(!bytes.toString().includes('There is no parameter'), name);
      }
    }
    assert.equal(get.security.length, where.includes('/items') ? 2 : 0, where);
    const served = ogcRoutes.find(({ endpoint }) => endpoint.path === `/ogc${where}`.replace(/\/$/, ''));
    assert.deepEqual(
      Object.keys(get.responses),
      [...(served?.endpoint.statuses ?? []), 'default'].map(String),
    );
  }
});

test('core/fc-bbox-definition, core/fc-limit-definition, core/fc-time-definition: parameters are those of the standard', async () => {
  type Parameter = { readonly schema: Readonly<Record<string, unknown>> };
  const api = await json<{ components: { parameters: Record<string, Parameter> } }>('/ogc/api', open);
  const [bbox, limit, datetime] = ['bbox', 'limit', 'datetime'].map((name) => {
    const { description: _, ...rest } = { description: '', ...api.components.parameters[name] };
    return rest;
  });
  const shared = { in: 'query', required: false, style: 'form', explode: false };
  const lengths = [4, 6].map((items) => ({ minItems: items, maxItems: items }));
  const box = { type: 'array', oneOf: lengths, items: { type: 'number' } };
  assert.deepEqual(bbox, { name: 'bbox', ...shared, schema: box });
  assert.deepEqual(datetime, { name: 'datetime', ...shared, schema: { type: 'string' } });
  const bounds = { type: 'integer', minimum: 1, maximum: 500, default: 100 };
  assert.deepEqual(limit, { name: 'limit', ...shared, schema: bounds });
});

test('core/fc-md-op, core/fc-md-success, core/fc-md-links, core/fc-md-items, core/fc-md-items-links, core/fc-md-extent, core/crs84, core/sfc-md-op, core/sfc-md-success, features-filter/get-collections: each collection has its extent, its system and links to its items', async () => {
  const { collections, links } = await json<Linked & { collections: Described[] }>('/ogc/collections', open);
  assert.equal(linkOf({ links }, 'self')?.href, `${origin}/ogc/collections`);
  assert.deepEqual(
    collections.map(({ id }) => id),
    ['permits', 'counties', 'states'],
  );
  for (const collection of collections) {
    assert.deepEqual(collection.crs, ['http://www.opengis.net/def/crs/OGC/1.3/CRS84']);
    assert.equal(collection.extent.spatial.bbox[0]?.length, 4);
    assert.equal(linkOf(collection, 'items')?.type, 'application/geo+json');
    assert.deepEqual(await json(`/ogc/collections/${collection.id}`, open), collection);
    const first = await json<Items>(urlOf(pathOf(linkOf(collection, 'items')?.href ?? ''), { limit: 1 }));
    assert.equal(first.type, 'FeatureCollection');
  }
  const [west = 0, south = 0, east = 0, north = 0] = collections[0]?.extent.spatial.bbox[0] ?? [];
  const { features } = await json<Items>(`${path}/items?limit=500`);
  const points = features.flatMap(({ geometry }) =>
    geometry?.type === 'Point' ? [geometry.coordinates] : [],
  );
  assert.ok(points.length > 0);
  for (const [side, at] of [
    [west, Math.min(...points.map(([x]) => Number(x)))],
    [south, Math.min(...points.map(([, y]) => Number(y)))],
    [-east, Math.min(...points.map(([x]) => -Number(x)))],
    [-north, Math.min(...points.map(([, y]) => -Number(y)))],
  ] as const)
    assert.ok(side <= at && side > at - 0.25, `${side} is not just outside of ${at}`);
  assert.deepEqual(collections[0]?.extent.temporal, {
    interval: [['2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z']],
    trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian',
  });
  assert.equal((await ask('/ogc/collections/trees', open)).status, 404);
});

test('core/fc-op, core/fc-response, core/fc-links, core/fc-numberMatched, core/fc-numberReturned, geojson/definition, geojson/content: a page is GeoJSON with its links', async () => {
  const answered = await ask(urlOf(`${path}/items`, { limit: 7 }));
  assert.equal(answered.headers['content-type'], 'application/geo+json');
  const page = read<Items>(answered);
  assert.deepEqual(
    [page.type, page.numberMatched, page.numberReturned, page.features.length],
    ['FeatureCollection', 60, 7, 7],
  );
  assert.equal(linkOf(page, 'self')?.href, `${origin}${path}/items?limit=7`);
  for (const { type, id, geometry, properties } of page.features) {
    assert.equal(type, 'Feature');
    assert.equal(properties?.id, id);
    assert.deepEqual(geometry, { type: 'Point', coordinates: [-73, 40.8] });
  }
});

test('core/fc-limit-response: limit bounds the page, links to the next page walk every feature once', async () => {
  const seen: string[] = [];
  for (let url: string | undefined = `${path}/items?limit=25`; url !== undefined; ) {
    const page: Items = await json<Items>(url);
    assert.ok(page.features.length <= 25);
    seen.push(...idsOf(page));
    const next = linkOf(page, 'next')?.href;
    url = next === undefined ? undefined : pathOf(next);
  }
  assert.deepEqual([...seen].sort(), [...permitIds].sort());
  // Requirement 21: a greater limit is no error.
  assert.equal((await items({ limit: 1_000_000 })).features.length, 60);
  assert.equal((await items()).features.length, 60);
});

test('core/fc-bbox-response: only features that the box touches are in the page, those on its edge too', async () => {
  const counts = async (bbox: string) => (await items({ bbox })).numberReturned;
  assert.equal(await counts('-74,40,-72,41'), 60);
  assert.equal(await counts('-73,40.8,-73,40.8'), 60);
  assert.equal(await counts('-74,40,0,-72,41,9'), 60);
  assert.equal(await counts('-72,40,-71,41'), 0);
  assert.equal(await counts('-200,-95,200,95'), 60);
});

test('core/fc-time-response: only features at that time are in the page', async () => {
  const counts = async (datetime: string) => (await items({ datetime })).numberReturned;
  for (const time of [
    '2026-01-02',
    '2026-01-02T12:00:00Z',
    '2026-01-01T00:00:00Z/..',
    '../2026-01-02T00:00:00Z',
  ]) {
    assert.equal(await counts(time), 60, time);
  }
  assert.equal(await counts('2026-01-02T00:00:00Z/2026-02-01T00:00:00Z'), 60);
  assert.equal(await counts('2026-01-03/..'), 0);
  assert.equal(await counts('/2026-01-01'), 0);
  const inBox = async (bbox: string, datetime: string) => (await items({ bbox, datetime })).numberReturned;
  assert.equal(await inBox('-74,40,-72,41', '2026-01-02'), 60);
  assert.equal(await inBox('-74,40,-72,41', '2026-01-03'), 0);
  assert.equal(await inBox('-72,40,-71,41', '2026-01-02'), 0);
});

test('core/query-param-unknown, core/query-param-invalid, filter/expression-construction: 400 says what is wrong', async () => {
  const bad: readonly Record<string, string>[] = [
    ...[{ colour: 'red' }, { limit: '0' }, { limit: 'x' }, { limit: '-1' }, { f: 'html' }, { cursor: 'x' }],
    ...[{ bbox: '1,2,3' }, { bbox: '1,2,3,x' }, { bbox: '0,9,1,1' }, { bbox: '' }],
    ...[
      { datetime: 'now' },
      { datetime: '..' },
      { datetime: '2026-02-01/2026-01-01' },
      { datetime: '2026-13-01' },
    ],
    ...[
      { filter: 'a b' },
      { filter: "colour = 'red'" },
      { 'filter-lang': 'cql' },
      { 'filter-crs': 'EPSG:4326' },
    ],
    ...[
      { job_value_dollars: 'x' },
      { issue_date: 'June' },
      { tags: 'rooof' },
      { filter: '{}', 'filter-lang': 'cql2-json' },
    ],
  ];
  for (const query of bad) {
    const answered = await ask(urlOf(`${path}/items`, query));
    assert.equal(answered.status, 400, JSON.stringify(query));
    const { code, description } = answered.body as { code: string; description: string };
    assert.equal(code, 'InvalidParameterValue');
    assert.notEqual(description, '');
  }
  assert.equal((await ask(`${path}/items?limit=1&limit=2`)).status, 400);
  assert.equal((await ask('/ogc/collections?colour=red', open)).status, 400);
  assert.equal((await ask('/ogc/collections/states/items?datetime=2026-01-01')).status, 400);
});

test('core/f-op, core/f-success, core/f-links: a feature by its id, with links to itself and its collection', async () => {
  const id = permitIds[0] ?? '';
  const feature = await json<Linked & { type: string; id: string }>(`${path}/items/${id}`);
  assert.deepEqual([feature.type, feature.id], ['Feature', id]);
  assert.equal(linkOf(feature, 'self')?.href, `${origin}${path}/items/${id}`);
  assert.equal(linkOf(feature, 'collection')?.href, `${origin}${path}`);
  assert.equal((await ask(`${path}/items/nothing`)).status, 404);
});

test('queryables/get-queryables, features-filter/get-collection, basic-cql2/basic-test: a JSON Schema names what may be filtered by, and the schema all that features have', async () => {
  for (const id of ['permits', 'counties', 'states']) {
    const answered = await ask(`/ogc/collections/${id}/queryables`, open);
    assert.equal(answered.headers['content-type'], 'application/schema+json');
    const queryables = read<{ $id: string; type: string; properties: Record<string, object> }>(answered);
    assert.equal(queryables.$id, `${origin}/ogc/collections/${id}/queryables`);
    const collection = await json<Described>(`/ogc/collections/${id}`, open);
    const queryablesLink = linkOf(collection, 'http://www.opengis.net/def/rel/ogc/1.0/queryables');
    assert.equal(queryablesLink?.href, queryables.$id);
    const schema = await json<{ properties: Record<string, object> }>(
      pathOf(linkOf(collection, 'http://www.opengis.net/def/rel/ogc/1.0/schema')?.href ?? ''),
      open,
    );
    const feature = linkOf(collection, 'describedBy');
    assert.equal(feature?.href, linkOf(collection, 'describedby')?.href);
    const ofFeature = await json<{ properties: { properties: { properties: object } } }>(
      pathOf(feature?.href ?? ''),
      open,
    );
    assert.deepEqual(ofFeature.properties.properties.properties, schema.properties);
    new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    for (const [name, type] of Object.entries(queryables.properties)) {
      assert.deepEqual(schema.properties[name], type, name);
    }
    const { features } = await json<Items>(`/ogc/collections/${id}/items?limit=1`);
    for (const { properties } of features) {
      assert.deepEqual(Object.keys(properties ?? {}).sort(), Object.keys(schema.properties).sort());
    }
  }
});

test('the schema tells whole numbers from amounts, and days from texts, whatever the first page holds', async () => {
  const { properties } = await json<{ properties: Record<string, { type: string; format?: string }> }>(
    `${path}/schema`,
    open,
  );
  const types = ['final_date', 'approval_duration', 'inspection_pass_rate', 'job_value_dollars'].map(
    (name) => {
      const { type, format } = properties[name] ?? {};
      return [type, format];
    },
  );
  assert.deepEqual(types, [
    ['string', 'date'],
    ['integer', undefined],
    ['integer', undefined],
    ['number', undefined],
  ]);
  assert.equal((await ask(urlOf(`${path}/items`, { approval_duration: 'long' }))).status, 400);
});

test('a path with a slash at its end is the path without it', async () => {
  for (const each of ['/ogc', path]) {
    const [with_, without] = [await ask(`${each}/`), await ask(each)];
    assert.deepEqual([with_.status, without.status], [200, 200], each);
    assert.deepEqual(with_.bytes, without.bytes, each);
  }
});

test('filter/filter-param, filter/filter-lang-default, features-filter/filter-on-items, cql2-text/validate, cql2-json/validate: CQL2 as text and as JSON gives exactly the records for which it is true', async () => {
  const all = (await items()).features.map(({ properties }) => properties ?? {});
  type Properties = (typeof all)[number];
  const cases: readonly (readonly [string, (each: Properties) => boolean])[] = [
    ["status = 'active'", ({ status }) => status === 'active'],
    ['status IS NULL', ({ status }) => status === null],
    [
      "status = 'active' AND job_value_dollars >= 30000",
      (p) => p.status === 'active' && p.job_value_dollars >= 30_000,
    ],
    [
      "job_value_dollars > 30000.5 OR number = 'BP-3'",
      (p) => p.job_value_dollars > 30_000.5 || p.number === 'BP-3',
    ],
    ['NOT (job_value_dollars < 55000)', (p) => !(p.job_value_dollars < 55_000)],
    ['inspection_pass_rate >= 75', (p) => p.inspection_pass_rate >= 75],
    ['inspection_pass_rate > 1000', () => false],
    ["issue_date > DATE('2026-01-01')", ({ issue_date }) => issue_date > '2026-01-01'],
    ["address_zip_code = '00501' AND property_type = 'residential'", () => true],
    ["status = 'active' AND status = 'final'", () => false],
    ["start_date < TIMESTAMP('2026-01-02T00:00:00Z')", () => false],
  ];
  for (const [filter, passes] of cases) {
    const page = await items({ filter });
    assert.deepEqual(
      idsOf(page).sort(),
      all
        .filter(passes)
        .map(({ id }) => String(id))
        .sort(),
      filter,
    );
    if (page.numberMatched !== undefined) assert.equal(page.numberMatched, page.numberReturned, filter);
  }
  const asJson = { op: '>=', args: [{ property: 'job_value_dollars' }, 55_000] };
  const page = await items({ filter: JSON.stringify(asJson), 'filter-lang': 'cql2-json' });
  assert.equal(page.numberReturned, 5);
  assert.equal((await items({ filter: "status = 'active'" })).numberMatched, 30);
});

test('queryables/get-queryables-uris, basic-cql2/comparison, basic-cql2/is-null, basic-cql2/boolean: every queryable compares', async () => {
  const id = 'states';
  const answered = await ask(`/ogc/collections/${id}/items`);
  const rel = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';
  const link = `<${origin}/ogc/collections/${id}/queryables>; rel="${rel}"; type="application/schema+json"`;
  assert.equal(answered.headers.link, link);
  const values: Record<string, string> = { string: "'foo'", boolean: 'true', number: '3.14', integer: '1' };
  for (const collection of ['permits', 'states']) {
    const { properties } = await json<{ properties: Record<string, { type: string; format?: string }> }>(
      `/ogc/collections/${collection}/queryables`,
      open,
    );
    const found = async (filter: string) =>
      new Set(idsOf(await json<Items>(urlOf(`/ogc/collections/${collection}/items`, { filter }))));
    const { size } = await found('true');
    assert.ok(size > 0);
    assert.equal((await found('false')).size, 0);
    // One of each type, as a request each takes long.
    const ofEach = new Map(
      Object.entries(properties).map((each) => [`${each[1].type} ${each[1].format}`, each]),
    );
    for (const [name, { type, format }] of ofEach.values()) {
      const value = format === 'date' ? "DATE('2022-04-14')" : (values[type] ?? '');
      for (const [one, other] of [
        [`= ${value}`, `<> ${value}`],
        [`> ${value}`, `<= ${value}`],
        [`< ${value}`, `>= ${value}`],
        ['IS NULL', 'is not null'],
      ]) {
        const [some, others] = [await found(`${name} ${one}`), await found(`${name} ${other}`)];
        assert.equal([...some].filter((each) => others.has(each)).length, 0, `${name} ${one}`);
        if (one === 'IS NULL') assert.equal(some.size + others.size, size, name);
      }
    }
  }
});

test('features-filter/mixing-expression, queryables-query-parameters/query-param: parameters and filter must all hold', async () => {
  const both = await items({ filter: 'job_value_dollars >= 30000', status: 'active', bbox: '-74,40,-72,41' });
  assert.equal(both.numberReturned, 15);
  assert.equal((await items({ number: 'BP-3', datetime: '2026-01-02' })).numberReturned, 1);
  assert.equal((await items({ job_value_dollars: '3000' })).numberReturned, 1);
  assert.equal((await items({ tags: 'reroof' })).numberReturned, 60);
  assert.equal((await items({ tags: 'reroof,-roofing' })).numberReturned, 0);
});

test('a filter that few records pass reads a bounded number of them a request, and the walk goes on', async () => {
  const first = memoryRelease('release-1');
  const rows = 2 * maxTestedRows + 30;
  const record = (row: number) => first.records('permits', [permitIds[row === rows - 1 ? 41 : 7] ?? '']);
  /** As many permits as three requests read, of which the last alone has the number that is sought. */
  const long: Release = {
    ...first,
    id: 'long',
    searchPermits(_query, from, size) {
      const end = Math.min(from + size, rows);
      const items = Array.from({ length: end - from }, (_, i) => record(from + i)).flat();
      return { items, next: end < rows ? end : null };
    },
  };
  releases.publish(long);
  const found: (readonly [number, boolean])[] = [];
  let url: string | undefined = urlOf(`${path}/items`, { limit: 2, filter: "number = 'BP-41'" });
  while (url !== undefined) {
    const page: Items = await json<Items>(url);
    const next: string | undefined = linkOf(page, 'next')?.href;
    found.push([page.numberReturned, next !== undefined]);
    url = next === undefined ? undefined : pathOf(next);
  }
  assert.deepEqual(found, [
    [0, true],
    [0, true],
    [1, false],
  ]);
  releases.publish(first);
});

test('states and counties are outlines with the ids of the interface', async () => {
  const states = await json<Items>('/ogc/collections/states/items');
  assert.deepEqual(idsOf(states), ['NY']);
  assert.equal(states.features[0]?.geometry.type, 'MultiPolygon');
  assert.equal(states.features[0]?.properties?.geoid, '36');
  const box = (bbox: string) => json<Items>(urlOf('/ogc/collections/states/items', { bbox }));
  assert.equal((await box('-74.1,40.7,-73.9,40.8')).numberReturned, 1);
  assert.equal((await box('-98,30,-97,31')).numberReturned, 0);
  assert.equal((await box('170,-90,-70,90')).numberReturned, 1);
  const { properties } = await json<{ properties: object }>('/ogc/collections/states/items/NY');
  assert.deepEqual(properties, { geo_id: 'NY', name: 'New York', state: 'NY', geoid: '36' });
  assert.equal((await ask('/ogc/collections/states/items/ZZ')).status, 404);
  assert.equal((await json<Items>('/ogc/collections/counties/items')).numberReturned, 0);
});

test('a feature costs a credit, an answer that is known nothing, and all about the service is free', async () => {
  const metered = testService({ config: { plans: { free: { credits: 20, requests_per_minute: 1000 } } } });
  const used = async () => (await metered.ledger.usage(metered.account.id)).used;
  const first = await metered.ask(`${path}/items?limit=9`);
  assert.equal(first.headers['x-credits-request'], '9');
  assert.equal(await used(), 9);
  const headers = { 'if-none-match': first.headers.etag ?? '' };
  assert.equal((await metered.ask(`${path}/items?limit=9`, { headers })).status, 304);
  assert.equal((await metered.ask(`${path}/items/${permitIds[0]}`)).headers['x-credits-request'], '1');
  assert.equal((await metered.ask('/ogc/collections/states/items')).headers['x-credits-request'], '1');
  assert.equal((await metered.ask(`${path}/items/nothing`)).headers['x-credits-request'], undefined);
  assert.equal(await used(), 11);
  assert.equal((await metered.ask(`${path}/items?limit=10`)).status, 402);
  assert.equal(await used(), 11);
  for (const { endpoint } of ogcRoutes) {
    const url = endpoint.path.replace('{featureId}', 'x');
    const { status } = await metered.ask(url, open);
    assert.equal(status, endpoint.authenticated ? 401 : 200, url);
    assert.equal(endpoint.authenticated, url.includes('/items'), url);
  }
  const password = { authorization: `Basic ${Buffer.from(`x:${metered.key.secret}`).toString('base64')}` };
  assert.equal((await metered.ask(`${path}/items?limit=1`, { key: null, headers: password })).status, 200);
  await metered.close();
});

test('a walk ends on the release on which it began', async () => {
  const page = await items({ limit: 30 });
  const before = idsOf(page);
  releases.publish(memoryRelease('release-2'));
  const rest = await json<Items>(pathOf(linkOf(page, 'next')?.href ?? ''));
  assert.equal(new Set([...before, ...idsOf(rest)]).size, 60);
  assert.match(String(rest.features[0]?.properties?.description), /release-1/);
  const moved = await ask(
    pathOf(linkOf(page, 'next')?.href ?? '').replace('permits/items?', 'permits/items?status=active&'),
  );
  assert.equal(moved.status, 400);
});

test('docs/ogc.md has every class that is declared, and what passes there is in the name of a test', () => {
  const sources = ['ogc.test.ts', 'cql2/cql2.test.ts', '../real-release.test.ts'];
  const names = sources.map((file) => readFileSync(`packages/lintel/src/http/ogc/${file}`, 'utf8')).join();
  const parts = readFileSync('docs/ogc.md', 'utf8').split(/^## /m).slice(1);
  const classes = parts.map((part) => /\(`\/conf\/([\w-]+)\/`\)/.exec(part)?.[1] ?? part);
  assert.deepEqual(classes, ['core', 'geojson', 'oas30', ...conformanceClasses.slice(3).map(nameOfClass)]);
  const rows = parts.flatMap((part, i) =>
    [...part.matchAll(/^\| `([\w-]+)` +\| ([\w ]+?) +\| (.+?) +\|$/gm)].map(([, id = '', result]) => {
      return { id: `${id === 'get-conformance' ? '*' : classes[i]}/${id}`, result };
    }),
  );
  assert.equal(rows.length, 67);
  const missing = rows.filter(({ id, result }) => result === 'passes' && !names.includes(id));
  assert.deepEqual(missing, []);
});
