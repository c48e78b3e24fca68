/** How unknown query parameters are handled (C39). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from './endpoint.js';
import { type EndpointId, endpoints } from './endpoints.js';
import type { ValidationEntry } from './error.js';
import { exampleOf, refused } from './fixture/ask.js';
import { parseQuery } from './query.js';
import { meantParameter } from './unknown-parameter.js';

const all = Object.entries(endpoints) as [EndpointId, Endpoint][];

/** The names that a good request with these further parameters ignores. */
function ignored(id: EndpointId, further: string): readonly string[] {
  const { query, path } = exampleOf(endpoints[id], '');
  const parsed = parseQuery<Endpoint>(endpoints[id], {
    query: new URLSearchParams(`${query}&${further}`),
    path,
  });
  assert.ok(parsed.ok, `${id}: ${JSON.stringify(parsed)}`);
  return parsed.ignored;
}

test('every endpoint ignores parameters unlike its own, and names each once', () => {
  const further = 'utm_source=x&_=17&foo=1&foo=2&v=3&api_key=secret&__proto__=1&constructor=2&callback=f';
  const names = ['utm_source', '_', 'foo', 'v', 'api_key', '__proto__', 'constructor', 'callback'];
  for (const [id] of all) assert.deepEqual(ignored(id, further), names, id);
});

test('every parameter is meant by its name in brackets, in another case and with a letter wrong', () => {
  for (const [id, endpoint] of all) {
    const { query, path } = exampleOf(endpoint, '');
    for (const [name, parameter] of Object.entries(endpoint.parameters)) {
      if (parameter.in === 'path') continue;
      const spellings = [`${name}[]`, `${name}[0]`, name.toUpperCase(), name.replaceAll('_', '-')];
      if (name.length > 3) spellings.push(name.replace(/(..)$/, 'x$1'), name.replace(/^(.)(.)/, '$2$1'));
      for (const spelling of spellings) {
        if (Object.hasOwn(endpoint.parameters, spelling)) continue;
        const detail = refused(id, `${query}&${encodeURIComponent(spelling)}=1`, path) as ValidationEntry[];
        const [fault] = detail;
        assert.deepEqual(
          [detail.length, fault?.type, fault?.loc],
          [1, 'extra_forbidden', ['query', spelling]],
        );
        assert.equal(fault?.ctx?.suggestion, name, `${id} ${spelling}`);
        assert.ok(fault?.msg.includes(`did you mean '${name}'?`), fault?.msg);
      }
    }
  }
});

test('plural and singular, camel case, two wrong letters and missing first words are understood', () => {
  const meant = (id: EndpointId, name: string) => meantParameter(name, endpoints[id].parameters);
  for (const [name, expected] of [
    ['permit_tag', 'permit_tags'],
    ['permitfrom', 'permit_from'],
    ['permitTags', 'permit_tags'],
    ['pemrit_tasg', 'permit_tags'],
    ['permit_statuses', 'permit_status'],
    ['property_types', 'property_type'],
    ['tags', 'permit_tags'],
    ['tag', 'permit_tags'],
    ['status', 'permit_status'],
    ['min_job_value', 'permit_min_job_value'],
    ['q', 'permit_q'],
    ['sizes', 'size'],
    ['field', 'fields'],
  ]) {
    assert.equal(meant('permit_search', name ?? ''), expected, name);
  }
  assert.equal(meant('permits_by_id', 'ids'), 'id');
  assert.equal(meant('decision_search', 'categories'), 'category');
  // What other interfaces call it (C57).
  for (const name of ['limit', 'per_page', 'pageSize', 'page_size'])
    assert.equal(meant('permit_search', name), 'size');
  assert.equal(meant('release', 'limit'), null);
  // Short names are near many words: one that is merely as short is not meant.
  for (const name of ['ix', 'x', 'offset', 'lang', 'date', 'key', 'order', 'side_effects']) {
    assert.equal(meant('permit_search', name), null, name);
    assert.equal(meant('permits_by_id', name), null, name);
  }
});

test('an unknown parameter is reported together with all other faults of the request', () => {
  const detail = refused('permit_search', 'geo_id=CA&permitfrom=2025-01-01&permit_to=2025-13-01');
  assert.deepEqual(
    (detail as ValidationEntry[]).map(({ type, loc }) => [type, loc[1]]),
    [
      ['missing', 'permit_from'],
      ['date_from_datetime_parsing', 'permit_to'],
      ['extra_forbidden', 'permitfrom'],
    ],
  );
});

test('a list with brackets is refused with how lists are written', () => {
  const { query } = exampleOf(endpoints.permit_search, 'permit_tags');
  const [fault] = refused('permit_search', `${query}&permit_tags[]=solar`) as ValidationEntry[];
  assert.match(
    fault?.msg ?? '',
    /did you mean 'permit_tags'\? A list is repeated keys: permit_tags=a&permit_tags=b\.$/,
  );
});
