/**
 * The searches over a built release find what a scan over all its records finds: thousands of random questions, of
 * each filter alone, of two and of many, each walked completely with pages of random sizes. A failure prints the
 * query, and the name of its test the seed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  contractorClassifications,
  type Endpoint,
  endpoints,
  filtersOf,
  geoIdKind,
  type Permit,
  parseQuery,
  type QueryOf,
} from '@lintel/contract';
import fc from 'fast-check';
import { readReleasedAreas } from 'lintel/dist/format/areas/area-sets.js';
import { foldContractorName } from 'lintel/dist/format/filters/layout.js';
import { dictionaryFields } from 'lintel/dist/format/permit-fields.js';
import { foldText } from 'lintel/dist/format/text-index/text-index.js';
import { estimateOf } from 'lintel/dist/query/estimate.js';
import { Filters } from 'lintel/dist/query/open-filters.js';
import { planPermits } from 'lintel/dist/query/permit-plan.js';
import { sampleRows, shareOf } from 'lintel/dist/query/sample-rows.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import { rounds, seed, seedName } from '../base/rounds.js';
import { SearchComparison } from './compare-searches.js';
import { anyArea, isInArea } from './naive-map.js';
import { placesOfPermit } from './naive-queries.js';
import { readAllRecords } from './read-all-records.js';
import { syntheticAreas } from './synthetic-areas.js';
import {
  absurdValue,
  syntheticAddressRows,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
} from './synthetic-records.js';
import { ingest, makeWorld } from './synthetic-world.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-searches-'));
const chance = syntheticNumbers(5);
const pick = <T>(values: readonly T[]) => values[Math.floor(chance() * values.length)] as T;
const known = <T>(value: T) => (chance() < 0.6 ? value : null);
const words = [
  'Roof',
  'heat pump',
  'SOLAR',
  'Übung',
  'new deck',
  'kitchens',
  'fire-damage',
  '\tline\nbreak',
  'ROOFING',
  'ab',
  'İstanbul 😀',
];
const types = ['Building', 'building', 'BUILDING  – New', 'Building - new', 'Roof, 2-story', 'Electrical'];
const count = 3000;
/** A word that many permits have, or one of many that few have. */
const word = () => (chance() < 0.7 ? pick(words) : `model-${Math.floor(chance() * 300)}`);

/** A point in a few towns that are far from each other, on both sides of the antimeridian. */
function spread(): [number, number] {
  const [lat, lng] = pick([
    [37.77, -122.42],
    [37.77, -122.41],
    [30.27, -97.74],
    [25.77, -80.19],
    [51.88, -176.65],
    [13.47, 144.75],
  ] as const);
  const near = () => Math.round((chance() - 0.5) ** 3 * 1e5) / 1e5;
  return [lat + near(), lng + near()];
}

/** A date up to some days after another one; of no date, any. */
function later(date: string | null, days: number): string {
  const from = Date.parse(date ?? '2020-06-15');
  return new Date(from + Math.floor(chance() * days) * 86_400_000).toISOString().slice(0, 10);
}

