/** The contractor resource (interface 2.3, C6, C7). */
import { DateString, LatLng, Nullable, OneOf, type Static, Type } from '../schema.js';
import { contractorClassifications } from '../vocabulary/classification.js';

const Text = (description: string) => Nullable(Type.String({ description }));
const Tally = (description: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), { description });

export const ContractorAddress = Type.Object(
  {
    street_no: Text('House number.'),
    street: Text('Street in upper-case USPS notation.'),
    city: Text('City in upper case.'),
    county: Text('County in upper case.'),
    zip_code: Text('Five-digit ZIP code.'),
    zip_code_ext: Text('ZIP+4 extension.'),
    state: Text('Two-letter state abbreviation.'),
    jurisdiction: Text('Jurisdiction in upper case.'),
    address_id: Text('geo_id of the address.'),
    latlng: Nullable(LatLng),
  },
  { additionalProperties: false },
);

/** A contractor. Keys stand in this order on the wire; all are present, null when unknown (C6). */
export const Contractor = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9A-Za-z]{10}$', description: 'Contractor identifier.' }),
    license: Text('Licence number.'),
    name: Text('Name of the licensee or the person in charge.'),
    business_name: Text('Name of the business.'),
    business_type: Text('Legal form of the business.'),
    classification: Text('Licence classification code.'),
    classification_derived: Type.Array(OneOf(contractorClassifications, 'Derived classification (C23).')),
    license_issue_date: Nullable(DateString),
    license_exp_date: Nullable(DateString),
    license_act_date: Nullable(DateString),
    license_inact_date: Nullable(DateString),
    first_seen_date: Nullable(DateString),
    primary_phone: Text('Most frequent phone number.'),
    primary_email: Text('Most frequent e-mail address.'),
    phone: Text('Comma-separated phone numbers, most frequent first.'),
    email: Text('Comma-separated e-mail addresses, most frequent first.'),
    website: Text('Web site.'),
    dba: Text('Doing-business-as name.'),
    sic: Text('SIC code.'),
    naics: Text('NAICS code.'),
    linkedin_url: Text('LinkedIn page.'),
    revenue: Text('Revenue range.'),
    employee_count: Text('Employee-count range.'),
    primary_industry: Text('Primary industry.'),
    review_count: Nullable(Type.Integer({ minimum: 0 })),
    rating: Nullable(Type.Number()),
    status_tally: Tally('Permits by status; permits of unknown status count as `unknown` (C20).'),
    tag_tally: Tally('Permits by tag.'),
    permit_count: Type.Integer({ minimum: 0 }),
    avg_job_value: Nullable(Type.Number({ description: 'US cents.' })),
    total_job_value: Nullable(Type.Number({ description: 'US cents.' })),
    avg_construction_duration: Nullable(Type.Number({ description: 'Days.' })),
    avg_inspection_pass_rate: Nullable(Type.Number({ description: 'Percent.' })),
    address: ContractorAddress,
  },
  { title: 'Contractor', additionalProperties: false },
);

export type Contractor = Static<typeof Contractor>;
export type ContractorAddress = Static<typeof ContractorAddress>;
