/** What pages ask of permits in sum, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type {
  Lintel,
  PermitAggregateParameters,
  PermitGroups,
  PermitSearchParameters,
  ReleaseInfo,
} from '@lintel/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useService } from './service';

/** Permits summed by group, exactly. A credit a row. */
export const groupsQuery = (lintel: Lintel, parameters: PermitAggregateParameters) =>
  queryOptions({
    queryKey: ['groups', parameters],
    queryFn: ({ signal }): Promise<PermitGroups> => lintel.permits.aggregate(parameters, { signal }),
  });

/** The permit authorities with the most permits, and how many there are. A credit for each and one for all others. */
export const authoritiesQuery = (lintel: Lintel) =>
  groupsQuery(lintel, { group_by: ['jurisdiction'], limit: 5 });

/** The week of the oldest permit of a place, or of all, as its Monday; null without any. Two credits. */
export const firstWeekQuery = (lintel: Lintel, geoId: string | undefined) =>
  queryOptions({
    queryKey: ['first week', geoId],
    queryFn: async ({ signal }) => {
      const { rows } = await lintel.permits.aggregate(
        { geo_id: geoId, group_by: ['week'], order: 'week', limit: 1 },
        { signal },
      );
      return rows[0]?.week ?? null;
    },
  });

/** Where permits are looked for. */
type Where = Pick<PermitSearchParameters, 'geo_id' | 'bbox' | 'near' | 'radius_m' | 'within' | 'area'>;

/** The day of the newest permit of a place up to the day of the release; null without any. One credit. */
export const newestDayQuery = (lintel: Lintel, where: Where, releasedAt: string) =>
  queryOptions({
    queryKey: ['newest day', where, releasedAt],
    queryFn: async ({ signal }) => {
      const { items } = await lintel.permits
        .search(
          {
            ...where,
            permit_from: '1800-01-01',
            permit_to: releasedAt,
            size: 1,
            fields: ['start_date'],
          },
          { signal },
        )
        .page();
      return items[0]?.start_date ?? null;
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
    ...newestDayQuery(
      lintel,
      { ...(geoId === undefined ? {} : { geo_id: geoId }), ...area },
      releasedAt ?? '',
    ),
    enabled: isSomewhere && releasedAt !== undefined,
  });
  if (release === undefined || releasedAt === undefined) return undefined;
  if (!isSomewhere) return lastDayOf(release);
  if (error !== null) return releasedAt;
  return data === undefined ? undefined : (data ?? releasedAt);
}

/** The day of the newest permit of a release, up to the day of the release. */
export function lastDayOf({
  released_at,
  date_range: { to },
}: Pick<ReleaseInfo, 'released_at' | 'date_range'>): string {
  return to !== null && to < released_at ? to : released_at;
}