/** A made-up permit with more variety in what the filters read. */
function varied(number: number) {
  const refined = syntheticPermit(number, chance);
  if (refined.kind !== 'permit') throw new Error('not a permit');
  const { record, contractor } = refined;
  const zip = known(pick(['94103', '94110', '60601']));
  const more: Partial<Permit> = {
    number: known(pick(['', 'b-', 'B-2024-', 'x']) + Math.floor(chance() * 400)),
    description: known(Array.from({ length: Math.floor(chance() * 6) }, word).join(' ')),
    file_date: known(later(record.start_date, -100)),
    ...(chance() < 0.7 && { issue_date: later(record.start_date, 50) }),
    ...(chance() < 0.4 && { final_date: later(record.start_date, 900) }),
    source_id: pick(['permits-a', 'permits-c']),
    type: known(pick(types)),
    subtype: known(pick(['Übung', 'Übung ', 'Single\tfamily', 'two  families', 'Unknown'])),
    property_type_detail: known(pick(['single_family_home', 'duplex'])),
    property_congressional_district: known('CA-11'),
    property_census_tract: known(pick(['06075010100', '17031839100'])),
    fees: known(Math.floor(chance() * 50_000)),
    address: {
      ...record.address,
      state: pick(['CA', 'CA', 'IL', null]),
      zip_code: zip,
      zip_code_ext: zip === null ? null : known(pick(['0001', '4321'])),
      latlng: known(spread()),
    },
    property_legal_owner: known(pick(['FIRST HOLDINGS LLC', 'SECOND  TRUST', 'THIRD INC'])),
    property_lot_size: known(Math.floor(chance() * 9000)),
    property_building_area: known(Math.floor(chance() * 4000)),
    property_story_count: known(Math.floor(chance() * 5)),
    property_unit_count: known(Math.floor(chance() * 9)),
    property_year_built: known(1900 + Math.floor(chance() * 120)),
    property_assess_market_value: known(Math.floor(chance() * 9e7)),
  };
  const seen =
    contractor === null
      ? null
      : {
          ...contractor,
          facts: {
            ...contractor.facts,
            website: known(`https://www.Builders${Math.floor(chance() * 9)}.example/`),
            name: known(pick(['PAT MADE-UP', 'Ünal Çelik'])),
            classification_derived: contractorClassifications.filter(() => chance() < 0.1),
          },
        };
  return { ...refined, record: { ...record, ...more }, contractor: seen };
}

const world = makeWorld(root, (store) => {
  ingest(
    store,
    'permits-a',
    Array.from({ length: count }, (_, i) => syntheticRow(`p${i}`, varied(i))),
  );
  // Permits of one to four addresses, some of them in other cities, states and ZIP codes.
  const several = Array.from({ length: 1000 }, (_, i) =>
    syntheticAddressRows(
      varied(count + i),
      Array.from({ length: Math.floor(chance() * 4) }, () => varied(0)),
    ),
  );
  const rows = several.flatMap((own, i) => own.map((refined, j) => syntheticRow(`c${i}-${j}`, refined)));
  ingest(store, 'permits-c', rows);
});
const built = await world.build({ areas: syntheticAreas });
// The clock of the time limit of counts does not run: each count must be exact, however busy the machine is.
const release = openRelease(built.directory, { countLimit: { now: () => 0, limitMs: 1 } });
const all = readAllRecords(built.directory);
assert.ok(all.permits.filter(({ other_addresses: others }) => others !== undefined).length > 500);
after(() => {
  release.close();
  world.store.close();
  rmSync(root, { recursive: true, force: true });
});

/** Questions to each search: all of the filters are also asked alone and in pairs below. */
const questions = rounds(30, 6_000);
const searches = [
  'permits',
  'contractors',
  'contractorPermits',
  'properties',
  'bins',
  'tiles',
  'durations',
  'aggregates',
  'facets',
] as const;
for (const search of searches) {
  test(`${search}: many filters at once find what a scan finds, in the same order ${seedName}`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        found += (await new SearchComparison(release, all, syntheticNumbers(seed))[search]()) > 0 ? 1 : 0;
      }),
      { numRuns: questions, endOnFailure: true, seed },
    );
    assert.ok(found > questions / 15, `only ${found} searches found anything`);
  });
}

const permitFilters = filtersOf(endpoints.permit_search);
const propertyFilters = filtersOf(endpoints.property_search);
/** Questions by one filter: at least a few, and more until one finds something else than without the filter. */
const [leastTries, mostTries] = [3, 200];

test(`each filter alone finds what a scan finds, and changes what is found ${seedName}`, () => {
  const comparison = new SearchComparison(release, all, syntheticNumbers(seed));
  const changes = (compare: () => boolean) => {
    let changed = false;
    for (let i = 0; i < mostTries && (i < leastTries || !changed); i++) changed = compare() || changed;
    return changed;
  };
  const unchanged = [
    permitFilters.filter((name) => !changes(() => comparison.permitsBy(name))),
    propertyFilters.filter((name) => !changes(() => comparison.propertiesBy(name))),
  ];
  assert.deepEqual(unchanged, [[], []]);
});

