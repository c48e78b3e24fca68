/** What a contractor does, derived from licence classes and work done (C23). */
export const contractorClassifications = [
  'concrete_and_paving',
  'demolition_and_excavation',
  'electrical',
  'fencing_and_glazing',
  'framing_and_carpentry',
  'general_building_contractor',
  'general_engineering_contractor',
  'hvac',
  'landscaping_and_outdoor_work',
  'other',
  'plumbing',
  'roofing',
  'specialty_trades',
] as const;
export type ContractorClassification = (typeof contractorClassifications)[number];
