/**
 * An empty first page of permits, contractors, decisions, properties and metrics says why it is empty (C37).
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type EndpointId, emptyReasons, explainsEmpty, geoId } from '@lintel/contract';
import { cityId, contractorIds, countyId, quietCountyId } from '@lintel/testing/http/memory-records.js';
import { endpointIds, endpointsWhere, goodUrls, withQuery } from '@lintel/testing/http/requests.js';
import { testService, urlOf } from '@lintel/testing/http/service.js';

const service = testService({
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(() => service.close());

const header = 'x-empty-reason';
const january = { permit_from: '2026-01-01', permit_to: '2026-01-31' };
const longAgo = { permit_from: '1990-01-01', permit_to: '1990-12-31' };
const months = { metric_from: '2026-01-01', metric_to: '2026-01-31' };
const longAgoMonths = { metric_from: '1990-01-01', metric_to: '1990-12-31' };
const solar = { tag: 'solar', property_type: 'all' };
const decided = { decision_from: '2026-01-01', decision_to: '2026-01-31' };

/**
 * Requests that find nothing, with the reason. Metrics of other kinds of places behave like those of
 * counties.
 */
const empty: [url: string, reason: string][] = [
  ['/v2/permits?id=unknown', 'no_match'],
  ['/v2/contractors?id=unknown', 'no_match'],
  ['/v2/decisions?id=unknown', 'no_match'],
  ['/v2/properties?id=unknown', 'no_match'],
  [urlOf('/v2/permits/search', { geo_id: 'NY', ...january, permit_tags: 'solar' }), 'no_match'],
  [urlOf('/v2/permits/search', { geo_id: 'NY', ...longAgo }), 'window'],
  [urlOf('/v2/permits/search', { geo_id: 'WY', ...january }), 'no_coverage'],
  [urlOf('/v2/permits/search', { geo_id: geoId('city', 'none'), ...january }), 'no_coverage'],
  [urlOf('/v2/permits/aggregate', { geo_id: 'NY', ...longAgo, group_by: 'year' }), 'window'],
  [urlOf('/v2/contractors/search', { geo_id: cityId, ...january, permit_tags: 'solar' }), 'no_match'],
  [urlOf('/v2/contractors/search', { geo_id: cityId, ...longAgo }), 'window'],
  [urlOf('/v2/properties/search', { geo_id: cityId, permit_tags: 'solar' }), 'no_match'],
  [urlOf('/v2/properties/search', { geo_id: 'WY' }), 'no_coverage'],
  [urlOf('/v2/properties/search', { legal_owner: 'NOBODY' }), 'no_match'],
  [urlOf('/v2/decisions/search', { geo_id: cityId, ...decided, category: 'contract' }), 'no_match'],
  ['/v2/permits/bins?bbox=0,0,1,1&zoom=5', 'no_match'],
  ['/v2/permits/tiles/3/0/0?geo_id=WY', 'no_coverage'],
  [urlOf('/v2/decisions/search', { geo_id: 'WY', ...decided }), 'no_coverage'],
  [urlOf(`/v2/counties/${countyId}/metrics/current`, solar), 'no_match'],
  [urlOf(`/v2/counties/${quietCountyId}/metrics/current`, solar), 'no_coverage'],
  [urlOf(`/v2/counties/${countyId}/metrics/monthly`, { ...solar, ...months }), 'no_match'],
  [urlOf(`/v2/counties/${countyId}/metrics/monthly`, { ...solar, ...longAgoMonths }), 'window'],
  [urlOf(`/v2/contractors/${contractorIds[0]}/metrics`, { ...solar, ...months }), 'no_match'],
  [urlOf(`/v2/contractors/${contractorIds[0]}/metrics`, { ...solar, ...longAgoMonths }), 'window'],
];

test('an empty first page says whether anything covers the place in the period', async () => {
  for (const [url, reason] of empty) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answered = await service.ask(url, { method });
      assert.equal(answered.status, 200, url);
      assert.equal(answered.headers[header], reason, `${method} ${url}`);
    }
  }
});

test('every page and view of permits, contractors, decisions, properties and metrics explains itself, no other answer does', async () => {
  const explained = endpointsWhere(explainsEmpty).map(({ id }) => id);
  const measured = ['address', 'city', 'county', 'jurisdiction', 'state', 'zipcode'];
  const expected = [
    ...[
      'permit_bins',
      'permit_tile',
      'permits_by_id',
      'permit_search',
      'permit_durations',
      'permit_aggregate',
      'metrics_by_area',
      'contractors_by_id',
      'contractor_search',
      'contractor_permits',
      'contractor_spellings',
    ],
    ...['decisions_by_id', 'decision_search', 'properties_by_id', 'property_search', 'contractor_metrics'],
    ...measured.flatMap((kind) => [`${kind}_metrics_current`, `${kind}_metrics_monthly`]),
  ];
  assert.deepEqual([...explained].sort(), expected.sort());
  for (const id of endpointIds) {
    assert.equal((await service.ask(goodUrls[id])).headers[header], undefined, `${id} is not empty`);
  }
  for (const id of explained.filter((each) => /_metrics_/.test(each))) {
    const answered = await service.ask(goodUrls[id].replace('tag=all', 'tag=solar'));
    assert.ok((emptyReasons as readonly string[]).includes(answered.headers[header] ?? ''), id);
  }
  const searches: EndpointId[] = ['address_search', 'city_search', 'county_search', 'zipcode_search'];
  for (const id of searches) {
    const answered = await service.ask(goodUrls[id].replace(/q=\w+/, 'q=zzzz'));
    assert.deepEqual(
      [(answered.body as { size: number }).size, answered.headers[header]],
      [0, undefined],
      id,
    );
  }
});

test('a page after the last one is empty for another reason and gives none', async () => {
  const url = urlOf(`/v2/counties/${countyId}/metrics/current`, { tag: 'all', property_type: 'all' });
  assert.equal((await service.ask(withQuery(url, 'page=2'))).headers[header], undefined);
  assert.equal((await service.ask(withQuery(url, 'page=1'))).headers[header], undefined);
});
