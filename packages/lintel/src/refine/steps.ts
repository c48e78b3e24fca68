/**
 * The named steps by which a permit is refined, and the canonical fields that each of them reads. Refining runs them one
 * after the other; whoever wants to see what one made passes a watch of their own.
 */
import type { PermitField } from './canonical.js';

const placeFields = [
  'address',
  'street_no',
  'street_direction',
  'street_name',
  'street_suffix',
  'unit',
  'city',
  'county',
  'state',
  'zip',
  'lat',
  'lng',
  'point',
] as const;

/** The steps in their order, with the fields that they read. */
export const permitSteps = {
  place: placeFields,
  dates: ['file_date', 'issue_date', 'final_date'],
  texts: ['number', 'type', 'subtype', 'work', 'description'],
  money: ['job_value', 'fees'],
  status: ['status_raw'],
  inspections: ['inspections_passed', 'inspections_failed', 'inspections_partial'],
  tags: ['type', 'work', 'subtype', 'use', 'description'],
  property: [
    'property_type',
    'property_type_detail',
    'use',
    'census_tract',
    'congressional_district',
    'owner_name',
    'owner_type',
    'lot_size',
    'building_area',
    'story_count',
    'unit_count',
    'year_built',
    'market_value',
  ],
  contractor: [
    'contractor_name',
    'contractor_person',
    'contractor_license',
    'contractor_license_state',
    'contractor_phone',
    'contractor_email',
    'contractor_address',
    'contractor_city',
    'contractor_state',
    'contractor_zip',
    'contractor_trade',
  ],
} as const satisfies Readonly<Record<string, readonly PermitField[]>>;

export type PermitStep = keyof typeof permitSteps;

/** Does the work of a step and gives its result, perhaps after a look at it. */
export type Watch = <T>(step: PermitStep, work: () => T) => T;

/** Looks at nothing. */
export const unwatched: Watch = (_step, work) => work();
