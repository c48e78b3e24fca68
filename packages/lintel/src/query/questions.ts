/** The searches' input: the filters of the endpoints (C25, C26, C32) as parsed, without paging. */
import type { AssetClass, DecisionCategory, endpoints, PropertyType, QueryOf } from '@lintel/contract';
import type { AreaQuery } from './area.js';

type Paging = 'size' | 'cursor' | 'include_count' | 'include_total_count';

/** The filters of the permit search. */
export type PermitQuery = Omit<QueryOf<typeof endpoints.permit_search>, Paging>;
/** The filters of the contractor search. */
export type ContractorQuery = Omit<QueryOf<typeof endpoints.contractor_search>, Paging>;
/** The filters of the property search. */
export type PropertyQuery = Omit<QueryOf<typeof endpoints.property_search>, Paging>;
/** What permit and contractor search share. */
export type SharedQuery = Omit<ContractorQuery, 'include_tallies' | 'sort' | 'fields'>;
/** The filters of views over permits. */
export type PermitViewQuery = Omit<PermitQuery, 'sort' | 'fields'>;

/**
 * Filters for decisions (C28). Dates are YYYY-MM-DD; values of a list are alternatives, an empty list filters
 * nothing.
 */
export interface DecisionQuery {
  /** Places, of which any will do. */
  readonly geoIds: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Whether decisions without a date are wanted too, after all others (C40). */
  readonly includeUndated: boolean;
  readonly assetClasses: readonly AssetClass[];
  readonly categories: readonly DecisionCategory[];
  readonly subcategories: readonly string[];
  readonly propertyTypes: readonly PropertyType[];
  /** Cents. */
  readonly minValue: number | null;
  readonly maxValue: number | null;
  readonly text: string | null;
}

/** A search without results. Contractors, properties and metrics are found by their permits. */
export interface Sought {
  readonly records: 'permits' | 'decisions';
  /** geo_ids of the places, of which any will do; none for anywhere. */
  readonly places: readonly string[];
  /** The area; anywhere without one. */
  readonly area?: AreaQuery;
  /** First and last date, YYYY-MM-DD; null where the period is open. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The conditions of a decision search as the endpoint parses them. */
export function decisionQuery(
  query: Omit<QueryOf<typeof endpoints.decision_search>, Paging | 'fields'>,
): DecisionQuery {
  return {
    geoIds: query.geo_id,
    from: query.decision_from,
    to: query.decision_to,
    includeUndated: query.include_undated,
    assetClasses: query.asset_class ?? [],
    categories: query.category ?? [],
    subcategories: query.subcategory ?? [],
    propertyTypes: query.property_type ?? [],
    minValue: query.min_project_value,
    maxValue: query.max_project_value,
    text: query.decision_q,
  };
}
