/** What the searches are asked: the filters of the endpoints (C25, C26, C32) as parsed, without what only pages. */
import type { endpoints, QueryOf } from '@lintel/contract';

type Paging = 'size' | 'cursor' | 'include_count' | 'include_total_count';

/** The filters of the permit search. */
export type PermitQuery = Omit<QueryOf<typeof endpoints.permit_search>, Paging>;
/** The filters of the contractor search. */
export type ContractorQuery = Omit<QueryOf<typeof endpoints.contractor_search>, Paging>;
/** The filters of the property search. */
export type PropertyQuery = Omit<QueryOf<typeof endpoints.property_search>, Paging>;
/** What permit and contractor search have in common. */
export type SharedQuery = Omit<ContractorQuery, 'include_tallies'>;
