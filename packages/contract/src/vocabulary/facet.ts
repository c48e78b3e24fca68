/**
 * Facets of permit searches (C82): how many permits a search finds of each value of a field. Each is a grouping of
 * aggregates and belongs to a filter.
 */
import type { Grouping } from './aggregate.js';

interface FacetFacts {
  readonly title: string;
  readonly grouping: Grouping;
  /** The parameter that finds a value of it. */
  readonly filter: string;
  /**
   * Whether any of the values that its filter names will do. Such a filter leaves the counts of its own facet alone: they
   * say what each value would find in its place.
   */
  readonly isAnyOf: boolean;
}

const anyOf = (title: string, grouping: Grouping, filter: string) =>
  ({ title, grouping, filter, isAnyOf: true }) as const satisfies FacetFacts;

/** Words of `facets`, named as the fields of a permit are. */
export const facets = {
  tags: { title: 'Tags', grouping: 'tag', filter: 'permit_tags', isAnyOf: false },
  status: anyOf('Status', 'status', 'permit_status'),
  type: anyOf('Permit type as stated', 'type', 'permit_type'),
  subtype: anyOf('Permit subtype as stated', 'subtype', 'permit_subtype'),
  record_kind: anyOf('Kind of record', 'record_kind', 'permit_record_kind'),
  source: anyOf('Source', 'source', 'permit_source'),
  property_type: anyOf('Property type', 'property_type', 'property_type'),
  property_type_detail: anyOf('Kind of building', 'property_type_detail', 'property_type_detail'),
  tract: anyOf('Census tract', 'tract', 'property_census_tract'),
  district: anyOf('Congressional district', 'district', 'property_congressional_district'),
} as const satisfies Record<string, FacetFacts>;
export type FacetId = keyof typeof facets;
export const facetIds = Object.keys(facets) as readonly FacetId[];

/** A word of a vocabulary as people read it: `heat_pump` is `Heat pump`. */
export function wordLabel(word: string): string {
  const text = word.replaceAll('_', ' ').replace(/\b(?:adu|ev|hvac)\b/g, (short) => short.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
