/** The tags of a permit (C22) from what the rules found in its texts. */
import type { TagId } from '@lintel/contract';
import { tagIds, withParents } from '@lintel/contract/plain';
import { Memo } from '../record/memo.js';
import { findNames, type PermitTexts } from './text-rules.js';

const known: ReadonlySet<string> = new Set(tagIds);

/** Of sets of names, which come again as the same objects, the tags among them. */
const memo = new Memo<ReadonlySet<string>, TagId[]>();

/** The tags among the names that the rules gave, parents included, sorted. The list is shared: do not change it. */
export function tagsAmong(names: ReadonlySet<string>): TagId[] {
  let tags = memo.get(names);
  if (tags === undefined) {
    tags = withParents([...names].filter((name): name is TagId => known.has(name)));
    memo.set(names, tags);
  }
  return tags;
}

/** The tags that the texts support, parents included, sorted. */
export function readTags(texts: PermitTexts): TagId[] {
  return tagsAmong(findNames(texts));
}
