/**
 * Compares the searches of a release with the naive ones: for a random query, the same ids in the same order
 * over a complete walk with pages of random sizes, the same counts and the same tallies. Throws on a
 * difference.
 */
import assert from 'node:assert/strict';
import { endpoints, type Permit } from '@lintel/contract';
import { maxBins, maxFacetPermits, type TagId, tags } from '@lintel/contract/plain';
import type { RecordBytes, SearchPage } from 'lintel/dist/format/record.js';
import { aggregatePermits } from 'lintel/dist/query/aggregate.js';
import { permitDurations } from 'lintel/dist/query/durations.js';
import { exactly } from 'lintel/dist/query/estimate.js';
import { permitFacets } from 'lintel/dist/query/facets.js';
import type {
  PermitFilter,
  PermitQuery,
  PropertyFilter,
  PropertyQuery,
} from 'lintel/dist/query/questions.js';
import type { Release } from 'lintel/dist/releases/release.js';
import { emptyQuery } from './empty-query.js';
import { naiveAggregate } from './naive-aggregate.js';
import { naiveFacet, naiveFacets, withoutLabels } from './naive-facets.js';
import { byTile, naiveDurations, tileOf, totalValue } from './naive-map.js';
import { type AllRecords, NaiveSearch, totalOf } from './naive-search.js';
import type { Chance } from './random.js';
import { RandomQueries } from './random-queries.js';

/** Records up to which every page of a search is compared, and pages compared beyond them. */
const wholeWalk = 3000;
const deepPages = 12;

/** A search of the release: its pages, its count, and where the page that begins with record `i` begins. */
interface Asked {
  page(from: number, size: number): SearchPage;
  count(isExact: boolean): unknown;
  begin(i: number): number;
}

export class SearchComparison {
  readonly #release: Release;
  readonly #all: AllRecords;
  readonly #naive: NaiveSearch;
  /** What it asks. */
  readonly queries: RandomQueries;
  readonly #chance: Chance;
  #rows: ReadonlyMap<string, number> | null = null;

  constructor(release: Release, all: AllRecords, chance: Chance) {
    this.#release = release;
    this.#all = all;
    this.#naive = new NaiveSearch(all);
    this.queries = new RandomQueries(all, chance);
    this.#chance = chance;
  }

  /** Compares one permit search; returns how many records it found. */
  permits(): number {
    return this.#permits(this.queries.permits());
  }

  /** Compares a search by these filters only; returns whether the last of them changed what is found. */
  permitsBy(...names: readonly PermitFilter[]): boolean {
    const query = { ...this.queries.views(names), sort: 'date' as const };
    const last = names.at(-1) ?? 'geo_id';
    const without = { ...query, [last]: emptyQuery(endpoints.permit_search)[last] };
    const found = this.#permits(query);
    return found > 0 && found !== this.#naive.permits(without).length;
  }

