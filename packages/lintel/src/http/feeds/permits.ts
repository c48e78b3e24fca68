/** `GET /feeds/permits.atom` and `.json`: the permits that a search finds, newest first. */
import type { HandlerInput } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';
import type { permitFeedAtom, permitFeedJson } from './endpoints.js';

/** The page of a permit feed. */
export async function searchPermits({
  query,
  release,
  offset,
}: HandlerInput<typeof permitFeedAtom | typeof permitFeedJson>) {
  return {
    ...(await release.searchPermits({ ...query, sort: 'date' }, offset, query.size)),
    count: () => null,
    sought: soughtPermits(query),
  };
}
