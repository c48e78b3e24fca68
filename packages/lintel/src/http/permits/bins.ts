/** `GET /v2/permits/bins`: permits of a map's view, counted by cell (C43). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const permitBins: DataHandler<typeof endpoints.permit_bins> = async ({ query, release }) => {
  const counted = await release.permitBins(query, query.zoom);
  return {
    body: Buffer.from(JSON.stringify(counted)),
    isEmpty: counted.bins.length === 0,
    sought: soughtPermits(query),
  };
};