test(`each filter with another one finds what a scan finds ${seedName}`, () => {
  const comparison = new SearchComparison(release, all, syntheticNumbers(seed));
  const { random } = comparison.queries;
  for (const name of permitFilters) comparison.permitsBy(random.pick(permitFilters) ?? name, name);
  for (const name of propertyFilters) comparison.propertiesBy(random.pick(propertyFilters) ?? name, name);
});

test('the permits of absurd value and known type are marked, and no others', () => {
  const marked = all.permits.filter((permit) => permit.job_value_outlier !== undefined);
  const absurd = all.permits.filter(({ job_value: value, type }) => value === absurdValue && type !== null);
  assert.deepEqual(
    marked.map(({ id }) => id),
    absurd.map(({ id }) => id),
  );
  assert.ok(marked.length > 30, `only ${marked.length} permits of absurd value`);
});

test('a permit has the areas that contain its point, and each area counts its permits', () => {
  const polygons = syntheticAreas.flatMap(({ areas }) => areas);
  const isIn = ({ address: { latlng } }: Permit, coordinates: unknown) => {
    const within = JSON.stringify({ type: 'MultiPolygon', coordinates });
    return latlng !== null && isInArea(latlng, { ...anyArea, within });
  };
  for (const permit of all.permits) {
    const own = polygons.flatMap(({ id, polygons: shape }) => (isIn(permit, shape) ? [id] : []));
    assert.deepEqual(permit.areas, own.length === 0 ? undefined : own, permit.id);
  }
  const { sets, withoutPoint } = readReleasedAreas(built.directory);
  assert.equal(withoutPoint, all.permits.filter(({ address }) => address.latlng === null).length);
  for (const { id: set, areas, outside } of sets) {
    const counts = areas.map(({ id }) => all.permits.filter((permit) => permit.areas?.includes(id)).length);
    assert.deepEqual(
      areas.map(({ permits }) => permits),
      counts,
    );
    const inside = all.permits.filter((permit) => permit.areas?.some((id) => id.startsWith(`${set}:`)));
    assert.equal(inside.length + outside + withoutPoint, all.permits.length);
    assert.ok(inside.length > 100 && outside > 100);
  }
});

test('permits without a date are found after all others, and only on request', () => {
  const undated = all.permits.filter(
    (permit) => permit.start_date === null && placesOfPermit(permit, 'state').includes('CA'),
  );
  assert.ok(undated.length > 20, `only ${undated.length} permits without a date`);
  const found = (include: boolean) => {
    const query = asked(endpoints.permit_search, '1900-01-01', include);
    const { items } = release.searchPermits(query, 0, count);
    assert.deepEqual(release.countPermits(query), { value: items.length, relation: 'eq' });
    return items.map((item) => (JSON.parse(String(item)) as Permit).id);
  };
  assert.deepEqual(found(true), [...found(false), ...undated.map(({ id }) => id)]);
});

test('everywhere has the permits without a point too, and its filters count them (C94)', () => {
  for (const permit_tags of [[], ['residential']] as const) {
    const query = new URLSearchParams({ geo_id: 'US', permit_from: '1900-01-01', permit_to: '2190-12-31' });
    for (const each of permit_tags) query.append('permit_tags', each);
    const parsed = parseQuery(endpoints.permit_search, { query, path: {} });
    assert.ok(parsed.ok);
    const wanted = all.permits.filter(
      ({ start_date: date, tags }) =>
        date !== null && permit_tags.every((each) => tags.some((tag) => tag === each)),
    );
    const withoutPoint = wanted.filter(({ address }) => address.latlng === null);
    assert.ok(withoutPoint.length > 10 && withoutPoint.length < wanted.length);
    const { items } = release.searchPermits(parsed.value, 0, all.permits.length);
    const ids = items.map((item) => (JSON.parse(String(item)) as Permit).id);
    assert.deepEqual(ids.sort(), wanted.map(({ id }) => id).sort());
    assert.deepEqual(release.countPermits(parsed.value), { value: wanted.length, relation: 'eq' });
  }
});

