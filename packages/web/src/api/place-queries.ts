/** What pages ask of places, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type { AreaMetrics, Lintel, Permit } from '@lintel/client';
import { queryOptions } from '@tanstack/react-query';
import { metrics } from '../place/metrics';
import { addDays } from '../words/format';
import { type PlaceKind, readPlace } from './places';
import { groupsQuery, type Where } from './summary-queries';

export const placeQuery = (lintel: Lintel, geoId: string) =>
  queryOptions({
    queryKey: ['place', geoId],
    queryFn: ({ signal }) => readPlace(lintel, geoId, signal),
  });

/** Homes authorised by the official count, by year. Free. */
export const officialQuery = (lintel: Lintel, geoId: string) =>
  queryOptions({
    queryKey: ['official', geoId],
    queryFn: ({ signal }) => lintel.places.official(geoId, {}, { signal }),
  });

/** Permits of a tag, or all, without renewals: once more the same permits (C51). */
export const permitsOf = (where: Where, tag = 'all') => ({
  ...where,
  include_renewals: false,
  ...(tag === 'all' ? {} : { permit_tags: [tag as Permit['tags'][number]] }),
});

/** The figures of the year that ends on a day. One credit. */
export const yearQuery = (lintel: Lintel, where: Where, lastDay: string, tag = 'all') =>
  groupsQuery(lintel, {
    ...permitsOf(where, tag),
    permit_from: addDays(lastDay, -364),
    permit_to: lastDay,
    measures: metrics.map(({ measure }) => measure),
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

/** Permits of the year that ends on a day by kind of work, the most first. One credit a tag. */
export const tagMixQuery = (lintel: Lintel, where: Where, lastDay: string) =>
  queryOptions({
    queryKey: ['tag mix', where, lastDay],
    queryFn: async ({ signal }) => {
      const { rows } = await lintel.permits.aggregate(
        {
          ...permitsOf(where),
          permit_from: addDays(lastDay, -364),
          permit_to: lastDay,
          group_by: ['tag'],
        },
        { signal },
      );
      return rows
        .flatMap(({ tag, count }) =>
          tag && count && kindsOfWork.includes(tag) ? [{ tag, permits: count }] : [],
        )
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

/** What is measured of states or counties. One credit. */
const measuredQuery = (lintel: Lintel, { kind, state, tag, propertyType }: AreasWanted) =>
  queryOptions({
    queryKey: ['areas', kind, state, tag, propertyType],
    queryFn: ({ signal }) =>
      lintel.metrics.areas(
        { kind, state: state as 'TX' | null, tag: tag as 'all', property_type: propertyType as 'all' },
        { signal },
      ),
  });

/** Metrics of every state or county that has permits in the last year, the most permits first. */
export const areasQuery = (lintel: Lintel, wanted: AreasWanted) =>
  queryOptions({
    ...measuredQuery(lintel, wanted),
    select: ({ areas }): readonly AreaMetrics[] =>
      areas.toSorted((one, other) => other.permit_count - one.permit_count),
  });

/** Homes by the official count in every state or county, out of the same answer. */
export const officialAreasQuery = (lintel: Lintel, wanted: AreasWanted) =>
  queryOptions({ ...measuredQuery(lintel, wanted), select: ({ official }) => official });
