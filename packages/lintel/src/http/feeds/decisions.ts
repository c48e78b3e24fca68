/** `GET /feeds/decisions.atom` and `.json`: the decisions that a search finds, newest first. */
import { decisionQuery } from '../../query/questions.js';
import type { HandlerInput } from '../answer/handler.js';
import type { decisionFeedAtom, decisionFeedJson } from './endpoints.js';

/** The page of a feed of decisions. */
export async function searchDecisions({
  query,
  release,
  offset,
}: HandlerInput<typeof decisionFeedAtom | typeof decisionFeedJson>) {
  const wanted = decisionQuery(query);
  return {
    ...(await release.searchDecisions(wanted, offset, query.size)),
    count: () => null,
    sought: { records: 'decisions', places: wanted.geoIds, from: wanted.from, to: wanted.to },
  } as const;
}
