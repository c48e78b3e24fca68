/**
 * Makes the property type and the tags `residential` and `commercial` of a permit agree (C36).
 *
 * A type that belongs to one of the two tags adds it. A permit with only one of the two tags gets a type that
 * belongs to it: any other type (`vacant land`, for example) is replaced, because the tag comes from the
 * permit's own words. A permit with both tags keeps its type.
 */
import type { PropertyType, TagId } from '@lintel/contract';

/** The two tags for the use of a property. */
type UseTag = 'residential' | 'commercial';

const tagOf: { readonly [type in PropertyType]?: UseTag } = {
  residential: 'residential',
  commercial: 'commercial',
  office: 'commercial',
  industrial: 'commercial',
  exempt: 'commercial',
};

/** The tag of this property type; null for types that belong to neither tag, and for no type. */
export function tagOfType(type: PropertyType | null): UseTag | null {
  return type === null ? null : (tagOf[type] ?? null);
}

/** The property type of a permit that has these of the two tags and, by its columns, the type `type`. */
export function typeBesideTags(
  type: PropertyType | null,
  isResidential: boolean,
  isCommercial: boolean,
): PropertyType | null {
  if (isResidential === isCommercial || tagOfType(type) !== null) return type;
  return isResidential ? 'residential' : 'commercial';
}

/**
 * Lists of tags with one tag added, keyed by the list object: the rules give few different lists, each one
 * object.
 */
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
