/** The client against a running service, and over a failing network. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { endpoints, tagIds } from '@lintel/contract';
import { BadNetwork } from '@lintel/testing/clients/bad-network.js';
import { DemoService } from '@lintel/testing/clients/demo-service.js';
import { failure } from '@lintel/testing/clients/failure.js';
import {
  type Answer,
  ApiError,
  AuthenticationError,
  type CachedBody,
  ConnectionError,
  CreditLimitError,
  Lintel,
  NotFoundError,
  PermissionError,
  ProtocolError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './index.js';

const service = await DemoService.start();
const network = await BadNetwork.before(service.url);
after(async () => {
  await network.stop();
  await service.stop();
});

const { url: baseUrl, key } = service;
const lintel = new Lintel({ baseUrl, key });
const shaky = new Lintel({ baseUrl: network.url, key });
/** A search that finds hundreds of permits of the generated world. */
const all = { geo_id: 'TX', permit_from: '2012-01-01', permit_to: '2026-12-31' };

test('a walk over a list gives every record once, in the order of its pages', async () => {
  const walked: string[] = [];
  for await (const { id } of lintel.permits.search({ ...all, size: 20 })) walked.push(id);
  const paged: string[] = [];
  for await (const { items } of lintel.permits
    .search({ ...all, size: 20 })
    .take(40)
    .pages()) {
    assert.equal(items.length, 20);
    paged.push(...items.map(({ id }) => id));
  }
  assert.ok(walked.length > 40);
  assert.equal(new Set(walked).size, walked.length);
  assert.deepEqual(walked.slice(0, 40), paged);
  const count = await lintel.permits.search({ ...all, include_count: true, size: 1 }).page();
  assert.deepEqual(count.total_count, { value: walked.length, relation: 'eq' });
});

test('a list with a limit pays no more records than the limit', async () => {
  const costs: (number | null | undefined)[] = [];
  const counting = new Lintel({ baseUrl, key, onAnswer: ({ credits }) => costs.push(credits?.used) });
  assert.equal((await counting.permits.search(all).take(120).toArray()).length, 120);
  assert.deepEqual(costs, [100, 20]);
  assert.equal(
    (
      await counting.permits
        .search({ ...all, size: 7 })
        .take(10)
        .toArray()
    ).length,
    10,
  );
  assert.deepEqual(costs.slice(2), [7, 3]);
  assert.deepEqual(await counting.permits.search(all).take(0).toArray(), []);
  assert.equal(costs.length, 4);
  for await (const _ of counting.permits.search({ ...all, size: 5 })) break;
  assert.deepEqual(costs.slice(4), [5]);
});

test('numbered pages are walked to their end and no further than a limit', async () => {
  const cities = await lintel.cities.search({ q: 'san', size: 30 }).toArray();
  assert.ok(cities.length > 60, `${cities.length}`);
  assert.equal(new Set(cities.map(({ geo_id }) => geo_id)).size, cities.length);
  const some: string[] = [];
  for await (const { geo_id } of lintel.cities.search({ q: 'san' }).take(40)) some.push(geo_id);
  assert.deepEqual(
    some,
    cities.slice(0, 40).map(({ geo_id }) => geo_id),
  );
  assert.equal((await lintel.cities.search({ q: 'san', page: 2 }).page()).page, 2);
});

test('metrics that begin on a numbered page continue by cursor', async () => {
  const query = {
    tag: 'all',
    property_type: 'all',
    metric_from: '2025-01-01',
    metric_to: '2025-12-31',
  } as const;
  const months = await lintel.states.monthlyMetrics('TX', query).toArray();
  const rest = await lintel.states.monthlyMetrics('TX', { ...query, page: 2, size: 3 }).toArray();
  assert.ok(months.length > 6);
  assert.deepEqual(rest, months.slice(3));
});

