/** `GET /v2/cities/search`: cities by name, best first, in numbered pages (interface 4.11). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';

export const searchCities: DataHandler<typeof endpoints.city_search> = async ({ query, release }) => {
  const { items, next } = await release.searchCities(query.q, (query.page - 1) * query.size, query.size);
  return { items, next, page: query.page };
};
