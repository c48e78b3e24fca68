/**
 * Which key fields a source's definition maps no column to: permits that lack them are not faulty rows, and
 * no change to refinement will fill them.
 */
import { type KeyField, keyFields } from '../../format/permit-fields.js';
import { inspectionFields, type PermitField, permitFields } from '../../refine/record/canonical.js';
import type { Source } from '../../refine/record/source.js';

/**
 * The columns that key fields of other names are made from; null for those that come from texts and places, which
 * every source has. A key field of the same name as a column comes from that column.
 */
const madeFrom = {
  status: ['status_raw'],
  start_date: null,
  inspection_pass_rate: inspectionFields,
  contractor_id: ['contractor_name', 'contractor_person', 'contractor_license'],
  tags: null,
  zip_code: null,
  latlng: ['lat', 'point'],
  address_id: null,
  city_id: null,
  county_id: null,
  property_type: null,
  property_legal_owner: ['owner_name'],
  property_building_area: ['building_area', 'job_area'],
  property_year_built: ['year_built'],
} as const satisfies {
  readonly [field in Exclude<KeyField, PermitField> | 'property_type']: readonly PermitField[] | null;
};

const columnsOf: Readonly<Record<string, readonly string[] | null>> = {
  ...Object.fromEntries(permitFields.map((name) => [name, [name]])),
  ...madeFrom,
};

/** The key fields that the source does not state; none where its definition is not known. */
export function unstatedFields({
  kind,
  mapped,
  context,
}: Pick<Source, 'kind' | 'mapped' | 'context'>): string[] {
  if (kind !== 'permits' || mapped === undefined) return [];
  const isDated = context.statusWhenIssued !== null || context.statusWhenFiled !== null;
  return keyFields.filter((field) => {
    const columns = columnsOf[field] ?? null;
    if (columns === null || (field === 'status' && isDated)) return false;
    return !columns.some((column) => mapped.includes(column));
  });
}
