/**
 * Example answers of endpoints, in the same invented world as the records.
 *
 * Each has the type of its body, so that a change of a resource that they do not follow fails to compile.
 */
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
import { address, contractor, ids, permit } from './example-records.js';

export const tag: Tag[] = tags.slice(0, 2).map(({ id, description }) => ({ id, description }));

export const metrics: CurrentMetrics = {
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
export const monthly: MonthlyMetrics = {
  geo_id,
  tag: metricsTag,
  property_type: metricsType,
  date: '2026-05-01',
  ...sums,
  permit_count: 112,
  contractor_count: 41,
  total_job_value: 241_900_000,
};

export const contractorMonth: ContractorMetrics = {
  date: '2026-05-01',
  tag: 'heat_pump',
  property_type: 'residential',
  permit_count: 4,
  avg_job_value: 2_150_000,
  total_job_value: 8_600_000,
  avg_construction_duration: 59,
  avg_inspection_pass_rate: 92,
};

export const provenance: Provenance = {
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

export const coverage: Coverage = {
  items: [
    { field: 'owner_name', tier: 'missing', fill_pct: 4.1, permits_total: 21_870 },
    { field: 'property_year_built', tier: 'partial', fill_pct: 71.9, permits_total: 21_870 },
  ],
  size: 2,
  next_cursor: null,
  portals: [
    {
      name: 'San Francisco',
      geo_id: ids.jurisdiction,
      software: 'OpenGov',
      url: 'https://sanfranciscoca.portal.opengov.com',
      state: 'login_only',
      reason: 'its records need a sign-in, and its terms forbid programs',
    },
  ],
};

export const { match: _match, matched_fields: _fields, ...exportedAddress } = address;

export const citySearchItem: CitySearchItem = {
  geo_id: ids.city,
  name: 'San Francisco, San Francisco, CA',
  state: 'CA',
};

export const city: CityDetails = {
  ...citySearchItem,
  counties: { 'San Francisco, CA': ids.county },
  jurisdictions: { 'San Francisco, CA': ids.jurisdiction },
  zipcodes: ['94110', '94124'],
};

export const county: CountyDetails = {
  geo_id: ids.county,
  name: 'San Francisco County, CA',
  state: 'CA',
  cities: { 'San Francisco, San Francisco, CA': ids.city },
  jurisdictions: { 'San Francisco, CA': ids.jurisdiction },
  zipcodes: ['94110', '94124'],
};

export const jurisdiction: JurisdictionDetails = {
  geo_id: ids.jurisdiction,
  name: 'San Francisco, CA',
  state: 'CA',
  cities: { 'San Francisco, San Francisco, CA': ids.city },
  counties: { 'San Francisco County, CA': ids.county },
  zipcodes: ['94110', '94124'],
};

export const state: StateDetails = {
  geo_id: 'CA',
  name: 'California',
  state: 'CA',
  counties: { 'San Francisco County': ids.county },
  jurisdictions: { 'San Francisco': ids.jurisdiction },
};

export const zipCode: ZipCodeDetails = {
  geo_id: '94110',
  name: 'San Francisco, CA 94110',
  state: 'CA',
  zip_code: '94110',
  cities: { 'San Francisco': ids.city },
  counties: { 'San Francisco County': ids.county },
  jurisdictions: { 'San Francisco': ids.jurisdiction },
};

export const items = {
  county: { geo_id: ids.county, name: county.name, state: 'CA' },
  jurisdiction: { geo_id: ids.jurisdiction, name: jurisdiction.name, state: 'CA' },
  state: { geo_id: 'CA', name: 'California', state: 'CA' },
  zip: { geo_id: '94110', name: zipCode.name, state: 'CA', zip_code: '94110' },
} satisfies Record<string, PlaceItem | ZipCodeItem>;

export const usage: Usage = {
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

export const release: ReleaseInfo = {
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

export const change: Change = {
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

export const quality: ReleaseQuality = {
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

export const comparedReleases: ComparedReleases = {
  release_id: release.release_id,
  earlier: [
    {
      release_id: '20260613T041500Z-19c0',
      changes: [{ kind: 'permits', new: 412, changed: 1_204, rekeyed: 0, vanished: 3 }],
    },
  ],
};

export const areaMetrics: MetricsByArea = {
  from: '2025-06-21',
  to: '2026-06-20',
  tag: 'solar',
  property_type: 'residential',
  areas: [{ name: county.name, fips: '06075', geo_id, ...sums, permit_active_count, permit_in_review_count }],
  official: [{ geo_id: 'TX', name: 'Texas', fips: '48', year: 2023, units: 232_373 }],
};

export const spellings: ContractorSpellings = {
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

export const durations: PermitDurations = {
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

export const aggregate: PermitGroups = {
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
