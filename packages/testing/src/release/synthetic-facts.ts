/** A naive computation of permits' facts after those of one address are shared. */
import type { TagId } from '@lintel/contract';
import type { PermitRecord } from 'lintel/dist/refine/record/refined.js';

const carried = [
  'property_census_tract',
  'property_congressional_district',
  'property_lot_size',
  'property_building_area',
  'property_story_count',
  'property_unit_count',
  'property_year_built',
] as const;

const business = ['commercial', 'office', 'industrial', 'exempt'];

/** The permit with a property type and tags that agree on one use (C36). */
export function withOneUse<T extends Pick<PermitRecord, 'tags' | 'property_type'>>(permit: T): T {
  const has = (tag: TagId) => permit.tags.includes(tag);
  let type = permit.property_type;
  const isTold = type === 'residential' || business.includes(type ?? '');
  if (!isTold && has('residential') && !has('commercial')) type = 'residential';
  if (!isTold && has('commercial') && !has('residential')) type = 'commercial';
  const tags = new Set(permit.tags);
  if (type === 'residential') tags.add('residential');
  if (business.includes(type ?? '')) tags.add('commercial');
  return { ...permit, property_type: type, tags: [...tags].sort() };
}

/** How a published permit violates C36, in words; null where its type and tags agree on one use. */
export function useConflict({ tags, property_type: type }: Pick<PermitRecord, 'tags' | 'property_type'>) {
  const isHome = tags.includes('residential');
  const isBusiness = tags.includes('commercial');
  if (type === 'residential' && !isHome) return 'a home without the tag residential';
  if (business.includes(type ?? '') && !isBusiness) return 'a business without the tag commercial';
  if (isHome && !isBusiness && type !== 'residential') return `the tag residential alone and ${type}`;
  if (isBusiness && !isHome && !business.includes(type ?? '')) return `the tag commercial alone and ${type}`;
  return null;
}

/**
 * The permits, in any order, each with the newest facts that the others of its address state where it states
 * none.
 */
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
    return withOneUse(told as T);
  });
}
