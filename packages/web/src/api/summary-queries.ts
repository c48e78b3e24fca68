/** What pages ask of permits in sum, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type {
  Lintel,
  PermitAggregateParameters,
  PermitGroups,
  PermitSearchParameters,
  ReleaseInfo,
} from '@lintel/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { addDays } from '../words/format';
import { useService } from './service';

/** Permits summed by group, exactly. A credit a row. */
export const groupsQuery = (lintel: Lintel, parameters: PermitAggregateParameters) =>
  queryOptions({
    queryKey: ['groups', parameters],
    queryFn: ({ signal }): Promise<PermitGroups> => lintel.permits.aggregate(parameters, { signal }),
  });

/**
 * The permit authorities with the most permits there, or since a day, whether they say how long approval takes, and how
 * many there are. A credit for each and one for all others.
 */
export const authoritiesQuery = (
  lintel: Lintel,
  where: Where & { readonly permit_from?: string | undefined } = {},
) =>
  groupsQuery(lintel, {
    group_by: ['jurisdiction'],
    measures: ['count', 'median_approval_duration'],
    limit: 5,
    ...where,
  });

/**
 * Places of a kind that have from half as many to twice as many permits as `count` in the 12 months up to a day. A
 * credit for each, ten at most, and one for all others.
 */
export const similarQuery = (
  lintel: Lintel,
  kind: 'state' | 'county' | 'city' | 'jurisdiction',
  count: number,
  lastDay: string,
) =>
  groupsQuery(lintel, {
    group_by: [kind],
    permit_from: addDays(lastDay, -364),
    permit_to: lastDay,
    having: [`count>=${Math.ceil(count / 2)}`, `count<=${count * 2}`],
    limit: 10,
  });

/** The states with permits, in all or since a day. A credit for each. */
export const statesQuery = (lintel: Lintel, permit_from?: string) =>
  groupsQuery(lintel, { group_by: ['state'], limit: 60, ...(permit_from && { permit_from }) });

/** Where permits are looked for. */
export type Where = Pick<
  PermitSearchParameters,
  | 'geo_id'
  | 'bbox'
  | 'near'
  | 'radius_m'
  | 'within'
  | 'area'
  | 'permit_has_contractor'
  | 'contractor_name'
  | 'contractor_license'
>;

/**
 * The day from which there may be permits there: the Monday of the week of the oldest, or the first day of its month
 * where that is later; null without any permit. Two credits.
 */
export const beginQuery = (lintel: Lintel, where: Where) =>
  queryOptions({
    queryKey: ['begin', where],
    queryFn: async ({ signal }) => {
      const { rows } = await lintel.permits.aggregate(
        { ...where, group_by: ['week', 'month'], order: 'week', limit: 1 },
        { signal },
      );
      const [{ week, month } = {}] = rows;
      if (week == null || month == null) return null;
      const first = `${month}-01`;
      return week > first ? week : first;
    },
  });

/** The day, but none before all records of the release. */
export const notBefore = (day: string | null, { date_range: { from } }: Pick<ReleaseInfo, 'date_range'>) =>
  day !== null && from !== null && day < from ? from : day;

const maxSources = 100;

/**
 * The day of the newest permit there, up to the day of the release, null without any; and the ids of the sources of all
 * permits there, null where they are too many to know. One credit.
 */
export const newestQuery = (lintel: Lintel, where: Where, releasedAt: string) =>
  queryOptions({
    queryKey: ['newest', where, releasedAt],
    queryFn: async ({ signal }) => {
      const { items, facets } = await lintel.permits
        .search(
          {
            ...where,
            permit_from: '1800-01-01',
            permit_to: releasedAt,
            size: 1,
            fields: ['start_date'],
            facets: ['source'],
            facet_size: maxSources,
          },
          { signal },
        )
        .page();
      const found = facets?.source;
      const isWhole = found?.permit_count.relation === 'eq' && found.value_count <= maxSources;
      return {
        day: items[0]?.start_date ?? null,
        sources: isWhole ? found.values.map(({ value }) => value) : null,
      };
    },
  });

/**
 * The day on which periods end unless another is chosen: that of the newest permit of the place or area, or of the release
 * without one. Undefined until it is known; the day of the release where it cannot be known.
 */
export function useLastDay(
  geoId: string | undefined,
  release: Pick<ReleaseInfo, 'released_at' | 'date_range'> | undefined,
  area: Where = {},
): string | undefined {
  const { lintel } = useService();
  const releasedAt = release?.released_at;
  const isSomewhere = geoId !== undefined || Object.keys(area).length > 0;
  const { data, error } = useQuery({
    ...newestQuery(lintel, { ...(geoId === undefined ? {} : { geo_id: geoId }), ...area }, releasedAt ?? ''),
    enabled: isSomewhere && releasedAt !== undefined,
  });
  if (release === undefined || releasedAt === undefined) return undefined;
  if (!isSomewhere) return lastDayOf(release);
  if (error !== null) return releasedAt;
  return data === undefined ? undefined : (data.day ?? releasedAt);
}

/** The release with those sources only that its permits there are of, where these are known. */
export function useReleaseOf(where: Where, release: ReleaseInfo | undefined): ReleaseInfo | undefined {
  const { lintel } = useService();
  const { data } = useQuery({
    ...newestQuery(lintel, where, release?.released_at ?? ''),
    enabled: Object.keys(where).length > 0 && release !== undefined,
  });
  return release && withSources(release, data?.sources ?? null);
}

export function withSources(release: ReleaseInfo, ids: readonly string[] | null): ReleaseInfo {
  return ids === null
    ? release
    : { ...release, sources: release.sources.filter(({ id }) => ids.includes(id)) };
}

/** The day of the newest permit of a release, up to the day of the release. */
export function lastDayOf({
  released_at,
  date_range: { to },
}: Pick<ReleaseInfo, 'released_at' | 'date_range'>): string {
  return to !== null && to < released_at ? to : released_at;
}
