/** `GET /v2/permits/search`: permits in a place and a period (C25), and facets of them (C82). */
import type { endpoints } from '@lintel/contract';
import { permitFacets } from '../../query/facets.js';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const searchPermits: DataHandler<typeof endpoints.permit_search> = async ({
  query,
  release,
  offset,
}) => ({
  ...(await release.searchPermits(query, offset, query.size)),
  count: () => release.countPermits(query, query.count === 'exact'),
  estimate: (counted) => release.estimatePermits(query, counted),
  sought: soughtPermits(query),
  ...(query.facets !== null && offset === 0 && { extra: { facets: await permitFacets(release, query) } }),
});
