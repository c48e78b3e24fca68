/**
 * What permits are summed by and what is measured of them (C52), with words for people. A grouping or a measured field
 * that is added here does not compile without a line in the table of each engine and of the oracle.
 */

/** The periods of a date. */
export const periodGroupings = ['year', 'quarter', 'month', 'week'] as const;
export type PeriodGrouping = (typeof periodGroupings)[number];

/** The kinds of place. */
export const placeGroupings = ['state', 'county', 'city', 'jurisdiction', 'zip'] as const;
export type PlaceGrouping = (typeof placeGroupings)[number];

/** Groupings by texts as records have them, each with the field that has the text. */
export const textGroupings = {
  type: 'type',
  subtype: 'subtype',
  property_type_detail: 'property_type_detail',
  source: 'source_id',
  tract: 'property_census_tract',
  district: 'property_congressional_district',
} as const;
export type TextGrouping = keyof typeof textGroupings;
/** Words of `group_by`, each with what it is called. */
export const groupings = {
  year: 'Year',
  quarter: 'Quarter',
  month: 'Month',
  week: 'Week',
  state: 'State',
  county: 'County',
  city: 'City',
  jurisdiction: 'Jurisdiction',
  zip: 'ZIP code',
  tract: 'Census tract',
  district: 'Congressional district',
  area: 'Area of the operator',
  tag: 'Tag',
  status: 'Status',
  type: 'Permit type as the source states it',
  subtype: 'Permit subtype as the source states it',
  property_type: 'Property type',
  property_type_detail: 'Kind of building',
  record_kind: 'Kind of record',
  contractor: 'Contractor',
  source: 'Source',
  job_value_band: 'Job value',
} as const;
export type Grouping = keyof typeof groupings;
export const groupingIds = Object.keys(groupings) as readonly Grouping[];

/** Groupings of which a permit may be in several groups; one at a time. */
export const severalGroupings: readonly Grouping[] = ['tag', 'area'];

/** Groupings whose rows have a name beside the id, as `{grouping}_name`. */
export const namedGroupings = ['county', 'city', 'jurisdiction', 'state', 'contractor'] as const;

/** Where the bands of `job_value_band` begin, in cents; the name of each is its range in dollars. */
export const jobValueBands = [
  { from: 0, name: '0' },
  { from: 1, name: '0.01-999.99' },
  { from: 100_000, name: '1000-9999.99' },
  { from: 1_000_000, name: '10000-99999.99' },
  { from: 10_000_000, name: '100000-999999.99' },
  { from: 100_000_000, name: '1000000-9999999.99' },
  { from: 1_000_000_000, name: '10000000-' },
] as const;

interface MeasuredField {
  readonly title: string;
  readonly unit: 'cents' | 'days' | 'percent' | 'square feet' | 'units';
  /** Whether its sum means something. */
  readonly isSummed: boolean;
  /** Decimals of its average: all other figures are whole. */
  readonly decimals: number;
  /** Whether another row than the permit's own may state it, which `facts` decides. */
  readonly isFact: boolean;
}

const field = (
  title: string,
  unit: MeasuredField['unit'],
  more: Partial<MeasuredField> = {},
): MeasuredField => ({
  title,
  unit,
  isSummed: false,
  decimals: 0,
  isFact: false,
  ...more,
});

/** The fields of permits that are measured, under the names that measures have for them. */
export const measuredFields = {
  job_value: field('job value', 'cents', { isSummed: true }),
  fees: field('fees', 'cents', { isSummed: true }),
  units: field('dwelling or business units', 'units', { isSummed: true, decimals: 2, isFact: true }),
  area: field('floor area', 'square feet', { isSummed: true, isFact: true }),
  approval_duration: field('the time from filing to issue', 'days'),
  construction_duration: field('the time from issue to completion', 'days'),
  total_duration: field('the time from the first date to the last', 'days'),
  inspection_pass_rate: field('the rate of passed inspections', 'percent'),
} as const;
export type MeasuredFieldId = keyof typeof measuredFields;
export const measuredFieldIds = Object.keys(measuredFields) as readonly MeasuredFieldId[];

/** What is told of the values of a field. */
export const statistics = {
  sum: 'Sum of',
  avg: 'Mean of',
  median: 'Median of',
  p25: 'Lower quartile of',
  p75: 'Upper quartile of',
  p90: 'Ninetieth percentile of',
} as const;
export type Statistic = keyof typeof statistics;
export const statisticIds = Object.keys(statistics) as readonly Statistic[];

/** Of the others a sum means nothing. */
type SummedField = 'job_value' | 'fees' | 'units' | 'area';
export type FieldMeasureId = `${Exclude<Statistic, 'sum'>}_${MeasuredFieldId}` | `sum_${SummedField}`;
export type MeasureId = 'count' | 'contractors' | FieldMeasureId;

/** A measure of a field. */
export interface FieldMeasure {
  readonly id: FieldMeasureId;
  readonly field: MeasuredFieldId;
  readonly statistic: Statistic;
  /** What it is called. */
  readonly title: string;
}

export const fieldMeasures: readonly FieldMeasure[] = measuredFieldIds.flatMap((id) =>
  statisticIds
    .filter((statistic) => statistic !== 'sum' || measuredFields[id].isSummed)
    .map((statistic) => ({
      id: `${statistic}_${id}` as FieldMeasureId,
      field: id,
      statistic,
      title: `${statistics[statistic]} ${measuredFields[id].title}`,
    })),
);

export const measureIds: readonly MeasureId[] = [
  'count',
  'contractors',
  ...fieldMeasures.map(({ id }) => id),
];

/** The measure of a field with this name; undefined for `count` and `contractors`. */
export const fieldMeasure = (id: string): FieldMeasure | undefined => byId.get(id);
const byId: ReadonlyMap<string, FieldMeasure> = new Map(
  fieldMeasures.map((measure) => [measure.id, measure]),
);

/** Which facts of the property count: those that the permit's own row states, or those joined to it as well (C50). */
export const factSources = ['stated', 'joined'] as const;
export type FactSource = (typeof factSources)[number];

export const comparisons = ['>=', '<=', '>', '<', '='] as const;

/** A condition on a group, such as `count>=10`. */
export interface Having {
  readonly measure: MeasureId;
  readonly comparison: (typeof comparisons)[number];
  readonly value: number;
}

/** Reads a condition; null if it is none. */
export function parseHaving(text: string): Having | null {
  const [, measure = '', comparison = '', value = ''] =
    /^([a-z0-9_]+)(>=|<=|>|<|=)(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (!(measureIds as readonly string[]).includes(measure)) return null;
  return {
    measure: measure as MeasureId,
    comparison: comparison as Having['comparison'],
    value: Number(value),
  };
}

/** The order of groups: by a grouping or a measure, ascending, or descending with `-` before it. */
export interface GroupOrder {
  readonly by: Grouping | MeasureId;
  readonly isDescending: boolean;
}

/** Reads an order; null if it is none. */
export function parseOrder(text: string): GroupOrder | null {
  const isDescending = text.startsWith('-');
  const by = isDescending ? text.slice(1) : text;
  const isKnown = Object.hasOwn(groupings, by) || (measureIds as readonly string[]).includes(by);
  return isKnown ? { by: by as GroupOrder['by'], isDescending } : null;
}