test('any number of ids is requested 50 at a time and answered in order, each once', async () => {
  const ids = (await lintel.permits.search(all).take(120).toArray()).map(({ id }) => id);
  const answers: Answer[] = [];
  const counting = new Lintel({ baseUrl, key, onAnswer: (answer) => answers.push(answer) });
  const permits = await counting.permits.get([...ids, ...ids.slice(0, 3), '0000000000000000']);
  assert.deepEqual(
    permits.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(
    answers.map(({ credits }) => credits?.used),
    [50, 50, 20],
  );
  assert.deepEqual(await counting.permits.get([]), []);
});

test('one record by its id, and fewer fields of it', async () => {
  const [first] = await lintel.permits.search(all).take(1).toArray();
  assert.ok(first);
  const permit = await lintel.permits.get(first.id);
  assert.deepEqual({ ...permit }, { ...first });
  const small = await lintel.permits.get(first.id, { fields: ['job_value', 'tags'] });
  assert.deepEqual(Object.keys(small).sort(), ['id', 'job_value', 'tags']);
  const value: number | null = small.job_value;
  assert.equal(value, permit.job_value);
});

test('every endpoint of the contract has a method that the service understands', async () => {
  const paths = new Set<string>();
  const open = new Lintel({ baseUrl, key, onAnswer: ({ url }) => paths.add(new URL(url).pathname) });
  const [permit] = await lintel.permits
    .search({ ...all, permit_has_contractor: true })
    .take(1)
    .toArray();
  const [decision] = await lintel.decisions
    .search({ geo_id: 'CA', decision_from: '2000-01-01', decision_to: '2026-12-31' })
    .take(1)
    .toArray();
  assert.ok(permit?.contractor_id && decision);
  const { address_id, city_id, county_id, jurisdiction_id } = permit.geo_ids;
  assert.ok(address_id && city_id && county_id && jurisdiction_id);
  const zip = permit.address.zip_code ?? '';
  const period = { metric_from: '2026-01-01', metric_to: '2026-02-01' };
  const kind = { tag: 'all', property_type: 'all' } as const;
  const results = [
    open.release(),
    open.coverage({ geo_type: 'state', geo_id: 'TX', date_from: '2025-01-01', date_to: '2025-12-31' }),
    open.usage(),
    open.quality(),
    open.comparedReleases(),
    open.openapi(),
    open.liveness(),
    open.readiness(),
    open.permits.get(permit.id),
    open.permits.get([permit.id]),
    open.permits.history(permit.id),
    open.permits.provenance(permit.id, { field: ['status'] }),
    open.streets.get('-74,40.7,-73.95,40.75'),
    open.permits.durations(all),
    open.permits.aggregate({ ...all, group_by: ['year'] }),
    open.permits.bins({ bbox: [-98, 30, -97, 31], zoom: 8 }),
    open.permits.tiles({ permit_tags: 'solar' }),
    open.metrics.areas({ kind: 'state' }),
    open.contractors.get(permit.contractor_id),
    open.contractors.spellings(permit.contractor_id),
    open.contractors.get([permit.contractor_id]),
    open.decisions.get(decision.id),
    open.decisions.get([decision.id]),
    open.properties.get([address_id]),
    open.cities.get(city_id),
    open.counties.get(county_id),
    open.jurisdictions.get(jurisdiction_id),
    open.states.get('TX'),
    open.places.official('TX'),
    open.places.citiesOfficial('TX'),
    open.places.names('TX'),
    open.zipcodes.get(zip),
    ...[
      open.tags(),
      open.changes({ from: (await open.release()).release_id }),
      open.zipcodes.list(),
      open.permits.search(all),
      open.contractors.search(all),
      open.contractors.permits(permit.contractor_id),
      open.contractors.metrics(permit.contractor_id, { ...kind, ...period }),
      open.decisions.search({ geo_id: 'CA', decision_from: '2000-01-01', decision_to: '2026-12-31' }),
      open.properties.search({ geo_id: 'TX' }),
      open.addresses.search({ q: 'main' }),
      open.addresses.currentMetrics(address_id, { tag: 'all' }),
      open.addresses.monthlyMetrics(address_id, { tag: 'all', ...period }),
      open.cities.search({ q: 'austin' }),
      open.counties.search({ q: 'harris' }),
      open.jurisdictions.search({ q: 'houston' }),
      open.states.search({ q: 'tex' }),
      open.zipcodes.search({ q: '77' }),
    ].map((list) => list.take(1).page()),
  ];
  const places = [
    [open.cities, city_id],
    [open.counties, county_id],
    [open.jurisdictions, jurisdiction_id],
    [open.states, 'TX'],
    [open.zipcodes, zip],
  ] as const;
  for (const [place, id] of places) {
    results.push(
      place.currentMetrics(id, kind).page(),
      place.monthlyMetrics(id, { ...kind, ...period }).page(),
    );
  }
  await Promise.all<unknown>(results);
  // An account has at most four exports at a time.
  await open.permits.export(all).toArray();
  await open.contractors.export({ geo_id: 'TX' }).toArray();
  await open.decisions.export({ geo_id: 'CA' }).toArray();
  await open.properties.export({ geo_id: 'TX' }).toArray();
  await open.addresses.export().toArray();
  await open.official.export({ geo_id: 'TX' }).toArray();
  const asked = [...paths];
  for (const { path, answer } of Object.values(endpoints)) {
    // Tiles are for map libraries, which ask for them by the address in the TileJSON.
    if (answer.kind === 'tile') continue;
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    assert.ok(
      asked.some((each) => pattern.test(each)),
      `no method asks for ${path}`,
    );
  }
});

test('a page reports what it cost, why it is empty and which parameters were ignored', async () => {
  const page = await lintel.permits.search({ ...all, size: 3 }).page();
  assert.deepEqual(page.answer.credits, { used: 3, limit: null, remaining: null });
  assert.equal(page.answer.status, 200);
  assert.equal(page.answer.attempts, 1);
  assert.deepEqual(Object.keys(page), ['items', 'size', 'next_cursor']);
  assert.deepEqual(lintel.credits, page.answer.credits);
  const nothing = await lintel.permits.search({ ...all, permit_q: 'zzzz' }).page();
  assert.equal(nothing.answer.emptyReason, 'no_match');
  assert.equal(nothing.answer.widerPlace, null);
  // Houston has most permits of its authority in the sample.
  const { widerPlace } = (await lintel.permits.search({ ...all, geo_id: 'XN951pTw8xU' }).page()).answer;
  assert.ok(widerPlace !== null && widerPlace.inCity < widerPlace.inAll);
  const { counts } = await lintel.release();
  assert.ok(widerPlace.inAll < counts.permits);
  assert.match(widerPlace.geoId, /^[\w-]{11}$/);
  const extra = { ...all, utm_source: 'x' };
  assert.deepEqual((await lintel.permits.search(extra).take(1).page()).answer.ignoredParameters, [
    'utm_source',
  ]);
  assert.equal((await lintel.properties.search({ geo_id: 'TX' }).take(1).page()).answer.isBeta, true);
  assert.equal((await lintel.usage()).answer.credits, null);
  assert.deepEqual(lintel.credits?.used, 1);
});

test('what is undefined or null is not sent, a list is a repeated key', async () => {
  const permits = await lintel.permits
    .search({ ...all, permit_tags: ['solar', '-battery'], permit_q: undefined, cursor: null })
    .take(3)
    .toArray();
  assert.ok(permits.length > 0);
  for (const { tags } of permits) assert.ok(tags.includes('solar') && !tags.includes('battery'));
});

test("an unknown key, id or value is an error of its own class with the service's detail", async () => {
  const stranger = new Lintel({ baseUrl, key: 'lk_wrong' });
  const unknownKey = await failure(stranger.usage(), AuthenticationError);
  assert.equal(unknownKey.detail, 'Not authenticated');
  assert.match(unknownKey.hint ?? '', /X-API-Key/);
  assert.equal(unknownKey.requestId, stranger.lastAnswer?.requestId);

  const unknownId = await failure(lintel.permits.get('0000000000000000'), NotFoundError);
  assert.equal(unknownId.message, '404: Not Found');

  const faulty = { ...all, permit_tags: ['sollar' as 'solar'], size: 1000 };
  const faults = await failure(lintel.permits.search(faulty).page(), ValidationError);
  assert.equal(faults.faults.length, 2);
  assert.equal(faults.fault('size')?.type, 'less_than_equal');
  assert.match(faults.message, /^422: permit_tags\.0: .*did you mean 'solar'.*; size: /);

  const undated = await failure(lintel.permits.search({ geo_id: 'TX' }).page(), ValidationError);
  assert.match(undated.message, /^422: permit_from: Field required unless permit_number is given or /);

  const sentence = await failure(lintel.counties.get('XN951pTw8xU'), ValidationError);
  assert.deepEqual(sentence.faults, []);
  assert.match(String(sentence.detail), /^Was the address resolved/);
  assert.equal(sentence.message, `422: ${sentence.detail}`);
});

test('a key that does not cover an endpoint is a PermissionError there and nowhere else', async () => {
  const confined = new Lintel({ baseUrl, key: await service.keyOf('unlimited', 'permits') });
  assert.equal((await confined.permits.search(all).take(1).toArray()).length, 1);
  const error = await failure(confined.contractors.search(all).page(), PermissionError);
  assert.match(error.message, /^403: The account of this key/);
});

test('a page over the credit limit says what it needs and what is left', async () => {
  const poor = new Lintel({ baseUrl, key: await service.keyOf('few_credits') });
  const error = await failure(poor.permits.search({ ...all, size: 31 }).page(), CreditLimitError);
  assert.deepEqual([error.limit, error.needed, error.remaining], [30, 31, 30]);
  assert.match(error.upgradeUrl ?? '', /^https:/);
  assert.equal(
    (
      await poor.permits
        .search(all)
        .take(error.remaining ?? 0)
        .toArray()
    ).length,
    30,
  );
  assert.deepEqual(poor.credits, { used: 30, limit: 30, remaining: 0 });
  assert.equal((await poor.usage()).is_over_limit, true);
});

test('a 402 whose detail is a text, as it was before, is read too', async () => {
  network.next({ status: 402, body: '{"detail": "Monthly credit limit exceeded."}' });
  const error = await failure(shaky.tags().page(), CreditLimitError);
  assert.deepEqual([error.limit, error.needed], [null, null]);
  assert.equal(error.message, '402: Monthly credit limit exceeded.');
});

test('a request that broke within its answer is repeated with its id and charged once', async () => {
  const before = (await lintel.usage()).credits_used;
  network.next('drop', 'cut');
  const page = await shaky.permits.search({ ...all, size: 13 }).page();
  assert.equal(page.items.length, 13);
  assert.equal(page.answer.attempts, 3);
  assert.equal(network.requestIds.length, 3);
  assert.equal(new Set(network.requestIds).size, 1);
  assert.equal((await lintel.usage()).credits_used - before, 13);
});

test('a walk through a failing network loses and repeats nothing', async () => {
  const whole = await lintel.tags().toArray();
  network.next('pass', 'cut', 'pass', 'drop', 'pass');
  const walked: string[] = [];
  for await (const { id } of shaky.tags({ size: 10 })) walked.push(id);
  assert.deepEqual(
    walked,
    whole.map(({ id }) => id),
  );
  assert.deepEqual(walked, [...tagIds].sort());
});

test('Retry-After is waited for, in seconds or as a date', async () => {
  network.next({ status: 429, headers: { 'Retry-After': '1' } }, 'pass');
  await shaky.usage();
  const [first = 0, second = 0] = network.times;
  assert.ok(second - first >= 990 && second - first < 15_000, `${second - first}`);
  const date = new Date(Date.now() + 2_000).toUTCString();
  network.next({ status: 503, headers: { 'Retry-After': date } }, 'pass');
  await shaky.usage();
  const waited = (network.times[1] ?? 0) - (network.times[0] ?? 0);
  assert.ok(waited > 500 && waited < 15_000, `${waited}`);
});

test('a wait longer than the longest allowed is an error at once', async () => {
  const hurried = new Lintel({ baseUrl, key: await service.keyOf('few_requests'), maxWaitMs: 500 });
  for (let i = 0; i < 3; i++) await hurried.usage();
  const error = await failure(hurried.usage(), RateLimitError);
  assert.ok((error.retryAfterMs ?? 0) > 1_000);
  assert.equal(error.answer.attempts, 1);
});

test('what a repetition cannot mend is not repeated, and retries are counted', async () => {
  network.next({ status: 500 }, { status: 502, body: '<html>' }, 'pass');
  const error = await failure(shaky.usage({ retries: 1 }), ServerError);
  assert.deepEqual([error.status, error.detail, error.body, network.times.length], [502, null, '<html>', 2]);
  network.next({ status: 418, body: '{"detail": {"odd": 1}}' });
  const odd = await failure(shaky.usage(), ApiError);
  assert.deepEqual([odd.status, odd.detail, network.times.length], [418, { odd: 1 }, 1]);
  network.next('drop', 'drop');
  const dropped = await failure(shaky.usage({ retries: 1 }), ConnectionError);
  assert.equal(dropped.attempts, 2);
  assert.equal(dropped.requestId, network.requestIds[0]);
});

test('an answer that takes too long is a TimeoutError, or repeated', async () => {
  network.next('hang', 'pass');
  // More than two if the machine was held up.
  assert.ok((await shaky.usage({ timeoutMs: 1_000, retries: 5 })).answer.attempts >= 2);
  network.next('hang');
  const error = await failure(shaky.usage({ timeoutMs: 50, retries: 0 }), TimeoutError);
  assert.match(error.message, /within 50 ms/);
});

test('an AbortSignal ends a request and the wait for its repetition', async () => {
  network.next('hang');
  const waiting = failure(shaky.usage({ signal: AbortSignal.timeout(100) }), DOMException);
  assert.equal((await waiting).name, 'TimeoutError');
  network.next({ status: 429, headers: { 'Retry-After': '30' } });
  const reason = new Error('enough');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 1_000);
  assert.equal(await failure(shaky.usage({ signal: controller.signal }), Error), reason);
  assert.equal(await failure(shaky.usage({ signal: controller.signal }), Error), reason);
  assert.equal(network.times.length, 1);
});

