/** The keys of every resource, in wire order, listed here by hand a second time (interface 2, C6). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from '../schema.js';
import { FoundAddress } from './address.js';
import { Contractor, ContractorAddress } from './contractor.js';
import { Decision } from './decision.js';
import { CurrentMetrics } from './metrics.js';
import { OtherAddress, Permit, PermitAddress, PermitGeoIds } from './permit.js';
import { CityDetails, CitySearchItem, CountyDetails, JurisdictionDetails } from './place.js';
import { Tag } from './tag.js';
import { Usage } from './usage.js';

interface Expected {
  readonly schema: { readonly properties: Record<string, TSchema>; readonly required?: readonly string[] };
  readonly keys: string;
  /** Keys that are left out when unknown. */
  readonly optional?: string;
}

const resources: Record<string, Expected> = {
  permit: {
    schema: Permit,
    keys: `id number description description_derived jurisdiction source_id source_url job_value type subtype record_kind parent_number fees status status_history file_date
      issue_date final_date start_date end_date total_duration construction_duration approval_duration
      inspection_pass_rate contractor_id other_contractors job_value_outlier tags parcel_number address geo_ids areas property_census_tract property_congressional_district
      property_type property_type_detail property_legal_owner property_owner_type property_lot_size
      property_building_area property_story_count property_unit_count property_year_built
      property_assess_market_value property_facts_joined other_addresses`,
    optional:
      'source_url record_kind parent_number status_history issue_date final_date inspection_pass_rate contractor_id other_contractors job_value_outlier areas property_facts_joined other_addresses',
  },
  'further address of a permit': {
    schema: OtherAddress,
    keys: `street_no street city county zip_code zip_code_ext state jurisdiction latlng unit
      address_id city_id county_id jurisdiction_id`,
  },
  'address of a permit': {
    schema: PermitAddress,
    keys: 'street_no street city county zip_code zip_code_ext state jurisdiction latlng unit',
  },
  'geo_ids of a permit': { schema: PermitGeoIds, keys: 'address_id city_id county_id jurisdiction_id' },
  contractor: {
    schema: Contractor,
    keys: `id license name business_name business_type classification classification_derived license_issue_date
      license_exp_date license_act_date license_inact_date first_seen_date primary_phone primary_email phone email
      website dba sic naics linkedin_url revenue employee_count primary_industry review_count rating status_tally
      tag_tally permit_count other_permit_count avg_job_value total_job_value avg_construction_duration avg_inspection_pass_rate
      address`,
  },
  'address of a contractor': {
    schema: ContractorAddress,
    keys: 'street_no street city county zip_code zip_code_ext state jurisdiction address_id latlng',
  },
  decision: {
    schema: Decision,
    keys: `id address_id city_id county_id jurisdiction_id street city state latitude longitude title decision_date
      description source_url asset_class category subcategory property_type why_it_matters applicant_name owner_name
      representative_name developer_name zoning_previous zoning_new allowed_uses project_value lot_size`,
  },
  address: {
    schema: FoundAddress,
    keys: `geo_id name street_no street city county zip_code zip_code_ext state jurisdiction lat long match
      matched_fields`,
  },
  tag: { schema: Tag, keys: 'id description' },
  jurisdiction: {
    schema: JurisdictionDetails,
    keys: 'geo_id name state cities counties zipcodes',
    optional: 'cities counties zipcodes',
  },
  county: { schema: CountyDetails, keys: 'geo_id name state cities jurisdictions zipcodes' },
  city: { schema: CityDetails, keys: 'geo_id name state counties jurisdictions zipcodes' },
  'city search item': { schema: CitySearchItem, keys: 'geo_id name state' },
  'county metrics': {
    schema: CurrentMetrics,
    keys: `geo_id tag property_type permit_count contractor_count avg_construction_duration avg_approval_duration
      total_job_value avg_inspection_pass_rate permit_active_count permit_in_review_count`,
  },
  usage: {
    schema: Usage,
    keys: 'credits_used credit_limit is_over_limit available_at daily_usage usage_by_key usage_by_endpoint',
  },
};

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

for (const [name, { schema, keys, optional = '' }] of Object.entries(resources)) {
  test(`a ${name} has the keys of the interface, and only these may be absent: ${optional || 'none'}`, () => {
    assert.deepEqual(Object.keys(schema.properties), words(keys));
    const always = words(keys).filter((key) => !words(optional).includes(key));
    assert.deepEqual([...(schema.required ?? [])], always);
  });
}
