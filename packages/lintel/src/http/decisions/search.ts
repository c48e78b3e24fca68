/** `GET /v2/decisions/search`: decisions in a place and a period, the newest first (C28). */
import { countTimeLimitMs, type endpoints } from '@lintel/contract';
import type { DecisionQuery } from '../../query/questions.js';
import type { DataHandler, HandlerInput } from '../answer/handler.js';

type Search = typeof endpoints.decision_search;

export const searchDecisions: DataHandler<Search> = ({ query, release, offset }) => {
  const wanted = decisionQuery(query);
  return {
    ...release.searchDecisions(wanted, offset, query.size),
    count: () => release.countDecisions(wanted, countTimeLimitMs),
    sought: { records: 'decisions', place: wanted.geoId, from: wanted.from, to: wanted.to },
  };
};

function decisionQuery(query: HandlerInput<Search>['query']): DecisionQuery {
  return {
    geoId: query.geo_id,
    from: query.decision_from,
    to: query.decision_to,
    includeUndated: query.include_undated,
    assetClasses: query.asset_class ?? [],
    categories: query.category ?? [],
    subcategories: query.subcategory ?? [],
    propertyTypes: query.property_type ?? [],
    minValue: query.min_project_value,
    maxValue: query.max_project_value,
    text: query.decision_q,
  };
}
