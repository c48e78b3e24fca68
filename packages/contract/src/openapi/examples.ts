/**
 * Example bodies of the documentation: one small, coherent, invented world.
 *
 * IDs come from the codecs, and each example has the type of its body, so that a change of a resource that they do
 * not follow fails to compile; a test validates them against the document's own schemas.
 */
import type { EndpointId } from '../endpoints.js';
import { endpoints } from '../endpoints.js';
import { creditLimitBody, type ErrorCode, errors } from '../error.js';
import { contractorId, decisionId, geoId, permitId } from '../id.js';
import { parseQuery } from '../query.js';
import type { Address } from '../resource/address.js';
import type { Contractor } from '../resource/contractor.js';
import type { Coverage } from '../resource/coverage.js';
import type { Decision } from '../resource/decision.js';
import type { ContractorMetrics, CurrentMetrics, MonthlyMetrics } from '../resource/metrics.js';
import type { Permit } from '../resource/permit.js';
import type {
  CityDetails,
  CitySearchItem,
  CountyDetails,
  JurisdictionDetails,
  PlaceItem,
  StateDetails,
  ZipCodeDetails,
} from '../resource/place.js';
import type { Absence, Property } from '../resource/property.js';
import type { ReleaseInfo } from '../resource/release.js';
import type { Tag } from '../resource/tag.js';
import type { Usage } from '../resource/usage.js';
import { interfaceVersion } from '../version.js';
import { tags } from '../vocabulary/tag.js';

const ids = {
  address: geoId('address', 'example-address'),
  officeAddress: geoId('address', 'example-office'),
  city: geoId('city', '0667000'),
  county: geoId('county', '06075'),
  jurisdiction: geoId('jurisdiction', 'us-ca-san-francisco'),
  permit: permitId('us-ca-san-francisco', 'example-1'),
  contractor: contractorId('example-1'),
  decision: decisionId('us-ca-san-francisco', 'example-1'),
};

const permit: Permit = {
  id: ids.permit,
  number: '202603118842',
  description: 'Remove gas furnace, install ducted heat pump and new 200 amp panel in single family home',
  description_derived: 'Heat pump and electrical service upgrade',
  jurisdiction: 'SAN FRANCISCO',
  job_value: 2_450_000,
  type: 'otc alterations permit',
  subtype: null,
  fees: 68_420,
  status: 'final',
  file_date: '2026-03-11',
  issue_date: '2026-03-18',
  final_date: '2026-05-29',
  start_date: '2026-03-11',
  end_date: '2026-05-29',
  total_duration: 79,
  construction_duration: 72,
  approval_duration: 7,
  inspection_pass_rate: 75,
  contractor_id: ids.contractor,
  tags: ['electric_meter', 'electrical', 'heat_pump', 'hvac', 'residential'],
  address: {
    street_no: '4187',
    street: 'ALDER HOLLOW ST',
    city: 'SAN FRANCISCO',
    county: 'SAN FRANCISCO',
    zip_code: '94110',
    zip_code_ext: null,
    state: 'CA',
    jurisdiction: 'SAN FRANCISCO',
    latlng: [37.74871, -122.41533],
  },
  geo_ids: {
    address_id: ids.address,
    city_id: ids.city,
    county_id: ids.county,
    jurisdiction_id: ids.jurisdiction,
  },
  property_census_tract: null,
  property_congressional_district: null,
  property_type: 'residential',
  property_type_detail: 'single_family_home',
  property_legal_owner: null,
  property_owner_type: null,
  property_lot_size: 2_500,
  property_building_area: 1_480,
  property_story_count: 2,
  property_unit_count: 1,
  property_year_built: 1926,
  property_assess_market_value: null,
};

const contractor: Contractor = {
  id: ids.contractor,
  license: '998877',
  name: 'MARISOL OKONKWO',
  business_name: 'FOGLINE HEATING AND ELECTRIC INC',
  business_type: 'corporation',
  classification: 'C20, C10',
  classification_derived: ['electrical', 'hvac'],
  license_issue_date: '2011-06-14',
  license_exp_date: '2027-06-30',
  license_act_date: null,
  license_inact_date: null,
  first_seen_date: '2013-02-04',
  primary_phone: '415-555-0142',
  primary_email: 'office@fogline.example',
  phone: '415-555-0142,415-555-0177',
  email: 'office@fogline.example',
  website: 'https://fogline.example',
  dba: null,
  sic: null,
  naics: '238220',
  linkedin_url: null,
  revenue: null,
  employee_count: null,
  primary_industry: null,
  review_count: null,
  rating: null,
  status_tally: { active: 14, final: 131, in_review: 3, inactive: 6, unknown: 1 },
  tag_tally: { electric_meter: 48, electrical: 92, heat_pump: 61, hvac: 118, residential: 140 },
  permit_count: 155,
  avg_job_value: 1_812_338,
  total_job_value: 280_912_390,
  avg_construction_duration: 64.3,
  avg_inspection_pass_rate: 88.1,
  address: {
    street_no: '905',
    street: 'QUARRY LOOP',
    city: 'SAN FRANCISCO',
    county: 'SAN FRANCISCO',
    zip_code: '94124',
    zip_code_ext: '1107',
    state: 'CA',
    jurisdiction: 'SAN FRANCISCO',
    address_id: ids.officeAddress,
    latlng: [37.73602, -122.39017],
  },
};

const {
  property_census_tract,
  property_congressional_district,
  property_type,
  property_type_detail,
  property_legal_owner,
  property_owner_type,
  property_lot_size,
  property_building_area,
  property_story_count,
  property_unit_count,
  property_year_built,
  property_assess_market_value,
} = permit;

