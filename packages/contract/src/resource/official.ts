/** The official count of homes authorised by building permits (C114), and the permits of this release beside it. */
import { Nullable, OneOf, Point, type Static, Type } from '../schema.js';

export const officialPeriods = ['year', 'month'] as const;

/** Kinds of places that are counted. */
export const officialPlaces = ['state', 'county', 'city', 'jurisdiction'] as const;

const Whole = (description: string) => Type.Integer({ minimum: 0, description });

const Kind = (what: string) =>
  Type.Object(
    {
      buildings: Whole('Buildings.'),
      units: Whole('Homes in them.'),
      value: Whole('Value of construction in US cents.'),
    },
    { description: `Buildings of ${what}, with estimates for what was not reported.` },
  );

const counted = {
  period: Type.String({ description: 'The year, YYYY, or the month, YYYY-MM.' }),
  buildings: Whole('Residential buildings authorized.'),
  units: Whole('Homes authorized, with estimates for months that were not reported.'),
  units_reported: Whole('Homes that were reported: the rest of `units` is estimated.'),
  value: Whole('Value of construction in US cents.'),
  months_reported: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 12,
      description: 'Months of the year that were reported; null where unknown.',
    }),
  ),
  kinds: Type.Object(
    {
      one_unit: Kind('one home'),
      two_units: Kind('two homes'),
      three_or_four_units: Kind('three or four homes'),
      five_or_more_units: Kind('five homes and more'),
    },
    { description: 'The same by the size of the building.' },
  ),
};

const { kinds: _kinds, period: _period, ...sums } = counted;

/** The official count of a place and period, as it stands beside a group of permits (C101). */
export const OfficialSums = Type.Object(sums, {
  title: 'OfficialSums',
  description:
    'Homes authorized in the place and period by the official count (C114): for comparison, in no measure of the group. Absent where it has none.',
});
export type OfficialSums = Static<typeof OfficialSums>;

/** The names that the sizes of buildings have as columns. */
export const sizesOfBuildings = {
  one_unit: ['units_in_one', 'one home'],
  two_units: ['units_in_two', 'two homes'],
  three_or_four_units: ['units_in_three_or_four', 'three or four homes'],
  five_or_more_units: ['units_in_five_or_more', 'five homes and more'],
} as const;

/** A place and a period in one row, for tables and exports (C101). */
export const OfficialRow = Type.Object(
  {
    geo_id: Type.String({ description: 'Id of the place, as permits name it.' }),
    kind: OneOf(officialPlaces, 'Kind of the place: no two of them add up.'),
    name: Type.String({ description: 'Name of the place.' }),
    state: Nullable(Type.String(), 'Two-letter state abbreviation.'),
    period: Type.String({ description: 'The year, YYYY, or the month, YYYY-MM: take one length only.' }),
    ...sums,
    ...Object.fromEntries(
      Object.values(sizesOfBuildings).map(([name, words]) => [
        name,
        Whole(`Homes in buildings of ${words}.`),
      ]),
    ),
    population: Nullable(Whole('Inhabitants of the place; null where nobody states them.')),
  },
  { title: 'OfficialRow', description: 'Homes authorized in a place and period, counted officially.' },
);
export type OfficialRow = Static<typeof OfficialRow>;

export const OfficialPeriod = Type.Object(counted, { title: 'OfficialPeriod' });
export type OfficialPeriod = Static<typeof OfficialPeriod>;

const populationSources = ['survey', 'operator'] as const;
export type PopulationSource = (typeof populationSources)[number];

/** What the survey and the operator say of a place, as a release keeps it. */
export interface OfficialPlace {
  readonly population: number | null;
  /** Absent in earlier releases. */
  readonly homes?: number | null;
  readonly population_source?: PopulationSource;
  /** Years and months, in their order. */
  readonly periods: readonly OfficialPeriod[];
}

const Compared = Type.Object(
  {
    ...counted,
    permits: Nullable(
      Type.Object(
        {
          permit_count: Whole('Permits for new residential buildings that were issued in the period.'),
          units: Whole('Homes that they state; a single-family home that states none counts as one.'),
          without_units: Whole(
            'Of the permits those of other buildings that state no homes: they count none.',
          ),
          partial: Type.Boolean({
            description: 'Whether the release knows a part of the period only: the ratio says little then.',
          }),
        },
        { description: 'The same of the permits of this release; null where it has none of the period.' },
      ),
    ),
    ratio: Nullable(
      Type.Number({
        minimum: 0,
        description: 'Homes of `permits` to the official `units`; null without either.',
      }),
    ),
  },
  { title: 'OfficialCount' },
);

export const OfficialCounts = Type.Object(
  {
    geo_id: Type.String({ description: 'geo_id of the place.' }),
    source: Type.String({ description: 'Who counted, to be named with the numbers.' }),
    population: Nullable(Whole('Inhabitants of the place; null where nobody states them.')),
    homes: Nullable(Whole('Homes of the place, as the operator states them; null where nobody does.')),
    population_source: Nullable(
      OneOf(populationSources, 'Who states them.'),
      'Who states inhabitants and homes: the survey, or the operator; null where nobody does.',
    ),
    rows: Type.Array(Compared, { description: 'The periods that the survey has, the oldest first.' }),
  },
  { title: 'OfficialCounts', description: 'Homes authorized in a place, counted officially.' },
);
export type OfficialCounts = Static<typeof OfficialCounts>;

/** A city on a map with the homes that were authorised there in its last year (C100). */
const CountedCity = Type.Object({
  type: Type.Literal('Feature', { description: 'Type in GeoJSON.' }),
  geometry: Point('Where the city is.'),
  properties: Type.Object(
    {
      geo_id: Type.String({ description: 'geo_id of the city.' }),
      name: Type.String({ description: 'Name of the city alone.' }),
      year: Type.Integer({ description: 'The last year that the survey has of it.' }),
      units: Whole('Homes authorized in that year, with estimates for months that were not reported.'),
      population: Nullable(Whole('Inhabitants of the city; null where nobody states them.')),
    },
    { description: 'What was counted there.' },
  ),
});

export const OfficialCities = Type.Object(
  {
    type: Type.Literal('FeatureCollection', { description: 'Type in GeoJSON.' }),
    features: Type.Array(CountedCity, { description: 'The most homes first.' }),
  },
  { title: 'OfficialCities', description: 'GeoJSON (RFC 7946).' },
);
export type OfficialCities = Static<typeof OfficialCities>;
