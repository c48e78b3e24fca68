/**
 * A small release in memory over invented records, for tests of the service: searches by plain comparison.
 * Each release number has different record texts, so that a test can tell which release answered.
 */
import { type Change, type CitySearchItem, type GeoIdKind, geoId, geoIdKind } from '@lintel/contract';
import type { RecordBytes, RecordKind } from 'lintel/dist/format/record.js';
import { exactly } from 'lintel/dist/query/estimate.js';
import {
  type ChangeQuery,
  noChanges,
  type ReleaseChanges,
} from 'lintel/dist/releases/changes/release-changes.js';
import type { Release, ReleaseStore } from 'lintel/dist/releases/release.js';
import { naiveSums } from '../release/naive-aggregate.js';
import { byTile, totalValue } from '../release/naive-map.js';
import {
  naiveContractor,
  naiveCoverage,
  naiveCurrent,
  naiveDecisions,
  naiveMonthly,
  naiveWiderPlace,
  placesOfPermit,
} from '../release/naive-queries.js';
import { type AllRecords, NaiveSearch, totalOf } from '../release/naive-search.js';
import {
  address,
  addressCount,
  addressIds,
  allRecords,
  cityCount,
  decision,
  decisionIds,
  earlierRelease,
  info,
  numbered,
  placeItems,
  places,
  report,
} from './memory-records.js';

function bytes(value: object): RecordBytes {
  return Buffer.from(JSON.stringify(value));
}

function byId<T extends { id: string }>(records: readonly T[]): Map<string, RecordBytes> {
  return new Map(records.map((record) => [record.id, bytes(record)]));
}

function recordsOf(all: AllRecords): Record<RecordKind, Map<string, RecordBytes>> {
  return {
    permits: byId(all.permits),
    contractors: byId(all.contractors),
    decisions: byId(decisionIds.map(decision)),
    properties: byId(all.properties),
  };
}

function slice<T>(found: readonly T[], offset: number, size: number) {
  const end = offset + size;
  return { items: found.slice(offset, end), next: end < found.length ? end : null };
}

/** One page of all results of a search. */
function pageFrom(found: readonly object[], offset: number, size: number) {
  const { items, next } = slice(found, offset, size);
  return { items: items.map(bytes), next, total: totalOf(found.length) };
}

/** Every permit is new since the earlier release, and every contractor has changed. */
function changesOf(
  { permits, contractors }: AllRecords,
  { kinds, changes, geoId }: ChangeQuery,
): readonly Change[] {
  const renamed = [{ field: 'business_name', old: 'EXAMPLE', new: 'EXAMPLE ROOFING' }];
  const all = [
    ...permits.map((record): Change => {
      return { id: record.id, kind: 'permits', change: 'new', previous_id: null, changes: [], record };
    }),
    ...contractors.map((record): Change => {
      const { id } = record;
      return { id, kind: 'contractors', change: 'changed', previous_id: null, changes: renamed, record };
    }),
  ];
  return all.filter(
    ({ kind, change }) =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (changes.length === 0 || changes.includes(change)) &&
      (geoId === null || geoId === 'NY'),
  );
}

/** A year of the Building Permits Survey, the same in every place. */
const officialYear = {
  ...{ period: '2023', buildings: 2, units: 5, units_reported: 5, value: 7, months_reported: 12 },
  kinds: {
    one_unit: { buildings: 1, units: 1, value: 3 },
    two_units: { buildings: 0, units: 0, value: 0 },
    three_or_four_units: { buildings: 1, units: 4, value: 4 },
    five_or_more_units: { buildings: 0, units: 0, value: 0 },
  },
};

/** Rows of it for an export. */
const officialRows = Array.from({ length: 30 }, (_, i) => ({
  ...{ geo_id: 'NY', kind: 'state', name: 'New York', state: 'NY', period: String(1994 + i) },
  ...{ buildings: 2, units: 5, units_reported: 5, value: 7, months_reported: 12 },
  ...{ units_in_one: 1, units_in_two: 0, units_in_three_or_four: 4, units_in_five_or_more: 0 },
  population: null,
}));