const property: Property = {
  id: ids.address,
  address: permit.address,
  geo_ids: permit.geo_ids,
  property_census_tract,
  property_congressional_district,
  property_type,
  property_type_detail,
  property_legal_owner,
  property_owner_type,
  property_lot_size,
  property_building_area,
  property_story_count,
  property_unit_count,
  property_year_built,
  property_assess_market_value,
  permit_count: 2,
  first_permit_date: '2009-04-02',
  last_permit_date: '2026-03-11',
  status_tally: { final: 2 },
  tag_tally: { electric_meter: 1, electrical: 1, heat_pump: 1, hvac: 1, plumbing: 1, residential: 2 },
};

const absence: Absence = {
  tags: ['reroof'],
  from: '2005-01-01',
  to: '2026-06-20',
  jurisdictions_left_out: [
    { jurisdiction_id: geoId('jurisdiction', '0600001'), reason: 'its records begin on 2011-03-01' },
  ],
};

const decision: Decision = {
  id: ids.decision,
  address_id: ids.address,
  city_id: ids.city,
  county_id: ids.county,
  jurisdiction_id: ids.jurisdiction,
  street: '4187 ALDER HOLLOW ST',
  city: 'SAN FRANCISCO',
  state: 'CA',
  latitude: 37.74871,
  longitude: -122.41533,
  title: 'Rezoning of the Alder Hollow block',
  decision_date: '2026-02-17',
  description: 'Approves a change from RH-2 to NCT-1 for two parcels to allow shops below twelve homes.',
  source_url: 'https://planning.example/records/2026-001877',
  asset_class: 'mixed_use',
  category: 'spot_rezoning',
  subcategory: 'map_amendment',
  property_type: 'residential',
  why_it_matters: 'Changes the zoning from RH-2 to NCT-1.',
  applicant_name: 'ALDER HOLLOW PARTNERS LLC',
  owner_name: 'ALDER HOLLOW PARTNERS LLC',
  representative_name: null,
  developer_name: null,
  zoning_previous: 'RH-2',
  zoning_new: 'NCT-1',
  allowed_uses: 'Dwellings, shops, restaurants',
  project_value: null,
  lot_size: 5_000,
};

const address: Address = {
  geo_id: ids.address,
  name: '4187 ALDER HOLLOW ST, SAN FRANCISCO, CA 94110',
  street_no: '4187',
  street: 'ALDER HOLLOW ST',
  city: 'SAN FRANCISCO',
  county: 'SAN FRANCISCO',
  zip_code: '94110',
  zip_code_ext: null,
  state: 'CA',
  jurisdiction: 'SAN FRANCISCO',
  lat: 37.74871,
  long: -122.41533,
};

const tag: Tag[] = tags.slice(0, 2).map(({ id, description }) => ({ id, description }));

const metrics: CurrentMetrics = {
  geo_id: ids.county,
  tag: 'solar',
  property_type: 'residential',
  permit_count: 1_204,
  contractor_count: 187,
  avg_construction_duration: 41.7,
  avg_approval_duration: 5.2,
  total_job_value: 2_618_450_000,
  avg_inspection_pass_rate: 91.4,
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
  avg_construction_duration: 58.5,
  avg_inspection_pass_rate: 92.3,
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
  cities: { 'San Francisco': ids.city },
  counties: { 'San Francisco County': ids.county },
  jurisdictions: { 'San Francisco': ids.jurisdiction },
};

const items = {
  county: { geo_id: ids.county, name: county.name, state: 'CA' },
  jurisdiction: { geo_id: ids.jurisdiction, name: jurisdiction.name, state: 'CA' },
  state: { geo_id: 'CA', name: 'California', state: 'CA' },
  zip: { geo_id: '94110', name: zipCode.name, state: 'CA' },
} satisfies Record<string, PlaceItem>;

const usage: Usage = {
  credits_used: 162,
  credit_limit: 500,
  is_over_limit: false,
  available_at: '2026-07-02',
  daily_usage: [
    { date: '2026-06-02', credits: 112, expires: '2026-07-02' },
    { date: '2026-06-19', credits: 50, expires: '2026-07-19' },
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

/** The example of each endpoint's 200. */
export const examples: Record<EndpointId, unknown> = {
  release,
  usage,
  tags: { items: tag, size: 2, next_cursor: 'kS0v4x1Jb0nq2mWc8rT5dVsiMjAyNjA2MjAiLDJd' },
  permits_by_id: { items: [permit], size: 1, next_cursor: null, total_count: { value: 1, relation: 'eq' } },
  permit_search: { items: [permit], size: 1, next_cursor: null, total_count: { value: 1, relation: 'eq' } },
  contractor_search: { items: [contractor], size: 1, next_cursor: null },
  contractor_permits: { items: [permit], size: 1, next_cursor: null },
  properties_by_id: { items: [property], size: 1, next_cursor: null },
  property_search: { items: [property], size: 1, next_cursor: null, absence },
  decisions_by_id: { items: [decision], size: 1, next_cursor: null },
  contractors_by_id: { items: [contractor], size: 1, next_cursor: null },
  address_search: { items: [address], size: 1, next_cursor: null },
  city_details: city,
  city_search: { items: [citySearchItem], page: 1, size: 1 },
  county_details: county,
  jurisdiction_details: jurisdiction,
  county_search: onePage(items.county),
  jurisdiction_search: onePage(items.jurisdiction),
  state_search: onePage(items.state),
  state_details: state,
  zipcode_search: onePage(items.zip),
  zipcode_details: zipCode,
  zipcodes: onePage(items.zip),
  coverage,
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

/** What the 422 of an endpoint carries for a query: the real thing, so that documentation and service agree. */
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
      value: creditLimitBody(500, 'https://lintel.example/upgrade'),
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
