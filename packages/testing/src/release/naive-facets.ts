/** Facets once more, as simple as possible, over parsed records: the oracle of the tests. */
import type { FacetId, Facets, Permit } from '@lintel/contract';
import { typed } from './naive-filters.js';

/** The filter of a facet that it does not heed, and the values of a permit. A facet without a line does not compile. */
export const naiveFacets: Readonly<
  Record<FacetId, { readonly without: string | null; values(permit: Permit): readonly (string | null)[] }>
> = {
  tags: { without: null, values: ({ tags }) => (tags.length === 0 ? [null] : tags) },
  status: { without: 'permit_status', values: ({ status }) => [status] },
  type: { without: 'permit_type', values: ({ type }) => [type] },
  subtype: { without: 'permit_subtype', values: ({ subtype }) => [subtype] },
  record_kind: { without: 'permit_record_kind', values: ({ record_kind: kind }) => [kind ?? null] },
  source: { without: 'permit_source', values: ({ source_id: id }) => [id] },
  property_type: { without: 'property_type', values: ({ property_type: type }) => [type] },
  property_type_detail: {
    without: 'property_type_detail',
    values: ({ property_type_detail: detail }) => [detail],
  },
  tract: {
    without: 'property_census_tract',
    values: ({ property_census_tract: tract }) => [tract],
  },
  district: {
    without: 'property_congressional_district',
    values: ({ property_congressional_district: district }) => [district],
  },
};

/** One facet of the permits that match, without labels; `most` of them are counted. */
export function naiveFacet(id: FacetId, matching: readonly Permit[], size: number, most: number) {
  const permits = matching.slice(0, most);
  const all = permits.flatMap((permit) => naiveFacets[id].values(permit));
  const isUnknown = (value: string | null) => typed(value ?? 'unknown') === 'unknown';
  const spelled = all.filter((value) => value !== null && !isUnknown(value)) as string[];
  const keys = [...new Set(spelled.map(typed))];
  const times = (text: string) => spelled.filter((each) => each === text).length;
  const values = keys.map((key) => {
    const alike = spelled.filter((each) => typed(each) === key);
    const [value = ''] = [...new Set(alike)].sort((a, b) => times(b) - times(a) || (a < b ? -1 : 1));
    return { value, count: alike.length };
  });
  return {
    values: values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, size),
    value_count: keys.length,
    unknown: all.filter(isUnknown).length,
    permit_count: { value: permits.length, relation: matching.length < most ? 'eq' : 'gte' },
  };
}

/** Facets without what they call their values. */
export function withoutLabels(facets: Facets) {
  return Object.fromEntries(
    Object.entries(facets).map(([id, { values, ...facet }]) => [
      id,
      { values: values.map(({ value, count }) => ({ value, count })), ...facet },
    ]),
  );
}
