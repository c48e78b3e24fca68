/**
 * `GET /v2/properties/search`: properties by place, owner, building and permits (C32). `absence` gives what a
 * reader needs to trust that a permit is absent.
 */
import type { endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const searchProperties: DataHandler<typeof endpoints.property_search> = async ({
  query,
  release,
  offset,
}) => {
  const { items, next, absence } = await release.searchProperties(query, offset, query.size);
  return {
    items,
    next,
    extra: { absence },
    count: () => release.countProperties(query, query.count === 'exact'),
    sought: soughtPermits(query),
    // The records cover the place, but not the whole period in which something is to be absent.
    ...(absence !== null && absence.hint !== null && { emptyReason: 'window' }),
  };
};
