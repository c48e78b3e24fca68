/**
 * The service over a release that was really built and opened: every endpoint follows the contract, and a
 * walk continues across publications by another process.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  decisionId,
  flatPropertyFacts,
  kindsOfOtherBuildings,
  type MetricsByArea,
  type OfficialCounts,
  type Permit,
  type PermitGroups,
  type Property,
  permitId,
} from '@lintel/contract';
import { type Answered, testService, urlOf } from '@lintel/testing/http/service.js';
import {
  syntheticDecision,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { openReleaseStore } from '../releases/open-store.js';
import { publish } from '../releases/release-store.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-real-'));
const chance = syntheticNumbers(11);
const world = makeWorld(root, (store) => {
  const permits = Array.from({ length: 80 }, (_, i) => syntheticRow(`p${i}`, syntheticPermit(i, chance)));
  const decisions = Array.from({ length: 60 }, (_, i) => syntheticRow(`d${i}`, syntheticDecision(i, chance)));
  ingest(store, 'permits-a', permits);
  ingest(store, 'decisions', decisions);
});
/** What a survey counted in each year, a hundred homes in each; the state of the made-up permits. */
const counted = { buildings: 100, units: 100, value: 1 };
const none = { buildings: 0, units: 0, value: 0 };
const official = ['2023', '2024', '2025', '2025-01'].map((period) => ({
  ...{ period, months_reported: null, ...counted, units_reported: 90 },
  kinds: { one_unit: counted, two_units: none, three_or_four_units: none, five_or_more_units: none },
}));
const first = await world.build({
  official: new Map([
    ['no such place', { population: 7, periods: official }],
    ['CA', { population: null, periods: official }],
  ]),
});
await publish(world.home);
let clock = 0;
const releases = openReleaseStore(world.home, { now: () => clock });
const service = testService({
  releases,
  config: { plans: { free: { credits: null, requests_per_minute: 1_000_000 } } },
});
after(async () => {
  await service.close();
  releases.close();
  rmSync(root, { recursive: true, force: true });
});

interface Page {
  items: Record<string, unknown>[];
  size: number;
  next_cursor?: string | null;
  total_count?: unknown;
}

async function page(url: string): Promise<Page> {
  const answered: Answered = await service.ask(url);
  assert.equal(answered.status, 200, `${url}: ${JSON.stringify(answered.body)}`);
  return answered.body as Page;
}

const permitIds = Array.from({ length: 50 }, (_, i) => permitId('made-up', String(i * 3 < 80 ? i * 3 : i)));
const wanted = [...new Set(permitIds)];

