/** Counties and their metrics. */
import type { Endpoint } from '../endpoint.js';
import { geoId } from '../id.js';
import { cursor, metricsPropertyType, metricsTag, pageWithoutCursor, placeId, size } from '../parameter.js';
import { CountyMetrics } from '../resource/metrics.js';
import { CountyDetails } from '../resource/place.js';
import { details, metered, statuses } from './statuses.js';

export const countiesEndpoints = {
  county_details: {
    id: 'county_details',
    path: '/v2/counties',
    summary: 'County details',
    description: 'A county with its cities, jurisdictions and ZIP codes.',
    group: 'Counties',
    authenticated: true,
    parameters: { geo_id: placeId('query', 'county', geoId('county', '06075')) },
    answer: { kind: 'object', schema: CountyDetails },
    statuses: details,
  },
  county_metrics_current: {
    id: 'county_metrics_current',
    path: '/v2/counties/{geo_id}/metrics/current',
    summary: 'Current county metrics',
    description:
      'Counts and averages over the permits of a county whose start_date lies in the 365 days up to the release date. The two status counts are of all permits now in that state. A county without such permits: an empty page.',
    group: 'Counties',
    authenticated: true,
    parameters: {
      geo_id: placeId('path', 'county', geoId('county', '06075')),
      property_type: metricsPropertyType,
      tag: metricsTag,
      cursor,
      page: pageWithoutCursor,
      size,
    },
    answer: { kind: 'metrics_page', schema: CountyMetrics, resource: 'metrics' },
    statuses: statuses(metered, 404),
  },
} as const satisfies Record<string, Endpoint>;
