/** `GET /v2/contractors/search`: contractors with permits in a place and a period (C26). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const searchContractors: DataHandler<typeof endpoints.contractor_search> = async ({
  query,
  release,
  offset,
}) => ({
  ...(await release.searchContractors(query, offset, query.size)),
  count: () => release.countContractors(query, query.count === 'exact'),
  sought: soughtPermits(query),
});