interface FeaturePage {
  readonly features: readonly {
    readonly id: string;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
  readonly numberMatched?: number;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

/** All features of a request by its links to the next page, and what the first one says of their number. */
async function features(query: Record<string, string>) {
  const found: FeaturePage['features'][number][] = [];
  let matched: number | undefined;
  let url: string | undefined = urlOf('/ogc/collections/permits/items', query);
  for (let pages = 0; url !== undefined; pages += 1) {
    const { status, bytes }: Answered = await service.ask(url);
    assert.equal(status, 200, `${url}: ${bytes}`);
    const answer = JSON.parse(bytes.toString()) as FeaturePage;
    if (pages === 0) matched = answer.numberMatched;
    found.push(...answer.features);
    url = answer.links.find(({ rel }) => rel === 'next')?.href.replace('http://localhost:80', '');
  }
  return { found, matched };
}

test('a walk over features gives each that the filter, the box and the time let through once', async () => {
  const { found: all, matched: count } = await features({});
  assert.equal(all.length, 80);
  assert.equal(count, 80);
  type Properties = (typeof all)[number]['properties'];
  const cases: readonly (readonly [
    Record<string, string>,
    (of: Properties) => boolean,
    isCounted?: boolean,
  ])[] = [
    [{ filter: "status = 'final'" }, ({ status }) => status === 'final', true],
    [{ filter: "status <> 'final'" }, ({ status }) => status !== null && status !== 'final'],
    [{ filter: 'job_value_dollars >= 500000' }, (of) => Number(of.job_value_dollars ?? 0) >= 500_000, true],
    [{ filter: 'job_value_dollars > 500000.01' }, (of) => Number(of.job_value_dollars ?? 0) > 500_000.01],
    [{ filter: 'start_date IS NULL' }, ({ start_date: day }) => day === null],
    [
      { datetime: '2025-06-01/2026-01-01' },
      // A feature without a time is at every time, as the standard has it.
      ({ start_date: day }) => day === null || ('2025-06-01' <= String(day) && String(day) <= '2026-01-01'),
      true,
    ],
    [
      { filter: "NOT (status = 'final' OR description IS NULL)", limit: '3' },
      (of) => of.status !== 'final' && of.status !== null && of.description !== null,
    ],
    [
      { filter: "status = 'final' OR property_type = 'office'", limit: '1' },
      (of) => of.status === 'final' || of.property_type === 'office',
    ],
  ];
  for (const [query, passes, isCounted = false] of cases) {
    const expected = all.filter(({ properties }) => passes(properties)).map(({ id }) => id);
    assert.ok(expected.length > 0 && expected.length < all.length, JSON.stringify(query));
    for (const limit of ['2', '500']) {
      const { found, matched } = await features({ limit, ...query });
      assert.deepEqual(
        found.map(({ id }) => id),
        expected,
        JSON.stringify(query),
      );
      assert.equal(matched, isCounted ? expected.length : undefined, JSON.stringify(query));
    }
  }
});

test('a permit says its source, its parcel and its unit, and the release says whose the source is', async () => {
  const release = await page('/v2/meta/release');
  const sources = (release as unknown as { sources: { id: string; license: string | null }[] }).sources;
  const { items } = await page(
    urlOf('/v2/permits', { id: permitIds, fields: ['source_id', 'parcel_number', 'address'] }),
  );
  assert.equal(items.length, wanted.length);
  for (const item of items) {
    assert.deepEqual(Object.keys(item), ['id', 'source_id', 'parcel_number', 'address']);
    assert.ok(sources.some(({ id }) => id === item.source_id));
  }
  assert.ok(items.some((item) => item.parcel_number === null));
  assert.ok(items.some((item) => /^\d+-"A"$/.test(String(item.parcel_number))));
  const units = items.map((item) => (item.address as { unit: string | null }).unit);
  assert.ok(units.includes(null));
  assert.ok(units.some((unit) => unit?.startsWith('# ')));
});

test('the unit of a permit makes no separate address or property', async () => {
  const { items } = await page(urlOf('/v2/permits', { id: permitIds }));
  const withUnit = items.find((item) => {
    const { address, geo_ids } = item as {
      address: { unit: string | null };
      geo_ids: { address_id: string | null };
    };
    return address.unit !== null && geo_ids.address_id !== null;
  });
  assert.ok(withUnit !== undefined);
  const { unit: _, ...building } = withUnit.address as Record<string, unknown>;
  const id = String((withUnit.geo_ids as { address_id: string }).address_id);
  const [property] = (await page(urlOf('/v2/properties', { id: [id] }))).items;
  const address = property?.address as Record<string, unknown>;
  assert.deepEqual(Object.keys(address), Object.keys(building));
  assert.equal(address.street_no, building.street_no);
});

test('a property has the flat names of what its nested objects say, and fields chooses among them (C42)', async () => {
  const { items } = await page(urlOf('/v2/properties/search', { geo_id: 'CA', size: '100' }));
  assert.ok(items.length > 20);
  for (const item of items) {
    const { address, street_no, street, city, state, zip_code } = item as unknown as Property;
    assert.deepEqual(
      { street_no, street, city, state, zip_code },
      {
        street_no: address.street_no,
        street: address.street,
        city: address.city,
        state: address?.state,
        zip_code: address.zip_code,
      },
    );
    for (const [flat, fact] of Object.entries(flatPropertyFacts)) assert.equal(item[flat], item[fact], flat);
    assert.deepEqual(item.tags, Object.keys(item.tag_tally as object));
  }
  const fields = ['year_built', 'last_date_by_tag', 'contractor_count'];
  const chosen = await page(
    urlOf('/v2/properties', { id: items.slice(0, 5).map(({ id }) => String(id)), fields }),
  );
  const kept = ({ id, year_built, contractor_count, last_date_by_tag }: Record<string, unknown>) => ({
    id,
    year_built,
    contractor_count,
    last_date_by_tag,
  });
  assert.deepEqual(chosen.items, items.slice(0, 5).map(kept));
});

test('records come by id in the requested order, each once, unknown ones left out', async () => {
  const permits = await page(urlOf('/v2/permits', { id: permitIds }));
  assert.deepEqual(
    permits.items.map((item) => item.id),
    wanted,
  );
  const decisions = Array.from({ length: 49 }, (_, i) => decisionId('made-up', String(59 - i)));
  const found = await page(urlOf('/v2/decisions', { id: ['unknown', ...decisions] }));
  assert.deepEqual(
    found.items.map((item) => item.id),
    decisions,
  );
  const contractors = [...new Set(permits.items.flatMap((item) => item.contractor_id ?? []))].map(String);
  assert.ok(contractors.length > 5);
  const named = await page(urlOf('/v2/contractors', { id: contractors }));
  assert.deepEqual(
    named.items.map((item) => item.id),
    contractors,
  );
});

test('a place is found by name, described, and its county measured', async () => {
  const cities = await page(urlOf('/v2/cities/search', { q: 'San Francisco' }));
  const city = cities.items[0];
  assert.match(String(city?.name), /San Francisco/i);
  const details = await service.ask(urlOf('/v2/cities', { geo_id: String(city?.geo_id) }));
  assert.equal(details.status, 200);
  const { counties, jurisdictions } = details.body as Record<
    'counties' | 'jurisdictions',
    Record<string, string>
  >;
  const [countyId = ''] = Object.values(counties);
  assert.equal((await service.ask(urlOf('/v2/counties', { geo_id: countyId }))).status, 200);
  const [jurisdictionId = ''] = Object.values(jurisdictions);
  assert.equal((await service.ask(urlOf('/v2/jurisdictions', { geo_id: jurisdictionId }))).status, 200);
  const metrics = await page(
    urlOf(`/v2/counties/${countyId}/metrics/current`, { tag: 'all', property_type: 'all' }),
  );
  assert.equal(metrics.size, 1);
  assert.ok(Number(metrics.items[0]?.permit_count) > 0);
});

test('lists over real files count what their walks give, and ZIP codes carry zip_code', async () => {
  const search = { permit_from: '2000-01-01', permit_to: '2030-01-01' };
  const months = { tag: 'all', property_type: 'all', metric_from: '2000-01-01', metric_to: '2030-01-01' };
  const counties = await page(urlOf('/v2/counties/search', { q: 'San Francisco' }));
  const county = String(counties.items[0]?.geo_id);
  for (const [path, query] of [
    ['/v2/list/tags', {}],
    ['/v2/permits', { id: wanted }],
    ['/v2/permits/search', { geo_id: 'CA', ...search }],
    ['/v2/contractors/search', { geo_id: 'CA', ...search }],
    ['/v2/decisions/search', { geo_id: 'CA', decision_from: '2000-01-01', decision_to: '2030-01-01' }],
    ['/v2/properties/search', { geo_id: 'CA' }],
    ['/v2/addresses/search', { q: 'millick' }],
    ['/v2/counties/search', { q: 'san' }],
    ['/v2/jurisdictions/search', { q: 'san' }],
    ['/v2/states/search', { q: 'new' }],
    ['/v2/zipcodes/search', { q: '941' }],
    [`/v2/counties/${county}/metrics/monthly`, months],
  ] as const) {
    const first = await page(urlOf(path, { ...query, include_count: 'true', size: 30 }));
    let walked = first.items.length;
    for (let cursor = first.next_cursor ?? null; cursor !== null; ) {
      const next: Page = await page(urlOf(path, { ...query, size: 30, cursor }));
      walked += next.items.length;
      cursor = next.next_cursor ?? null;
    }
    assert.ok(walked > 0, path);
    assert.deepEqual(first.total_count, { value: walked, relation: 'eq' }, path);
  }
  const zips = await page(urlOf('/v2/list/zip', { include_count: 'true', size: 5 }));
  assert.ok(Number((zips.total_count as { value: number }).value) > 300);
  for (const { geo_id, zip_code } of zips.items) assert.equal(zip_code, geo_id);
  const cities = await page(urlOf('/v2/cities/search', { q: 'san', size: 1, page: 2 }));
  assert.ok(cities.items.length > 0);
});

test('a numbered page of months says whether there is more, and its cursor gives it', async () => {
  const counties = await page(urlOf('/v2/counties/search', { q: 'San Francisco' }));
  const path = `/v2/counties/${String(counties.items[0]?.geo_id)}/metrics/monthly`;
  const query = { tag: 'all', property_type: 'all', metric_from: '2000-01-01', metric_to: '2030-01-01' };
  const all = (await page(urlOf(path, { ...query, size: 100 }))).items;
  assert.ok(all.length > 5);
  const second = await page(urlOf(path, { ...query, page: 2, size: 2 }));
  assert.deepEqual(second.items, all.slice(2, 4));
  const third = await page(urlOf(path, { ...query, size: 2, page: 2, cursor: second.next_cursor ?? '' }));
  assert.deepEqual(third.items, all.slice(4, 6), 'the cursor wins over the page');
  const last = await page(urlOf(path, { ...query, page: Math.ceil(all.length / 2), size: 2 }));
  assert.equal(last.next_cursor, null);
});

test('an address is found and its pages give each once', async () => {
  const seen: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const found: Page = await page(urlOf('/v2/addresses/search', { q: 'millick', size: 7, cursor }));
    seen.push(...found.items.map((item) => item.geo_id));
    cursor = found.next_cursor ?? null;
  }
  assert.ok(seen.length > 20);
  assert.equal(new Set(seen).size, seen.length);
  const typo = await page(urlOf('/v2/addresses/search', { q: '12 milick st, san francisco' }));
  assert.match(String(typo.items[0]?.name), /MILLICK/);
});

test('a permit is found by its number in any writing, without a period (C40)', async () => {
  const { items } = await page(urlOf('/v2/permits', { id: permitIds }));
  let compared = 0;
  for (const { id, number, start_date: start } of items) {
    const plain = String(number)
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    const writings = [String(number), plain, plain.toLowerCase(), [...plain].join('-'), ` ${plain}/`];
    for (const written of writings) {
      const found = await page(
        urlOf('/v2/permits/search', { geo_id: 'CA', permit_number: written, size: 100 }),
      );
      const ids = found.items.map((item) => item.id);
      assert.equal(ids.includes(id), start !== null, `${written} of ${number}`);
      compared += ids.length;
    }
  }
  assert.ok(compared > 100);
});

test('an address gives its match quality, even if only that field is requested', async () => {
  const search = (q: string, fields: string[] = []) =>
    page(urlOf('/v2/addresses/search', { q, size: 1, fields }));
  const [address] = (await search('millick')).items;
  const [same] = (await search(String(address?.name))).items;
  assert.equal(same?.match, 'exact');
  const fields = ['street_no', 'street', 'city', 'state', 'zip_code'].filter((name) => address?.[name]);
  assert.deepEqual(same?.matched_fields, fields);
  const other = await search(`999999 ${String(address?.street)} ${String(address?.city)}`, [
    'match',
    'matched_fields',
  ]);
  assert.deepEqual(
    other.items.map(({ geo_id, ...rest }) => rest),
    [{ match: 'partial', matched_fields: ['street', 'city'] }],
  );
});

/** As in the URL, percent-encoded or not. */
const oddTexts = [
  '',
  'a',
  '%20',
  '%00',
  '%01%02',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '%F0%9F%8F%A0',
  '%E2%80%AE12%20main',
  '%D9%A1%D9%A2',
  '%27%3B%20drop%20table%20place%3B--',
  '%22*%22',
  'NEAR%2F2',
  '-',
  '*',
  'a%20OR%20b%20AND%20NOT%20c',
  `${'main+'.repeat(39)}st`,
  `${'st+'.repeat(60)}`,
  `${'1+'.repeat(90)}`,
  `${'%23'.repeat(150)}`,
  'a'.repeat(200),
  'a'.repeat(10_000),
  '9'.repeat(190),
];

test('whatever is typed into a search is answered or refused, and within a moment', async () => {
  for (const kind of ['addresses', 'cities', 'counties', 'jurisdictions', 'states', 'zipcodes']) {
    for (const text of oddTexts) {
      const begun = process.cpuUsage();
      const { status } = await service.ask(`/v2/${kind}/search?q=${text}`);
      const { user, system } = process.cpuUsage(begun);
      const what = `${kind} ${text.slice(0, 40)} of ${text.length}`;
      assert.ok([200, 400, 414, 422].includes(status), `${what}: ${status}`);
      assert.ok(user + system < 500_000, `${what}: ${(user + system) / 1000} ms`);
    }
  }
});

test('a source has its newest record up to the day of the release, and a state by it', () => {
  const release = releases.current();
  assert.ok(release !== null);
  const days = release
    .all('permits', 0, 1000)
    .items.map((bytes) => (JSON.parse(bytes.toString()) as Permit).start_date ?? '')
    .filter((day) => day !== '' && day <= release.info.released_at);
  const source = release.info.sources.find(({ id }) => id === 'permits-a');
  assert.equal(source?.newest_record, days.sort().at(-1));
  assert.ok(['active', 'stalled', 'archive'].includes(source?.state ?? ''));
  assert.equal(release.info.sources.find(({ id }) => id === 'decisions')?.state, null);
});

test('official counts stand beside the homes of new buildings by their day of issue', async () => {
  const release = releases.current();
  assert.ok(release !== null);
  const permits = release
    .all('permits', 0, 1000)
    .items.map((bytes) => JSON.parse(bytes.toString()) as Permit)
    .filter(
      ({ tags, property_type: type, record_kind: kind }) =>
        tags?.includes('new_construction') &&
        type === 'residential' &&
        ![...kindsOfOtherBuildings, 'renewal'].some((each) => each === kind),
    );
  const { status, body } = await service.ask('/v2/places/CA/official');
  assert.equal(status, 200);
  const { rows, population } = body as OfficialCounts;
  assert.equal(population, null);
  assert.deepEqual(
    rows.map(({ period, units_reported: reported }) => [period, reported]),
    [
      ['2023', 90],
      ['2024', 90],
      ['2025', 90],
    ],
  );
  for (const { period, permits: own, ratio } of rows) {
    const issued = permits.filter(
      ({ issue_date: date, address }) => date?.startsWith(period) && address?.state === 'CA',
    );
    const stating = issued.filter(({ property_unit_count: units }) => units !== null);
    const ones = issued.filter(
      (permit) => permit.property_unit_count === null && permit.property_type_detail === 'single_family_home',
    ).length;
    const units = ones + stating.reduce((sum, { property_unit_count: each }) => sum + (each ?? 0), 0);
    assert.deepEqual(
      [own?.permit_count ?? 0, own?.units ?? 0, own?.without_units ?? 0],
      [issued.length, units, issued.length - stating.length - ones],
      period,
    );
    assert.equal(ratio, own === null ? null : Math.round(units * 10) / 1000);
  }
  const months = (await service.ask('/v2/places/CA/official?period=month')).body as OfficialCounts;
  assert.deepEqual(
    months.rows.map(({ period }) => period),
    ['2025-01'],
  );
  assert.equal((await service.ask('/v2/places/NY/official')).status, 200);
  const areas = (await service.ask('/v2/metrics/areas?kind=state')).body as MetricsByArea;
  assert.deepEqual(areas.official, [
    { geo_id: 'CA', name: 'California', fips: '06', year: 2025, units: 100 },
  ]);
  const groups = (await service.ask('/v2/permits/aggregate?group_by=state,year&date_field=issue&limit=5000'))
    .body as PermitGroups;
  for (const { state, year, official: own, count } of groups.rows) {
    const isCounted = state === 'CA' && year != null && year >= 2023 && year <= 2025;
    const sums = { ...counted, units_reported: 90, months_reported: null };
    assert.deepEqual(own, isCounted ? sums : undefined, `${state} ${year} of ${count}`);
  }
  assert.ok(groups.rows.some(({ official: own }) => own !== undefined));
  const rowsOf = async (filters: string) => {
    const { bytes } = await service.ask(`/v2/export/official${filters}`);
    return bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { period: string });
  };
  const table = await rowsOf('');
  assert.equal(table.length, official.length);
  assert.deepEqual(
    (await rowsOf('?geo_id=CA&period=year&offset=1')).map(({ period }) => period),
    ['2024', '2025'],
  );
  assert.deepEqual(table[3], {
    ...{ geo_id: 'CA', kind: 'state', name: 'California', state: 'CA', period: '2025-01' },
    ...{ buildings: 100, units: 100, units_reported: 90, value: 1, months_reported: null },
    ...{ units_in_one: 100, units_in_two: 0, units_in_three_or_four: 0 },
    ...{ units_in_five_or_more: 0, population: null },
  });
});

