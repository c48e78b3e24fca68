/**
 * Keeps the property type and the tags `residential` and `commercial` of a permit one answer to one question: what the
 * property is used for (C36).
 *
 * A type that belongs to one of the two tags adds it. The other way round, a permit that has one of the two tags alone has
 * a type that belongs to it; a type that belongs to neither (`vacant land`, say) gives way to the tag, which
 * comes from the permit's own words. A permit with both tags keeps whatever type it has.
 */
import type { PropertyType, TagId } from '@lintel/contract';

/** The two tags that say what a property is used for. */
export type UseTag = 'residential' | 'commercial';

const tagOf: { readonly [type in PropertyType]?: UseTag } = {
  residential: 'residential',
  commercial: 'commercial',
  office: 'commercial',
  industrial: 'commercial',
  exempt: 'commercial',
};

/** The tag that a permit of this property type carries; null for types that belong to neither tag, and for none. */
export function tagOfType(type: PropertyType | null): UseTag | null {
  return type === null ? null : (tagOf[type] ?? null);
}

/** The type of a permit that is told to be of `type` and has these of the two tags. */
export function typeBesideTags(
  type: PropertyType | null,
  isResidential: boolean,
  isCommercial: boolean,
): PropertyType | null {
  if (isResidential === isCommercial || tagOfType(type) !== null) return type;
  return isResidential ? 'residential' : 'commercial';
}

/** Of lists of tags, which come again as the same objects, what they are with a further tag. */
const extended: { readonly [tag in UseTag]: WeakMap<readonly TagId[], TagId[]> } = {
  residential: new WeakMap(),
  commercial: new WeakMap(),
};

/** The tags of a permit of this property type, sorted. The list is shared: do not change it. */
export function tagsBesideType(tags: TagId[], type: PropertyType | null): TagId[] {
  const tag = tagOfType(type);
  if (tag === null || tags.includes(tag)) return tags;
  let all = extended[tag].get(tags);
  if (all === undefined) {
    all = [...tags, tag].sort();
    extended[tag].set(tags, all);
  }
  return all;
}
