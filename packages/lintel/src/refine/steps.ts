/**
 * The named steps that refine a permit, and the canonical fields that each reads. Each may use the results of
 * earlier ones.
 */
import {
  contractorColumns,
  inspectionFields,
  ownershipFields,
  type PermitField,
  placeFields,
} from './record/canonical.js';

/** The steps in order, with the fields that they read. */
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

/** The names of the steps in order. */
export const permitStepNames = Object.keys(permitSteps) as readonly PermitStep[];
