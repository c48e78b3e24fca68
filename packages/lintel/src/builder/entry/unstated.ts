/**
 * Which key fields a source's definition maps no column to: permits that lack them are not faulty rows, and
 * no change to refinement will fill them.
 */
import type { PermitField } from '../../refine/record/canonical.js';
import type { Source } from '../../refine/record/source.js';

const contractorColumns = ['contractor_name', 'contractor_person', 'contractor_license'] as const;

/**
 * For key fields that come from columns, the columns that state them; the others come from texts and places.
 */
const statedBy: Readonly<Record<string, readonly PermitField[]>> = {
  number: ['number'],
  description: ['description'],
  type: ['type'],
  status: ['status_raw'],
  job_value: ['job_value'],
  fees: ['fees'],
  file_date: ['file_date'],
  issue_date: ['issue_date'],
  final_date: ['final_date'],
  inspection_pass_rate: ['inspections_passed', 'inspections_failed', 'inspections_partial'],
  latlng: ['lat', 'point'],
  property_legal_owner: ['owner_name'],
  property_year_built: ['year_built'],
  property_building_area: ['building_area', 'job_area'],
  contractor_id: contractorColumns,
};

/** The key fields that the source does not state; none where its definition is not known. */
export function unstatedFields({
  kind,
  mapped,
  context,
}: Pick<Source, 'kind' | 'mapped' | 'context'>): string[] {
  if (kind !== 'permits' || mapped === undefined) return [];
  const isDated = context.statusWhenIssued !== null || context.statusWhenFiled !== null;
  return Object.entries(statedBy)
    .filter(
      ([field, columns]) =>
        !(field === 'status' && isDated) && !columns.some((column) => mapped.includes(column)),
    )
    .map(([field]) => field);
}
