/**
 * The named steps by which a permit is refined, and the canonical fields that each of them reads. Each may
 * use the results of those before it.
 */
import {
  contractorColumns,
  inspectionFields,
  ownershipFields,
  type PermitField,
  placeFields,
} from './record/canonical.js';

/** The steps in their order, with the fields that they read. */
export const permitSteps = {
  place: placeFields,
  dates: ['file_date', 'issue_date', 'final_date'],
  texts: ['number', 'type', 'subtype', 'work', 'description', 'parcel'],
  money: ['job_value', 'fees'],
  status: ['status_raw'],
  inspections: inspectionFields,
  tags: ['type', 'work', 'subtype', 'use', 'description'],
  property: [
    'property_type',
    'property_type_detail',
    'use',
    'census_tract',
    'congressional_district',
    ...ownershipFields,
    'job_area',
  ],
  contractor: contractorColumns,
} as const satisfies Readonly<Record<string, readonly PermitField[]>>;

export type PermitStep = keyof typeof permitSteps;

/** The names of the steps in their order. */
export const permitStepNames = Object.keys(permitSteps) as readonly PermitStep[];
