/** Current metrics of a county (interface 2.8, C29). */
import { Cents, Count, GeoId, Mean, Nullable, type Static, Type } from '../schema.js';
import { MetricsPropertyType, MetricsTag } from './vocabulary.js';

export const CountyMetrics = Type.Object(
  {
    geo_id: GeoId('geo_id of the county.'),
    tag: MetricsTag,
    property_type: MetricsPropertyType,
    permit_count: Count('Permits whose start_date lies in the 365 days up to the release date.'),
    contractor_count: Count('Contractors of these permits.'),
    avg_construction_duration: Nullable(Mean('Mean time from issue to completion.', 'days')),
    avg_approval_duration: Nullable(Mean('Mean time from filing to issue.', 'days')),
    total_job_value: Nullable(Cents('Sum of the declared values.')),
    avg_inspection_pass_rate: Nullable(Mean('Mean share of inspections passed.', 'percent')),
    permit_active_count: Count('All permits that are now active.'),
    permit_in_review_count: Count('All permits that are now in review.'),
  },
  { title: 'CountyMetrics', additionalProperties: false },
);

export type CountyMetrics = Static<typeof CountyMetrics>;
