/** Whom a contractor works beside: those of its trade, else of its kind of work, where most of its permits are. */
import type { Contractor } from '@lintel/client';
import type { ListedPermit } from '../api/list-fields';
import { title, words } from '../words/format';
import type { Directory } from './directory-address';

export interface Peers {
  /** `Others in plumbing, Austin` */
  readonly name: string;
  /** What the directory is asked for them. */
  readonly search: Directory;
}

/** Tags that say where a work is, not what it is. */
const wide = new Set(['residential', 'commercial']);

/** Null where neither what it does nor where is known. */
export function peersOf(
  {
    classification_derived: [trade],
    tag_tally: tags,
  }: Pick<Contractor, 'classification_derived' | 'tag_tally'>,
  permits: readonly Pick<ListedPermit, 'geo_ids' | 'jurisdiction'>[],
): Peers | null {
  const where = mostOf(permits.flatMap(({ geo_ids: { jurisdiction_id: id } }) => id ?? []));
  const place = permits.find(({ geo_ids }) => geo_ids.jurisdiction_id === where)?.jurisdiction;
  if (where === undefined || !place) return null;
  const [tag] = Object.entries(tags)
    .filter(([each]) => !wide.has(each))
    .sort(([, one = 0], [, other = 0]) => other - one)
    .map(([each]) => each);
  const does = trade ?? tag;
  if (does === undefined) return null;
  return {
    name: `Others in ${words(does)}, ${title(place)}`,
    search: trade === undefined ? { in: where, tag } : { in: where, trade },
  };
}

function mostOf(ids: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