test('a publication is served without a restart, and a walk ends on the release on which it began', async () => {
  const before = await page(urlOf('/v2/permits', { id: wanted, size: 10 }));
  assert.equal((await service.ask('/readyz')).status, 200);
  ingest(world.store, 'permits-a', [syntheticRow('p0', syntheticPermit(0, syntheticNumbers(99)))]);
  const second = await world.build({ asOf: '2026-07-01' });
  await publish(world.home, second.id, { force: true });
  clock += 1000;
  const release = (await service.ask('/v2/meta/release')).body as { release_id: string };
  assert.equal(release.release_id, second.id);
  assert.notEqual(second.id, first.id);
  const items = [...before.items];
  for (let cursor = before.next_cursor ?? null; cursor !== null; ) {
    const next: Page = await page(urlOf('/v2/permits', { id: wanted, size: 10, cursor }));
    items.push(...next.items);
    cursor = next.next_cursor ?? null;
  }
  assert.deepEqual(
    items.map((item) => item.id),
    wanted,
  );
  rmSync(join(world.home.releases, first.id), { recursive: true });
  clock += 1000;
  const late = await service.ask(
    urlOf('/v2/permits', { id: wanted, size: 10, cursor: before.next_cursor ?? '' }),
  );
  assert.equal(late.status, 422);
  assert.match(JSON.stringify(late.body), /no longer kept/);
});
