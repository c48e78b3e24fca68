/** Kinds of zoning and land-use decisions (C24). */
export const decisionCategories = [
  'affordable_housing',
  'annexation',
  'area_rezoning',
  'city_properties',
  'contract',
  'economic_development_incentives',
  'final_plat',
  'infrastructure_development',
  'land_use_planning',
  'project_amendments',
  'spot_rezoning',
  'zoning_code_modification',
] as const;
export type DecisionCategory = (typeof decisionCategories)[number];

/** What a decision is about (C24). */
export const assetClasses = [
  'commercial',
  'detached_housing',
  'land',
  'mixed_use',
  'multifamily',
  'specialized_housing',
] as const;
export type AssetClass = (typeof assetClasses)[number];
