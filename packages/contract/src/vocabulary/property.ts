/** Property types (C21). `property_type_detail` and `property_owner_type` are open snake_case sets. */
export const propertyTypes = [
  'residential',
  'commercial',
  'industrial',
  'agricultural',
  'vacant land',
  'exempt',
  'miscellaneous',
  'office',
  'recreational',
] as const;
export type PropertyType = (typeof propertyTypes)[number];
