/** How often each field is filled in the permits of a place and a period (C31), and whose portals it has (C99). */
import { Count, Nullable, OneOf, type Static, Type } from '../schema.js';

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

/** What is known of a portal without having asked it. */
export const portalStates = ['described', 'login_only', 'blocked', 'no_portal', 'unverified'] as const;
export type PortalState = (typeof portalStates)[number];

export const CoveragePortal = Type.Object(
  {
    name: Type.String({ description: 'Place whose permits it has.' }),
    geo_id: Nullable(Type.String({ description: 'geo_id of its jurisdiction; null where it is not known.' })),
    software: Type.String({ description: 'Its permit software, such as `Accela`.' }),
    url: Type.String({ format: 'uri', description: 'Its address.' }),
    state: OneOf(
      portalStates,
      '`described`: programs can read it, and its place is known; `login_only`: its records need a sign-in; `blocked`: robots.txt, terms or a captcha keep programs out; `no_portal`: it lists no permits; `unverified`: its address was guessed, its place is not known, or its software is not read.',
    ),
    reason: Type.String({ description: 'Why it is in this state.' }),
  },
  { title: 'CoveragePortal' },
);
export type CoveragePortal = Static<typeof CoveragePortal>;

/** All fields on one page: it is free, and has no second one. */
export const Coverage = Type.Object(
  {
    items: Type.Array(CoverageRow, {
      maxItems: coverageFields.length,
      description: 'Fields that too few permits have to rely on.',
    }),
    size: Count('Fields in this response. A field that 80 % or more of the permits tell is left out.'),
    next_cursor: Type.Null({ description: 'There is one page.' }),
    portals: Type.Optional(
      Type.Array(CoveragePortal, {
        description:
          'Search pages of permit software in the place, as public lists name them; none was asked. Absent for ZIP codes.',
      }),
    ),
  },
  { title: 'Coverage' },
);

export type CoverageRow = Static<typeof CoverageRow>;
export type Coverage = Static<typeof Coverage>;
