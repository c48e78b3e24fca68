/** `total_count` and the way to the next page, on every list endpoint of the contract (interface 2.1, C1). */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpointsWhere, withQuery } from '@lintel/testing/http/requests.js';
import { type Answered, testService } from '@lintel/testing/http/service.js';
import { metricsPage } from './metrics/metrics-page.js';

const service = testService({
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(() => service.close());

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
  readonly total_count?: unknown;
}

function page({ status, body }: Answered): Page {
  assert.equal(status, 200, JSON.stringify(body));
  return body as Page;
}

const lists = endpointsWhere(({ answer }) => answer.kind === 'page' || answer.kind === 'metrics_page');

test('every list endpoint counts what its walk gives, only on a first page that requests it', async () => {
  assert.ok(lists.length > 25);
  for (const { id, url } of lists) {
    const counting = withQuery(url, 'include_count=true&size=7');
    const first = page(await service.ask(counting));
    let walked = first.items.length;
    for (let cursor = first.next_cursor; cursor !== null; ) {
      const next = page(await service.ask(withQuery(counting, `cursor=${cursor}`)));
      assert.ok(!('total_count' in next), `${id} counts on a later page`);
      walked += next.items.length;
      cursor = next.next_cursor;
    }
    assert.deepEqual(first.total_count, { value: walked, relation: 'eq' }, id);
    for (const silent of [withQuery(url, 'include_count=false'), url]) {
      assert.ok(!('total_count' in page(await service.ask(silent))), id);
    }
  }
});

test('a numbered page of metrics counts on the first page only', async () => {
  for (const { id, url } of lists.filter(({ endpoint }) => 'page' in endpoint.parameters)) {
    const counted = (query: string) => service.ask(withQuery(url, `include_count=true&${query}`)).then(page);
    assert.deepEqual((await counted('page=1')).total_count, { value: 1, relation: 'eq' }, id);
    assert.ok(!('total_count' in (await counted('page=2'))), id);
  }
});

test('the property search counts under either name', async () => {
  for (const name of ['include_count', 'include_total_count']) {
    const { total_count } = page(await service.ask(`/v2/properties/search?geo_id=NY&${name}=true`));
    assert.deepEqual(total_count, { value: 30, relation: 'eq' });
  }
});

test('count=exact counts on a first page without being asked otherwise, and what it does not know is refused', async () => {
  for (const kind of ['permits', 'contractors', 'properties', 'decisions']) {
    const url = `/v2/${kind}/search?geo_id=NY&${kind === 'decisions' ? 'decision' : 'permit'}_from=1990-01-01&${kind === 'decisions' ? 'decision' : 'permit'}_to=2100-01-01`;
    const counted = page(await service.ask(`${url}&include_count=true`)).total_count;
    assert.deepEqual(page(await service.ask(`${url}&count=exact`)).total_count, counted, kind);
    assert.equal((await service.ask(`${url}&count=about`)).status, 422, kind);
  }
});

test('the city search keeps its envelope, names the count as ignored, and links to its next page', async () => {
  const seen: unknown[] = [];
  let url: string | null = '/v2/cities/search?q=spring&size=10&include_count=true';
  while (url !== null) {
    const answered: Answered = await service.ask(url);
    const { items, ...rest } = answered.body as { items: { geo_id: string }[] };
    assert.deepEqual(Object.keys(rest), ['page', 'size']);
    if (seen.length === 0) assert.equal(answered.headers['x-ignored-parameters'], 'include_count');
    seen.push(...items.map(({ geo_id }) => geo_id));
    url = /^<([^>]+)>; rel="next"$/.exec(answered.headers.link ?? '')?.[1] ?? null;
  }
  assert.deepEqual([seen.length, new Set(seen).size], [25, 25]);
});

test('a numbered page of metrics says by its cursor whether there is more', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((text) => Buffer.from(text));
  const sought = { records: 'permits', places: [], from: null, to: null } as const;
  const numbered = (number: number) => metricsPage(rows, { cursor: null, page: number, size: 2 }, 0, sought);
  assert.deepEqual(
    [1, 2, 3, 4].map((number) => [numbered(number)?.items.join(''), numbered(number)?.next]),
    [
      ['ab', 2],
      ['cd', 4],
      ['e', null],
      ['', null],
    ],
  );
});
