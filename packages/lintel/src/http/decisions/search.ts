/** `GET /v2/decisions/search`: decisions in a place and a period, the newest first (C28). */
import { countTimeLimitMs, type endpoints } from '@lintel/contract';
import { decisionQuery } from '../../query/questions.js';
import type { DataHandler } from '../answer/handler.js';

type Search = typeof endpoints.decision_search;

export const searchDecisions: DataHandler<Search> = async ({ query, release, offset }) => {
  const wanted = decisionQuery(query);
  return {
    ...(await release.searchDecisions(wanted, offset, query.size)),
    count: () => release.countDecisions(wanted, countTimeLimitMs),
    sought: { records: 'decisions', places: wanted.geoIds, from: wanted.from, to: wanted.to },
  };
};
