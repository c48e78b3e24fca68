/**
 * What a mention tells, as a JSON array instead of an object: most facts are unknown and a million mentions need not
 * repeat the names of their fields.
 */
import type { ContractorAddress } from '@lintel/contract';
import { emptyAddress } from '../../refine/record/empty-records.js';
import type { ContractorFacts } from '../../refine/record/refined.js';

type Values = readonly unknown[];

/** The facts as JSON text. */
export function packFacts(facts: ContractorFacts): string {
  const { address } = facts;
  return JSON.stringify([
    facts.license,
    facts.name,
    facts.business_name,
    facts.business_type,
    facts.classification,
    facts.classification_derived,
    facts.license_issue_date,
    facts.license_exp_date,
    facts.license_act_date,
    facts.license_inact_date,
    facts.primary_phone,
    facts.primary_email,
    facts.website,
    facts.dba,
    facts.revenue,
    facts.employee_count,
    facts.primary_industry,
    address === emptyAddress ? null : packAddress(address),
  ]);
}

/** The facts that `packFacts` made the text of. */
export function unpackFacts(text: string): ContractorFacts {
  const values = JSON.parse(text) as Values;
  const at = (index: number) => values[index] as string | null;
  const address = values[17] as Values | null;
  return {
    license: at(0),
    name: at(1),
    business_name: at(2),
    business_type: at(3),
    classification: at(4),
    classification_derived: values[5] as ContractorFacts['classification_derived'],
    license_issue_date: at(6),
    license_exp_date: at(7),
    license_act_date: at(8),
    license_inact_date: at(9),
    primary_phone: at(10),
    primary_email: at(11),
    website: at(12),
    dba: at(13),
    revenue: at(14),
    employee_count: at(15),
    primary_industry: at(16),
    address: address === null ? emptyAddress : addressOf(address),
  };
}

/** Null where nothing of the address is known. */
function packAddress(address: ContractorAddress): Values | null {
  const values = addressValues(address);
  return values.every((value) => value === null) ? null : values;
}

function addressValues(address: ContractorAddress): Values {
  return [
    address.street_no,
    address.street,
    address.city,
    address.county,
    address.zip_code,
    address.zip_code_ext,
    address.state,
    address.jurisdiction,
    address.address_id,
    address.latlng,
  ];
}

function addressOf(values: Values): ContractorAddress {
  return {
    street_no: values[0] as string | null,
    street: values[1] as string | null,
    city: values[2] as string | null,
    county: values[3] as string | null,
    zip_code: values[4] as string | null,
    zip_code_ext: values[5] as string | null,
    state: values[6] as string | null,
    jurisdiction: values[7] as string | null,
    address_id: values[8] as string | null,
    latlng: values[9] as ContractorAddress['latlng'],
  };
}
