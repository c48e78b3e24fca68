/** How often each field is filled in the permits of a place and a period (C31). */
import { Count, OneOf, type Static, Type } from '../schema.js';

/** The fields that are watched. */
export const coverageFields = [
  'fees',
  'job_value',
  'description',
  'contractor_id',
  'owner_name',
  'property_type',
  'property_year_built',
  'property_building_area',
  'issue_date',
  'file_date',
] as const;
export type CoverageField = (typeof coverageFields)[number];

/** Kinds of places that have coverage. */
export const coverageGeoTypes = ['city', 'county', 'jurisdiction', 'state', 'zipcode'] as const;
export type CoverageGeoType = (typeof coverageGeoTypes)[number];

export const CoverageRow = Type.Object(
  {
    field: OneOf(coverageFields, 'Field of the permits; `owner_name` is `property_legal_owner`.'),
    tier: OneOf(
      ['missing', 'partial'],
      '`missing`: fewer than 10 % of the permits tell it; `partial`: fewer than 80 %.',
    ),
    fill_pct: Type.Number({
      minimum: 0,
      maximum: 80,
      description: 'Percent of the permits that tell it, rounded down to one decimal.',
    }),
    permits_total: Count('Permits of the place that start in the period.'),
  },
  { title: 'CoverageRow' },
);

/** All fields on one page: it is free, and has no second one. */
export const Coverage = Type.Object(
  {
    items: Type.Array(CoverageRow, {
      maxItems: coverageFields.length,
      description: 'Fields that too few permits have to rely on.',
    }),
    size: Count('Fields in this response. A field that 80 % or more of the permits tell is left out.'),
    next_cursor: Type.Null({ description: 'There is one page.' }),
  },
  { title: 'Coverage' },
);

export type CoverageRow = Static<typeof CoverageRow>;
export type Coverage = Static<typeof Coverage>;
