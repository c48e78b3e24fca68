/**
 * Example bodies of the documentation: one small, coherent, invented world.
 *
 * IDs come from the codecs, and each example has the type of its body, so that a change of a resource that
 * they do not follow fails to compile; a test validates them against the document's own schemas.
 */
import type { EndpointId } from '../endpoints.js';
import { endpoints } from '../endpoints.js';
import { creditLimitBody, type ErrorCode, errors } from '../error.js';
import { parseQuery } from '../query.js';
import { interfaceVersion } from '../version.js';
import {
  aggregate,
  areaMetrics,
  change,
  city,
  citySearchItem,
  comparedReleases,
  contractorMonth,
  county,
  coverage,
  durations,
  exportedAddress,
  items,
  jurisdiction,
  metrics,
  monthly,
  provenance,
  quality,
  release,
  spellings,
  state,
  tag,
  usage,
  zipCode,
} from './example-answers.js';
import {
  absence,
  address,
  contractor,
  decision,
  ids,
  official,
  officialRow,
  permit,
  property,
} from './example-records.js';

/** A page of metrics with one row. */
function metricsPage(item: object) {
  return { items: [item], size: 1, next_cursor: null, pagination_type: 'cursor' };
}

/** A page with one item. */
function onePage(item: object) {
  return { items: [item], size: 1, next_cursor: null };
}

