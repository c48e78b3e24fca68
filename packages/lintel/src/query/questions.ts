/**
 * What searches are asked: the filters of the endpoints (C25, C26, C28, C32) as parsed, without paging, and how the
 * tables of the engines read them.
 */
import type { endpoints, FilterOf, QueryOf } from '@lintel/contract';
import type { AreaQuery } from './area.js';

type PermitSearch = QueryOf<typeof endpoints.permit_search>;

/** The filters of the searches, of which each engine has a table. */
export type PermitFilter = FilterOf<typeof endpoints.permit_search>;
export type PropertyFilter = FilterOf<typeof endpoints.property_search>;
export type DecisionFilter = FilterOf<typeof endpoints.decision_search>;

/** What is asked of permits, by searches of them and of contractors and by views over them. */
export type PermitViewQuery = Pick<PermitSearch, PermitFilter>;
/** What the permit search is asked. */
export type PermitQuery = PermitViewQuery & Pick<PermitSearch, 'sort'>;
/** What an aggregate of permits is asked (C52). */
export type AggregateQuery = QueryOf<typeof endpoints.permit_aggregate>;
/** What the contractor search is asked: of their permits, all of which have a contractor. */
export type ContractorQuery = Omit<PermitViewQuery, 'permit_has_contractor'> &
  Pick<QueryOf<typeof endpoints.contractor_search>, 'include_tallies' | 'sort'>;
type PropertySearch = QueryOf<typeof endpoints.property_search>;
/** The filters of the property search. */
export type PropertyFilters = Pick<PropertySearch, PropertyFilter>;
/** What the property search is asked. */
export type PropertyQuery = PropertyFilters & Pick<PropertySearch, 'sort'>;
/** What the decision search is asked (C28). */
export type DecisionQuery = Pick<QueryOf<typeof endpoints.decision_search>, DecisionFilter>;

/** What each filter of a query adds to what is asked. A filter without a line does not compile. */
export type FilterTable<Query, Asked> = {
  readonly [Name in keyof Query]-?: (asked: Asked, value: NonNullable<Query[Name]>, query: Query) => void;
};

/** Adds what every filter with a value asks; an empty list asks nothing. */
export function applyFilters<Query, Asked>(
  table: FilterTable<Query, Asked>,
  query: Query,
  asked: Asked,
  names: readonly (keyof Query)[] = namesOf(table),
): Asked {
  const apply = <Name extends keyof Query>(name: Name) => {
    const value = query[name];
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return;
    table[name](asked, value, query);
  };
  for (const name of names) apply(name);
  return asked;
}

/** Lines of a table that keep a value as it is, under a key of what is asked. */
export function kept<Asked>() {
  return <Key extends keyof Asked>(key: Key) =>
    (asked: Asked, value: Asked[Key]) => {
      asked[key] = value;
    };
}

const names = new WeakMap<object, readonly PropertyKey[]>();

function namesOf<Query>(table: FilterTable<Query, never>): readonly (keyof Query)[] {
  const known = names.get(table) ?? Object.keys(table);
  names.set(table, known);
  return known as readonly (keyof Query)[];
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
