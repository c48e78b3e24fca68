/** What filters ask of a search: how many permits it finds of each value of some fields. */
import type { Facets, Lintel, PermitSearchParameters } from '@lintel/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type FacetId = keyof Facets;

/** Values of a facet: more are found by narrowing the search. */
const facetSize = 1_000;

/** The facets of a search. One credit if it finds a permit. */
export const facetsQuery = (lintel: Lintel, parameters: PermitSearchParameters, facets: readonly FacetId[]) =>
  queryOptions({
    queryKey: ['facets', parameters, facets],
    queryFn: async ({ signal }): Promise<Facets> => {
      const asked = { ...parameters, facets: [...facets], facet_size: facetSize, size: 1 };
      const page = await lintel.permits.search({ ...asked, fields: ['id'] }, { signal }).page();
      return page.facets ?? {};
    },
    // While another choice is counted the figures before stay, so that nothing moves under the pointer.
    placeholderData: keepPreviousData,
  });
