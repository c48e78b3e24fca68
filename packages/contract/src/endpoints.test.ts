/** The table of endpoints holds together, and has the twelve of interface 4.2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Endpoint, filtersOf, type Parameter } from './endpoint.js';
import { endpoints } from './endpoints.js';
import { isOfRecords } from './envelope.js';
import { errors } from './error.js';
import { parseQuery } from './query.js';
import { Value } from './typebox.js';
import { meteredResources } from './vocabulary/metered-resource.js';

const all: Endpoint[] = Object.values(endpoints);

test('the endpoints of interface 4.2 and the completions are there', () => {
  const measured = ['addresses', 'cities', 'counties', 'jurisdictions', 'states', 'zipcodes'];
  const searched = [...measured, 'permits', 'contractors', 'decisions', 'properties'];
  const expected = [
    ...[
      '/v2/meta/release',
      '/v2/meta/coverage',
      '/v2/meta/changes',
      '/v2/meta/quality',
      '/v2/meta/releases',
      '/v2/metrics/areas',
      '/v2/usage',
      '/v2/list/tags',
      '/v2/list/zip',
    ],
    ...['permits', 'contractors', 'decisions'].flatMap((noun) => [`/v2/${noun}`, `/v2/${noun}/{id}`]),
    ...['/v2/permits/{id}/history', '/v2/permits/{id}/provenance'],
    '/v2/places/{geo_id}/official',
    ...['cities', 'counties', 'jurisdictions', 'states', 'zipcodes', 'properties'].map(
      (noun) => `/v2/${noun}`,
    ),
    ...searched.map((noun) => `/v2/${noun}/search`),
    ...measured.flatMap((noun) =>
      ['current', 'monthly'].map((span) => `/v2/${noun}/{geo_id}/metrics/${span}`),
    ),
    ...['/v2/contractors/{id}/metrics', '/v2/contractors/{id}/permits', '/v2/contractors/{id}/spellings'],
    ...['permits', 'contractors', 'properties', 'decisions', 'addresses', 'official'].map(
      (noun) => `/v2/export/${noun}`,
    ),
    ...['/v2/permits/aggregate', '/v2/streets', '/v2/places/{geo_id}/names'],
    ...['/v2/places/{geo_id}/official/cities'],
    ...['/v2/permits/bins', '/v2/permits/durations', '/v2/permits/tiles', '/v2/permits/tiles/{z}/{x}/{y}'],
  ];
  const found = all.filter((endpoint) => endpoint.authenticated).map((endpoint) => endpoint.path);
  assert.deepEqual(found.sort(), expected.sort());
});

test('every page of records and every single record takes fields (C34)', () => {
  for (const { answer, parameters, id } of all) {
    assert.equal('fields' in parameters, isOfRecords(answer), id);
  }
});

test('every list endpoint takes include_count, but the city search, whose envelope has no count (interface 2.1)', () => {
  for (const { answer, parameters, id } of all) {
    assert.equal('include_count' in parameters, answer.kind === 'page' || answer.kind === 'metrics_page', id);
  }
});

test('text searches have the default sizes of C3', () => {
  const sizes = Object.fromEntries(
    all
      .filter(({ parameters }) => 'q' in parameters)
      .map(({ id, parameters }) => [id, parameters.size?.default]),
  );
  assert.deepEqual(sizes, {
    address_search: 20,
    city_search: 15,
    county_search: 15,
    jurisdiction_search: 15,
    state_search: 50,
    zipcode_search: 50,
  });
});

test('the endpoints without a key are the operational ones', () => {
  const paths = all.filter((endpoint) => !endpoint.authenticated).map((endpoint) => endpoint.path);
  assert.deepEqual(paths.sort(), ['/healthz', '/readyz', '/v2/openapi.json']);
});

test('an endpoint is listed under its own id, and no two share a path', () => {
  for (const [key, endpoint] of Object.entries(endpoints)) assert.equal(endpoint.id, key);
  assert.equal(new Set(all.map((endpoint) => endpoint.path)).size, all.length);
});

test('path parameters match the path, and are required', () => {
  for (const endpoint of all) {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = Object.entries(endpoint.parameters).filter(([, parameter]) => parameter.in === 'path');
    assert.deepEqual(
      declared.map(([name]) => name),
      inPath,
    );
    assert.ok(declared.every(([, parameter]) => parameter.required));
  }
});

test('every status has a body: it is 200, 304 or one of the error table', () => {
  const known = [200, 304, ...Object.values(errors).map((error) => error.status)];
  for (const endpoint of all) {
    for (const status of endpoint.statuses) assert.ok(known.includes(status), `${endpoint.id} ${status}`);
    assert.deepEqual(
      [...endpoint.statuses],
      [...new Set(endpoint.statuses)].sort((a, b) => a - b),
    );
  }
});

test('pages are metered and can answer 402; what is free cannot (C15)', () => {
  const resources = new Set<string>();
  for (const endpoint of all) {
    const isFree = endpoint.answer.kind === 'object' || endpoint.answer.resource === null;
    assert.equal(endpoint.statuses.includes(402), !isFree, endpoint.id);
    if (endpoint.answer.kind === 'object') continue;
    if (endpoint.answer.resource !== null) resources.add(endpoint.answer.resource);
  }
  assert.deepEqual([...resources].sort(), [...meteredResources].sort());
});

test('an endpoint with parameters in its query or a place in its path can answer 422, one that needs a key 401 and 403', () => {
  for (const endpoint of all) {
    const isAsked = Object.values<Parameter>(endpoint.parameters).some(
      (parameter) => parameter.in === 'query' || parameter.geoKinds !== undefined,
    );
    assert.equal(endpoint.statuses.includes(422), isAsked, endpoint.id);
    for (const status of [401, 403]) {
      assert.equal(endpoint.statuses.includes(status), endpoint.authenticated, `${endpoint.id} ${status}`);
    }
    // Probes of health alone are never counted.
    const isProbe = endpoint.id === 'liveness' || endpoint.id === 'readiness';
    assert.equal(endpoint.statuses.includes(429), !isProbe, endpoint.id);
  }
});

test('a default is a value of its schema, and no required parameter has one', () => {
  for (const endpoint of all) {
    for (const [name, parameter] of Object.entries(endpoint.parameters)) {
      if (parameter.default === undefined) continue;
      assert.ok(Value.Check(parameter.schema, parameter.default), `${endpoint.id} ${name}`);
      assert.equal(parameter.required, false, `${endpoint.id} ${name}`);
    }
  }
});

test('the examples of the parameters are a request that is read', () => {
  for (const endpoint of all) {
    const query: [string, string][] = [];
    const path: Record<string, string> = {};
    for (const [name, parameter] of Object.entries(endpoint.parameters)) {
      for (const value of [parameter.example ?? []].flat()) {
        if (parameter.in === 'path') path[name] = String(value);
        else query.push([name, String(value)]);
      }
    }
    const parsed = parseQuery(endpoint, { query, path });
    assert.ok(parsed.ok, `${endpoint.id}: ${JSON.stringify(parsed)}`);
  }
});

test('views, exports and the contractor search have no filter that the permit search lacks', () => {
  const known: readonly string[] = filtersOf(endpoints.permit_search);
  // What belongs to a view and narrows nothing, or is in the path.
  const own = ['zoom', 'by_month', 'z', 'x', 'y'];
  const { permit_aggregate, permit_bins, permit_durations, permit_tile, export_permits, export_contractors } =
    endpoints;
  for (const endpoint of [
    endpoints.contractor_search,
    permit_aggregate,
    permit_bins,
    permit_durations,
    permit_tile,
    export_permits,
    export_contractors,
  ]) {
    const others = filtersOf(endpoint).filter((name) => !known.includes(name) && !own.includes(name));
    assert.deepEqual(others, [], endpoint.path);
  }
});
