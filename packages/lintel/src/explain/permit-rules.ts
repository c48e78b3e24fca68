/** Which canonical fields each field of a permit is made from, and what is done with them, in words. */
import type { Derivation, Permit } from '@lintel/contract';
import {
  contractorColumns,
  inspectionFields,
  type PermitField,
  placeFields,
} from '../refine/record/canonical.js';

interface PermitRule {
  readonly derivation: Exclude<Derivation, 'joined'>;
  readonly from: readonly PermitField[];
  readonly rule: string;
}

const dates = ['file_date', 'issue_date', 'final_date'] as const;
const texts = ['type', 'work', 'subtype', 'use', 'description'] as const;

const mapped = (from: readonly PermitField[], rule: string): PermitRule => ({
  derivation: 'mapped',
  from,
  rule,
});
const derived = (from: readonly PermitField[], rule: string): PermitRule => ({
  derivation: 'derived',
  from,
  rule,
});

const asWritten = 'As the source writes it.';
const cents = 'The amount in US cents; what the source writes for an unknown amount is left out.';
const day = 'The calendar day where the source is; one that contradicts the other dates is left out.';
const whole = 'The number, if it is possible.';

/** The rule of every field. */
export const permitRules: Readonly<Record<Exclude<keyof Permit, 'id'>, PermitRule>> = {
  number: mapped(['number'], asWritten),
  description: mapped(['description'], 'As the source writes it, without contact data of private persons.'),
  description_derived: derived(
    ['type', 'subtype', 'work', 'description'],
    'A short sentence from type and description.',
  ),
  jurisdiction: {
    derivation: 'source',
    from: [],
    rule: 'The authority that issues the permits of the source.',
  },
  source_id: { derivation: 'source', from: [], rule: 'The source of the row.' },
  source_url: mapped(['source_url'], 'The address of the page, if it is one.'),
  job_value: mapped(['job_value'], cents),
  type: mapped(['type'], asWritten),
  subtype: mapped(['subtype', 'work'], asWritten),
  record_kind: derived(
    ['record_kind', 'type', 'subtype', 'work', 'description'],
    "The source's word for it; else what type, subtype or description say without doubt.",
  ),
  parent_number: derived(
    ['parent_number', 'description'],
    'As the source writes it; else the number of the permit that the description says it changes or continues.',
  ),
  fees: mapped(['fees'], cents),
  status: derived(
    ['status_raw', ...dates],
    "The source's word for the status, by the list of its definition or by rules; the dates where the word does not decide.",
  ),
  status_history: derived(
    ['status_raw', ...dates],
    'The same of what the row said before it changed, by the dates on which it was read.',
  ),
  file_date: mapped(['file_date'], day),
  issue_date: mapped(['issue_date'], day),
  final_date: mapped(['final_date'], day),
  start_date: derived(dates, 'The earliest of the three dates.'),
  end_date: derived(dates, 'The latest of the three dates.'),
  total_duration: derived(dates, 'Days from start_date to end_date.'),
  construction_duration: derived(['issue_date', 'final_date'], 'Days from issue_date to final_date.'),
  approval_duration: derived(['file_date', 'issue_date'], 'Days from file_date to issue_date.'),
  inspection_pass_rate: derived(
    inspectionFields,
    'Inspections that passed, in percent of those with a result.',
  ),
  contractor_id: {
    derivation: 'linked',
    from: contractorColumns,
    rule: 'Rows with the same license, or with the same name and contact data, are one contractor.',
  },
  other_contractors: {
    derivation: 'linked',
    from: ['other_contractors'],
    rule: 'The further parties that are contractors by their trade, or by the craft in their name, linked as the main one.',
  },
  job_value_outlier: {
    derivation: 'linked',
    from: ['job_value', 'type'],
    rule: 'Five spreads above the median of this type in this jurisdiction, and more than ten times all usual values.',
  },
  tags: derived(
    texts,
    'Rules over the words of these texts; the type of the property adds residential or commercial.',
  ),
  parcel_number: mapped(['parcel'], asWritten),
  address: derived(placeFields, 'Parsed and written in USPS notation.'),
  geo_ids: derived(placeFields, 'The places that address, city and point lie in.'),
  areas: {
    derivation: 'linked',
    from: placeFields,
    rule: "The operator's own areas whose polygons contain the point.",
  },
  property_census_tract: mapped(['census_tract'], 'The GEOID of the tract.'),
  property_congressional_district: mapped(['congressional_district'], asWritten),
  property_type: derived(
    ['property_type', ...texts],
    'The word of the source for the type or the use; rules over the texts where it has none.',
  ),
  property_type_detail: derived(
    ['property_type_detail', 'property_type', ...texts],
    'The word of the source for the type or the use; rules over the texts where it has none.',
  ),
  property_legal_owner: mapped(['owner_name'], asWritten),
  property_owner_type: derived(
    ['owner_type', 'owner_name'],
    'The word of the source, or the form of the name.',
  ),
  property_lot_size: mapped(['lot_size'], whole),
  property_building_area: derived(
    ['building_area', 'job_area'],
    'The area of the building; of a new building the area of the work.',
  ),
  property_story_count: mapped(['story_count'], whole),
  property_unit_count: mapped(['unit_count'], whole),
  property_year_built: mapped(['year_built'], whole),
  property_assess_market_value: mapped(['market_value'], cents),
  property_facts_joined: {
    derivation: 'linked',
    from: [],
    rule: 'What states the facts of the property that the row does not.',
  },
  other_addresses: derived(placeFields, 'The addresses of the further rows of the permit.'),
};
