/** Empty contractor, address and property: refinement fills copies of them. */
import type { PropertyFacts } from '@lintel/contract';
import type { ContractorFacts } from './refined.js';

/** An address with all fields null. */
export const emptyAddress: ContractorFacts['address'] = {
  street_no: null,
  street: null,
  city: null,
  county: null,
  zip_code: null,
  zip_code_ext: null,
  state: null,
  jurisdiction: null,
  address_id: null,
  latlng: null,
};

/** A contractor with all fields null. */
export const emptyContractor: ContractorFacts = {
  license: null,
  name: null,
  business_name: null,
  business_type: null,
  classification: null,
  classification_derived: [],
  license_issue_date: null,
  license_exp_date: null,
  license_act_date: null,
  license_inact_date: null,
  primary_phone: null,
  primary_email: null,
  website: null,
  dba: null,
  revenue: null,
  employee_count: null,
  primary_industry: null,
  address: emptyAddress,
};

/** Property facts with all fields null. */
export const emptyPropertyFacts: PropertyFacts = {
  property_census_tract: null,
  property_congressional_district: null,
  property_type: null,
  property_type_detail: null,
  property_legal_owner: null,
  property_owner_type: null,
  property_lot_size: null,
  property_building_area: null,
  property_story_count: null,
  property_unit_count: null,
  property_year_built: null,
  property_assess_market_value: null,
};
