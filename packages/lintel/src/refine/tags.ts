/** The tags of a permit (C22) from what the rules found in its texts. */
import { type TagId, tagIds, withParents } from '@lintel/contract';
import { findNames, type PermitTexts } from './text-rules.js';

const known: ReadonlySet<string> = new Set(tagIds);

/** The tags among the names that the rules gave, parents included, sorted. */
export function tagsAmong(names: ReadonlySet<string>): TagId[] {
  return withParents([...names].filter((name): name is TagId => known.has(name)));
}

/** The tags that the texts support, parents included, sorted. */
export function readTags(texts: PermitTexts): TagId[] {
  return tagsAmong(findNames(texts));
}
