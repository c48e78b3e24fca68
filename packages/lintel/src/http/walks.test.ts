/**
 * Cursor walks (C4, C5): each record once, in order, at any page size, on the release on which the walk
 * began.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { tagIds } from '@lintel/contract';
import {
  addressCount,
  cityCount,
  cityId,
  contractorIds,
  countyId,
  decisionIds,
  permitIds,
  quietCountyId,
} from '@lintel/testing/http/memory-records.js';
import { memoryRelease, memoryReleaseStore } from '@lintel/testing/http/memory-release.js';
import { type Answered, testService, urlOf } from '@lintel/testing/http/service.js';

const releases = memoryReleaseStore();
const service = testService({
  releases,
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(() => service.close());

interface Page {
  items: Record<string, unknown>[];
  size: number;
  next_cursor: string | null;
  total_count?: unknown;
}

const pageOf = (answered: Answered): Page => {
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return answered.body as Page;
};

/** All items of a walk, and its pages. `between` runs after each page. */
async function walk(
  path: string,
  query: Record<string, string | number | readonly string[]>,
  between = () => {},
) {
  const items: Record<string, unknown>[] = [];
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = pageOf(await service.ask(urlOf(path, { ...query, ...(cursor ? { cursor } : {}) })));
    items.push(...page.items);
    pages.push(page);
    cursor = page.next_cursor;
    between();
  }
  return { items, pages };
}

const ids = (items: Record<string, unknown>[]) => items.map((item) => item.id);

const everySize = Array.from({ length: 51 }, (_, i) => i + 1);
const someSizes = [1, 7, 44, 45, 46, 100];

test('a walk by id gives each record once in the requested order, at every page size', async () => {
  const resources = { permits: permitIds, contractors: contractorIds, decisions: decisionIds };
  for (const [resource, all] of Object.entries(resources)) {
    const wanted = all.slice(0, 45).reverse();
    const asked = [...wanted.slice(0, 20), 'unknown', ...wanted.slice(18), wanted[0] ?? ''];
    for (const size of resource === 'permits' ? everySize : someSizes) {
      const { items, pages } = await walk(`/v2/${resource}`, { id: asked.slice(0, 50), size });
      assert.deepEqual(ids(items), wanted, `${resource}, size ${size}`);
      assert.ok(pages.slice(0, -1).every((page) => page.size === size));
      assert.ok(pages.at(-1)?.size, 'the walk ends with an empty page');
    }
  }
});

test('walks over tags and address searches give each item once, at every page size', async () => {
  for (let size = 1; size <= 100; size += size < 26 ? 1 : 25) {
    assert.deepEqual(ids((await walk('/v2/list/tags', { size })).items), [...tagIds].sort());
    const { items } = await walk('/v2/addresses/search', { q: 'maple', size });
    assert.equal(new Set(items.map((item) => item.geo_id)).size, addressCount);
    assert.equal(items.length, addressCount);
  }
});

test('walks over decisions, ZIP codes and months give each once, at every page size', async () => {
  const period = { geo_id: cityId, decision_from: '2026-01-01', decision_to: '2026-01-31' };
  for (const size of [1, 7, 25, 100]) {
    const decisions = (await walk('/v2/decisions/search', { ...period, size })).items;
    assert.deepEqual(ids(decisions), [...decisionIds].sort());
    const zips = (await walk('/v2/list/zip', { size, fields: 'name' })).items.map((item) => item.geo_id);
    assert.equal(new Set(zips).size, 25);
    const months = {
      tag: 'all',
      property_type: 'all',
      metric_from: '2025-01-01',
      metric_to: '2026-12-31',
      size,
    };
    assert.equal((await walk(`/v2/counties/${countyId}/metrics/monthly`, months)).items.length, 1);
  }
});

test('a walk may change its fields and its page size, not its filters', async () => {
  const period = { geo_id: cityId, decision_from: '2026-01-01', decision_to: '2026-01-31', size: 5 };
  const first = pageOf(await service.ask(urlOf('/v2/decisions/search', { ...period, fields: 'title' })));
  assert.deepEqual(Object.keys(first.items[0] ?? {}), ['id', 'title']);
  const cursor = first.next_cursor ?? '';
  const more = { ...period, size: 3, fields: ['state', 'city'], cursor };
  const second = pageOf(await service.ask(urlOf('/v2/decisions/search', more)));
  assert.deepEqual(Object.keys(second.items[0] ?? {}), ['id', 'city', 'state'], 'in the order of the schema');
  cursorFault(
    await service.ask(urlOf('/v2/decisions/search', { ...more, category: 'contract' })),
    /other filters/,
  );
});

test('the numbered pages of the city search give each city once', async () => {
  const seen: unknown[] = [];
  for (let page = 1; ; page++) {
    const body = pageOf(await service.ask(urlOf('/v2/cities/search', { q: 'spring', page, size: 7 })));
    if (body.items.length === 0) break;
    seen.push(...body.items.map((item) => item.geo_id));
  }
  assert.equal(seen.length, cityCount);
  assert.equal(new Set(seen).size, cityCount);
});

