/** What pages ask of places, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type { AreaMetrics, Lintel, Permit } from '@lintel/client';
import { queryOptions } from '@tanstack/react-query';
import { addDays } from '../words/format';
import { type PlaceKind, readCurrentMetrics, readMonthlyMetrics, readPlace } from './places';

export const placeQuery = (lintel: Lintel, geoId: string) =>
  queryOptions({
    queryKey: ['place', geoId],
    queryFn: ({ signal }) => readPlace(lintel, geoId, signal),
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
