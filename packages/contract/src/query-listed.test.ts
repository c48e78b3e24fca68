/** How values of closed lists are read, and what is said of one that is not listed (C14). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from './endpoints.js';
import { county, exampleOf, good, refused } from './fixture/ask.js';
import { parseQuery } from './query.js';
import { propertyTypes } from './vocabulary/property.js';
import { tagIds } from './vocabulary/tag.js';

for (const { name, others, allowed, given, meant, begins } of [
  {
    name: 'tag',
    others: 'property_type=all',
    allowed: tagIds,
    given: 'sollar',
    meant: 'solar',
    begins: `Input should be one of ${tagIds.length + 1} values (see GET /v2/list/tags), `,
  },
  {
    name: 'property_type',
    others: 'tag=all',
    allowed: propertyTypes,
    given: 'residental',
    meant: 'residential',
    begins: "Input should be 'all', 'residential', ",
  },
]) {
  test(`an unknown ${name} is named, with the allowed values and the nearest one (C14)`, () => {
    for (const value of [...allowed, 'all']) {
      const query = `${others}&${name}=${encodeURIComponent(value)}`;
      assert.equal(good('county_metrics_current', query, { geo_id: county })[name], value);
    }
    const detail = refused('county_metrics_current', `${others}&${name}=${given}`, { geo_id: county });
    assert.ok(Array.isArray(detail));
    const [entry, ...more] = detail;
    assert.deepEqual(more, []);
    assert.equal(entry?.type, 'literal_error');
    assert.deepEqual(entry?.loc, ['query', name]);
    assert.equal(entry?.input, given);
    const msg = entry?.msg ?? '';
    assert.ok(msg.startsWith(begins), msg);
    assert.ok(msg.endsWith(`, not '${given}'; did you mean '${meant}'?`), msg);
    assert.ok(msg.length < 250, msg);
    assert.equal(entry?.ctx?.suggestion, meant);
    assert.deepEqual(entry?.ctx?.allowed, ['all', ...allowed]);
  });
}

test("a city's word for a status suggests the status that it means", () => {
  const { query } = exampleOf(endpoints.permit_search, 'permit_status');
  const suggested = (word: string) => {
    const detail = refused('permit_search', `${query}&permit_status=${encodeURIComponent(word)}`);
    return Array.isArray(detail) ? detail[0]?.ctx?.suggestion : detail;
  };
  for (const [word, status] of [
    ['issued', 'active'],
    ['Issued', 'active'],
    ['permit issued', 'active'],
    ['completed', 'final'],
    ['closed', 'final'],
    ['Plan Check', 'in_review'],
    ['approved', 'in_review'],
    ['expired', 'inactive'],
    ['withdrawn', 'inactive'],
    ['activ', 'active'],
    ['finl', 'final'],
  ]) {
    assert.equal(suggested(word ?? ''), status, word);
  }
});

test('many unknown values make a short body: each list of allowed values is in it once', () => {
  const query = new URLSearchParams('geo_id=CA&permit_from=2026-02-01&permit_to=2026-01-01');
  for (let i = 0; i < 10; i++) query.append('permit_tags', `-pool${i}`);
  query.append('contractor_classification_derived', 'plumer');
  const parsed = parseQuery(endpoints.permit_search, { query, path: {} });
  assert.ok(!parsed.ok && Array.isArray(parsed.detail));
  const lists = parsed.detail.filter(({ ctx }) => ctx?.allowed !== undefined);
  assert.deepEqual(
    lists.map(({ loc }) => loc),
    [
      ['query', 'permit_tags', 0],
      ['query', 'contractor_classification_derived', 0],
    ],
  );
  assert.match(lists[0]?.msg ?? '', /did you mean '-pool_spa' or '-pool_and_hot_tub'\?$/);
  assert.ok(JSON.stringify(parsed.detail).length < 6000);
});

test('listed values are exact: neither another case nor an empty value passes', () => {
  for (const tag of ['Solar', 'SOLAR', '', '-solar']) {
    const detail = refused('county_metrics_current', `property_type=all&tag=${tag}`, { geo_id: county });
    assert.ok(Array.isArray(detail));
    assert.equal(detail[0]?.type, 'literal_error', tag);
  }
});

test('fields may be repeated or comma-separated, and an unknown one is answered with the nearest (C34)', () => {
  assert.deepEqual(good('permits_by_id', 'id=a&fields=number, fees,&fields=tags').fields, [
    'number',
    'fees',
    'tags',
  ]);
  assert.equal(good('permits_by_id', 'id=a&fields=').fields, null);
  const [fault] = refused('permits_by_id', 'id=a&fields=number,jobvalue') as { loc: unknown; msg: string }[];
  assert.deepEqual(fault?.loc, ['query', 'fields', 1]);
  assert.match(fault?.msg ?? '', /did you mean 'job_value'(?: or '\w+')?\?$/);
});