test('a walk ends on the release on which it began, while new ones are published', async () => {
  releases.publish(memoryRelease('before'));
  let number = 0;
  const { items } = await walk('/v2/permits', { id: permitIds.slice(0, 30), size: 7 }, () => {
    number += 1;
    releases.publish(memoryRelease(`after-${number}`));
  });
  assert.deepEqual(ids(items), permitIds.slice(0, 30));
  for (const item of items) assert.match(String(item.description), /“before”/);
  const fresh = pageOf(await service.ask(urlOf('/v2/permits', { id: permitIds.slice(0, 1) })));
  assert.match(String(fresh.items[0]?.description), new RegExp(`“after-${number}”`));
});

const cursorFault = (answered: Answered, message: RegExp) => {
  assert.equal(answered.status, 422);
  const [entry] = (answered.body as { detail: { loc: string[]; msg: string }[] }).detail;
  assert.deepEqual(entry?.loc, ['query', 'cursor']);
  assert.match(entry?.msg ?? '', message);
};

test('a cursor of a release that is gone is refused in words that say so', async () => {
  releases.publish(memoryRelease('short-lived'));
  const first = pageOf(await service.ask('/v2/list/tags?size=5'));
  releases.publish(memoryRelease('next'));
  releases.drop('short-lived');
  cursorFault(
    await service.ask(urlOf('/v2/list/tags', { cursor: first.next_cursor ?? '' })),
    /no longer kept/,
  );
});

test('a cursor that was altered, or belongs to another endpoint or other filters, is refused', async () => {
  const query = { id: permitIds.slice(0, 10), size: 3 };
  const cursor = pageOf(await service.ask(urlOf('/v2/permits', query))).next_cursor ?? '';
  const use = (path: string, more: Record<string, string | number | readonly string[]>, text = cursor) =>
    service.ask(urlOf(path, { ...query, ...more, cursor: text }));
  pageOf(await use('/v2/permits', { size: 100 }));
  for (let i = 0; i < cursor.length; i++) {
    const altered = `${cursor.slice(0, i)}${cursor[i] === 'A' ? 'B' : 'A'}${cursor.slice(i + 1)}`;
    cursorFault(await use('/v2/permits', {}, altered), /altered/);
  }
  cursorFault(await use('/v2/permits', { id: permitIds.slice(0, 9) }), /other filters/);
  cursorFault(await use('/v2/contractors', {}), /another endpoint/);
  cursorFault(await use('/v2/permits', {}, 'nonsense'), /altered/);
});

test('total_count is only on a first page that requests it', async () => {
  const query = { id: [...permitIds.slice(0, 10), 'unknown'], size: 4, include_count: 'true' };
  const { pages } = await walk('/v2/permits', query);
  assert.deepEqual(pages[0]?.total_count, { value: 10, relation: 'eq' });
  assert.ok(pages.slice(1).every((page) => !('total_count' in page)));
  const silent = pageOf(await service.ask(urlOf('/v2/permits', { ...query, include_count: 'false' })));
  assert.ok(!('total_count' in silent));
});

test('Link leads through the same walk as next_cursor', async () => {
  let url: string | null = urlOf('/v2/addresses/search', {
    q: 'Maple, São "x"',
    size: 5,
    include_count: 'true',
  });
  const seen: unknown[] = [];
  while (url !== null) {
    const answered: Answered = await service.ask(url);
    const page = pageOf(answered);
    seen.push(...page.items.map((item) => item.geo_id));
    const link: string | undefined = answered.headers.link;
    assert.equal(link === undefined, page.next_cursor === null);
    url = link === undefined ? null : (/^<([^>]+)>; rel="next"$/.exec(link)?.[1] ?? null);
  }
  assert.equal(new Set(seen).size, addressCount);
  assert.equal(seen.length, addressCount);
});

test('metrics say how they were paged: page only where it was used', async () => {
  const base = urlOf(`/v2/counties/${countyId}/metrics/current`, {
    tag: 'all',
    property_type: 'all',
  });
  const ask = async (more: string) => (await service.ask(base + more)).body as Record<string, unknown>;
  const plain = await ask('');
  assert.deepEqual([plain.size, plain.pagination_type, plain.next_cursor], [1, 'cursor', null]);
  const first = await ask('&page=1');
  assert.deepEqual([first.size, first.pagination_type], [1, 'page']);
  const second = await ask('&page=2');
  assert.deepEqual([second.size, second.pagination_type], [0, 'page']);
});

test('a known county without such permits gives an empty page', async () => {
  const url = urlOf(`/v2/counties/${quietCountyId}/metrics/current`, { tag: 'all', property_type: 'all' });
  const page = pageOf(await service.ask(url));
  assert.deepEqual([page.items, page.size, page.next_cursor], [[], 0, null]);
});
