/** The fields whose fill is counted: for the build report, the gate and the coverage of a place. */

/**
 * Key fields of a permit, in the order of their bits in an entry's `fill` and in the words of `coverage.bin`.
 * `contractor_id` is last: only linking can set it.
 */
export const keyFields = [
  'number',
  'description',
  'type',
  'status',
  'job_value',
  'fees',
  'file_date',
  'issue_date',
  'final_date',
  'start_date',
  'inspection_pass_rate',
  'tags',
  'address_id',
  'city_id',
  'county_id',
  'latlng',
  'zip_code',
  'property_type',
  'property_legal_owner',
  'property_year_built',
  'property_building_area',
  'contractor_id',
] as const;

export type KeyField = (typeof keyFields)[number];

/** The bits of the given key fields. */
export const keyFieldBits = (...fields: readonly KeyField[]): number =>
  fields.reduce((bits, field) => bits | (1 << keyFields.indexOf(field)), 0);