/** The example of each endpoint's 200. */
export const examples: Record<EndpointId, unknown> = {
  release,
  usage,
  tags: { items: tag, size: 2, next_cursor: 'kS0v4x1Jb0nq2mWc8rT5dVsiMjAyNjA2MjAiLDJd' },
  permit_history: { id: permit.id, release_id: provenance.release_id, statuses: permit.status_history ?? [] },
  permit_provenance: provenance,
  permits_by_id: { items: [permit], size: 1, next_cursor: null, total_count: { value: 1, relation: 'eq' } },
  permit_search: {
    items: [permit],
    size: 1,
    next_cursor: null,
    total_count: { value: 1, relation: 'eq' },
    facets: {
      status: {
        values: [{ value: 'active', label: 'Active', count: 1 }],
        value_count: 1,
        unknown: 0,
        permit_count: { value: 1, relation: 'eq' },
      },
    },
  },
  permit_aggregate: aggregate,
  permit_bins: {
    bins: [
      {
        tile: '14/2620/6332',
        latlng: [37.7712, -122.4217],
        permit_count: 312,
        total_job_value: 4_812_500_000,
      },
    ],
    zoom: 14,
    permit_count: { value: 312, low: 312, high: 312 },
    sampled_share: 1,
  },
  permit_durations: durations,
  permit_tiles: {
    tilejson: '3.0.0',
    name: 'Permits',
    description: 'Clusters, and single permits from zoom 14 on.',
    attribution: 'City and County of San Francisco (PDDL-1.0)',
    tiles: ['https://lintel.example/v2/permits/tiles/{z}/{x}/{y}?permit_tags=solar'],
    minzoom: 0,
    maxzoom: 18,
    bounds: [-180, -85.05, 180, 85.05],
    vector_layers: [{ id: 'permits', description: 'Permits', fields: { count: 'Number' } }],
  },
  permit_tile: null,
  streets: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: {
          type: 'LineString',
          coordinates: [
            [-122.39321, 37.77012],
            [-122.39105, 37.77184],
          ],
        },
        properties: { name: 'EXAMPLE ST' },
      },
    ],
  },
  official_cities: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [-122.4194, 37.7749] },
        properties: {
          geo_id: ids.city,
          name: 'San Francisco',
          year: 2024,
          units: 1_735,
          population: 827_526,
        },
      },
    ],
  },
  place_names: {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [-122.41533, 37.74871] },
        properties: { geo_id: '94110', name: '94110', permit_count: 1_204 },
      },
    ],
  },
  contractor_search: { items: [contractor], size: 1, next_cursor: null },
  contractor_spellings: spellings,
  contractor_permits: { items: [permit], size: 1, next_cursor: null },
  properties_by_id: { items: [property], size: 1, next_cursor: null },
  property_search: { items: [property], size: 1, next_cursor: null, absence },
  decisions_by_id: { items: [decision], size: 1, next_cursor: null },
  contractors_by_id: { items: [contractor], size: 1, next_cursor: null },
  export_permits: permit,
  export_contractors: contractor,
  export_properties: property,
  export_decisions: decision,
  export_addresses: exportedAddress,
  export_official: officialRow,
  address_search: { items: [address], size: 1, next_cursor: null },
  city_details: city,
  city_search: { items: [citySearchItem], page: 1, size: 1 },
  county_details: county,
  jurisdiction_details: jurisdiction,
  county_search: onePage(items.county),
  jurisdiction_search: onePage(items.jurisdiction),
  state_search: onePage(items.state),
  state_details: state,
  official_counts: official,
  zipcode_search: onePage(items.zip),
  zipcode_details: zipCode,
  zipcodes: onePage(items.zip),
  coverage,
  quality,
  compared_releases: comparedReleases,
  metrics_by_area: areaMetrics,
  changes: onePage(change),
  decision_search: onePage(decision),
  permit,
  contractor,
  decision,
  address_metrics_current: metricsPage({ ...metrics, geo_id: ids.address, property_type: 'all' }),
  address_metrics_monthly: metricsPage({ ...monthly, geo_id: ids.address, property_type: 'all' }),
  city_metrics_current: metricsPage({ ...metrics, geo_id: ids.city }),
  city_metrics_monthly: metricsPage({ ...monthly, geo_id: ids.city }),
  county_metrics_current: metricsPage(metrics),
  county_metrics_monthly: metricsPage(monthly),
  jurisdiction_metrics_current: metricsPage({ ...metrics, geo_id: ids.jurisdiction }),
  jurisdiction_metrics_monthly: metricsPage({ ...monthly, geo_id: ids.jurisdiction }),
  state_metrics_current: metricsPage({ ...metrics, geo_id: 'CA' }),
  state_metrics_monthly: metricsPage({ ...monthly, geo_id: 'CA' }),
  zipcode_metrics_current: metricsPage({ ...metrics, geo_id: '94110' }),
  zipcode_metrics_monthly: metricsPage({ ...monthly, geo_id: '94110' }),
  contractor_metrics: metricsPage(contractorMonth),
  openapi: { openapi: '3.1.0', info: { title: 'Lintel', version: interfaceVersion }, paths: {} },
  liveness: { status: 'ok' },
  readiness: { status: 'ready', release_id: release.release_id },
};

type NamedExamples = Record<string, { summary: string; value: unknown }>;

/**
 * What the 422 of an endpoint carries for a query: the real thing, so that documentation and service agree.
 */
function refusal(id: EndpointId, query: [string, string][]): { detail: unknown } {
  const parsed = parseQuery(endpoints[id], { query, path: {} });
  if (parsed.ok) throw new Error(`the example request to ${id} is valid`);
  return { detail: parsed.detail };
}

/** Examples of the error bodies that are more than a message. */
export const errorExamples: Partial<Record<ErrorCode, NamedExamples>> = {
  credit_limit: {
    limit: {
      summary: errors.credit_limit.detail,
      value: creditLimitBody(500, 'https://lintel.example/upgrade', errors.credit_limit.detail, {
        needed: 50,
        remaining: 2,
        hint: 'This page costs 50 credits and 2 are left. A page of 2 fits: size=2.',
      }),
    },
  },
  validation: {
    faults: {
      summary: 'A required parameter is missing and another is out of range.',
      value: refusal('permits_by_id', [['size', '500']]),
    },
    geo_id: {
      summary: 'The geo_id is none.',
      value: refusal('county_details', [['geo_id', 'San Francisco']]),
    },
  },
};
