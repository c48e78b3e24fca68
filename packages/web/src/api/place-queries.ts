/** What pages ask of places, as queries: each names what its answer depends on, and is cancelled when unwanted. */
import type {
  AggregateRow,
  Lintel,
  OfficialCities,
  Permit,
  PermitGroups,
  PermitSearchParameters,
} from '@lintel/client';
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

/** The cities of a state or county by the official count, the most homes first. Free. */
export const officialCitiesQuery = (lintel: Lintel, geoId: string) =>
  queryOptions({
    queryKey: ['official cities', geoId],
    queryFn: ({ signal }) => lintel.places.citiesOfficial(geoId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Homes for 1,000 inhabitants, to a tenth; null where nobody states these. */
export const homesRate = ({ units, population }: OfficialCities['features'][number]['properties']) =>
  population ? Math.round((units / population) * 10_000) / 10 : null;

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

/** States, or counties of the nation or a state. */
export interface AreasWanted {
  readonly kind: 'state' | 'county';
  /** Only counties of this state. */
  readonly state: string | null;
}

/** Groups that one answer may have: more than there are counties. */
const maxAreas = 5_000;

/**
 * The permits of a search by state or county, the most permits first; `isMeasured` with all metrics, of which medians
 * are dear. A credit for each place.
 */
export const areasQuery = (
  lintel: Lintel,
  { kind }: AreasWanted,
  search: PermitSearchParameters,
  isMeasured: boolean,
) =>
  queryOptions({
    ...groupsQuery(lintel, {
      ...search,
      group_by: [kind],
      measures: isMeasured ? metrics.map(({ measure }) => measure) : [],
      limit: maxAreas,
    }),
    select: ({ rows, permit_count }: PermitGroups) => ({
      areas: rows.flatMap((group): AreaGroup[] => {
        const [geoId, name] =
          kind === 'state' ? [group.state, group.state_name] : [group.county, group.county_name];
        return geoId == null || name == null ? [] : [{ geoId, name, group }];
      }),
      permits: permit_count,
    }),
  });

/** A state or county with the figures of its permits. */
export interface AreaGroup {
  readonly geoId: string;
  readonly name: string;
  readonly group: AggregateRow;
}

/** Homes by the official count in every state or county, the last year of each. One credit. */
export const officialAreasQuery = (lintel: Lintel, { kind, state }: AreasWanted) =>
  queryOptions({
    queryKey: ['official areas', kind, state],
    queryFn: async ({ signal }) => {
      const { official } = await lintel.metrics.areas({ kind, state: state as 'TX' | null }, { signal });
      return official;
    },
  });
