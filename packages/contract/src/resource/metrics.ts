/** Metrics of places and contractors, current and monthly (interface 2.8, C27, C29). */
import { Cents, Count, DateString, Days, Nullable, Percent, type Static, Type } from '../schema.js';
import { MetricsPropertyType, MetricsTag } from './vocabulary.js';

const place = {
  geo_id: Type.String({ description: 'geo_id of the place; of a state its code, of a ZIP code its digits.' }),
  tag: MetricsTag,
  property_type: MetricsPropertyType,
};

const activity = {
  permit_count: Count('Permits, without those that renew another.'),
  contractor_count: Count('Contractors of these permits.'),
  avg_construction_duration: Nullable(Days('Mean time from issue to completion.')),
  avg_approval_duration: Nullable(Days('Mean time from filing to issue.')),
  total_job_value: Nullable(Cents('Sum of the declared values.')),
  avg_inspection_pass_rate: Nullable(Percent('Mean share of inspections passed.')),
};

const month = DateString('First day of the month in which the permits start.');

export const CurrentMetrics = Type.Object(
  {
    ...place,
    ...activity,
    permit_count: Count(
      'Permits whose start_date lies in the 365 days up to the release date, without those that renew another.',
    ),
    permit_active_count: Count('All permits that are now active.'),
    permit_in_review_count: Count('All permits that are now in review.'),
  },
  { title: 'CurrentMetrics' },
);

export const MonthlyMetrics = Type.Object(
  { ...place, date: month, ...activity },
  { title: 'MonthlyMetrics' },
);

export const ContractorMetrics = Type.Object(
  {
    date: month,
    tag: MetricsTag,
    property_type: MetricsPropertyType,
    permit_count: Count('Permits of the contractor, without those that renew another.'),
    avg_job_value: Nullable(Cents('Mean declared value.')),
    total_job_value: Nullable(Cents('Sum of the declared values.')),
    avg_construction_duration: Nullable(Days('Mean time from issue to completion.')),
    avg_inspection_pass_rate: Nullable(Percent('Mean share of inspections passed.')),
  },
  { title: 'ContractorMetrics' },
);

export type CurrentMetrics = Static<typeof CurrentMetrics>;
export type MonthlyMetrics = Static<typeof MonthlyMetrics>;
export type ContractorMetrics = Static<typeof ContractorMetrics>;