/** A release with the given id. */
export function memoryRelease(id: string): Release {
  const all = allRecords(id);
  const records = recordsOf(all);
  const search = new NaiveSearch(all);
  const { permits } = all;
  const decisions = decisionIds.map(decision);
  const releasedAt = info(id).released_at;
  const isKnown = (kind: GeoIdKind, geo: string) =>
    kind === 'address' ? addressIds.includes(geo) : places[kind]?.[geo] !== undefined;
  const permitsOf = (kind: GeoIdKind, geo: string) =>
    permits.filter((each) => placesOfPermit(each, kind).includes(geo));
  const addresses = numbered(addressCount, (i) => ({
    ...address(i),
    match: 'exact',
    matched_fields: ['street'],
  }));
  const cities = numbered(cityCount, (i) => {
    const item: CitySearchItem = {
      geo_id: geoId('city', `${i}`),
      name: `SPRING ${i}, EXAMPLE, NY`,
      state: 'NY',
    };
    return item;
  });
  const memoryChanges: ReleaseChanges = {
    page: (query, from, size) => pageFrom(changesOf(all, query), from, size),
    count: (query) => totalOf(changesOf(all, query).length),
    counts: () => ({ permits: { new: permits.length, changed: 0, rekeyed: 0, vanished: 0 } }),
    rows: (kind, from, end) =>
      kind !== 'permits' ? [] : permits.map((_, row) => row).filter((row) => from <= row && row < end),
    permits: () => [],
    decisions: () => [],
  };
  return {
    id,
    info: info(id),
    report,
    records: (kind, ids) => ids.flatMap((each) => records[kind].get(each) ?? []),
    all(kind, offset, size) {
      if (kind === 'addresses') return pageFrom(numbered(addressCount, address), offset, size);
      const { items, next } = slice([...records[kind].values()], offset, size);
      return { items, next };
    },
    permitOrigin(permitId) {
      const permit = permits.find((each) => each.id === permitId);
      if (permit === undefined) return null;
      return { permit, source: permit.source_id, key: permit.number ?? '', otherKeys: [], merged: [] };
    },
    place(kind, geo) {
      const place = places[kind]?.[geo];
      return place ? bytes(place) : null;
    },
    officialRows: (_, from, size) => pageFrom(officialRows, from, size),
    official: () => ({ population: null, periods: [officialYear] }),
    currentMetrics: (kind, geo, query, asOf) =>
      isKnown(kind, geo)
        ? naiveCurrent(permitsOf(kind, geo), geo, query, asOf ?? releasedAt).map(bytes)
        : null,
    monthlyMetrics: (kind, geo, query, months) =>
      isKnown(kind, geo) ? naiveMonthly(permitsOf(kind, geo), geo, query, months).map(bytes) : null,
    contractorMetrics(contractor, query, months) {
      if (!records.contractors.has(contractor)) return null;
      const its = permits.filter((each) => each.contractor_id === contractor);
      return naiveContractor(its, query, months).map(bytes);
    },
    coverage: (kind, geo, from, to) =>
      isKnown(kind, geo) ? naiveCoverage(permitsOf(kind, geo), from, to) : null,
    searchDecisions: (query, from, size) => pageFrom(naiveDecisions(decisions, query), from, size),
    countDecisions: (query) => ({ value: naiveDecisions(decisions, query).length, relation: 'eq' }),
    searchPlaces(kind, text, offset, size) {
      const wanted = kind === 'zip' ? /^0/ : /example|york/i;
      return pageFrom(wanted.test(text) ? placeItems(kind) : [], offset, size);
    },
    zipCodes: (offset, size) => pageFrom(placeItems('zip'), offset, size),
    searchAddresses(text, offset, size) {
      return pageFrom(text.toLowerCase().includes('maple') ? addresses : [], offset, size);
    },
    searchCities(text, offset, size) {
      return pageFrom(text.toLowerCase().includes('spring') ? cities : [], offset, size);
    },
    searchPermits: (query, offset, size) => pageFrom(search.permits(query), offset, size),
    countPermits: (query, isExact) => totalOf(search.permits(query).length, isExact),
    estimatePermits: (query) => exactly(search.permits(query).length),
    permitBins(query, zoom) {
      const found = search.view(query);
      const bins = [...byTile(found, zoom)].map(([tile, permits]) => ({
        tile,
        latlng: [...(permits[0]?.address.latlng ?? [])],
        permit_count: permits.length,
        total_job_value: totalValue(permits),
      }));
      return { bins, zoom, permit_count: exactly(found.length), sampled_share: 1 };
    },
    sumPermits(question) {
      const found = search.view(question.query).slice(0, question.most ?? Number.POSITIVE_INFINITY);
      return { sums: naiveSums(found, question) };
    },
    coverageAround: async () => ({ all: [], of: new Map() }),
    permitTile(query, { z, x, y }) {
      const found = byTile(search.view(query), z).get(`${z}/${x}/${y}`) ?? [];
      return found.length === 0 ? [] : [{ x: 2048, y: 2048, properties: { count: found.length } }];
    },
    searchContractors: (query, offset, size) => pageFrom(search.contractors(query), offset, size),
    countContractors: (query, isExact) => totalOf(search.contractors(query).length, isExact),
    contractorPermits(contractor, offset, size) {
      const permits = search.contractorPermits(contractor);
      return permits === null ? null : pageFrom(permits, offset, size);
    },
    spellings(contractor) {
      const record = all.contractors.find(({ id: each }) => each === contractor);
      if (record === undefined) return null;
      const { name, business_name, dba, license, primary_phone: phone, primary_email: email } = record;
      return [{ name, business_name, dba, license, phone, email, records: 1, latest: null }];
    },
    searchProperties(query, offset, size) {
      const { properties, absence } = search.properties(query);
      return { ...pageFrom(properties, offset, size), absence };
    },
    async emptyReason({ records, places: sought, from, to }) {
      const [place = null] = sought;
      // All permits and decisions of the fixture are of January 2026.
      const isThen = (from ?? '') <= '2026-01-31' && (to ?? '9') >= '2026-01-01';
      const kind = place === null ? null : geoIdKind(place);
      const its =
        records === 'decisions'
          ? decisions.filter(({ state, county_id, city_id }) => [state, county_id, city_id].includes(place))
          : permits.filter(
              (each) => kind === null || place === null || placesOfPermit(each, kind).includes(place),
            );
      if (its.length === 0) return 'no_coverage';
      return isThen ? 'no_match' : 'window';
    },
    widerPlace: (geo) => naiveWiderPlace(permits, geo),
    changesSince: (from) => (from === id ? noChanges : from === earlierRelease ? memoryChanges : null),
    comparedWith: () => [earlierRelease],
    countProperties: (query, isExact) => totalOf(search.properties(query).properties.length, isExact),
    close() {},
  };
}

/** Releases that a test publishes and removes. */
interface MemoryReleaseStore extends ReleaseStore {
  publish(release: Release | null): void;
  drop(id: string): void;
}

/** Releases with the first one published. */
export function memoryReleaseStore(first: Release | null = memoryRelease('release-1')): MemoryReleaseStore {
  const kept = new Map<string, Release>();
  let current: Release | null = null;
  const publish = (release: Release | null) => {
    current = release;
    if (release) kept.set(release.id, release);
  };
  publish(first);
  return {
    current: () => current,
    isUnreached: false,
    get: (id) => kept.get(id) ?? null,
    publish,
    drop: (id) => void kept.delete(id),
    close() {},
  };
}