test('an AbortSignal ends a walk within a page', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let seen = 0;
  const walk = async () => {
    for await (const _ of lintel.tags({ size: 5 }, { signal })) if (++seen === 2) controller.abort();
  };
  assert.equal((await failure(walk(), DOMException)).name, 'AbortError');
  assert.equal(seen, 2);
});

test('a finished request leaves no listener on its AbortSignal', async () => {
  const { signal } = new AbortController();
  network.next('drop', 'pass');
  await shaky.usage({ signal });
  for await (const _ of lintel.tags({ size: 5 }, { signal }));
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('a cached page is requested again without a charge', async () => {
  const cache = new Map<string, CachedBody>();
  const thrifty = new Lintel({ baseUrl, key, cache });
  const first = await thrifty.permits.search({ ...all, size: 4 }).page();
  const again = await thrifty.permits.search({ ...all, size: 4 }).page();
  assert.deepEqual({ ...again }, { ...first });
  assert.deepEqual([first.answer.status, again.answer.status], [200, 304]);
  assert.equal(again.answer.credits, null);
  assert.equal(cache.size, 1);
});

test('a redirect is refused, so that the key goes nowhere else', async () => {
  let came = 0;
  const elsewhere = createServer((_, answer) => {
    came += 1;
    answer.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  network.next({ status: 308, headers: { Location: `http://127.0.0.1:${port}/` } });
  const error = await failure(shaky.usage(), ProtocolError);
  assert.match(error.message, /redirects to http:/);
  assert.equal(came, 0);
  elsewhere.close();
});

test('a page that is not JSON is an error that says so', async () => {
  network.next({ status: 200, body: '<html>Log in to the hotel</html>' });
  const error = await failure(shaky.usage(), ProtocolError);
  assert.match(error.message, /without a JSON object/);
});

test('the base address may end with a slash or the version, and fetch may be another', async () => {
  const urls: string[] = [];
  const own = new Lintel({
    baseUrl: `${baseUrl}/v2/`,
    key,
    headers: { 'X-Team': 'roofs' },
    fetch: (url, init) => {
      urls.push(`${url} ${init.headers['X-Team']}`);
      return fetch(url, init);
    },
  });
  await own.usage();
  assert.deepEqual(urls, [`${baseUrl}/v2/usage roofs`]);
});

test('objects and lists come by their paths too', async () => {
  const permits = await lintel
    .list<{ id: string }>('/v2/permits/search', { ...all, size: 30 })
    .take(40)
    .toArray();
  assert.deepEqual(
    permits.map(({ id }) => id),
    (await lintel.permits.search(all).take(40).toArray()).map(({ id }) => id),
  );
  const cities = await lintel
    .numberedList<{ geo_id: string }>('/v2/cities/search', { q: 'san' })
    .take(40)
    .toArray();
  assert.equal(new Set(cities.map(({ geo_id }) => geo_id)).size, 40);
  assert.deepEqual({ ...(await lintel.get('/v2/meta/release')) }, { ...(await lintel.release()) });
});

test('a repetition is announced with its reason and its wait', async () => {
  const announced: [string, number][] = [];
  const patient = new Lintel({
    baseUrl: network.url,
    key,
    onRetry: (error, waitMs) => announced.push([error.name, waitMs]),
  });
  network.next({ status: 429, headers: { 'Retry-After': '0' }, body: '{"detail": "too many"}' });
  await patient.usage();
  assert.deepEqual(announced, [['RateLimitError', 0]]);
});
