/** Figures of many places at once, for maps, and how long permits take (C46). */
import { Estimate } from '../envelope.js';
import { Count, DateString, Days, Nullable, type Static, Type } from '../schema.js';
import { CurrentMetrics } from './metrics.js';
import { MetricsPropertyType, MetricsTag } from './vocabulary.js';

const { tag: _tag, property_type: _type, ...sums } = CurrentMetrics.properties;

export const AreaMetrics = Type.Object(
  {
    name: Type.String({ description: 'Name of the place.' }),
    fips: Type.String({
      pattern: '^\\d{2}(\\d{3})?$',
      description: 'Census code by which outlines of states and counties are found: two digits, or five.',
    }),
    ...sums,
  },
  { title: 'AreaMetrics' },
);

export const OfficialArea = Type.Object(
  {
    geo_id: AreaMetrics.properties.geo_id,
    name: AreaMetrics.properties.name,
    fips: AreaMetrics.properties.fips,
    year: Type.Integer({ description: 'The year that was counted.' }),
    units: Count('Homes authorized, with estimates for months that were not reported.'),
  },
  { title: 'OfficialArea' },
);

export const MetricsByArea = Type.Object(
  {
    from: DateString('First day of the 365 days up to the release date.'),
    to: DateString('Last day: the release date.'),
    tag: MetricsTag,
    property_type: MetricsPropertyType,
    areas: Type.Array(AreaMetrics, { description: 'Places with such permits, by `fips`.' }),
    official: Type.Array(OfficialArea, {
      description:
        'Homes authorized by the official count in the last year that it has of a place, whether or not a source covers it, by `fips`; always apart from permits. Empty where the operator added none.',
    }),
  },
  { title: 'MetricsByArea' },
);

export const DurationQuartiles = Type.Object(
  {
    permits: Count('Permits with both dates.'),
    p25: Days('A quarter of them took at most so long.'),
    median: Days('The middle one; of an even number the mean of the two middle ones, halves rounded up.'),
    p75: Days('Three quarters of them took at most so long.'),
  },
  {
    title: 'DurationQuartiles',
    description: 'Quartiles of a duration; null without permits that have both dates.',
  },
);

const durations = {
  approval: Nullable(
    DurationQuartiles,
    'Days from application to issue; null without permits that have both dates.',
  ),
  construction: Nullable(
    DurationQuartiles,
    'Days from issue to completion; null without permits that have both dates.',
  ),
};

export const MonthDurations = Type.Object(
  { date: DateString('First day of the month, of the date that `date_field` names.'), ...durations },
  { title: 'MonthDurations' },
);

export const PermitDurations = Type.Object(
  {
    ...durations,
    permit_count: Estimate,
    sampled_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Always 1: all permits are looked at, and every number is exact.',
    }),
    months: Nullable(
      Type.Array(MonthDurations, {
        description:
          'With `by_month`: the same for each month with a known duration, in order of time; at most the newest 600.',
      }),
    ),
  },
  {
    title: 'PermitDurations',
    description:
      'Days from filing to issue (`approval`) and from issue to completion (`construction`); null where no permit has both dates. `p25` and `p75` are durations of permits: the least that so many do not exceed.',
  },
);

export type OfficialArea = Static<typeof OfficialArea>;
export type AreaMetrics = Static<typeof AreaMetrics>;
export type MetricsByArea = Static<typeof MetricsByArea>;
export type DurationQuartiles = Static<typeof DurationQuartiles>;
export type PermitDurations = Static<typeof PermitDurations>;
