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

/** The facts of a property, which stand in each of its permits too, in the order of a permit's keys. */
export const propertyFactNames = [
  'property_census_tract',
  'property_congressional_district',
  'property_type',
  'property_type_detail',
  'property_legal_owner',
  'property_owner_type',
  'property_lot_size',
  'property_building_area',
  'property_story_count',
  'property_unit_count',
  'property_year_built',
  'property_assess_market_value',
] as const;
