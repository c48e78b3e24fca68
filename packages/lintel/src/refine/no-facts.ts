/** A contractor of whom nothing is known: what a reading of its columns begins with and fills. */
import type { ContractorFacts } from './refined.js';

/** An address of which nothing is known or told. */
export const noAddress: ContractorFacts['address'] = {
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

/** A contractor of whom nothing is known. */
export const noFacts: ContractorFacts = {
  license: null,
  name: null,
  business_name: null,
  business_type: null,
  classification: null,
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
  address: noAddress,
  classification_derived: [],
};
