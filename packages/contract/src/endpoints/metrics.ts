/** Metrics of places, current and monthly, of contractors (C27, C29), and of all states or counties (C46). */
import type { Endpoint } from '../endpoint.js';
import { contractorId, geoId } from '../id.js';
import {
  fieldList,
  inOrder,
  metricFrom,
  metricsAsOf,
  metricsPaging,
  metricsPropertyType,
  metricsTag,
  metricTo,
  placeId,
  recordId,
} from '../parameter.js';
import { MetricsByArea } from '../resource/figures.js';
import { ContractorMetrics, CurrentMetrics, MonthlyMetrics } from '../resource/metrics.js';
import { OneOf } from '../schema.js';
import { stateCodes } from '../vocabulary/state.js';
import { metered, statuses } from './statuses.js';

const metricsStatuses = statuses(metered, 404);
const byType = { property_type: metricsPropertyType, tag: metricsTag };
const byTag = { tag: metricsTag };
const months = { metric_from: metricFrom, metric_to: metricTo };
const monthsInOrder = [inOrder('metric_from', 'metric_to')];

const currentText =
  'whose start_date lies in the 365 days up to the release date, or to `as_of`. The two status counts are of all permits now in that state. Without such permits: an empty page.';
const monthlyText =
  'by the month of their start_date, the oldest first; a month without permits is left out. metric_from and metric_to name months: each is given whole.';

function current<const I extends string, const P extends Endpoint['parameters']>(
  id: I,
  path: string,
  group: string,
  noun: string,
  parameters: P,
) {
  return {
    id,
    path: `/v2/${path}/{geo_id}/metrics/current`,
    summary: `Current ${noun} metrics`,
    description: `Counts and averages over the permits of the ${noun} ${currentText}`,
    group,
    authenticated: true,
    keyAsPassword: true,
    parameters: { ...parameters, as_of: metricsAsOf, ...metricsPaging, fields: fieldList(CurrentMetrics) },
    answer: { kind: 'metrics_page', schema: CurrentMetrics, resource: 'metrics' },
    statuses: metricsStatuses,
  } as const satisfies Endpoint;
}

function monthly<const I extends string, const P extends Endpoint['parameters']>(
  id: I,
  path: string,
  group: string,
  noun: string,
  parameters: P,
) {
  return {
    id,
    path: `/v2/${path}/{geo_id}/metrics/monthly`,
    summary: `Monthly ${noun} metrics`,
    description: `Counts and averages over the permits of the ${noun} ${monthlyText}`,
    group,
    authenticated: true,
    keyAsPassword: true,
    parameters: { ...parameters, ...months, ...metricsPaging, fields: fieldList(MonthlyMetrics) },
    answer: { kind: 'metrics_page', schema: MonthlyMetrics, resource: 'metrics' },
    rules: monthsInOrder,
    statuses: metricsStatuses,
  } as const satisfies Endpoint;
}

const address = { geo_id: placeId('path', 'address', geoId('address', 'example-address')), ...byTag };
const city = { geo_id: placeId('path', 'city', geoId('city', '0667000')), ...byType };
const county = { geo_id: placeId('path', 'county', geoId('county', '06075')), ...byType };
const jurisdiction = {
  geo_id: placeId('path', 'jurisdiction', geoId('jurisdiction', 'us-ca-san-francisco')),
  ...byType,
};
const state = { geo_id: placeId('path', 'state', 'CA'), ...byType };
const zip = { geo_id: placeId('path', 'zip', '94110'), ...byType };

export const metricsEndpoints = {
  address_metrics_current: current('address_metrics_current', 'addresses', 'Addresses', 'address', address),
  address_metrics_monthly: monthly('address_metrics_monthly', 'addresses', 'Addresses', 'address', address),
  city_metrics_current: current('city_metrics_current', 'cities', 'Cities', 'city', city),
  city_metrics_monthly: monthly('city_metrics_monthly', 'cities', 'Cities', 'city', city),
  county_metrics_current: current('county_metrics_current', 'counties', 'Counties', 'county', county),
  county_metrics_monthly: monthly('county_metrics_monthly', 'counties', 'Counties', 'county', county),
  jurisdiction_metrics_current: current(
    'jurisdiction_metrics_current',
    'jurisdictions',
    'Jurisdictions',
    'jurisdiction',
    jurisdiction,
  ),
  jurisdiction_metrics_monthly: monthly(
    'jurisdiction_metrics_monthly',
    'jurisdictions',
    'Jurisdictions',
    'jurisdiction',
    jurisdiction,
  ),
  state_metrics_current: current('state_metrics_current', 'states', 'States', 'state', state),
  state_metrics_monthly: monthly('state_metrics_monthly', 'states', 'States', 'state', state),
  zipcode_metrics_current: current('zipcode_metrics_current', 'zipcodes', 'ZIP codes', 'ZIP code', zip),
  zipcode_metrics_monthly: monthly('zipcode_metrics_monthly', 'zipcodes', 'ZIP codes', 'ZIP code', zip),
  metrics_by_area: {
    id: 'metrics_by_area',
    path: '/v2/metrics/areas',
    summary: 'Current metrics of all states or counties',
    description:
      'The current metrics of all states, or of all counties of a state or the nation, for a map. An answer costs as much as one row of metrics, an empty one nothing.',
    group: 'States',
    authenticated: true,
    keyAsPassword: true,
    parameters: {
      kind: {
        in: 'query',
        schema: OneOf(['state', 'county'], 'Kind of the places.'),
        required: true,
        description: 'Kind of the places.',
        example: 'county',
      },
      state: {
        in: 'query',
        schema: OneOf(stateCodes, 'Code of a state.', 'StateCode'),
        required: false,
        description: 'Only counties of this state.',
        example: 'CA',
      },
      tag: { ...metricsTag, required: false, default: 'all' },
      property_type: { ...metricsPropertyType, required: false, default: 'all' },
    },
    answer: { kind: 'view', schema: MetricsByArea, resource: 'metrics' },
    statuses: metered,
  },
  contractor_metrics: {
    id: 'contractor_metrics',
    path: '/v2/contractors/{id}/metrics',
    summary: 'Monthly contractor metrics',
    description: `Counts and averages over the permits of the contractor ${monthlyText}`,
    group: 'Contractors',
    authenticated: true,
    keyAsPassword: true,
    parameters: {
      id: recordId('contractor', contractorId('example-1')),
      ...byType,
      ...months,
      ...metricsPaging,
      fields: fieldList(ContractorMetrics),
    },
    answer: { kind: 'metrics_page', schema: ContractorMetrics, resource: 'metrics' },
    rules: monthsInOrder,
    statuses: metricsStatuses,
  },
} as const satisfies Record<string, Endpoint>;