test('a contractor whose only matching permits have no date is found by them', () => {
  const query = asked(endpoints.contractor_search, '2150-01-01', true);
  const own = all.permits.filter(
    (permit) => permit.start_date === null && placesOfPermit(permit, 'state').includes('CA'),
  );
  const expected = new Set(own.flatMap(({ contractor_id: id }) => id ?? []));
  const { items } = release.searchContractors(query, 0, count);
  assert.ok(expected.size > 10 && items.length === expected.size, `${items.length} of ${expected.size}`);
});

/** The query for everything in a state since a date. */
function asked<E extends Endpoint>(endpoint: E, from: string, undated: boolean): QueryOf<E> {
  const query = new URLSearchParams({ geo_id: 'CA', permit_from: from, permit_to: '2190-12-31' });
  query.set('include_undated', String(undated));
  const parsed = parseQuery(endpoint, { query, path: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.value;
}

test('a text is folded the same way wherever it is searched', () => {
  assert.equal(foldText('\tA\nÜ'), ' a ü');
});

test('apostrophes, hyphens, blanks, accents and case of a firm do not matter in a search for its name (C61)', () => {
  const spellings = [
    [
      "O'Brien & Sons",
      'O’BRIEN&SONS',
      'OBrien & Sons',
      "o brien & son's",
      'Oʼbrien & Sons',
      'O‘Brien\t& Söns',
    ],
    ['Smith-Jones 1st', 'SMITH–JONES 1ST', 'smith jones, 1st', 'SmithJones 1.st'],
    ['Peña Kāneʻohe', 'PENA KANEOHE', 'Pen\u0303a - Ka\u0304ne ohe'],
  ];
  for (const [first = '', ...others] of spellings)
    for (const other of others) assert.equal(foldContractorName(other), foldContractorName(first), other);
  assert.notEqual(foldContractorName('A & B'), foldContractorName('A B'), 'an ampersand is a word');
});

test('a dictionary has the text of each permit as it is, and the permits of each text', () => {
  const filters = openFilters();
  for (const field of dictionaryFields) {
    const dictionary = filters.dictionaries[field];
    const own = all.permits.map((permit) => permit[field]);
    assert.deepEqual(
      own.map((_, row) => dictionary.text(dictionary.at(row))),
      own,
    );
    for (const [i, text] of dictionary.texts.entries()) {
      const rows = own.flatMap((each, row) => (each === text ? row : []));
      assert.deepEqual([...(dictionary.list(i + 1)?.rows ?? [])], rows, `${field} ${text}`);
    }
    assert.equal(dictionary.texts.length, new Set(own.filter((text) => text !== null)).size);
  }
  assert.ok(
    all.permits.some((permit) => permit.property_facts_joined?.property_congressional_district !== undefined),
  );
  filters.close();
});

function openFilters(): Filters {
  const { permits, contractors, properties } = all;
  const counts = {
    permits: permits.length,
    contractors: contractors.length,
    properties: properties.length,
  };
  return new Filters(built.directory, counts, () => null);
}

test('what a sample estimates lies within its bounds', () => {
  const filters = openFilters();
  const sizes: number[] = [];
  let sampled = 0;
  for (let seed = 0; seed < 300; seed++) {
    const query = new SearchComparison(release, all, syntheticNumbers(seed)).queries.views();
    if (query.geo_id?.some((id) => geoIdKind(id) === 'address')) continue;
    const plan = planPermits(filters, query);
    const again = planPermits(filters, query);
    if (plan === null || again === null) continue;
    const exact = sampleRows(plan, Number.POSITIVE_INFINITY, () => {}).found[0] ?? 0;
    const sample = sampleRows(again, 640, () => {});
    const { value, low, high } = estimateOf(sample);
    const where = `${exact} is not in ${low} to ${high}: ${JSON.stringify(query)}`;
    assert.ok(low <= exact && exact <= high && low <= value && value <= high, where);
    if (shareOf(sample) === 1) assert.equal(value, exact);
    else if (exact > 100) sizes.push((high - low) / exact);
    if (shareOf(sample) < 1) sampled += 1;
  }
  filters.close();
  assert.ok(sampled > 50, `only ${sampled} samples`);
  const [middle = 9] = sizes.sort((a, b) => a - b).slice(sizes.length >> 1);
  assert.ok(middle < 2, `half of the bounds are further apart than ${middle} times the number`);
});
