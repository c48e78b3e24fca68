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
import type { PermitGroups } from '../resource/aggregate.js';
import type { Change } from '../resource/change.js';
import type { Coverage } from '../resource/coverage.js';
import type { MetricsByArea, PermitDurations } from '../resource/figures.js';
import type { ContractorMetrics, CurrentMetrics, MonthlyMetrics } from '../resource/metrics.js';
import type {
  CityDetails,
  CitySearchItem,
  CountyDetails,
  JurisdictionDetails,
  PlaceItem,
  StateDetails,
  ZipCodeDetails,
  ZipCodeItem,
} from '../resource/place.js';
import type { Provenance } from '../resource/provenance.js';
import type { ComparedReleases, ReleaseQuality } from '../resource/quality.js';
import type { ReleaseInfo } from '../resource/release.js';
import type { ContractorSpellings } from '../resource/spelling.js';
import type { Tag } from '../resource/tag.js';
import type { Usage } from '../resource/usage.js';
import { interfaceVersion } from '../version.js';
import { tags } from '../vocabulary/tag.js';
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

const tag: Tag[] = tags.slice(0, 2).map(({ id, description }) => ({ id, description }));

const metrics: CurrentMetrics = {
  geo_id: ids.county,
  tag: 'solar',
  property_type: 'residential',
  permit_count: 1_204,
  contractor_count: 187,
  avg_construction_duration: 42,
  avg_approval_duration: 5,
  total_job_value: 2_618_450_000,
  avg_inspection_pass_rate: 91,
  permit_active_count: 655,
  permit_in_review_count: 48,
};

const {
  permit_active_count,
  permit_in_review_count,
  geo_id,
  tag: metricsTag,
  property_type: metricsType,
  ...sums
} = metrics;
const monthly: MonthlyMetrics = {
  geo_id,
  tag: metricsTag,
  property_type: metricsType,
  date: '2026-05-01',
  ...sums,
  permit_count: 112,
  contractor_count: 41,
  total_job_value: 241_900_000,
};

const contractorMonth: ContractorMetrics = {
  date: '2026-05-01',
  tag: 'heat_pump',
  property_type: 'residential',
  permit_count: 4,
  avg_job_value: 2_150_000,
  total_job_value: 8_600_000,
  avg_construction_duration: 59,
  avg_inspection_pass_rate: 92,
};

const provenance: Provenance = {
  id: permit.id,
  release_id: '20260620T041500Z-7f3a',
  source: {
    id: permit.source_id,
    name: 'City of San Francisco, building permits',
    license: 'PDDL-1.0',
    attribution: null,
    homepage: 'https://data.sfgov.org/d/i98e-djp9',
    as_of: '2026-06-29',
  },
  row_key: '1415843502419',
  other_row_keys: [],
  other_sources: [],
  fields: [
    {
      field: 'job_value',
      derivation: 'mapped',
      columns: ['revised_cost', 'estimated_cost'],
      rule: 'The amount in US cents; what the source writes for an unknown amount is left out.',
      given_by: null,
    },
    {
      field: 'property_year_built',
      derivation: 'joined',
      columns: [],
      rule: 'The row does not state it; the newest record of the address that does.',
      given_by: { permit_id: null, source_id: 'san-francisco-ca-parcels', row_key: '3615012' },
    },
  ],
  tags: [
    { tag: 'solar', basis: 'words', words: [{ field: 'description', start: 8, end: 13 }], includes: [] },
    { tag: 'residential', basis: 'property_type', words: [], includes: [] },
  ],
};

const coverage: Coverage = {
  items: [
    { field: 'owner_name', tier: 'missing', fill_pct: 4.1, permits_total: 21_870 },
    { field: 'property_year_built', tier: 'partial', fill_pct: 71.9, permits_total: 21_870 },
  ],
  size: 2,
  next_cursor: null,
};

/** A page of metrics with one row. */
function metricsPage(item: object) {
  return { items: [item], size: 1, next_cursor: null, pagination_type: 'cursor' };
}

/** A page with one item. */
function onePage(item: object) {
  return { items: [item], size: 1, next_cursor: null };
}

const { match: _match, matched_fields: _fields, ...exportedAddress } = address;

const citySearchItem: CitySearchItem = {
  geo_id: ids.city,
  name: 'San Francisco, San Francisco, CA',
  state: 'CA',
};

const city: CityDetails = {
  ...citySearchItem,
  counties: { 'San Francisco, CA': ids.county },
  jurisdictions: { 'San Francisco, CA': ids.jurisdiction },
  zipcodes: ['94110', '94124'],
};

const county: CountyDetails = {
  geo_id: ids.county,
  name: 'San Francisco County, CA',
  state: 'CA',
  cities: { 'San Francisco, San Francisco, CA': ids.city },
  jurisdictions: { 'San Francisco, CA': ids.jurisdiction },
  zipcodes: ['94110', '94124'],
};

const jurisdiction: JurisdictionDetails = {
  geo_id: ids.jurisdiction,
  name: 'San Francisco, CA',
  state: 'CA',
  cities: { 'San Francisco, San Francisco, CA': ids.city },
  counties: { 'San Francisco County, CA': ids.county },
  zipcodes: ['94110', '94124'],
};

const state: StateDetails = {
  geo_id: 'CA',
  name: 'California',
  state: 'CA',
  counties: { 'San Francisco County': ids.county },
  jurisdictions: { 'San Francisco': ids.jurisdiction },
};

