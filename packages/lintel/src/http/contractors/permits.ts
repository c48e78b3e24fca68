/** `GET /v2/contractors/{id}/permits`: all permits of a contractor, grouped by address (C27). */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';

export const contractorPermits: DataHandler<typeof endpoints.contractor_permits> = async ({
  query,
  release,
  offset,
}) => {
  const found = await release.contractorPermits(query.id, offset, query.size);
  if (found === null) return null;
  const { items, next, total } = found;
  return { items, next, count: () => total };
};
