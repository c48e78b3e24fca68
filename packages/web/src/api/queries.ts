/** The questions that pages ask, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type { AreaMetrics, Change, DurationQuartiles, Lintel, Permit, ReleaseInfo } from '@lintel/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Filters, searchParameters } from '../explorer/filters';
import { addDays } from '../words/format';
import { type ListedPermit, listFields } from './list-fields';
import { type PlaceKind, readCurrentMetrics, readMonthlyMetrics, readPlace } from './places';

/** Permits of the first page of the table, and of the further ones. */
const pageSize = 50;
const furtherPageSize = 100;

export type { ListedPermit };

export const releaseQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['release'],
    queryFn: ({ signal }): Promise<ReleaseInfo> => lintel.release({ signal }),
  });

export const tagsQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['tags'],
    queryFn: ({ signal }) => lintel.tags({ size: 100 }, { signal }).toArray(),
  });

export const placeQuery = (lintel: Lintel, geoId: string) =>
  queryOptions({
    queryKey: ['place', geoId],
    queryFn: ({ signal }) => readPlace(lintel, geoId, signal),
  });

/** All pages of permits that the filters let through. */
export const permitsQuery = (lintel: Lintel, filters: Filters, releasedAt: string) => {
  const parameters = searchParameters(filters, releasedAt);
  return infiniteQueryOptions({
    queryKey: ['permits', parameters],
    queryFn: async ({ pageParam, signal }) => {
      const page = await lintel.permits
        .search(
          {
            ...parameters,
            size: pageParam === null ? pageSize : furtherPageSize,
            cursor: pageParam,
            include_count: pageParam === null,
            fields: listFields,
          },
          { signal },
        )
        .page();
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
};

export const permitQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['permit', id],
    queryFn: ({ signal }) => lintel.permits.get(id, {}, { signal }),
  });

/** Years of permits that a permit is compared with: enough that long works have ended. */
const comparedYears = 5;
/** Fewer permits say nothing of what is usual. */
const fewPermits = 20;

/**
 * How long permits took where the permit was issued: those with all of its tags, or any if those are few. One credit or
 * two.
 */
export const localDurationsQuery = (lintel: Lintel, permit: Permit, releasedAt: string) =>
  queryOptions({
    queryKey: ['durations', permit.geo_ids.jurisdiction_id, permit.tags, releasedAt],
    queryFn: async ({ signal }) => {
      const where = {
        geo_id: permit.geo_ids.jurisdiction_id,
        permit_from: addDays(releasedAt, -365 * comparedYears),
        permit_to: releasedAt,
      };
      const ask = (permit_tags: Permit['tags']) =>
        lintel.permits.durations({ ...where, permit_tags }, { signal });
      const same = await ask(permit.tags);
      const isKnown = (own: number | null, local: DurationQuartiles | null) =>
        own === null || (local !== null && local.permits >= fewPermits);
      const isSameWork =
        permit.tags.length > 0 &&
        isKnown(permit.approval_duration, same.approval) &&
        isKnown(permit.construction_duration, same.construction);
      const durations = isSameWork || permit.tags.length === 0 ? same : await ask([]);
      return { durations, isSameWork, years: comparedYears };
    },
  });

/** Free. */
export const provenanceQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['provenance', id],
    queryFn: ({ signal }) => lintel.permits.provenance(id, {}, { signal }),
  });

export const contractorQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['contractor', id],
    queryFn: ({ signal }) => lintel.contractors.get(id, {}, { signal }),
  });

/** How sources write a contractor, and why it is one. One credit. */
export const spellingsQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['spellings', id],
    queryFn: ({ signal }) => lintel.contractors.spellings(id, {}, { signal }),
  });

/** Permits at an address, the newest first. */
export const permitsAtQuery = (lintel: Lintel, addressId: string) =>
  queryOptions({
    queryKey: ['permits at', addressId],
    queryFn: async ({ signal }) => {
      const { items } = await lintel.permits
        .search({ geo_id: addressId, include_undated: true, size: pageSize, fields: listFields }, { signal })
        .page();
      return items;
    },
  });

/** Null without permits at the address. */
export const propertyQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['property', id],
    queryFn: async ({ signal }) => (await lintel.properties.get([id], {}, { signal }))[0] ?? null,
  });

/** Permits of a contractor, grouped by address: the first page. */
export const contractorPermitsQuery = (lintel: Lintel, id: string) =>
  queryOptions({
    queryKey: ['contractor permits', id],
    queryFn: async ({ signal }) => {
      const { items } = await lintel.contractors
        .permits(id, { size: pageSize, fields: listFields }, { signal })
        .page();
      return items;
    },
  });