const zipCode: ZipCodeDetails = {
  geo_id: '94110',
  name: 'San Francisco, CA 94110',
  state: 'CA',
  zip_code: '94110',
  cities: { 'San Francisco': ids.city },
  counties: { 'San Francisco County': ids.county },
  jurisdictions: { 'San Francisco': ids.jurisdiction },
};

const items = {
  county: { geo_id: ids.county, name: county.name, state: 'CA' },
  jurisdiction: { geo_id: ids.jurisdiction, name: jurisdiction.name, state: 'CA' },
  state: { geo_id: 'CA', name: 'California', state: 'CA' },
  zip: { geo_id: '94110', name: zipCode.name, state: 'CA', zip_code: '94110' },
} satisfies Record<string, PlaceItem | ZipCodeItem>;

const usage: Usage = {
  credits_used: 162,
  credit_limit: 500,
  is_over_limit: false,
  available_at: '2026-07-02',
  daily_usage: [
    { date: '2026-06-02', credits: 112, expires: '2026-07-02' },
    { date: '2026-06-19', credits: 50, expires: '2026-07-19' },
  ],
  usage_by_key: [{ key_id: 'key_3Fq0ZbY7nWcRt5Lm', requests: 4, credits: 162 }],
  usage_by_endpoint: [
    { endpoint: 'permits_by_id', requests: 3, credits: 112 },
    { endpoint: 'tags', requests: 1, credits: 50 },
  ],
};

const release: ReleaseInfo = {
  released_at: '2026-06-20',
  release_id: '20260620T041500Z-7f3a',
  schema_version: interfaceVersion,
  built_at: '2026-06-20T04:15:00Z',
  counts: {
    permits: 48_211,
    contractors: 3_904,
    decisions: 212,
    addresses: 36_530,
    cities: 41,
    counties: 12,
    jurisdictions: 14,
  },
  date_range: { from: '1998-01-05', to: '2026-06-18' },
  sources: [
    {
      id: 'us-ca-san-francisco',
      name: 'San Francisco building permits',
      license: 'PDDL-1.0',
      attribution: 'City and County of San Francisco',
      as_of: '2026-06-19',
      rows: 21_870,
    },
  ],
  previous_release: '20260613T041500Z-19c0',
};

const change: Change = {
  id: permit.id,
  kind: 'permits',
  change: 'changed',
  previous_id: null,
  changes: [
    { field: 'final_date', old: null, new: '2026-05-29' },
    { field: 'status', old: 'active', new: 'final' },
  ],
  record: permit,
};

const counted = { rows_read: 21_870, records: 21_412, rows_merged: 401, rows_quarantined: 57 };

const quality: ReleaseQuality = {
  release_id: release.release_id,
  ...counted,
  refusals: [{ reason: 'the row has no permit number', rows: 31 }],
  sources: [
    {
      id: 'us-ca-san-francisco',
      name: 'San Francisco building permits',
      kind: 'permits',
      ...counted,
      rows_refined: 21_469,
      rows_defective: 1_020,
      rows_vanished: 0,
      fill: [{ field: 'job_value', records: 19_830, share: 0.9261, is_stated: true }],
      defects: [
        { name: 'date_order', field: 'final_date', rows: 512, meaning: 'The date contradicts the others.' },
      ],
      refusals: [{ reason: 'the row has no permit number', rows: 31 }],
    },
  ],
};

const comparedReleases: ComparedReleases = {
  release_id: release.release_id,
  earlier: [
    {
      release_id: '20260613T041500Z-19c0',
      changes: [{ kind: 'permits', new: 412, changed: 1_204, rekeyed: 0, vanished: 3 }],
    },
  ],
};

const areaMetrics: MetricsByArea = {
  from: '2025-06-21',
  to: '2026-06-20',
  tag: 'solar',
  property_type: 'residential',
  areas: [{ name: county.name, fips: '06075', geo_id, ...sums, permit_active_count, permit_in_review_count }],
  official: [{ geo_id: 'TX', name: 'Texas', fips: '48', year: 2023, units: 232_373 }],
};

const spellings: ContractorSpellings = {
  id: contractor.id,
  spellings: [
    {
      name: null,
      business_name: contractor.business_name,
      dba: null,
      license: contractor.license,
      phone: contractor.primary_phone,
      email: null,
      records: 41,
      latest: '2026-06-12',
      shared: ['license', 'similar_name'],
    },
  ],
};

const durations: PermitDurations = {
  approval: { permits: 9_120, p25: 3, median: 11, p75: 42 },
  construction: { permits: 6_004, p25: 28, median: 74, p75: 190 },
  permit_count: { value: 12_004, low: 12_004, high: 12_004 },
  sampled_share: 1,
  months: [
    {
      date: '2026-06-01',
      approval: { permits: 311, p25: 2, median: 9, p75: 30 },
      construction: null,
    },
  ],
};

const aggregate: PermitGroups = {
  rows: [
    {
      year: 2025,
      tag: 'roofing',
      count: 5_120,
      median_job_value: 1_450_000,
      job_value_n: 4_870,
      job_value_without: 250,
      partial: false,
      others: false,
    },
    {
      year: 2026,
      tag: 'roofing',
      count: 2_611,
      median_job_value: 1_520_000,
      job_value_n: 2_490,
      job_value_without: 121,
      partial: true,
      others: false,
    },
  ],
  group_count: 2,
  permit_count: 7_731,
  date_field: 'issue',
  facts: 'stated',
};

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
