/** How a geo_id is read, and what is said of one that is none or of another kind (C12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from './endpoints.js';
import type { ValidationEntry } from './error.js';
import { county, exampleOf, good, refused } from './fixture/ask.js';
import { geoId } from './id.js';

const takes = [
  { id: 'city_details', kind: 'city', search: 'GET /v2/cities/search' },
  { id: 'county_details', kind: 'county', search: 'GET /v2/counties/search' },
  { id: 'jurisdiction_details', kind: 'jurisdiction', search: 'GET /v2/jurisdictions/search' },
  { id: 'county_metrics_current', kind: 'county', search: 'GET /v2/counties/search' },
] as const;

for (const { id, kind, search } of takes) {
  const where = endpoints[id].parameters.geo_id.in;
  const filters = 'tag=solar&property_type=office';
  const request = (geo: string) =>
    where === 'path'
      ? { query: filters, path: { geo_id: geo } }
      : { query: `${filters}&geo_id=${encodeURIComponent(geo)}`, path: {} };

  test(`${id} takes the geo_id of a ${kind} and refuses any other value (C12)`, () => {
    const known = request(geoId(kind, 'x'));
    assert.equal(good(id, known.query, known.path).geo_id, geoId(kind, 'x'));
    const malformed = ['', ' ', 'San Francisco', '123', 'yGAhzADZxSp', `${county} `];
    const wrongKind = ['CA', '94103', '94103-1234'].concat(
      (['address', 'city', 'county', 'jurisdiction'] as const)
        .filter((other) => other !== kind)
        .map((other) => geoId(other, 'x')),
    );
    for (const geo of [...malformed, ...wrongKind]) {
      const { query, path } = request(geo);
      const detail = refused(id, query, path);
      assert.equal(typeof detail, 'string', geo);
      assert.match(String(detail), /^Was the address resolved into a geolocation ID\? /);
      assert.ok(
        String(detail).includes(`takes the geo_id of a ${kind}. Find it with ${search}`),
        String(detail),
      );
      assert.ok(String(detail).includes(`'${geo}'`), String(detail));
    }
  });

  test(`${id}: a missing geo_id is an ordinary missing entry (C12)`, () => {
    assert.deepEqual(refused(id, filters), [
      { type: 'missing', loc: [where, 'geo_id'], msg: 'Field required', input: null },
    ]);
  });
}

test('the kind of a wrong geo_id is named', () => {
  assert.match(String(refused('county_details', `geo_id=${geoId('city', 'x')}`)), /is the geo_id of a city;/);
  assert.match(String(refused('county_details', 'geo_id=94103')), /is the geo_id of a ZIP code;/);
  assert.match(String(refused('county_details', 'geo_id=foo')), /'foo' is not a geo_id;/);
});

test('an unknown state code is refused, and a lower-case one is answered with the right code (C39)', () => {
  const { query } = exampleOf(endpoints.permit_search, 'geo_id');
  for (const code of ['XX', 'UK', 'ZZ']) {
    const detail = String(refused('permit_search', `${query}&geo_id=${code}`));
    assert.match(detail, /^Was the address resolved into a geolocation ID\? no state has the code '/);
    assert.match(String(refused('state_details', `geo_id=${code}`)), /no state has the code/);
  }
  assert.match(
    String(refused('state_details', 'geo_id=ca')),
    /'ca' is not a geo_id \(did you mean 'CA'\?\);/,
  );
  assert.equal(good('state_details', 'geo_id=PR').geo_id, 'PR');
});

test('everywhere is US, at searches over permits and contractors alone, and must be asked for (C94)', () => {
  const period = 'permit_from=2020-01-01&permit_to=2020-12-31';
  for (const id of ['permit_search', 'contractor_search'] as const) {
    assert.equal(good(id, `${period}&geo_id=US`).geo_id, null);
    assert.equal(good(id, `${period}&geo_id=CA&geo_id=US`).geo_id, null, 'a place beside it narrows nothing');
    assert.deepEqual(
      (refused(id, period) as ValidationEntry[]).map(({ type, loc }) => [type, ...loc]),
      [['missing', 'query', 'geo_id']],
    );
    assert.match(String(refused(id, `${period}&geo_id=UK`)), /everywhere is US\.$/);
  }
  for (const id of ['permit_bins', 'permit_aggregate', 'permit_durations', 'export_permits'] as const) {
    assert.ok('mayBeEverywhere' in endpoints[id].parameters.geo_id, id);
  }
  assert.match(String(refused('property_search', 'geo_id=US')), /no state has the code 'US'/);
  assert.match(String(refused('state_details', 'geo_id=US')), /no state has the code 'US'/);
});

test('a long wrong value is shortened in the message', () => {
  assert.ok(String(refused('county_details', `geo_id=${'x'.repeat(5000)}`)).length < 500);
});

test('a wrong geo_id is listed among other faults, so that none is hidden', () => {
  const detail = refused('county_metrics_current', 'tag=solar&size=0', { geo_id: 'foo' });
  assert.ok(Array.isArray(detail));
  assert.deepEqual(
    detail.map((entry) => [entry.type, ...entry.loc]),
    [
      ['value_error', 'path', 'geo_id'],
      ['missing', 'query', 'property_type'],
      ['greater_than_equal', 'query', 'size'],
    ],
  );
  assert.match(detail[0]?.msg ?? '', /^Value error, Was the address resolved into a geolocation ID\? /);
});

test('decisions of a ZIP code are refused with the kinds they take (C28)', () => {
  const { query } = exampleOf(endpoints.decision_search, 'geo_id');
  const detail = refused('decision_search', `${query}&geo_id=94103`);
  assert.match(
    String(detail),
    /'94103' is the geo_id of a ZIP code; .* an address, a city, a county, a jurisdiction or a state\. Find it/,
  );
});

test('coverage of a place of another kind than it says is refused by both (C31)', () => {
  const { query } = exampleOf(endpoints.coverage, 'geo_type');
  const [fault] = refused('coverage', `${query}&geo_type=zipcode`) as { loc: unknown; msg: string }[];
  assert.deepEqual(fault?.loc, ['query', 'geo_id']);
  assert.match(fault?.msg ?? '', /kind county, not zipcode; say geo_type=county/);
});