/** Activity of a contractor by month. One credit a month. */
export const contractorMetricsQuery = (
  lintel: Lintel,
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  queryOptions({
    queryKey: ['contractor metrics', id, from, to],
    queryFn: ({ signal }) =>
      lintel.contractors
        .metrics(
          id,
          { tag: 'all', property_type: 'all', metric_from: from, metric_to: to, fields: ['permit_count'] },
          { signal },
        )
        .toArray(),
  });

export const currentMetricsQuery = (lintel: Lintel, kind: PlaceKind, geoId: string, tag = 'all') =>
  queryOptions({
    queryKey: ['metrics', 'current', kind, geoId, tag],
    queryFn: ({ signal }) => readCurrentMetrics(lintel, kind, geoId, signal, { tag, propertyType: 'all' }),
  });

export const monthlyMetricsQuery = (
  lintel: Lintel,
  kind: PlaceKind,
  geoId: string,
  period: { readonly from: string; readonly to: string },
  tag = 'all',
) =>
  queryOptions({
    queryKey: ['metrics', 'monthly', kind, geoId, period.from, period.to, tag],
    queryFn: ({ signal }) =>
      readMonthlyMetrics(lintel, kind, geoId, period, signal, { tag, propertyType: 'all' }),
  });

/** How long the permits took that start in the months of the period, in all and by month. One credit. */
export const durationsQuery = (
  lintel: Lintel,
  geoId: string,
  { from, to }: { readonly from: string; readonly to: string },
  tag = 'all',
) =>
  queryOptions({
    queryKey: ['durations', geoId, from, to, tag],
    queryFn: ({ signal }) =>
      lintel.permits.durations(
        {
          geo_id: geoId,
          permit_from: from,
          permit_to: to,
          by_month: true,
          ...(tag === 'all' ? {} : { permit_tags: [tag as Permit['tags'][number]] }),
        },
        { signal },
      ),
  });

/** Tags that say what kind of work it is: those at the top of their hierarchy, without the kinds of buildings. */
const kindsOfWork = [
  'accessory_structure',
  'addition',
  'adu',
  'battery',
  'bathroom',
  'demolition',
  'electrical',
  'fire_sprinkler',
  'gas',
  'generator',
  'grading',
  'hvac',
  'kitchen',
  'new_construction',
  'plumbing',
  'pool_and_hot_tub',
  'remodel',
  'roofing',
  'sitework',
  'solar',
  'telecom',
  'utilities',
  'window_door',
];

/** Permits of the last year by kind of work, the most first. One credit a kind. */
export const tagMixQuery = (lintel: Lintel, kind: PlaceKind, geoId: string) =>
  queryOptions({
    queryKey: ['tag mix', kind, geoId],
    queryFn: async ({ signal }) => {
      const found = await inParallel(kindsOfWork, async (tag) => ({
        tag,
        permits:
          (await readCurrentMetrics(lintel, kind, geoId, signal, { tag, propertyType: 'all' }))
            ?.permit_count ?? 0,
      }));
      return found
        .filter(({ permits }) => permits > 0)
        .sort((one, other) => other.permits - one.permits)
        .slice(0, 14);
    },
  });

/** Contractors active in a place in the last year, those with the most permits first; tallies count that year there. */
export const activeContractorsQuery = (lintel: Lintel, geoId: string, releasedAt: string) =>
  queryOptions({
    queryKey: ['contractors', geoId, releasedAt],
    queryFn: async ({ signal }) => {
      const { items } = await lintel.contractors
        .search(
          {
            geo_id: geoId,
            permit_from: addDays(releasedAt, -364),
            permit_to: releasedAt,
            sort: 'permit_count',
            size: 12,
            fields: ['name', 'business_name', 'permit_count', 'status_tally'],
          },
          { signal },
        )
        .page();
      return items;
    },
  });

/** What the build counted of each source. Free. */
export const qualityQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['quality'],
    queryFn: ({ signal }) => lintel.quality({ signal }),
  });

/** Earlier releases, and how many records changed since. Free. */
export const comparedReleasesQuery = (lintel: Lintel) =>
  queryOptions({
    queryKey: ['compared releases'],
    queryFn: ({ signal }) => lintel.comparedReleases({ signal }),
  });

