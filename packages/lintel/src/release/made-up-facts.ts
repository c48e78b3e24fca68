/** What a naive reader expects of permits' facts once those of one address have told each other theirs. */
import type { PermitRecord } from '../refine/refined.js';

const carried = [
  'property_census_tract',
  'property_congressional_district',
  'property_lot_size',
  'property_building_area',
  'property_story_count',
  'property_unit_count',
  'property_year_built',
] as const;

/** The permits, in any order, each with the newest facts that the others of its address state where it states none. */
export function withCarriedFacts<T extends PermitRecord>(permits: readonly T[]): T[] {
  const newestFirst = [...permits].sort((a, b) => {
    const [dateA, dateB] = [a.start_date ?? '', b.start_date ?? ''];
    return dateA === dateB ? (a.id < b.id ? -1 : 1) : dateA < dateB ? 1 : -1;
  });
  return permits.map((permit) => {
    const { address_id } = permit.geo_ids;
    if (address_id === null) return permit;
    const same = newestFirst.filter(({ geo_ids }) => geo_ids.address_id === address_id);
    const told: Record<string, unknown> = { ...permit };
    for (const field of carried) {
      told[field] ??= same.map((other) => other[field]).find((value) => value !== null) ?? null;
    }
    const types = new Set(same.map((other) => other.property_type).filter((type) => type !== null));
    const details = same.map((other) => other.property_type_detail).filter((detail) => detail !== null);
    if (types.size <= 1) {
      told.property_type ??= [...types][0] ?? null;
      told.property_type_detail ??= details[0] ?? null;
    }
    return told as T;
  });
}
