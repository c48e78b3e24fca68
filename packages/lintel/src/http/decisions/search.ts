/** `GET /v2/decisions/search`: decisions in a place and a period, the newest first (C28). */
import { countTimeLimitMs, type endpoints } from '@lintel/contract';
import type { DataHandler } from '../answer/handler.js';
import { soughtDecisions } from '../answer/sought.js';

type Search = typeof endpoints.decision_search;

export const searchDecisions: DataHandler<Search> = async ({ query, release, offset }) => ({
  ...(await release.searchDecisions(query, offset, query.size)),
  count: () => release.countDecisions(query, countTimeLimitMs, query.count === 'exact'),
  sought: soughtDecisions(query),
});
