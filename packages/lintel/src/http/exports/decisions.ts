/** `GET /v2/export/decisions`: all decisions, or those that the filters of the decision search find. */
import { type endpoints, firstDate, lastDate } from '@lintel/contract';
import type { StreamHandler } from '../answer/stream-route.js';
import { datedOnly } from './dated-only.js';

export const exportDecisions: StreamHandler<typeof endpoints.export_decisions> = ({
  geo_id: place,
  ...query
}) => {
  // Without a place there is no filter, and all decisions are given without a search.
  const wanted = {
    ...query,
    geo_id: place ?? '',
    decision_from: query.decision_from ?? firstDate,
    decision_to: query.decision_to ?? lastDate,
    include_undated: !datedOnly(query, 'decision'),
  };
  return (release, from, size) => release.searchDecisions(wanted, from, size);
};