/** The first changes of a kind and type since an earlier release. One credit each. */
export const firstChangesQuery = (
  lintel: Lintel,
  from: string,
  kind: Change['kind'],
  change: Change['change'],
) =>
  queryOptions({
    queryKey: ['changes', from, kind, change],
    queryFn: async ({ signal }) => {
      const fields = ['kind', 'change', 'changes'] as const;
      const parameters = { from, kind: [kind], change: [change], size: 10, fields };
      const { items } = await lintel.changes(parameters, { signal }).page();
      return items;
    },
  });

/** Fields that too few permits of the last year state. Free. */
export const coverageQuery = (lintel: Lintel, kind: PlaceKind, geoId: string, releasedAt: string) =>
  queryOptions({
    queryKey: ['coverage', kind, geoId, releasedAt],
    queryFn: async ({ signal }) => {
      const { items } = await lintel.coverage(
        {
          geo_type: kind === 'zip' ? 'zipcode' : kind,
          geo_id: geoId,
          date_from: addDays(releasedAt, -364),
          date_to: releasedAt,
        },
        { signal },
      );
      return items;
    },
  });

/** Which states or counties are measured, by which permits. */
export interface AreasWanted {
  readonly kind: 'state' | 'county';
  /** Only counties of this state. */
  readonly state: string | null;
  readonly tag: string;
  readonly propertyType: string;
}

export const allStates: AreasWanted = { kind: 'state', state: null, tag: 'all', propertyType: 'all' };

/** Metrics of every state or county that has permits in the last year, the most permits first. One credit. */
export const areasQuery = (lintel: Lintel, { kind, state, tag, propertyType }: AreasWanted) =>
  queryOptions({
    queryKey: ['areas', kind, state, tag, propertyType],
    queryFn: async ({ signal }): Promise<readonly AreaMetrics[]> => {
      const { areas } = await lintel.metrics.areas(
        { kind, state: state as 'TX' | null, tag: tag as 'all', property_type: propertyType as 'all' },
        { signal },
      );
      return areas.sort((one, other) => other.permit_count - one.permit_count);
    },
  });

/** Asks for each of many, a few at a time. */
async function inParallel<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const walk = async () => {
    for (let at = next++; at < all.length; at = next++) {
      const one = all[at];
      if (one !== undefined) answers[at] = await ask(one);
    }
  };
  await Promise.all(Array.from({ length: 6 }, walk));
  return answers;
}

/** Postal codes of the states and the District of Columbia, with their names and FIPS codes. */
export const states: Readonly<Record<string, readonly [name: string, fips: string]>> = {
  AL: ['Alabama', '01'],
  AK: ['Alaska', '02'],
  AZ: ['Arizona', '04'],
  AR: ['Arkansas', '05'],
  CA: ['California', '06'],
  CO: ['Colorado', '08'],
  CT: ['Connecticut', '09'],
  DE: ['Delaware', '10'],
  DC: ['District of Columbia', '11'],
  FL: ['Florida', '12'],
  GA: ['Georgia', '13'],
  HI: ['Hawaii', '15'],
  ID: ['Idaho', '16'],
  IL: ['Illinois', '17'],
  IN: ['Indiana', '18'],
  IA: ['Iowa', '19'],
  KS: ['Kansas', '20'],
  KY: ['Kentucky', '21'],
  LA: ['Louisiana', '22'],
  ME: ['Maine', '23'],
  MD: ['Maryland', '24'],
  MA: ['Massachusetts', '25'],
  MI: ['Michigan', '26'],
  MN: ['Minnesota', '27'],
  MS: ['Mississippi', '28'],
  MO: ['Missouri', '29'],
  MT: ['Montana', '30'],
  NE: ['Nebraska', '31'],
  NV: ['Nevada', '32'],
  NH: ['New Hampshire', '33'],
  NJ: ['New Jersey', '34'],
  NM: ['New Mexico', '35'],
  NY: ['New York', '36'],
  NC: ['North Carolina', '37'],
  ND: ['North Dakota', '38'],
  OH: ['Ohio', '39'],
  OK: ['Oklahoma', '40'],
  OR: ['Oregon', '41'],
  PA: ['Pennsylvania', '42'],
  RI: ['Rhode Island', '44'],
  SC: ['South Carolina', '45'],
  SD: ['South Dakota', '46'],
  TN: ['Tennessee', '47'],
  TX: ['Texas', '48'],
  UT: ['Utah', '49'],
  VT: ['Vermont', '50'],
  VA: ['Virginia', '51'],
  WA: ['Washington', '53'],
  WV: ['West Virginia', '54'],
  WI: ['Wisconsin', '55'],
  WY: ['Wyoming', '56'],
};
