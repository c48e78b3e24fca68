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

/** Facts of a property by the flat names under which properties carry them too (C42). */
export const flatPropertyFacts = {
  year_built: 'property_year_built',
  lot_size: 'property_lot_size',
  building_area: 'property_building_area',
  unit_count: 'property_unit_count',
  story_count: 'property_story_count',
  assess_market_value: 'property_assess_market_value',
  legal_owner: 'property_legal_owner',
  owner_type: 'property_owner_type',
} as const;

/** Parts of a property's address that it repeats under the same names outside the address (C42). */
export const flatAddressParts = ['street_no', 'street', 'city', 'state', 'zip_code'] as const;

/** The facts of a property, which each of its permits has too, in the order of a permit's keys. */
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
