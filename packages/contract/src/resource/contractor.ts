/** The contractor resource (interface 2.3, C6, C7). */
import {
  Cents,
  Count,
  DateString,
  Days,
  GeoId,
  LatLng,
  Nullable,
  Percent,
  type Static,
  Text,
  Type,
} from '../schema.js';
import { ClassificationName } from './vocabulary.js';

function Tally(description: string) {
  return Type.Record(Type.String(), Count('Permits.'), { description });
}

/** Fields that other services of this interface have and public records do not. */
const neverKnown = 'Always null here: no permit or license states it.';

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
    address_id: Nullable(GeoId('geo_id of the address.')),
    latlng: Nullable(LatLng()),
  },
  { title: 'ContractorAddress', description: 'Where the contractor is.' },
);

/** A contractor. Keys are in this order on the wire; all are present, null when unknown (C6). */
export const Contractor = Type.Object(
  {
    id: Type.String({ pattern: '^[0-9A-Za-z]{10}$', description: 'Contractor identifier.' }),
    license: Text('License number.'),
    name: Text('Name of the licensee or the person in charge.'),
    business_name: Text('Name of the business.'),
    business_type: Text('Legal form of the business.'),
    classification: Text('License classification code.'),
    classification_derived: Type.Array(ClassificationName, {
      description: 'What the contractor does, sorted.',
    }),
    license_issue_date: Nullable(DateString('Date on which the license was issued.')),
    license_exp_date: Nullable(DateString('Date on which the license expires.')),
    license_act_date: Nullable(DateString('Date on which the license became active.')),
    license_inact_date: Nullable(DateString('Date on which the license became inactive.')),
    first_seen_date: Nullable(DateString('Earliest start_date of a permit of the contractor.')),
    primary_phone: Text('Most frequent phone number.'),
    primary_email: Text('Most frequent e-mail address.'),
    phone: Text('Comma-separated phone numbers, most frequent first.'),
    email: Text('Comma-separated e-mail addresses, most frequent first.'),
    website: Text('Web site.'),
    dba: Text('Doing-business-as name.'),
    sic: Text(`SIC code. ${neverKnown}`),
    naics: Text(`NAICS code. ${neverKnown}`),
    linkedin_url: Text(`LinkedIn page. ${neverKnown}`),
    revenue: Text('Revenue range.'),
    employee_count: Text('Employee-count range.'),
    primary_industry: Text('Primary industry.'),
    review_count: Nullable(Count(`Reviews. ${neverKnown}`)),
    rating: Nullable(Type.Number({ description: `Mean rating of the reviews. ${neverKnown}` })),
    status_tally: Tally('Permits by status; permits of unknown status count as `unknown`.'),
    tag_tally: Tally('Permits by tag.'),
    permit_count: Count('Permits whose main contractor it is: those that tallies and sums count.'),
    other_permit_count: Count('Permits that name it among their `other_contractors`.'),
    avg_job_value: Nullable(Cents('Mean declared value of the permits.')),
    total_job_value: Nullable(Cents('Sum of the declared values of the permits.')),
    avg_construction_duration: Nullable(Days('Mean time from issue to completion.')),
    avg_inspection_pass_rate: Nullable(Percent('Mean share of inspections passed.')),
    address: ContractorAddress,
  },
  { title: 'Contractor' },
);

/** A contractor as a search in the order of its matching permits finds it (C66). */
export const FoundContractor = Type.Object(
  {
    ...Contractor.properties,
    matching_permit_count: Type.Optional(
      Count('Its permits that the filters let through. Only where a search sorts by matching permits.'),
    ),
    matching_job_value: Type.Optional(
      Nullable(Cents('Sum of the declared values of those permits, null where none states one. As above.')),
    ),
  },
  { title: 'FoundContractor' },
);

export type Contractor = Static<typeof Contractor>;
export type FoundContractor = Static<typeof FoundContractor>;
export type ContractorAddress = Static<typeof ContractorAddress>;
