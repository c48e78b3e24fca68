/** What lists, the map and downloads need of a permit. */
import type { Permit } from '@lintel/client';

/** The fields that the table, the map and downloads of the table need. */
export const listFields = [
  'number',
  'description',
  'description_derived',
  'jurisdiction',
  'job_value',
  'fees',
  'type',
  'subtype',
  'record_kind',
  'status',
  'file_date',
  'issue_date',
  'final_date',
  'start_date',
  'approval_duration',
  'construction_duration',
  'contractor_id',
  'tags',
  'address',
  'geo_ids',
  'property_type',
] as const satisfies readonly (keyof Permit)[];

/** Permits of a first page. */
export const pageSize = 50;

/** A permit as lists show it. */
export type ListedPermit = Pick<Permit, (typeof listFields)[number] | 'id'>;
