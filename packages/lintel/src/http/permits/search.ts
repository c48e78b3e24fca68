/** `GET /v2/permits/search`: permits in a place and a period (C25). */
import type { endpoints } from '@lintel/contract';
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
});
