/**
 * What gave each tag of a published permit: the places in its published texts whose words did, by the rules of the
 * running version. Texts that are read but not published (`work`, `use`) may have given others.
 */
import type { Permit, TagId, TagProvenance } from '@lintel/contract';
import { tags as allTags } from '@lintel/contract/plain';
import { explainTags, type FoundPhrase } from '../refine/text/explain-tags.js';
import { tagOfType } from '../refine/text/use-tags.js';

type Place = TagProvenance['words'][number];

const parentsOf = new Map<string, readonly string[]>(allTags.map(({ id, parents }) => [id, parents]));

export function tagProvenance(permit: Permit): TagProvenance[] {
  const { type, subtype, description } = permit;
  const given = explainTags({
    type: type ?? undefined,
    subtype: subtype ?? undefined,
    description: description ?? undefined,
  }).gave;
  return permit.tags.map((tag): TagProvenance => {
    const found = given.filter(({ gives }) => gives === tag).flatMap((reason) => reason.found);
    const words = places(permit, found);
    if (words.length > 0) return { tag, basis: 'words', words, includes: [] };
    const includes = permit.tags.filter((other) => isAncestor(tag, other));
    if (includes.length > 0) return { tag, basis: 'narrower_tag', words, includes };
    const basis = tag === tagOfType(permit.property_type) ? 'property_type' : 'unpublished';
    return { tag, basis, words, includes };
  });
}

/** Whether every permit with the tag `id` has the tag too. */
function isAncestor(tag: TagId, id: string): boolean {
  return (parentsOf.get(id) ?? []).some((parent) => parent === tag || isAncestor(tag, parent));
}

/** Where the words are in the published texts, each place once. */
function places({ type, subtype, description }: Permit, found: readonly FoundPhrase[]): Place[] {
  const texts = { type, subtype, description };
  const all = found.flatMap(({ field, words }): Place[] => {
    const fields = field === 'description' ? (['description'] as const) : (['type', 'subtype'] as const);
    for (const name of fields) {
      const start = texts[name]?.indexOf(words) ?? -1;
      if (start >= 0) return [{ field: name, start, end: start + words.length }];
    }
    return [];
  });
  return [...new Map(all.map((place) => [JSON.stringify(place), place])).values()];
}
