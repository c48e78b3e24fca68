/** `GET /v2/addresses/search`: addresses by text, best first (interface 4.9). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';

export const searchAddresses: DataHandler<typeof endpoints.address_search> = async ({
  query,
  release,
  offset,
}) => {
  const { items, next, total } = await release.searchAddresses(query.q, offset, query.size);
  return { items, next, count: () => total };
};
