/**
 * Canonical input names: the fields that a source's mapping fills from one raw row, before refinement.
 *
 * Every value is text as the source sent it (JSON numbers in decimal form), trimmed and never empty. A field
 * without a value is absent or undefined; a mapping gives all fields of the kind, because rows of one shape
 * are faster (docs/performance.md). All parsing happens in `refine`.
 */
/** The place of the work or property, as one text or as components. */
export const placeFields = [
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

/** Owner and measures of a property. */
const ownershipFields = [
  'owner_name',
  'owner_type',
  'lot_size',
  'building_area',
  'story_count',
  'unit_count',
  'year_built',
  'market_value',
] as const;

/** The contractor of a permit. */
export const contractorColumns = [
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
] as const;

/**
 * The further contractors of a permit: a JSON array of objects with the contractor columns without their prefix
 * (`[{"name": "…", "trade": "…"}]`), or names separated by `|`.
 */
const otherContractorFields = ['other_contractors', 'owner_name'] as const;

/** Number of inspections by result. */
export const inspectionFields = ['inspections_passed', 'inspections_failed', 'inspections_partial'] as const;

/**
 * The named steps that refine a permit, in order, with the fields that each reads. Each may use the results of
 * earlier ones.
 */
export const permitSteps = {
  place: placeFields,
  dates: ['file_date', 'issue_date', 'final_date'],
  texts: ['number', 'type', 'subtype', 'work', 'description', 'parcel', 'source_url'],
  kind: ['record_kind', 'parent_number', 'number', 'type', 'subtype', 'work', 'description'],
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
  other_contractors: otherContractorFields,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PermitStep = keyof typeof permitSteps;
export type PermitField = (typeof permitSteps)[PermitStep][number];

/** The fields that say how far a permit is: what they were is kept when a row changes. */
export const stateFields = [...permitSteps.status, ...permitSteps.dates] as const;

/** The names of the steps in order. */
export const permitStepNames = Object.keys(permitSteps) as readonly PermitStep[];

/** The fields of one permit: those that the steps read. */
export const permitFields: readonly PermitField[] = [...new Set(Object.values(permitSteps).flat())];
export type CanonicalPermit = { readonly [field in PermitField]?: string | undefined };

/** One entry of a licence list. */
export const contractorFields = [
  'license',
  'license_state',
  'name',
  'business_name',
  'business_type',
  'classification',
  'trade',
  'license_issue_date',
  'license_exp_date',
  'license_act_date',
  'license_inact_date',
  'phone',
  'email',
  'website',
  'dba',
  'address',
  'city',
  'state',
  'zip',
  'primary_industry',
  'employee_count',
  'revenue',
] as const;
type ContractorField = (typeof contractorFields)[number];
export type CanonicalContractor = { readonly [field in ContractorField]?: string | undefined };

/** One zoning or land-use decision. */
export const decisionFields = [
  'title',
  'description',
  'decision_date',
  'outcome',
  'category',
  'subcategory',
  'asset_class',
  'property_type',
  'applicant_name',
  'owner_name',
  'representative_name',
  'developer_name',
  'zoning_previous',
  'zoning_new',
  'allowed_uses',
  'project_value',
  'lot_size',
  'address',
  'city',
  'county',
  'state',
  'zip',
  'lat',
  'lng',
  'source_url',
] as const;
export type DecisionField = (typeof decisionFields)[number];
export type CanonicalDecision = { readonly [field in DecisionField]?: string | undefined };

/**
 * One property of an assessor's or parcel file. There is no field for an owner's telephone, e-mail or mailing
 * address: these must never be stored.
 */
export const propertyFields = [
  ...placeFields,
  'parcel',
  'as_of',
  'census_tract',
  'congressional_district',
  'property_type',
  'property_type_detail',
  'use',
  ...ownershipFields,
] as const;
type PropertyField = (typeof propertyFields)[number];
export type CanonicalProperty = { readonly [field in PropertyField]?: string | undefined };

/** The canonical fields of a row of any kind. */
type CanonicalFields = CanonicalPermit | CanonicalContractor | CanonicalDecision | CanonicalProperty;

/** The fields that have a value, with their values. */
export function givenFields(fields: CanonicalFields): [field: string, value: string][] {
  return Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
}
