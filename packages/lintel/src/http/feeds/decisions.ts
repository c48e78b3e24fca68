/** `GET /feeds/decisions.atom` and `.json`: the decisions that a search finds, newest first. */
import type { HandlerInput } from '../answer/handler.js';
import { soughtDecisions } from '../answer/sought.js';
import type { decisionFeedAtom, decisionFeedJson } from './endpoints.js';

/** The page of a feed of decisions. */
export async function searchDecisions({
  query,
  release,
  offset,
}: HandlerInput<typeof decisionFeedAtom | typeof decisionFeedJson>) {
  return {
    ...(await release.searchDecisions(query, offset, query.size)),
    count: () => null,
    sought: soughtDecisions(query),
  } as const;
}
