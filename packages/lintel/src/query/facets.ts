/** Facets of a permit search (C82): aggregates of counts, one for each field, in the values that filters tell apart. */
import type { endpoints, Facet, FacetId, Facets, QueryOf } from '@lintel/contract';
import { facets, maxFacetPermits, wordLabel } from '@lintel/contract/plain';
import { foldStated } from '../format/dictionary/dictionary.js';
import { type SummedRelease, sumsOf } from './aggregate.js';
import type { GroupSums } from './group-sums.js';
import type { PermitViewQuery } from './questions.js';

type FacetQuery = PermitViewQuery & Pick<QueryOf<typeof endpoints.permit_search>, 'facets' | 'facet_size'>;

/** The facets that are asked for, each once. */
export async function permitFacets(
  release: Pick<SummedRelease, 'sumPermits'>,
  query: FacetQuery,
  most = maxFacetPermits,
): Promise<Facets> {
  const found: { [id in FacetId]?: Facet } = {};
  for (const id of new Set(query.facets)) {
    const { grouping, filter, isAnyOf } = facets[id];
    const sums = await sumsOf(release, {
      query: isAnyOf ? { ...query, [filter]: null } : query,
      groupBy: [grouping],
      fields: new Map(),
      contractors: false,
      facts: 'stated',
      most,
      areaSet: null,
      together: null,
    });
    found[id] = facetOf(id, sums, query.facet_size, most);
  }
  return found;
}

/** The spellings that a filter takes for one are one value, called by the most frequent of them. */
function facetOf(id: FacetId, { groups, permits }: GroupSums, size: number, most: number): Facet {
  const values = new Map<string, { value: string; count: number }>();
  let unknown = 0;
  const spellings = groups.map(({ values: [value], count }) => ({
    value: String(value ?? 'unknown'),
    count,
  }));
  for (const { value, count } of spellings.sort(inOrder)) {
    const key = foldStated(value);
    const known = values.get(key);
    if (key === 'unknown') unknown += count;
    else if (known === undefined) values.set(key, { value, count });
    else known.count += count;
  }
  const label = isVocabulary[id] ? wordLabel : (value: string) => value;
  return {
    values: [...values.values()]
      .sort(inOrder)
      .slice(0, size)
      .map(({ value, count }) => ({ value, label: label(value), count })),
    value_count: values.size,
    unknown,
    permit_count: { value: permits, relation: permits < most ? 'eq' : 'gte' },
  };
}

interface Counted {
  readonly value: string;
  readonly count: number;
}

/** The most frequent first. */
const inOrder = (one: Counted, other: Counted) =>
  other.count - one.count || (one.value < other.value ? -1 : 1);

/** Whether the values of a facet are words of the interface, not of sources. */
const isVocabulary: Readonly<Record<FacetId, boolean>> = {
  tags: true,
  status: true,
  type: false,
  subtype: false,
  record_kind: true,
  source: false,
  property_type: true,
  property_type_detail: true,
  tract: false,
  district: false,
};
