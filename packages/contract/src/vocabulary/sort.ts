/** The orders of searches (C43): `date` is that of the release, the others have the greatest value first. */

export const permitSorts = ['date', 'job_value'] as const;
export type PermitSort = (typeof permitSorts)[number];

export const propertySorts = ['date', 'permit_count'] as const;
export type PropertySort = (typeof propertySorts)[number];

export const contractorSorts = [
  'date',
  'permit_count',
  'total_job_value',
  'avg_inspection_pass_rate',
  'matching_permit_count',
  'matching_job_value',
] as const;
export type ContractorSort = (typeof contractorSorts)[number];