  #permits(query: PermitQuery): number {
    const expected = this.#naive.permits(query);
    return this.#compare(query, expected, {
      page: (from, size) => this.#release.searchPermits(query, from, size),
      count: (isExact) => this.#release.countPermits(query, isExact),
      begin: (i) => this.#rowOf(expected[i]?.id ?? '') + (query.sort === 'date' ? 0 : 1),
    });
  }

  contractors(): number {
    const query = this.queries.contractors();
    const expected = this.#naive.contractors(query);
    const begin = (i: number) => {
      const id = expected[i]?.id;
      if (query.sort !== 'date') return this.#all.contractors.findIndex((one) => one.id === id) + 1;
      const first = this.#naive
        .view({ ...query, permit_has_contractor: true })
        .find(({ contractor_id: own }) => own === id);
      return this.#rowOf(first?.id ?? '');
    };
    return this.#compare(query, expected, {
      page: (from, size) => this.#release.searchContractors(query, from, size),
      count: (isExact) => this.#release.countContractors(query, isExact),
      begin,
    });
  }

  contractorPermits(): number {
    const contractor = this.queries.random.pick(this.#all.contractors);
    const id = contractor?.id ?? 'none';
    const expected = this.#naive.contractorPermits(id);
    if (expected === null) {
      assert.equal(this.#release.contractorPermits(id, 0, 1), null);
      return 0;
    }
    assert.deepEqual(this.#release.contractorPermits(id, 0, 1)?.total, totalOf(expected.length));
    const page = (from: number, size: number) =>
      this.#release.contractorPermits(id, from, size) ?? { items: [], next: null };
    return this.#compare({ id }, expected, { page, count: () => totalOf(expected.length), begin: (i) => i });
  }

  properties(): number {
    return this.#properties(this.queries.properties());
  }

  /** As `permitsBy`, of properties. */
  propertiesBy(...names: readonly PropertyFilter[]): boolean {
    const query = this.queries.properties(names);
    const last = names.at(-1) ?? 'geo_id';
    const found = this.#properties(query);
    const without = { ...query, [last]: null };
    return found > 0 && found !== this.#naive.properties(without).properties.length;
  }

  #properties(query: PropertyQuery): number {
    const { properties, absence } = this.#naive.properties(query);
    assert.deepEqual(this.#release.searchProperties(query, 0, 1).absence, absence, JSON.stringify(query));
    return this.#compare(query, properties, {
      page: (from, size) => this.#release.searchProperties(query, from, size),
      count: (isExact) => this.#release.countProperties(query, isExact),
      begin: (i) => this.#rowOf(properties[i]?.id ?? '') + (query.sort === 'date' ? 0 : 1),
    });
  }

  /** Compares the bins of a box; returns how many permits they count. */
  bins(): number {
    const whole = this.#chance() < 0.3 ? [-180, -90, 180, 90] : null;
    const asked = this.queries.views();
    const query = { ...asked, bbox: whole ?? asked.bbox ?? [-125, 24, -66, 50] };
    const { bins, zoom, permit_count, sampled_share } = this.#release.permitBins(
      query,
      Math.floor(this.#chance() * 23),
    );
    const expected = this.#naive.view(query);
    const where = JSON.stringify(query);
    const tiles = [...byTile(expected, zoom)].map(([tile, permits]) => [
      tile,
      permits.length,
      totalValue(permits),
    ]);
    assert.ok(bins.length <= maxBins, where);
    assert.deepEqual(
      bins.map((bin) => [bin.tile, bin.permit_count, bin.total_job_value]).sort(),
      tiles.sort(),
      where,
    );
    for (const { tile, latlng } of bins) assert.equal([zoom, ...tileOf(latlng, zoom)].join('/'), tile, where);
    assert.deepEqual([sampled_share, permit_count], [1, exactly(expected.length)], where);
    return expected.length;
  }

  /** Compares how long the permits of a query took; returns how many there are. */
  async durations(): Promise<number> {
    const query = this.queries.views();
    const expected = this.#naive.view(query);
    for (const byMonth of [false, true]) {
      const found = await permitDurations(this.#release, query, byMonth);
      assert.deepEqual(found, naiveDurations(expected, query, byMonth), JSON.stringify(query));
    }
    return expected.length;
  }

  /** Compares an aggregate, but for names and what is said of periods; returns how many permits it counts. */
  async aggregates(): Promise<number> {
    const query = this.queries.aggregates();
    const expected = naiveAggregate(this.#naive.view(query), query);
    const found = await aggregatePermits(this.#release, query, {
      records: 'permits',
      places: [],
      from: null,
      to: null,
    });
    const rows = found.rows.map((row) => {
      const kept = Object.entries({ ...row, partial: false }).filter(([key]) => !key.endsWith('_name'));
      return Object.fromEntries(kept);
    });
    assert.deepEqual({ ...found, rows }, expected, JSON.stringify(query));
    return expected.permit_count;
  }

  /** Compares some facets of a search; returns how many permits are counted. */
  async facets(): Promise<number> {
    const query = this.queries.facets();
    const most = this.#chance() < 0.7 ? maxFacetPermits : 1 + Math.floor(this.#chance() ** 3 * 500);
    const found = await permitFacets(this.#release, query, most);
    const expected = query.facets.map((id) => {
      const { without } = naiveFacets[id];
      const matching = this.#naive.view(without === null ? query : { ...query, [without]: null });
      return [id, naiveFacet(id, matching, query.facet_size, most)] as const;
    });
    const what = `the first ${most} of ${JSON.stringify(query)}`;
    assert.deepEqual(withoutLabels(found), Object.fromEntries(expected), what);
    return expected.reduce((sum, [, { permit_count: counted }]) => sum + counted.value, 0);
  }

  /** Compares the tile of a permit at a random zoom; returns how many permits it shows. */
  tiles(): number {
    const query = this.queries.views();
    const z = Math.floor(this.#chance() * 19);
    const [x, y] = tileOf(this.queries.point(), z);
    const points = this.#release.permitTile(query, { z, x, y });
    const where = `${z}/${x}/${y} ${JSON.stringify(query)}`;
    const expected = byTile(this.#naive.view(query), z).get(`${z}/${x}/${y}`) ?? [];
    const cells = [...byTile(expected, z + (z < 14 ? 4 : 6)).values()];
    const alone = z < 14 ? [] : cells.filter(({ length }) => length === 1).flat();
    const singles = alone.length > 100 ? [] : alone;
    const clusters = cells.filter((permits) => !permits.some((permit) => singles.includes(permit)));
    const sorted = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).sort();
    assert.deepEqual(
      sorted(points.map(({ properties }) => properties)),
      sorted([
        ...clusters.map((permits) => clusterOf(permits)),
        ...singles.map((permit) => singleOf(permit)),
      ]),
      where,
    );
    for (const point of points)
      assert.ok(
        [point.x, point.y].every((at) => at >= 0 && at < 4096),
        where,
      );
    return expected.length;
  }

  #compare(query: object, expected: readonly object[], { page, count, begin }: Asked): number {
    const found: unknown[] = [];
    let end: number | null = 0;
    while (end !== null && found.length <= wholeWalk) {
      const size = 1 + Math.floor(this.#chance() * 100);
      const { items, next }: SearchPage = page(end, size);
      assert.ok(next === null || items.length === size, `a short page of ${JSON.stringify(query)}`);
      found.push(...items.map(parsed));
      assert.ok(found.length <= expected.length, `too many records of ${JSON.stringify(query)}`);
      end = next;
    }
    const walked = end === null ? expected : expected.slice(0, found.length);
    assert.deepEqual(found.map(idOf), walked.map(idOf), JSON.stringify(query));
    assert.deepEqual(found, walked, JSON.stringify(query));
    for (let i = 0; end !== null && i < deepPages; i++) {
      const first = Math.floor(this.#chance() * expected.length);
      const { items, next } = page(begin(first), 100);
      const where = `from record ${first} of ${JSON.stringify(query)}`;
      assert.deepEqual(items.map(parsed), expected.slice(first, first + 100), where);
      assert.equal(next === null, first + 100 >= expected.length, where);
    }
    for (const isExact of [false, true]) {
      const what = `the count of ${JSON.stringify(query)}`;
      assert.deepEqual(count(isExact), totalOf(expected.length, isExact), what);
    }
    return expected.length;
  }

  /** The row of a permit or a property. */
  #rowOf(id: string): number {
    this.#rows ??= new Map(
      [this.#all.permits, this.#all.properties].flatMap((records) =>
        records.map(({ id: own }, row): [string, number] => [own, row]),
      ),
    );
    const row = this.#rows.get(id);
    assert.ok(row !== undefined, `no record ${id}`);
    return row;
  }
}

function clusterOf(permits: readonly Permit[]) {
  const value = totalValue(permits);
  return { count: permits.length, ...(value !== null && { job_value: value }) };
}

function singleOf({ id, tags: own, status, start_date: date }: Permit) {
  const byWeight = (tag: TagId) => {
    if (tag === 'residential' || tag === 'commercial') return 2;
    return tags.find((each) => each.id === tag)?.parents.length === 0 ? 1 : 0;
  };
  const [tag] = [...own].sort((a, b) => byWeight(a) - byWeight(b) || (a < b ? -1 : 1));
  return { id, ...(tag && { tag }), ...(status && { status }), ...(date && { date }) };
}

const parsed = (item: RecordBytes) => JSON.parse(item.toString()) as unknown;
const idOf = (record: unknown) => (record as { id: string }).id;
